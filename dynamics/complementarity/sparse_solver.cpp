// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/sparse_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/complementarity/weaker_problem.hpp"

namespace touchstone {
namespace {

/// From this penalty on it rises only after a round that pays too little: factors can be kept only
/// while the penalty is.
constexpr double kStiffPenalty = 1e5;
constexpr double kMinPenalty = 1e-2;
constexpr double kMaxPenalty = 1e9;
/// Divisor of the penalty where a round does not arrive.
constexpr double kFall = 4;
/// A round that leaves more of the error than this does not pay.
constexpr double kSlow = 0.2;
/// An error that is left to rounding, and one with which a solution is likely to be accepted.
constexpr double kRoundingResidual = 1e-11;
constexpr double kGoodResidual = 1e-10;
/// Residual of a relaxation from whose solution mu lambda of each contact is read.
constexpr double kRoughResidual = 1e-8;
constexpr int kMaxRounds = 100;
constexpr int kMaxRelaxations = 4;
/// Without friction and stabilisation, where nothing is claimed, this is enough.
constexpr double kHarmlessResidual = 1e-6;

}  // namespace

struct SparseSolver::Plan {
  /// What follows a round that does not converge.
  enum class Missed {
    stops,    ///< give up
    falls,    ///< take it back, retry with a smaller penalty
    leads_on  ///< continue from it: safe where F is the gradient of a convex function
  };

  double penalty;  ///< penalty of the first round
  double rise;     ///< factor of the penalty from round to round
  int steps;       ///< most Newton steps in a round
  int all_steps;   ///< most Newton steps in all rounds
  Missed missed;
};

namespace {

using Missed = SparseSolver::Plan::Missed;

/// Finite, and without constraints, which constraint_solver.hpp knows.
bool solvable(const SparseProblem& p) {
  const auto block_is_finite = [](const auto& block) { return block.rows.allFinite(); };
  return p.constraints.empty() && p.free.allFinite() && p.bound.allFinite() &&
         p.joint_bound.allFinite() &&
         std::all_of(p.contact.begin(), p.contact.end(), block_is_finite) &&
         std::all_of(p.joint.begin(), p.joint.end(), block_is_finite) &&
         std::all_of(p.friction.begin(), p.friction.end(),
                     [](const ContactFriction& f) { return std::isfinite(f.mu) && f.mu >= 0; });
}

constexpr SparseSolver::Plan kNear{kStiffPenalty, 10, 5, 30, Missed::stops};
constexpr SparseSolver::Plan kCareful{10, 2, 10, 400, Missed::falls};
constexpr SparseSolver::Plan kConvex{1e3, 10, 60, 400, Missed::leads_on};
constexpr SparseSolver::Plan kFromNothing{10, 10, 60, 400, Missed::leads_on};

}  // namespace

void SparseSolver::set_stop(const StopToken& stop) {
  stop_ = stop;
  interior_.set_stop(stop);
  method_.set_stop(stop);
}

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
  if (!solvable(problem)) return solution_;
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

/// Runs rounds of the method of multipliers until the error is at most `wanted`, or is good and
/// falls too slowly. Returns whether the error that it ends with is good enough.
bool SparseSolver::run_rounds(const Plan& plan, double wanted) {
  const int end = method_.steps() + plan.all_steps;
  double penalty = plan.penalty;
  double error = method_.error();
  for (int round = 0; round < kMaxRounds && method_.steps() < end; ++round) {
    if (stop_.seen()) return false;
    method_.keep();
    if (!method_.centre(penalty, plan.steps) && plan.missed != Plan::Missed::leads_on) {
      method_.take_kept();
      penalty /= kFall;
      if (plan.missed == Plan::Missed::stops || penalty < kMinPenalty) break;
      continue;
    }
    method_.advance();
    const double last = error;
    error = method_.error();
    if (!std::isfinite(error)) return false;
    const bool slow = error > kSlow * last;
    if (error <= wanted || (error <= kGoodResidual && slow)) return true;
    if (penalty < kStiffPenalty || slow) penalty = std::min(kMaxPenalty, plan.rise * penalty);
  }
  return error <= std::max(wanted, kAcceptedResidual);
}

/// Solves the problem as posed, starting from the multipliers that the method has.
bool SparseSolver::run_posed(const Plan& plan, const char* link) {
  method_.choose_law(law_);
  return run_rounds(plan, kRoundingResidual) && accepted(link);
}

/// Solves the quadratic program of the relaxation, or of a problem without friction, to an error of
/// about `wanted`.
bool SparseSolver::run_program(double wanted) {
  method_.choose_law(FrictionLaw::relaxed);
  interior_.solve(step_, problem_->memory, method_.raised());
  method_.start(interior_.impulses(), interior_.joint_impulses(), interior_.u());
  if (run_rounds(kConvex, wanted)) return true;
  method_.forget();
  return run_rounds(kFromNothing, wanted);
}

/// Solves the relaxation and, from its solution, the problem as posed. Where that fails, raises the
/// relaxation by mu lambda of its own solution and repeats, at most kMaxRelaxations times in all.
bool SparseSolver::run_fixed_point() {
  method_.assign(step_);
  for (int i = 0; i < kMaxRelaxations && run_program(kRoughResidual); ++i) {
    method_.read_raised(raised_);
    method_.raised().assign(raised_.size(), 0);
    if (run_posed(kCareful, "fixed_point")) return true;
    method_.assign(step_);
    method_.raised() = raised_;
  }
  return false;
}

bool SparseSolver::solve_posed(const SparseProblem& problem) {
  if (stop_.seen()) return false;
  problem_ = &problem;
  step_.assign(problem);
  const bool convex =
      (law_ == FrictionLaw::relaxed || !step_.has_cones()) && !step_.has(FrictionKind::no_slip);
  const bool known = std::any_of(problem.memory.begin(), problem.memory.end(), [](const auto& c) {
    return c.action != RememberedContact::Action::none;
  });
  method_.assign(step_);
  method_.start(problem.memory);
  if (known && run_posed(kNear, "warm_start")) return true;
  if (!convex) {
    method_.start(problem.memory);
    return run_posed(kCareful, "multipliers") || run_fixed_point();
  }
  method_.assign(step_);
  return run_program(kRoundingResidual) && accepted("interior_point");
}

const StepSolution& SparseSolver::solve_altered(const SparseProblem& problem, FrictionLaw law) {
  begin(problem, law);
  if (!solvable(problem)) return solution_;
  solution_.solved =
      solve_weaker(problem, {}, altered_, solution_,
                   [this](const SparseProblem& weaker) { return solve_posed(weaker); });
  if (!solution_.solved) solution_.solver = "none";
  return solution_;
}

const StepSolution& SparseSolver::solve_harmless(const SparseProblem& problem) {
  begin(problem, FrictionLaw::relaxed);
  if (!solvable(problem)) return solution_;
  altered_ = problem;
  make_harmless(altered_);
  solution_.solved = solve_posed(altered_) || solution_.residual <= kHarmlessResidual;
  return solution_;
}

}  // namespace touchstone
