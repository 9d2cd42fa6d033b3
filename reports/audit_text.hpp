// SPDX-License-Identifier: GPL-3.0-or-later
// What the audits that are not checks of cases found, for the terminal.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/energy/problem_audit.hpp"
#include "harness/audit/audit.hpp"

namespace touchstone {

std::string problem_audit_text(const std::vector<ProblemAuditRow>& rows);
std::string speed_text(const Speed& speed);

}  // namespace touchstone
