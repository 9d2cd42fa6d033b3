// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/audit/audit_constraints.hpp"

#include "benchmarks/peg/constraint_audit.hpp"
#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "cli/process/progress.hpp"
#include "reports/constraint_audit_text.hpp"

namespace touchstone {

int audit_step_constraints(std::uint64_t problems, const AuditOptions& audit, OutputFile& output) {
  ConstraintAuditOptions options;
  options.problems = problems;
  options.seed = audit.seed;
  options.jobs = audit.jobs;
  options.metric_source = guarded_metric;
  ConstraintAudit found;
  double elapsed_s = 0;
  {
    Progress progress("audit", "runs");
    options.progress = progress.updates();
    found = audit_constraints(options);
    elapsed_s = progress.elapsed_s();
  }
  return report(output, constraint_audit_json(found, options), constraint_audit_text(found),
                elapsed_s, options.jobs, found.clean() ? kExitAsExpected : kExitHarnessFailed);
}

}  // namespace touchstone
