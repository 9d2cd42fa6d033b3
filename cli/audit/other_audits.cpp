// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/audit/other_audits.hpp"

#include <string>

#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "cli/process/progress.hpp"
#include "reports/audit_records.hpp"
#include "reports/audit_text.hpp"
#include "reports/check_text.hpp"

namespace touchstone {
namespace {

/// Runs an audit with its progress line. The seconds that it took.
template <class Run>
double with_progress(const char* unit, const Run& run) {
  Progress progress("audit", unit);
  run(progress);
  return progress.elapsed_s();
}

}  // namespace

int audit_step_problems(std::uint64_t problems, std::uint64_t seed, int jobs, OutputFile& output) {
  ProblemAuditRecord record{problems, seed};
  const double elapsed_s = with_progress("scenes", [&](Progress& progress) {
    record.rows = audit_problems({guarded_metric, problems, seed, jobs, progress.updates()});
  });
  return report(output, problem_audit_record().document(record), problem_audit_text(record.rows),
                elapsed_s, jobs,
                problem_audit_clean(record.rows) ? kExitAsExpected : kExitHarnessFailed);
}

int audit_step_constraints(std::uint64_t problems, std::uint64_t seed, int jobs,
                           OutputFile& output) {
  ConstraintAuditRecord record{problems};
  const ConstraintAudit& found = record.found;
  const double elapsed_s = with_progress("runs", [&](Progress& progress) {
    record.found = audit_constraints({guarded_metric, problems, seed, jobs, progress.updates()});
  });
  return report(output, constraint_audit_record().document(record),
                check_text(found.inter, true, false) + "\n" + check_text(found.cross, true, false),
                elapsed_s, jobs, found.clean() ? kExitAsExpected : kExitHarnessFailed);
}

int audit_speed(std::uint64_t seed, OutputFile& output) {
  SpeedRecord record{seed};
  const double elapsed_s =
      with_progress("rates", [&](Progress& /*progress*/) { record.speed = measure_speed(seed); });
  constexpr int kThreads = 1;
  return report(output, speed_record().document(record), speed_text(record.speed), elapsed_s,
                kThreads, kExitAsExpected);
}

}  // namespace touchstone
