// SPDX-License-Identifier: GPL-3.0-or-later
// The audits that are not checks of cases: `touchstone audit problems`, `constraints`, `speed`.
#pragma once

#include <cstdint>

#include "cli/process/output_file.hpp"

namespace touchstone {

// Each gives the exit code. The first two hold the solvers of steps to so many problems.
int audit_step_problems(std::uint64_t problems, std::uint64_t seed, int jobs, OutputFile& output);
int audit_step_constraints(std::uint64_t problems, std::uint64_t seed, int jobs,
                           OutputFile& output);
int audit_speed(std::uint64_t seed, OutputFile& output);

}  // namespace touchstone
