// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of scenes as movies, and the page of them.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/energy/movie.hpp"
#include "benchmarks/energy/recorded_run.hpp"
#include "cli/process/output_file.hpp"

namespace touchstone {

/// What was seen of a run that has ended so.
Movie finished(MovieRecorder& recorder, const RecordedRun& ran);

/// Runs the scene as a movie of this name. `command` names it in the progress line. Rejects unknown
/// names of methods.
Result<Movie> run_movie(const std::string& command, const Scene& scene, const std::string& name,
                        double time_limit_s);

/// Why a page cannot show the scene, in one line; empty if it can.
std::string movie_fault(const Scene& scene);
/// Writes the page of runs of the scene. The exit code.
int show_movies(OutputFile& page, const Scene& scene, std::vector<Movie> runs);

}  // namespace touchstone
