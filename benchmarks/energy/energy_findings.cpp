// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/energy_findings.hpp"

#include <sstream>

namespace touchstone {
namespace {

/// `t_end`: of the scene, before which the observable need not have happened [s].
EnergyFinding judge(const Observable& observable, double t_end) {
  EnergyFinding finding;
  finding.observable = observable.name;
  finding.measured = observable.observer->measured();
  finding.truth = observable.truth;
  finding.limit = observable.limit;
  finding.tolerance = observable.tolerance;
  finding.tolerance_below = observable.tolerance_below;
  finding.unjudged = observable.unjudged;
  if (!observable.truth) return finding;
  const bool happened = finding.measured == finding.measured;
  if (!happened && observable.name.ends_with("_time_s") &&
      *observable.truth + observable.tolerance > t_end) {
    return finding;
  }
  const bool right = is_within(finding.measured, *observable.truth, observable.tolerance,
                               observable.tolerance_below.value_or(observable.tolerance));
  finding.verdict = right ? EnergyVerdict::right : EnergyVerdict::wrong;
  return finding;
}

/// A run that its time limit or a user ended keeps a finding only if the rest of the run could not
/// have changed it.
void weigh_ended_early(const Observable& observable, const EnergyResult& result,
                       EnergyFinding& finding) {
  const bool happened = finding.measured == finding.measured;
  const bool wrong = finding.verdict == EnergyVerdict::wrong;
  const bool final = observable.observer->only_grows()
                         ? wrong
                         : observable.observer->done() || (wrong && !happened);
  if (!finding.truth || (final && result.steps > 0)) return;
  finding.truth.reset();
  finding.verdict = EnergyVerdict::no_truth;
  std::ostringstream why;
  if (result.interrupted) {
    why << "it was interrupted at " << result.t_end << " s";
  } else {
    why << "its time limit of " << result.time_limit_s << " s ended it at " << result.t_end << " s";
  }
  finding.unjudged = why.str();
}

/// Findings are invalid if the run could not go on, if its steps were not solved as posed, or if
/// its contact method never had an answer, whether or not their truth is known. A method that was
/// never asked is not judged.
void weigh(const EnergyResult& result, bool handed_in, EnergyFinding& finding) {
  if (!run_fault(result).empty()) {
    finding.verdict = EnergyVerdict::wrong;
  } else if (finding.truth && handed_in && result.asked == 0) {
    finding.truth.reset();
    finding.verdict = EnergyVerdict::no_truth;
  }
}

}  // namespace

bool is_within(double measured, double truth, double above, double below) {
  const double error = measured - truth;
  return error <= above && -error <= below;
}

void judge_all(const std::vector<Observable>& observables, const Scene& scene, bool handed_in,
               EnergyResult& result) {
  const bool cut_short = result.timed_out || result.interrupted;
  const double seen_s = cut_short ? result.t_end : scene.t_end;
  for (const Observable& observable : observables) {
    result.findings.push_back(judge(observable, seen_s));
    if (cut_short) weigh_ended_early(observable, result, result.findings.back());
    weigh(result, handed_in, result.findings.back());
  }
}

}  // namespace touchstone
