// SPDX-License-Identifier: GPL-3.0-or-later
// The machine and the build behind a time record.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "benchmarks/timing/time_run.hpp"

namespace touchstone {

/// Keys and JSON values: CPU, its number and caches, operating system, compiler flags, versions of
/// what measures.
std::vector<std::pair<std::string, std::string>> machine_context();

/// run_time, and a context that says on what machine, under what load and how it was measured.
TimeRecord run_time_in_context(const TimeOptions& options);

/// The system's load averages over 1, 5 and 15 minutes, as JSON.
std::string load_json();

}  // namespace touchstone
