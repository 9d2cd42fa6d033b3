// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/single_precision.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

bool is_float(double x) { return static_cast<double>(static_cast<float>(x)) == x; }

template <class Matrix>
bool all_floats(const Matrix& matrix) {
  for (const double entry : matrix.reshaped()) {
    if (!is_float(entry)) return false;
  }
  return true;
}

Pair random_pair() {
  Random random(20261121);
  Pair pair;
  pair.A = make_random_sphere_hull(random, 12);
  pair.B = make_random_ball_hull(random, 20);
  pair.X_WA = Pose{random.rotation(), random.unit_vector()};
  pair.X_WB = Pose{random.rotation(), random.unit_vector()};
  return pair;
}

PolytopePtr hull_of(std::vector<Vec3> points, std::optional<Vec3> interior = {}) {
  PolytopeInput input;
  input.vertices = std::move(points);
  input.interior_point = std::move(interior);
  return make_polytope(input).value();
}

std::string reason_for(const Pair& pair) {
  const auto rounded = rounded_to_float(pair);
  return rounded ? "rounded" : rounded.reason();
}

TEST(SinglePrecision, EveryNumberOfThePairIsAFloatNextToTheOld) {
  const Pair pair = random_pair();
  ASSERT_FALSE(all_floats(pair.X_WA.R));
  const auto rounded = rounded_to_float(pair);
  ASSERT_TRUE(rounded.ok()) << rounded.reason();
  const Pair& there = rounded.value();
  for (const auto& [before, after] : {std::pair(pair.A, there.A), std::pair(pair.B, there.B)}) {
    ASSERT_EQ(before->vertices().size(), after->vertices().size());
    for (std::size_t i = 0; i < before->vertices().size(); ++i) {
      EXPECT_TRUE(all_floats(after->vertices()[i]));
      EXPECT_LE((after->vertices()[i] - before->vertices()[i]).cwiseAbs().maxCoeff(), 0x1p-25);
    }
  }
  for (const auto& [before, after] :
       {std::pair(pair.X_WA, there.X_WA), std::pair(pair.X_WB, there.X_WB)}) {
    EXPECT_TRUE(all_floats(after.R) && all_floats(after.t));
    EXPECT_LE((after.R - before.R).cwiseAbs().maxCoeff(), 0x1p-25);
    EXPECT_LE((after.t - before.t).cwiseAbs().maxCoeff(), 0x1p-25);
  }
}

TEST(SinglePrecision, WhatIsFloatAlreadyStaysAsItIs) {
  Pair pair{make_box(Vec3(1, 0.5, 2)), Pose{}, make_box(Vec3(1, 1, 0.25)), Pose{}};
  pair.X_WB.t = Vec3(1.5, -0.125, 3);
  const auto rounded = rounded_to_float(pair);
  ASSERT_TRUE(rounded.ok()) << rounded.reason();
  EXPECT_EQ(rounded.value().A->content_hash(), pair.A->content_hash());
  EXPECT_EQ(rounded.value().B->content_hash(), pair.B->content_hash());
  EXPECT_EQ(rounded.value().X_WB.t, pair.X_WB.t);
}

TEST(SinglePrecision, AGivenInteriorPointStaysGivenAndIsRounded) {
  Pair pair = random_pair();
  pair.A = hull_of(pair.A->vertices(), Vec3(0.1, 0.05, -0.01));
  const auto rounded = rounded_to_float(pair);
  ASSERT_TRUE(rounded.ok()) << rounded.reason();
  EXPECT_TRUE(rounded.value().A->interior_point_given());
  EXPECT_EQ(rounded.value().A->interior_point().x(), static_cast<double>(0.1F));
  EXPECT_FALSE(rounded.value().B->interior_point_given());
}

TEST(SinglePrecision, ARadiusIsRounded) {
  Pair pair = random_pair();
  pair.A = make_rounded(pair.A, 0.1).value();
  const auto rounded = rounded_to_float(pair);
  ASSERT_TRUE(rounded.ok()) << rounded.reason();
  EXPECT_EQ(rounded.value().A->radius(), static_cast<double>(0.1F));
  EXPECT_EQ(rounded.value().B->radius(), 0);
}

TEST(SinglePrecision, PointsThatFallTogetherAreMerged) {
  std::vector<Vec3> points = make_box(Vec3(1, 1, 1))->vertices();
  points.emplace_back(1 + 1e-12, 1, 1);
  Pair pair{hull_of(points), Pose{}, make_box(Vec3(1, 1, 1)), Pose{}};
  const auto rounded = rounded_to_float(pair);
  ASSERT_TRUE(rounded.ok()) << rounded.reason();
  EXPECT_EQ(rounded.value().A->vertices().size(), 8U);
}

/// A plate thinner than the float spacing at its place is flat afterwards: a body of dimension 2,
/// which metrics for solids then do not take.
TEST(SinglePrecision, AThinSolidMayBecomeFlat) {
  std::vector<Vec3> points = make_box(Vec3(1, 1, 1e-9))->vertices();
  for (Vec3& p : points) p.z() += 1;
  Pair pair{hull_of(points), Pose{}, make_box(Vec3(1, 1, 1)), Pose{}};
  ASSERT_EQ(pair.A->dimension(), 3);
  const auto rounded = rounded_to_float(pair);
  ASSERT_TRUE(rounded.ok()) << rounded.reason();
  EXPECT_EQ(rounded.value().A->dimension(), 2);
}

TEST(SinglePrecision, ACoordinateBeyondTheRangeOfFloatIsRejected) {
  Pair pair = random_pair();
  pair.B = make_box(Vec3(1e39, 1, 1));
  EXPECT_EQ(reason_for(pair).rfind("body B in single precision: ", 0), 0U) << reason_for(pair);
  pair = random_pair();
  pair.A = make_box(Vec3(1, 1e39, 1));
  EXPECT_EQ(reason_for(pair).rfind("body A in single precision: ", 0), 0U) << reason_for(pair);
  pair = random_pair();
  pair.X_WA.t.y() = -1e39;
  EXPECT_EQ(reason_for(pair).rfind("pose_a in single precision: ", 0), 0U) << reason_for(pair);
}

/// R'R is 9.8e-7 off on the diagonal, and may be 1e-7 more once the entries are rounded.
TEST(SinglePrecision, ARotationThatRoundingSpoilsIsRejected) {
  Random random(20261122);
  Pair pair = random_pair();
  int rejected = 0;
  for (int i = 0; i < 100; ++i) {
    pair.X_WB.R = (1 + 4.9e-7) * random.rotation();
    ASSERT_TRUE(make_pose(pair.X_WB.R, pair.X_WB.t).ok());
    if (rounded_to_float(pair).ok()) continue;
    ++rejected;
    EXPECT_EQ(reason_for(pair).rfind("pose_b in single precision: ", 0), 0U) << reason_for(pair);
  }
  EXPECT_GE(rejected, 10);
  EXPECT_LE(rejected, 90);
}

/// Written down as floats are: 24 bits down to 2^-126, multiples of 2^-149 below. Doubles hold the
/// middle of two floats, so nothing here rounds.
bool is_nearest_float(double x, double y) {
  if (std::signbit(x) != std::signbit(y)) return false;
  const double size = std::abs(x);
  const double rounded = std::abs(y);
  const double spacing = std::ldexp(1.0, std::max(size == 0 ? -1000 : std::ilogb(size), -126) - 23);
  if (std::fmod(rounded, spacing) != 0) return false;
  const double off = std::abs(rounded - size);
  if (off != spacing / 2) return off < spacing / 2;
  return std::fmod(rounded, 2 * spacing) == 0;
}

TEST(SinglePrecision, EveryNumberIsRoundedToTheNearestFloatAndATieToTheEvenOne) {
  Random random(20261124);
  Pair pair;
  pair.A = make_box(Vec3(1, 1, 1));
  pair.B = pair.A;
  int ties = 0;
  int subnormal = 0;
  const auto number = [&random] {
    // Few bits beyond those that a float keeps: ties and their neighbours.
    const double bits = static_cast<double>(random.bits() >> 39U) + 0.5;
    double x = std::ldexp(bits, static_cast<int>(random.below(277)) - 175);
    if (random.below(8) == 0) x = 0;
    if (random.below(4) == 0) x = std::nextafter(x, 1e300);
    if (random.below(4) == 0) x = std::nextafter(x, -1e300);
    if (random.below(8) == 0) x = random.uniform();
    return random.below(2) == 0 ? x : -x;
  };
  for (int i = 0; i < 170000; ++i) {
    pair.X_WA.t = Vec3(number(), number(), number());
    pair.X_WB.t = Vec3(number(), number(), number());
    const auto rounded = rounded_to_float(pair);
    ASSERT_TRUE(rounded.ok()) << rounded.reason();
    for (int k = 0; k < 6; ++k) {
      const double x = k < 3 ? pair.X_WA.t[k] : pair.X_WB.t[k - 3];
      const double y = k < 3 ? rounded.value().X_WA.t[k] : rounded.value().X_WB.t[k - 3];
      ASSERT_TRUE(is_nearest_float(x, y)) << std::hexfloat << x << " became " << y;
      const double off = std::abs(x - y);
      ties += static_cast<int>(off != 0 && is_float(x + off) && is_float(x - off));
      subnormal += static_cast<int>(y != 0 && std::abs(y) < 0x1p-126);
    }
  }
  EXPECT_GT(ties, 10000);
  EXPECT_GT(subnormal, 10000);
}

}  // namespace
}  // namespace touchstone
