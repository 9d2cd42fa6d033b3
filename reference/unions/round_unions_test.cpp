// SPDX-License-Identifier: GPL-3.0-or-later
// Unions of round pieces: what is known of single pieces holds, and bounds hold and are not wide.
#include <gtest/gtest.h>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "reference/bracket.hpp"
#include "reference/oracle.hpp"
#include "reference/unions.hpp"
#include "reference/unions/round_pieces.hpp"

namespace touchstone {
namespace {

PolytopePtr point_at_0(double radius) {
  PolytopeInput input;
  input.vertices = {Vec3::Zero()};
  return make_rounded(make_polytope(input).value(), radius).value();
}

UnionPiece sphere_at(double radius, const Vec3& centre) {
  return {"", make_body(point_at_0(radius)).value(), {Mat3::Identity(), centre}};
}

TEST(RoundUnions, SpheresApartGoByTheLaw) {
  const UnionPair pair = {
      {{sphere_at(1, {0, 0, 0}), sphere_at(2, {10, 0, 0})}}, {}, {{sphere_at(0.5, {3, 4, 0})}}, {}};
  const UnionTruth truth = solve_unions(pair);
  EXPECT_EQ(truth.sign, 1);
  EXPECT_EQ(truth.lower, 3.5);
  EXPECT_EQ(truth.upper, 3.5);
  EXPECT_EQ(truth.deciding, (std::vector<PieceIndices>{{0, 0}}));
  EXPECT_FALSE(truth.has_squares);
}

TEST(RoundUnions, TouchingSpheresGiveZero) {
  const UnionTruth truth =
      solve_unions({{{sphere_at(2, {0, 0, 0})}}, {}, {{sphere_at(3, {3, 4, 0})}}, {}});
  EXPECT_EQ(truth.sign, 0);
  EXPECT_EQ(truth.lower, 0);
}

/// phi is sqrt(2) - 1 of either pair: by the law of one, by a bracket of the other.
TEST(RoundUnions, BoundsByTheLawAreBoundsBesideABracket) {
  const UnionPiece ellipsoid = {
      "", make_body(Ellipsoid{{0.5, 0.5, 0.5}}).value(), {Mat3::Identity(), Vec3(2, 2, 0)}};
  const UnionTruth truth = solve_unions(
      {{{sphere_at(0.5, {0, 0, 0}), ellipsoid}}, {}, {{sphere_at(0.5, {1, 1, 0})}}, {}});
  const auto square = [](double x) { return Rational((Rational(x) + 1) * (Rational(x) + 1)); };
  EXPECT_LE(square(truth.lower), 2);
  EXPECT_GE(square(truth.upper), 2);
  EXPECT_LE(truth.upper - truth.lower, 1e-13) << "the product of poses is rounded";
}

/// Brackets of proven contacts are points, beside a sphere by the law and alone.
TEST(RoundUnions, CurvedPiecesInContactAreAtZero) {
  const UnionPiece low = {"", make_body(Cylinder{0.5, 1}).value(), {}};
  const UnionPiece high = {
      "", make_body(Cylinder{0.5, 1}).value(), {Mat3::Identity(), Vec3(0, 0, 2)}};
  const UnionTruth alone = solve_unions({{{low}}, {}, {{high}}, {}});
  EXPECT_EQ(alone.sign, 0);
  EXPECT_EQ(alone.upper, 0);
  // The centres of the spheres are sqrt(2) apart; their boxes touch.
  const UnionTruth beside = solve_unions(
      {{{low, sphere_at(0.5, {5, 0, 0})}}, {}, {{high, sphere_at(0.5, {6, 1, 0})}}, {}});
  EXPECT_EQ(beside.sign, 0);
  EXPECT_EQ(beside.upper, 0);
  EXPECT_EQ(beside.deciding, (std::vector<PieceIndices>{{0, 0}}));
}

TEST(RoundUnions, BoundsHoldTheRoundedPair) {
  Oracle oracle;
  int overlapping = 0;
  for (std::uint64_t k = 0; k < 12; ++k) {
    Random random(20260, 50, k);
    const double radius = random.uniform(0.1, 0.5);
    const PolytopePtr A =
        k % 2 == 0 ? point_at_0(radius) : make_rounded(make_box({0.5, 0.3, 0.2}), radius).value();
    const PolytopePtr B = make_random_ball_hull(random, 6);
    const Pose X_WA = {random.rotation(), 0.8 * random.in_unit_ball()};
    const Pose X_WB = {random.rotation(), Vec3::Zero()};
    const Truth plain = oracle.solve({A, X_WA, B, X_WB}, false);
    const UnionTruth truth = solve_unions(
        {{{{"", make_body(A).value(), {}}}}, X_WA, {{{"", make_body(B).value(), {}}}}, X_WB});
    EXPECT_LE(truth.lower, plain.phi) << k;
    EXPECT_GE(truth.upper, plain.phi) << k;
    EXPECT_LE(truth.upper - truth.lower, 0.25 * radius) << k;
    EXPECT_EQ(truth.sign.value_or(plain.sign), plain.sign) << k;
    overlapping += plain.sign < 0 ? 1 : 0;
  }
  EXPECT_GT(overlapping, 5);
}

/// The pose of a piece and that of its union move a cylinder, and a sphere's axes do not show.
TEST(RoundUnions, PosedCurvedPiecesHaveANarrowBracket) {
  for (std::uint64_t k = 0; k < 6; ++k) {
    Random random(20260, 52, k);
    const Pose X_WA = {random.rotation(), random.in_unit_ball()};
    const Pose X_UP = {Mat3::Identity(), Vec3(0, 0, 0.25)};
    const UnionPiece posed = {"", make_body(Cylinder{0.5, 1}).value(), X_UP};
    const Pose X_WC = {X_WA.R, X_WA.R * X_UP.t + X_WA.t};
    const UnionPiece ball = sphere_at(0.5, X_WA.t + (k % 2 == 0 ? 3 : 0.7) * random.unit_vector());
    const UnionPair pair = {{{posed, sphere_at(0.5, {0, 0, 40})}}, X_WA, {{ball}}, {}};
    const UnionTruth truth = solve_unions(pair);
    const Bracket bracket = find_bracket({posed.body, X_WC, ball.body, ball.X_UP});
    EXPECT_LE(truth.lower, bracket.upper) << k;
    EXPECT_GE(truth.upper, bracket.lower) << k;
    if (bracket.lower > 0) {
      EXPECT_LE(truth.upper - truth.lower, 1e-9) << k;
    }
    EXPECT_LE(truth.upper, bracket.upper + 1e-9) << k;
    EXPECT_TRUE(truth.deciding.empty() || truth.exact);
    const UnionTruth alone = solve_unions({{{posed}}, X_WA, {{ball}}, {}});
    EXPECT_LE(alone.upper - alone.lower, 1e-9) << "one piece against one: " << k;
  }
}

TEST(RoundUnions, RoundedPiecesOfManyVerticesEnd) {
  Random random(20260, 53, 0);
  const PolytopePtr many = make_rounded(make_icosphere(3, 1), 0.1).value();
  ASSERT_GT(many->vertices().size(), 600U);
  const UnionPiece piece = {"", make_body(many).value(), {}};
  const UnionPair pair = {{{piece, sphere_at(0.5, {0, 0, 40})}},
                          {random.rotation(), Vec3(1.5, 0, 0)},
                          {{piece, sphere_at(0.5, {0, 40, 0})}},
                          {}};
  const double phi = Oracle().solve({many, pair.X_WA, many, pair.X_WB}, false).phi;
  ASSERT_LT(phi, 0);
  const UnionTruth truth = solve_unions(pair, 100);
  EXPECT_LE(truth.lower, phi);
  EXPECT_GE(truth.upper, phi);
  EXPECT_LE(truth.upper - truth.lower, 0.5);
}

TEST(RoundUnions, BoundsOfCurvedCoresMeetTheirBracket) {
  const std::vector<ConvexBody> bodies = {make_body(Cylinder{0.5, 1}).value(),
                                          make_body(Cone{0.5, 0.75}, 0.1).value(),
                                          make_body(Ellipsoid{{0.3, 0.6, 0.9}}).value()};
  for (std::uint64_t k = 0; k < 9; ++k) {
    Random random(20260, 51, k);
    const ConvexBody &a = bodies[k % 3], &b = bodies[k / 3];
    const Pose X_WA = {random.rotation(), Vec3::Zero()};
    const Pose X_WB = {random.rotation(), (k % 2 == 0 ? 0.6 : 3) * random.unit_vector()};
    const Bracket bracket = find_bracket({a, X_WA, b, X_WB});
    const UnionPair pair = {{{{"", a, {}}}}, X_WA, {{{"", b, {}}}}, X_WB};
    const UnionTruth truth = solve_unions(pair);
    EXPECT_LE(truth.lower, bracket.upper) << k;
    EXPECT_GE(truth.upper, bracket.lower) << k;
    EXPECT_EQ(truth.lower, bracket.lower > 0 ? bracket.lower : truth.lower) << k;
    // The polytopes alone, as where a pose has to be rounded.
    EXPECT_LE(solve_unions(polytopes_of(pair, Side::outer)).lower, bracket.upper) << k;
    EXPECT_GE(solve_unions(polytopes_of(pair, Side::inner)).upper, bracket.lower) << k;
  }
}

}  // namespace
}  // namespace touchstone
