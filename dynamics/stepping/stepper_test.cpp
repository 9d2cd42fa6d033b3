// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/stepper.hpp"

#include <gtest/gtest.h>

#include <tuple>

#include "dynamics/complementarity/fixed_point.hpp"
#include "dynamics/complementarity/residual.hpp"
#include "dynamics/tests/random_problems.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 12;

StepProblem pile(std::uint64_t index, double mu) {
  StepProblem p = random_pile_problem(kSeed, index, PileContacts::cones);
  for (ContactFriction& friction : p.friction) friction = {FrictionKind::cone, mu};
  p.bound = p.bound.cwiseMax(0);
  p.joint.resize(0, p.dof());
  p.joint_bound.resize(0);
  return p;
}

TEST(Stepper, EachIsFoundByItsNameAndSolvesItsOwnLaw) {
  EXPECT_EQ(find_stepper("of clouds"), nullptr);
  for (const auto& [name, law, other] :
       {std::tuple("stewart_trinkle", FrictionLaw::stewart_trinkle, FrictionLaw::relaxed),
        std::tuple("relaxed", FrictionLaw::relaxed, FrictionLaw::stewart_trinkle),
        std::tuple("fixed_point", FrictionLaw::stewart_trinkle, FrictionLaw::relaxed)}) {
    ASSERT_NE(find_stepper(name), nullptr);
    const auto stepper = find_stepper(name)->make();
    StepMemory memory;
    int solved = 0;
    int unlike = 0;
    for (std::uint64_t index = 0; index < 40; ++index) {
      const StepProblem p = pile(index, 0.3);
      const StepSolution& s = stepper->solve(p, memory);
      if (!s.solved) continue;
      ++solved;
      EXPECT_LE(residual(p, s, law), kAcceptedResidual) << name << ' ' << index;
      unlike += residual(p, s, other) > kAcceptedResidual ? 1 : 0;
    }
    EXPECT_GE(solved, 38) << name;
    EXPECT_GE(unlike, 10) << name << ": the two laws differ where something slides";
  }
}

TEST(Stepper, TheFixedPointHandsOverToTheChainWhereItDoesNotArrive) {
  const auto stepper = find_stepper("fixed_point")->make();
  StepMemory memory;
  FixedPoint alone;
  int handed_over = 0;
  for (std::uint64_t index = 0; index < 60; ++index) {
    const StepProblem p = pile(index, 2);
    const bool arrives = alone.solve(p).solved;
    const StepSolution& s = stepper->solve(p, memory);
    EXPECT_TRUE(s.solved) << index;
    EXPECT_LE(residual(p, s, FrictionLaw::stewart_trinkle), kAcceptedResidual) << index;
    handed_over += arrives ? 0 : 1;
  }
  EXPECT_GT(handed_over, 0) << "mu = 2 is not small";
}

}  // namespace
}  // namespace touchstone
