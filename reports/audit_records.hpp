// SPDX-License-Identifier: GPL-3.0-or-later
// The records of the audits that are not checks of cases: `touchstone audit problems`,
// `constraints` and `speed`.
#pragma once

#include <vector>

#include "benchmarks/energy/problem_audit.hpp"
#include "benchmarks/peg/constraint_audit.hpp"
#include "harness/audit/audit.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

struct ProblemAuditRecord {
  std::uint64_t problems = 0, seed = 0;
  std::vector<ProblemAuditRow> rows = {};
};
const RecordDescription<ProblemAuditRecord>& problem_audit_record();

struct ConstraintAuditRecord {
  std::uint64_t problems = 0;
  ConstraintAudit found = {};
};
const RecordDescription<ConstraintAuditRecord>& constraint_audit_record();

struct SpeedRecord {
  std::uint64_t seed = 0;
  Speed speed = {};
};
const RecordDescription<SpeedRecord>& speed_record();

/// Titles are those of the table in the terminal.
RecordFields<ProblemAuditRow> problem_audit_row_fields();

}  // namespace touchstone
