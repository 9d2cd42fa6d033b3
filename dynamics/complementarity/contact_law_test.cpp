// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/contact_law.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/index.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

using Vec3 = ContactLaw::Vec3;

Vec3 random_point(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

/// Whether (c, f) is in the cone over the polygon of the d_k, up to `slack`.
bool in_cone(const Vec3& p, double mu, int directions, double slack) {
  const double apothem = std::cos(std::numbers::pi / directions);
  for (int k = 0; k < directions; ++k) {
    const double angle = (2 * k + 1) * std::numbers::pi / directions;
    const double along = std::cos(angle) * p[1] + std::sin(angle) * p[2];
    if (along > mu * apothem * p[0] + slack) return false;
  }
  return p[0] >= -slack;
}

/// The nearest point of a convex set: no other of its points is on the far side.
TEST(ContactLaw, OfTheRelaxationIsTheNearestPointOfTheCone) {
  ContactLaw law;
  Random random(1);
  for (int round = 0; round < 3000; ++round) {
    const int directions = 4 << random.below(3);
    const double mu = random.uniform(0.05, 2);
    law.assign(FrictionLaw::relaxed, directions);
    const Vec3 wanted = random_point(random);
    const Vec3 p = law.respond({FrictionKind::cone, mu}, wanted).impulse;
    ASSERT_TRUE(in_cone(p, mu, directions, 1e-14));
    EXPECT_NEAR((wanted - p).dot(p), 0, 1e-14);
    for (int k = 0; k < directions; ++k) {
      const double angle = 2 * k * std::numbers::pi / directions;
      const Vec3 edge(1, mu * std::cos(angle), mu * std::sin(angle));
      EXPECT_LE((wanted - p).dot(edge), 1e-13);
    }
  }
}

TEST(ContactLaw, OfStewartAndTrinkleBoundsFrictionByMuC) {
  ContactLaw law;
  Random random(2);
  for (int round = 0; round < 3000; ++round) {
    const int directions = 4 << random.below(3);
    const double mu = random.uniform(0.05, 2);
    law.assign(FrictionLaw::stewart_trinkle, directions);
    const Vec3 wanted = random_point(random);
    const Vec3 p = law.respond({FrictionKind::cone, mu}, wanted).impulse;
    EXPECT_EQ(p[0], std::max(0.0, wanted[0]));
    ASSERT_TRUE(in_cone(p, mu, directions, 1e-14));
    for (int k = 0; k < directions; ++k) {
      const double angle = 2 * k * std::numbers::pi / directions;
      const Vec3 corner(p[0], mu * p[0] * std::cos(angle), mu * p[0] * std::sin(angle));
      EXPECT_LE((wanted - p).tail<2>().dot((corner - p).tail<2>()), 1e-14);
    }
  }
}

TEST(ContactLaw, HasTheSlopeOfItsResponse) {
  ContactLaw law;
  Random random(3);
  int pieces = 0;
  for (int round = 0; round < 3000; ++round) {
    const FrictionLaw which = round % 2 == 0 ? FrictionLaw::relaxed : FrictionLaw::stewart_trinkle;
    law.assign(which, 8);
    const ContactFriction friction = {round % 3 == 0 ? FrictionKind::no_slip : FrictionKind::cone,
                                      0.5};
    const Vec3 wanted = random_point(random);
    const Vec3 change = 1e-4 * random_point(random);
    const ContactLaw::Response here = law.respond(friction, wanted);
    const ContactLaw::Response there = law.respond(friction, wanted + change);
    if (here.slope != there.slope) continue;
    ++pieces;
    EXPECT_LE((there.impulse - here.impulse - here.slope * change).norm(), 1e-14);
  }
  EXPECT_GT(pieces, 2500);
}

double outside_of_dual(const Vec3& w, double mu) { return mu * w.tail<2>().norm() - w[0]; }

/// The nearest point of the disc or of the cone, and De Saxce's law: with mu |w_T| added to w_N, w
/// is in the dual cone and square to P.
TEST(ContactLaw, OfARoundConeIsTheNearestPoint) {
  ContactLaw law;
  Random random(5);
  for (int round = 0; round < 3000; ++round) {
    const double mu = random.uniform(0.05, 2);
    const ContactFriction friction = {FrictionKind::cone, mu};
    const Vec3 wanted = random_point(random);
    law.assign(FrictionLaw::relaxed, kRoundCone);
    Vec3 p = law.respond(friction, wanted).impulse;
    EXPECT_LE(p.tail<2>().norm(), mu * p[0] + 1e-15);
    EXPECT_NEAR((p - wanted).dot(p), 0, 1e-15);
    EXPECT_LE(outside_of_dual(p - wanted, mu), 1e-14);
    law.assign(FrictionLaw::stewart_trinkle, kRoundCone);
    p = law.respond(friction, wanted).impulse;
    EXPECT_EQ(p[0], std::max(0.0, wanted[0]));
    EXPECT_LE(p.tail<2>().norm(), mu * p[0] + 1e-15);
    Vec3 w = p - wanted;
    w[0] += mu * w.tail<2>().norm();
    EXPECT_NEAR(w.dot(p), 0, 1e-14);
    EXPECT_LE(outside_of_dual(w, mu), 1e-14);
  }
}

TEST(ContactLaw, OfARoundConeHasASlopeThatTurns) {
  constexpr double kStep = 1e-5;
  ContactLaw law;
  Random random(6);
  int smooth = 0;
  for (int round = 0; round < 3000; ++round) {
    law.assign(round % 2 == 0 ? FrictionLaw::relaxed : FrictionLaw::stewart_trinkle, kRoundCone);
    const ContactFriction friction = {FrictionKind::cone, 0.5};
    const Vec3 wanted = random_point(random);
    const Vec3 step = kStep * random_point(random);
    const Vec3 change =
        law.respond(friction, wanted + step).impulse - law.respond(friction, wanted - step).impulse;
    const double missed = (change - 2 * law.respond(friction, wanted).slope * step).norm() / kStep;
    smooth += missed < 1e-6 ? 1 : 0;
  }
  EXPECT_GT(smooth, 2950) << "all but those with a kink within a step";
}

TEST(ContactLaw, SplitsFrictionIntoTwoDirections) {
  ContactLaw law;
  law.assign(FrictionLaw::relaxed, 6);
  Random random(4);
  for (int round = 0; round < 1000; ++round) {
    const double x = random.uniform(-1, 1);
    const double y = random.uniform(-1, 1);
    std::vector<double> beta(6, 0);
    law.split(x, y, beta.data());
    double sum_x = 0;
    double sum_y = 0;
    int used = 0;
    for (int k = 0; k < 6; ++k) {
      const double impulse = beta[at(k)];
      EXPECT_GE(impulse, 0);
      used += impulse > 0 ? 1 : 0;
      sum_x += impulse * std::cos(k * std::numbers::pi / 3);
      sum_y += impulse * std::sin(k * std::numbers::pi / 3);
    }
    EXPECT_LE(used, 2);
    EXPECT_NEAR(sum_x, x, 1e-14);
    EXPECT_NEAR(sum_y, y, 1e-14);
  }
}

}  // namespace
}  // namespace touchstone
