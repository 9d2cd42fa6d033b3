// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone solve` found, for the terminal.
#pragma once

#include <optional>
#include <string>

#include "harness/steps/solve_run.hpp"

namespace touchstone {

/// "./mine.so on stack-7: says solved, and r = 0.02 at contact 3"; empty where nothing is wrong.
std::string solve_failure_text(const JudgedStep& answer);

/// The table, and a line for each of the first failures. `room`: columns of the terminal.
std::string solve_text(const SolveRun& run, std::optional<std::size_t> room);

}  // namespace touchstone
