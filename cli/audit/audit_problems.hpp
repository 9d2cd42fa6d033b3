// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone audit --problems`: the solvers held against complementarity problems of running
// scenes.
#pragma once

#include <cstdint>

#include "cli/process/output_file.hpp"
#include "harness/audit/audit.hpp"

namespace touchstone {

/// Takes that many problems; the seed and the jobs are those of `audit`. The exit code.
int audit_step_problems(std::uint64_t problems, const AuditOptions& audit, OutputFile& output);

}  // namespace touchstone
