// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone audit constraints` prints and writes.
#pragma once

#include <string>

#include "benchmarks/peg/constraint_audit.hpp"

namespace touchstone {

std::string constraint_audit_text(const ConstraintAudit& audit);
/// Schema touchstone.constraints/1 (docs/complementarity.md).
std::string constraint_audit_json(const ConstraintAudit& audit,
                                  const ConstraintAuditOptions& options);

}  // namespace touchstone
