// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/ways_out.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone {
namespace {

using Kind = ContactConstraint::Kind;
using testing::ElementsAre;

/// A body with a contact along each of x, y and z, at these gaps [m], in steps of 1 s.
IslandProblem island_of(const Vec3& gap, std::vector<ContactConstraint> constraints) {
  IslandProblem island;
  island.bodies = {0};
  island.pairs = {0, 0, 0};
  island.rows.bodies = 1;
  island.rows.free = Eigen::VectorXd::Zero(kDofOfBody);
  for (int i = 0; i < 3; ++i) {
    ContactRows& block = island.rows.contact.emplace_back();
    block.body = {0, -1};
    block.rows.setZero();
    block.rows(0, i) = 1;
  }
  island.rows.bound = gap;
  island.rows.constraints = std::move(constraints);
  return island;
}

void leave_out(IslandProblem& island, double taken_back = 0) {
  leave_out_ways_behind(std::vector<double>(3, taken_back), 1, island);
}

TEST(WaysOut, WhatStaysBehindIsLeftOut) {
  IslandProblem island = island_of({0.1, -0.02, 0.3}, {{Kind::cross, {}, {0, 1, 2}}});
  leave_out(island);
  EXPECT_THAT(island.rows.constraints[0].other, ElementsAre(0, 2));
}

TEST(WaysOut, WhatFreeMotionBringsOutStays) {
  IslandProblem island = island_of({0.1, -0.02, -0.02}, {{Kind::inter, {0}, {1, 2}}});
  island.rows.free[1] = 0.03;
  island.rows.free[2] = 0.01;
  leave_out(island);
  EXPECT_EQ(island.rows.constraints[0].kind, Kind::inter);
  EXPECT_THAT(island.rows.constraints[0].other, ElementsAre(1));
}

TEST(WaysOut, WhatThePairOverlapsByIsNotBehind) {
  IslandProblem island = island_of({-0.02, -0.02, -0.03}, {{Kind::cross, {}, {0, 1, 2}}});
  leave_out(island, -0.02);
  EXPECT_THAT(island.rows.constraints[0].other, ElementsAre(0, 1));
}

TEST(WaysOut, AConstraintThatIsBehindAltogetherStays) {
  IslandProblem island = island_of({-0.02, -0.02, -0.03}, {{Kind::cross, {}, {0, 1, 2}}});
  leave_out(island);
  EXPECT_THAT(island.rows.constraints[0].other, ElementsAre(0, 1, 2));
}

// Contact 0 is left of each of the first three: it is unilateral once, and nothing else names it.
TEST(WaysOut, WhatIsLeftAloneIsUnilateralOnce) {
  IslandProblem island = island_of({0, -1, 0.5}, {{Kind::cross, {}, {0, 1}},
                                                  {Kind::inter, {0}, {1}},
                                                  {Kind::cross, {}, {0, 2}},
                                                  {Kind::unilateral, {2}, {}}});
  leave_out(island);
  ASSERT_EQ(island.rows.constraints.size(), 2U);
  EXPECT_EQ(island.rows.constraints[0].kind, Kind::unilateral);
  EXPECT_THAT(island.rows.constraints[0].primary, ElementsAre(0));
  EXPECT_THAT(island.rows.constraints[0].other, ElementsAre());
  EXPECT_THAT(island.rows.constraints[1].primary, ElementsAre(2));
}

}  // namespace
}  // namespace touchstone
