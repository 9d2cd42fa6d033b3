// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/fixed_point.hpp"

#include <gtest/gtest.h>

#include "dynamics/complementarity/residual.hpp"
#include "dynamics/tests/random_problems.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 11;

/// A pile with cones of this mu, nothing penetrating and without joints: u = 0 is allowed.
StepProblem pile(std::uint64_t index, double mu) {
  StepProblem p = random_pile_problem(kSeed, index, PileContacts::cones);
  for (ContactFriction& friction : p.friction) {
    friction = {FrictionKind::cone, mu};
  }
  p.bound = p.bound.cwiseMax(0);
  p.joint.resize(0, p.dof());
  p.joint_bound.resize(0);
  return p;
}

TEST(FixedPoint, OfEachMapSolvesTheComplementarityProblemForSmallFriction) {
  for (const FixedPointMap map :
       {FixedPointMap::chi_1, FixedPointMap::chi_2, FixedPointMap::chi_3}) {
    FixedPoint fixed_point;
    int solved = 0;
    int iterations = 0;
    for (std::uint64_t index = 0; index < 100; ++index) {
      const StepProblem p = pile(index, 0.05);
      const StepSolution& s = fixed_point.solve(p, map);
      iterations += fixed_point.iterations();
      EXPECT_EQ(s.solved, residual(p, s, FrictionLaw::stewart_trinkle) <= kAcceptedResidual);
      solved += s.solved ? 1 : 0;
    }
    RecordProperty("solved_" + std::to_string(static_cast<int>(map)), solved);
    EXPECT_GE(solved, 98) << static_cast<int>(map);
    EXPECT_GT(iterations, 200) << "one or two iterations each would mean that Gamma does nothing";
  }
}

TEST(FixedPoint, NeverCallsAProblemSolvedThatIsNot) {
  FixedPoint fixed_point;
  int unsolved = 0;
  for (std::uint64_t index = 0; index < 60; ++index) {
    const StepProblem p = pile(index, 2);
    const StepSolution& s = fixed_point.solve(p, FixedPointMap::chi_2, 20);
    EXPECT_EQ(s.solved, residual(p, s, FrictionLaw::stewart_trinkle) <= kAcceptedResidual);
    EXPECT_EQ(s.residual, residual(p, s, FrictionLaw::stewart_trinkle));
    unsolved += s.solved ? 0 : 1;
  }
  EXPECT_GT(unsolved, 0) << "mu = 2 is not small";
}

}  // namespace
}  // namespace touchstone
