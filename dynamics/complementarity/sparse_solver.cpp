// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/sparse_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace touchstone {
namespace {

/// Penalties from a start that is known to be near, and from nothing.
constexpr double kStiffPenalty = 1e5;
constexpr double kMediumPenalty = 1e3;
constexpr double kSoftPenalty = 1e1;
constexpr double kPenaltyFactor = 10;
constexpr double kMaxPenalty = 1e9;
/// A round that leaves more of the error than this does not pay.
constexpr double kSlow = 0.2;
constexpr double kStuck = 0.9;
/// An error that is left to rounding, and one with which a solution is likely to be accepted.
constexpr double kRoundingResidual = 1e-11;
constexpr double kGoodResidual = 1e-10;
/// Enough of a relaxation from which contacts are read off.
constexpr double kRoughResidual = 1e-8;
constexpr int kMaxRounds = 16;
/// Newton steps of a round, from a start that is likely to be near, and from another one.
constexpr int kMaxNewtonStepsNear = 15;
constexpr int kMaxNewtonStepsFar = 60;
constexpr int kMaxNewtonSteps = 250;
constexpr int kMaxRelaxations = 20;
constexpr int kUndamped = 3;
/// Without friction and stabilisation, where nothing is claimed, this is enough.
constexpr double kHarmlessResidual = 1e-6;
/// mu of the cones that stand in for no-slip contacts.
constexpr double kBoundedMu = 100;

bool finite(const SparseProblem& p) {
  const auto block_is_finite = [](const auto& block) { return block.rows.allFinite(); };
  return p.free.allFinite() && p.bound.allFinite() && p.joint_bound.allFinite() &&
         std::all_of(p.contact.begin(), p.contact.end(), block_is_finite) &&
         std::all_of(p.joint.begin(), p.joint.end(), block_is_finite) &&
         std::all_of(p.friction.begin(), p.friction.end(),
                     [](const ContactFriction& f) { return std::isfinite(f.mu) && f.mu >= 0; });
}

bool has_no_slip(const SparseProblem& problem) {
  return std::any_of(problem.friction.begin(), problem.friction.end(),
                     [](const auto& friction) { return friction.kind == FrictionKind::no_slip; });
}

void drop_stabilisation(SparseProblem& problem) {
  problem.bound = problem.bound.cwiseMax(0);
  problem.joint_bound.setZero();
}

}  // namespace

void SparseSolver::begin(const SparseProblem& problem, FrictionLaw law) {
  law_ = law;
  solution_.solved = false;
  solution_.residual = std::numeric_limits<double>::infinity();
  solution_.stabilisation_dropped = false;
  solution_.friction_bounded = false;
  solution_.solver = "none";
  solution_.pivots = 0;
  solution_.u = problem.free;
}

const StepSolution& SparseSolver::solve(const SparseProblem& problem, FrictionLaw law) {
  begin(problem, law);
  if (!finite(problem)) return solution_;
  solution_.solved = solve_posed(problem);
  if (!solution_.solved) solution_.solver = "none";
  return solution_;
}

bool SparseSolver::accepted(const char* link) {
  method_.expand(solution_);
  solution_.residual = residual_(*problem_, solution_, law_);
  solution_.solver = link;
  solution_.pivots += method_.steps();
  return solution_.residual <= kAcceptedResidual;
}

/// Rounds of the method until the error is as wanted or grows no smaller; a larger penalty takes
/// over then, as far as rounding allows. The method has the best of them at the end.
bool SparseSolver::run_rounds(double penalty, int rounds, int steps, double wanted) {
  double best = std::numeric_limits<double>::infinity();
  double last = best;
  for (int round = 0; round < rounds; ++round) {
    const bool arrived = method_.centre(penalty, steps);
    method_.advance();
    const double error = method_.error();
    if (error < best) {
      best = error;
      method_.keep();
    }
    // Of a convex function also what is not the minimum leads on.
    const bool goes_on = arrived || (method_.convex() && method_.steps() < kMaxNewtonSteps);
    if (best <= wanted || !goes_on || !std::isfinite(error)) break;
    if (penalty < kStiffPenalty) {
      penalty = std::min(kStiffPenalty, kPenaltyFactor * penalty);
    } else if (error > kSlow * last) {
      if (best <= kGoodResidual || (penalty >= kMaxPenalty && error > kStuck * last)) break;
      penalty = std::min(kMaxPenalty, 10 * penalty);
    }
    last = error;
  }
  method_.take_kept();
  return best <= std::max(wanted, kAcceptedResidual);
}

/// The problem itself, from the multipliers that the method has.
bool SparseSolver::run_newton(const char* link) {
  method_.choose_law(law_);
  return run_rounds(kStiffPenalty, kMaxRounds, kMaxNewtonStepsNear, kRoundingResidual) &&
         accepted(link);
}

/// The quadratic program of the relaxation, or without friction, to about `wanted`.
bool SparseSolver::run_program(double wanted) {
  method_.choose_law(FrictionLaw::relaxed);
  interior_.solve(step_, problem_->memory, method_.raised());
  method_.start(interior_.impulses(), interior_.joint_impulses(), interior_.u());
  if (run_rounds(kMediumPenalty, kMaxRounds, kMaxNewtonStepsFar, wanted)) return true;
  // From nothing, with penalties that grow.
  method_.forget();
  return run_rounds(kSoftPenalty, kMaxRounds, kMaxNewtonStepsFar, wanted);
}

/// Raises the relaxation until its solution is that of the problem, or gives what it solves.
bool SparseSolver::run_fixed_point() {
  method_.assign(step_);
  bool solved = run_program(kRoughResidual);
  for (int i = 0; i < kMaxRelaxations && solved; ++i) {
    method_.read_raised(raised_);
    trial_ = method_;
    method_.raised().assign(raised_.size(), 0);
    if (run_newton("fixed_point")) return true;
    std::swap(trial_, method_);
    method_.choose_law(FrictionLaw::relaxed);
    // Two solutions may give each other: from here on half of each.
    if (i >= kUndamped) {
      for (std::size_t k = 0; k < raised_.size(); ++k) {
        raised_[k] = 0.5 * (raised_[k] + method_.raised()[k]);
      }
    }
    method_.raised() = raised_;
    solved = run_rounds(kStiffPenalty, kMaxRounds, kMaxNewtonStepsFar, kRoughResidual) ||
             run_program(kRoughResidual);
  }
  return false;
}

bool SparseSolver::solve_posed(const SparseProblem& problem) {
  problem_ = &problem;
  step_.assign(problem);
  method_.assign(step_);
  const bool known = std::any_of(problem.memory.begin(), problem.memory.end(), [](const auto& c) {
    return c.action != RememberedContact::Action::none;
  });
  method_.start(problem.memory);
  if (known && run_newton("warm_start")) return true;
  const bool convex =
      (law_ == FrictionLaw::relaxed || !step_.has_cones()) && !step_.has(FrictionKind::no_slip);
  if (!convex) return run_fixed_point();
  method_.assign(step_);
  return run_program(kRoundingResidual) && accepted("interior_point");
}

const StepSolution& SparseSolver::solve_altered(const SparseProblem& problem, FrictionLaw law) {
  begin(problem, law);
  if (!finite(problem)) return solution_;
  const bool stabilised =
      (problem.bound.array() < 0).any() || (problem.joint_bound.array() != 0).any();
  const bool no_slip = has_no_slip(problem);
  for (const auto& [bounded, dropped] :
       {std::pair{true, false}, std::pair{false, true}, std::pair{true, true}}) {
    if ((bounded && !no_slip) || (dropped && !stabilised)) continue;
    altered_ = problem;
    for (ContactFriction& friction : altered_.friction) {
      if (bounded && friction.kind == FrictionKind::no_slip) {
        friction = {FrictionKind::cone, kBoundedMu};
      }
    }
    if (dropped) drop_stabilisation(altered_);
    if (!solve_posed(altered_)) continue;
    solution_.solved = true;
    solution_.stabilisation_dropped = dropped;
    solution_.friction_bounded = bounded;
    return solution_;
  }
  solution_.solver = "none";
  return solution_;
}

const StepSolution& SparseSolver::solve_harmless(const SparseProblem& problem) {
  begin(problem, FrictionLaw::relaxed);
  if (!finite(problem)) return solution_;
  altered_ = problem;
  drop_stabilisation(altered_);
  std::fill(altered_.friction.begin(), altered_.friction.end(), ContactFriction());
  solution_.solved = solve_posed(altered_) || solution_.residual <= kHarmlessResidual;
  return solution_;
}

}  // namespace touchstone
