// SPDX-License-Identifier: GPL-3.0-or-later
// Where the bodies of a run ended, as `touchstone simulate` shows and writes it.
#pragma once

#include <cstddef>
#include <string>

#include "benchmarks/energy/body_ends.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// A table of the first twenty bodies, and how many more there are.
std::string run_end_text(const RunEnd& end);
/// A line for each expectation; `run` names the run in it.
std::string expectations_text(const RunEnd& end, const std::string& run);
/// "2 expectations were missed"; empty for 0.
std::string missed_text(std::size_t missed);

/// The keys `bodies` and `expectations`.
RecordFields<RunEnd> run_end_fields();

}  // namespace touchstone
