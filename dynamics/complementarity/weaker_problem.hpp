// SPDX-License-Identifier: GPL-3.0-or-later
// Problems that demand less than the one posed, for a step that has no solution otherwise. Problems
// are whole (step_problem.hpp) or sparse (sparse_problem.hpp).
#pragma once

#include <algorithm>
#include <utility>

#include "dynamics/complementarity/step_problem.hpp"

namespace touchstone {

/// mu of the cones that stand in for no-slip contacts: what Yi & Drumwright mean by no slip [1].
inline constexpr double kBoundedFriction = 100;

/// Makes no-slip contacts cones of large friction. Returns whether there are any.
template <class Problem>
bool bound_friction(Problem& problem) {
  bool bounded = false;
  for (ContactFriction& friction : problem.friction) {
    if (friction.kind != FrictionKind::no_slip) continue;
    friction = {FrictionKind::cone, kBoundedFriction};
    bounded = true;
  }
  return bounded;
}

/// Returns whether the problem had any stabilisation.
template <class Problem>
bool drop_stabilisation(Problem& problem) {
  Eigen::VectorXd drive = problem.joint_drive;
  if (drive.size() == 0) drive.setZero(problem.joint_bound.size());
  const bool stabilised = (problem.bound.array() < 0).any() || problem.joint_bound != drive;
  problem.bound = problem.bound.cwiseMax(0);
  problem.joint_bound = drive;
  return stabilised;
}

/// Drops friction and stabilisation. Where nothing is driven u = 0 is feasible, and no impulse
/// works against the motion.
template <class Problem>
void make_harmless(Problem& problem) {
  drop_stabilisation(problem);
  std::fill(problem.friction.begin(), problem.friction.end(), ContactFriction());
}

/// What may be demanded less.
struct Weakenings {
  bool bound_friction = true;
  bool drop_stabilisation = true;
};

/// Bounds the friction, drops the stabilisation, or does both, in this order, until `solve` returns
/// true of `weaker`. `solution` then says which.
template <class Problem, class Solve>
bool solve_weaker(const Problem& problem, const Weakenings& may, Problem& weaker,
                  StepSolution& solution, const Solve& solve) {
  for (const auto& [bounded, dropped] :
       {std::pair{true, false}, std::pair{false, true}, std::pair{true, true}}) {
    weaker = problem;
    if (bounded && !(may.bound_friction && bound_friction(weaker))) continue;
    if (dropped && !(may.drop_stabilisation && drop_stabilisation(weaker))) continue;
    if (!solve(weaker)) continue;
    solution.stabilisation_dropped = dropped;
    solution.friction_bounded = bounded;
    return true;
  }
  return false;
}

}  // namespace touchstone
