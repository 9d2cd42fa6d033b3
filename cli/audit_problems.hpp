// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone audit --problems` prints and writes.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/energy/problem_audit.hpp"

namespace touchstone {

std::string problem_audit_text(const std::vector<ProblemAuditRow>& rows);
/// Schema touchstone.problems/1.
std::string problem_audit_json(const std::vector<ProblemAuditRow>& rows,
                               const ProblemAuditOptions& options);

}  // namespace touchstone
