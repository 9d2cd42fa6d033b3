// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/thesis/lipschitz.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/shapes.hpp"
#include "harness/check/tests/family_sources.hpp"

namespace touchstone {
namespace {

TEST(Lipschitz, AWayIsThatOfTheCentreAndOfWhatTurnsAboutIt) {
  const PolytopePtr cube = make_box(Vec3(1, 1, 1));
  Mat3 half_turn = Mat3::Identity();
  half_turn(0, 0) = half_turn(1, 1) = -1;
  const Moved way = moved(*cube, {}, {half_turn, Vec3(0, 0, 3)});
  EXPECT_NEAR(round_to_double(way.e), 3, 1e-12);
  EXPECT_GE(way.e, 3);
  EXPECT_GE(way.delta * way.delta, 8) << "(1, 1) goes to (-1, -1)";
  EXPECT_NEAR(round_to_double(way.delta), std::sqrt(8.0), 1e-12);
}

// Cubes of half extent 1 at a distance z between their centres have r = z/2, and R = 2.
TEST(Lipschitz, BoundsAreAttainedAndBroken) {
  const auto found = [](const Rational& z, const Rational& by) {
    return lipschitz(z / 2, Rational((z + by) / 2), {by, 0}, 2);
  };
  EXPECT_TRUE(found(3, 1).r.held) << "1/2 <= 1/2";
  EXPECT_FALSE(lipschitz(1, Rational(8, 5), {1, 0}, 2).r.held);
  EXPECT_TRUE(found(1, 1).rho_allowed.held) << "rho -1 and 0: 2 <= 4";
  EXPECT_EQ(found(1, 1).rho_allowed.error, 2);
  const LipschitzFindings deep = found(Rational(1, 8), Rational(1, 8));
  EXPECT_FALSE(deep.rho_allowed.checked);
  EXPECT_FALSE(deep.rho_anywhere.held) << "rho -15 and -7";
  EXPECT_TRUE(deep.r.held);
}

TEST(Lipschitz, HoldsWhereRhoIsBounded) {
  ClaimOptions options;
  static_cast<CheckOptions&>(options) = check_options({"random-boxes", "kissing-face-face"}, 20);
  const CheckReport report = check_lipschitz(options);
  EXPECT_TRUE(report.as_expected());
  const std::vector<CheckRow> sums = summed_rows(report.rows);
  EXPECT_GT(sums[0].claim("rho").held, 50U);
  EXPECT_GT(sums[0].claim("rho").largest, 0.1) << "turns and shifts were made";
  EXPECT_EQ(sums[1].claim("r").violated, 0U);
}

}  // namespace
}  // namespace touchstone
