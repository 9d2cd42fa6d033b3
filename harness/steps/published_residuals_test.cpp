// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/published_residuals.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace touchstone {
namespace {

/// One contact with mu 0.5 and W the unit matrix.
LocalStep unit_contact(const std::vector<double>& q) {
  LocalStep step;
  step.mu = {0.5};
  step.W = {1, 1, {0, 1}, {0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  step.q = q;
  return step;
}

TEST(PublishedResiduals, OfAContactThatSlipsWithoutFriction) {
  // w = (0, 0.3, 0), v = (0.15, 0.3, 0), and P - v is inside the cone.
  const auto found = published_residuals(unit_contact({-1, 0.3, 0}), {1, 0, 0}).value();
  const double off = std::sqrt(0.15 * 0.15 + 0.3 * 0.3);
  const double q = std::sqrt(1.09);
  EXPECT_NEAR(found.fclib_merit_1, off / (1 + std::sqrt(q)), 1e-15);
  EXPECT_NEAR(found.siconos_error, off / q, 1e-15);
  EXPECT_EQ(found.ncp_primal, 0);
  EXPECT_NEAR(found.ncp_dual, 0, 1e-16);  // v lies on the dual cone
  EXPECT_NEAR(found.ncp_compl, 0.15, 1e-16);
  EXPECT_NEAR(found.vi_natmap, 0.3, 1e-16);
}

TEST(PublishedResiduals, OfImpulsesOutsideTheConeAndVelocitiesOutsideItsDual) {
  // (1, 0.8) over the cone's edge (1, 0.5)/sqrt(1.25): the point (1.12, 0.56).
  const auto outside = published_residuals(unit_contact({-1, 0.8, 0}), {1, -0.8, 0}).value();
  EXPECT_NEAR(outside.ncp_primal, 0.24, 1e-15);
  EXPECT_NEAR(outside.vi_natmap, 0.24, 1e-15);
  EXPECT_EQ(outside.ncp_dual, 0);
  // Without impulses it comes in: v = (-0.85, 0.3, 0), nearest to the dual cone's apex.
  const auto none = published_residuals(unit_contact({-1, 0.3, 0}), {0, 0, 0}).value();
  EXPECT_NEAR(none.ncp_dual, 0.85, 1e-15);
  EXPECT_EQ(none.ncp_compl, 0);
}

TEST(PublishedResiduals, AreThereForTheRoundConeInSpaceAlone) {
  LocalStep step = unit_contact({-1, 0, 0});
  EXPECT_TRUE(published_residuals(step, {1, 0, 0}).has_value());
  EXPECT_FALSE(published_residuals(step, {1e300, 0, 1e300}).has_value());
  step.cone = StepCone::box;
  EXPECT_FALSE(published_residuals(step, {1, 0, 0}).has_value());
}

}  // namespace
}  // namespace touchstone
