// SPDX-License-Identifier: GPL-3.0-or-later
// The growth ratio towards a fixed body, on pairs whose answer is known by hand, and against that
// of two bodies that both grow.
#include "reference/oracle.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "reference/tests/ratio_samples.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261202;

PolytopePtr cube() { return make_box({1, 1, 1}); }

TEST(FixedBody, ACubeGrowsToTheOthersNearFace) {
  EXPECT_EQ(solve_fixed_body(apart_by(cube(), cube(), {4, 0.5, 0})), Rational(3));
  EXPECT_EQ(solve_fixed_body(apart_by(cube(), cube(), {0, 3, 0})), Rational(2));
  EXPECT_EQ(solve_fixed_body(apart_by(cube(), cube(), {0, 0, -2})), Rational(1));
  EXPECT_EQ(solve_fixed_body(apart_by(cube(), cube(), {1.25, 0.5, 0.25})), Rational(1, 4));
}

TEST(FixedBody, WhereTheOtherHoldsTheInteriorPointNoGrowthIsNeeded) {
  EXPECT_EQ(solve_fixed_body(apart_by(cube(), cube(), {0, 0, 0})), Rational(0));
  EXPECT_EQ(solve_fixed_body(apart_by(cube(), cube(), {1, 0.5, -1})), Rational(0));
  EXPECT_EQ(solve_fixed_body(apart_by(cube(), cube(), {1 + 0x1p-52, 0, 0})), Rational(1, 1L << 52));
}

TEST(FixedBody, OnlyTheGrowingBodysInteriorPointCounts) {
  const PolytopePtr lopsided = body_about(cube()->vertices(), Vec3(0.5, 0, 0));
  // A's face at 1 is 1/2 from its centre, B's near face 2.5.
  EXPECT_EQ(solve_fixed_body(apart_by(lopsided, cube(), {4, 0, 0})), Rational(5));
  EXPECT_EQ(solve_fixed_body(apart_by(cube(), lopsided, {4, 0, 0})), Rational(3));
  EXPECT_EQ(
      solve_fixed_body(apart_by(cube(), body_about(cube()->vertices(), Vec3(1, 0, 0)), {4, 0, 0})),
      Rational(3));
}

TEST(FixedBody, OnlyASolidGrows) {
  const PolytopePtr square = body_about({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}});
  EXPECT_EQ(solve_fixed_body(apart_by(square, cube(), {3, 0, 0})), std::nullopt);
  EXPECT_EQ(
      solve_fixed_body(apart_by(body_about(cube()->vertices(), Vec3(1, 0, 0)), cube(), {4, 0, 0})),
      std::nullopt);
  EXPECT_EQ(solve_fixed_body(apart_by(cube(), square, {3, 0, 0})), Rational(2));
  EXPECT_EQ(solve_fixed_body(apart_by(cube(), body_about({{0, 0, 0}}), {3, 4, 5})), Rational(5));
}

TEST(FixedBody, TheNearestOptimalDirectionIsThatOfTheCone) {
  // An octahedron's corner grows to a point: each direction between its four facets is optimal.
  const PolytopePtr octahedron =
      body_about({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}});
  const Pair pair = apart_by(octahedron, body_about({{0, 0, 0}}), {0, 0, -3});
  const Rational r = solve_fixed_body(pair).value();
  EXPECT_EQ(r, Rational(3));
  const auto nearest = [&](const Vec3& u) {
    const ExactVec3 v = fixed_direction_near(pair, r, u).value();
    return Vec3(round_to_double(v[0] / v[2]), round_to_double(v[1] / v[2]),
                round_to_double(v[2]) > 0 ? 1 : -1);
  };
  for (const Vec3& u : {Vec3(0, 0, 1), Vec3(0.25, -0.5, 1), Vec3(1, 1, 1), Vec3(-1, 0.5, 1)}) {
    EXPECT_EQ(nearest(u), u);
  }
  EXPECT_EQ(nearest(Vec3(4, 0, 1)).x(), 1) << "as far as it goes";
}

TEST(FixedBody, ItIsFartherFromOneThanIfBothGrew) {
  Oracle oracle;
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 1, static_cast<std::uint64_t>(i));
    Pair pair = apart_by(make_random_ball_hull(random, 12), make_random_sphere_hull(random, 9),
                         random.uniform(0.2, 4) * random.unit_vector());
    pair.X_WA.R = random.rotation();
    const Rational r = 1 / (1 - oracle.solve(pair).ratio->rho);
    const Rational fixed = *solve_fixed_body(pair);
    // 1 is the ratio of kissing bodies, whoever grows. If A alone changes its size, it has to
    // shrink more where bodies overlap, and to grow more where they are apart.
    EXPECT_EQ(sgn(fixed - 1), sgn(r - 1));
    EXPECT_EQ(sgn(fixed - r), sgn(r - 1));
  }
}

}  // namespace
}  // namespace touchstone
