// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/peg_friction.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "harness/thesis/pointed_cones.hpp"

namespace touchstone {
namespace {

bool has_solution(const ExactStep& step) {
  const ExactProblem problem = mixed_problem(step);
  const LemkeAnswer answer = exact_lemke(problem.M, problem.q);
  return answer.solved && solves(problem.M, problem.q, answer.z);
}

/// Whether some velocity fulfils the bounds at all, whatever the forces.
bool can_be_fulfilled(const ExactStep& step) {
  ExactVector least;
  for (const Rational& bound : step.bound) least.push_back(-bound);
  return exact_nearest(step.normal, least).feasible;
}

void judge_friction(ExactStep step, const std::string& id, CheckRow& row) {
  ++row.cases;
  ClaimFinding overlap;
  if (std::any_of(step.bound.begin(), step.bound.end(), [](const Rational& b) { return b < 0; })) {
    overlap = ClaimFinding::of(has_solution(step));
    if (!overlap.held && !can_be_fulfilled(step)) {
      overlap.counted = 1;
      overlap.why = "no velocity fulfils its bounds";
    }
  }
  row.claim("overlap").add(overlap, id);
  for (Rational& bound : step.bound) bound = std::max(bound, Rational(0));
  row.claim("no_overlap").add(ClaimFinding::of(has_solution(step)), id);
}

}  // namespace

Check peg_friction_check() {
  Check check;
  check.name = "peg-friction";
  check.heading = "Whether a step with linearised friction cones has a solution\n";
  check.sources = "steps";
  check.claims = {{"no_overlap", "it has one where no gap psi is negative"},
                  {"overlap",
                   "it has one where the term psi/h asks to part bodies, too: not judged",
                   kJudgedColumns,
                   {},
                   false,
                   false,
                   {{"no_velocity", "no velocity fulfils the bounds, which proves that none exists",
                     "no velocity fulfils the bounds"}}}};
  check.must_be_seen = MustBeSeen::always;
  check.shown = 3;
  return check;
}

CheckReport check_peg_friction(const ClaimOptions& options) {
  constexpr std::array kKinds = {"space", "plane", "wedge"};
  return judge_problems(
      peg_friction_check(), options, kKinds,
      [&](std::size_t kind, std::uint64_t index, const std::string& id, CheckRow& row) {
        judge_friction(random_step(static_cast<StepKind>(kind), options.seed, index), id, row);
      });
}

}  // namespace touchstone
