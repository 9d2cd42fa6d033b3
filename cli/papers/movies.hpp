// SPDX-License-Identifier: GPL-3.0-or-later
// The motions that the papers show as frames or films, as pages on which one watches them.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/papers/thesis_figures.hpp"

namespace touchstone {

/// A run that a page shows, beside others of its scene.
struct MovieRun {
  std::string name;
  Scene scene;
};

/// The scene of a figure of frames, by each method.
std::vector<MovieRun> movie_runs(const ThesisFigure& figure,
                                 const std::vector<ThesisMethod>& methods);

/// Runs them and writes their page. `command` begins its messages. The exit code.
int write_movie(const std::string& command, const std::string& path,
                const std::vector<MovieRun>& runs);

}  // namespace touchstone
