// SPDX-License-Identifier: GPL-3.0-or-later
// The page of `simulate --html`.
#pragma once

#include <vector>

#include "benchmarks/energy/movie.hpp"
#include "benchmarks/energy/recorded_run.hpp"
#include "cli/process/output_file.hpp"

namespace touchstone {

/// What was seen of a run that has ended so.
Movie finished(MovieRecorder& recorder, const RecordedRun& ran);

/// Writes the page of runs of the scene. The exit code.
int show_movies(OutputFile& page, const Scene& scene, std::vector<Movie> runs);

}  // namespace touchstone
