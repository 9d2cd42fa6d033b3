// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/gradient.hpp"

#include <gtest/gtest.h>

#include "geometry/shapes.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/gradient_differences.hpp"

namespace touchstone {
namespace {

Pair boxes(const Vec3& half_A, const Vec3& half_B, const Vec3& t_B) {
  return {make_box(half_A), {}, make_box(half_B), {Mat3::Identity(), t_B}};
}

PolytopePtr ball(const Vec3& middle, double radius) {
  return make_rounded(make_polytope({{middle}, {}, {}}).value(), radius).value();
}

std::optional<ExactGradient> gradient_of(const Pair& pair,
                                         Quantity quantity = Quantity::euclidean) {
  return exact_gradient(pair, Oracle().solve(pair), quantity);
}

double rate(const ExactGradient& gradient, const ExactVec12& motion) {
  return round_to_double(one_sided_rate(gradient, motion));
}

/// Checks rates there and back, the flag and limits by differences; 20 motions.
void expect_right(const Pair& pair, Quantity quantity = Quantity::euclidean) {
  Random random(43, 1, 0);
  GradientSample sample;
  GradientDifferences(pair, quantity).check(random, 20, 4, sample);
  EXPECT_EQ(sample.rates, 40);
}

TEST(Gradient, OfACornerAboveAFaceIsNAndItsMoment) {
  // The corner (1, 2, 3) of A is 1 above B's face.
  const PolytopePtr tetrahedron =
      make_polytope({{{1, 2, 3}, {2, 2, 5}, {1, 3, 5}, {0, 0, 6}}, {}, {}}).value();
  const Pair pair{tetrahedron, {}, make_box({4, 4, 1}), {Mat3::Identity(), {0, 0, 1}}};
  const auto gradient = gradient_of(pair);
  ASSERT_TRUE(gradient && gradient->is_differentiable());
  EXPECT_EQ(rate(*gradient, {0, 0, 1}), 1);
  EXPECT_EQ(rate(*gradient, {0, 0, 0, 1, 0, 0}), 2);  // (1, 0, 0) x (1, 2, 3) has z = 2
  EXPECT_EQ(rate(*gradient, {0, 0, 0, 0, 1, 0}), -1);
  EXPECT_EQ(rate(*gradient, {0, 0, 0, 0, 0, 1}), 0);
  EXPECT_EQ(rate(*gradient, {0, 0, 0, 0, 0, 0, 0, 0, 1}), -1);
  EXPECT_EQ(rate(*gradient, {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}), -2);
  expect_right(pair);
}

TEST(Gradient, OfStackedCubesHasAPieceForEachCorner) {
  for (const double height : {2.25, 2.0, 1.75}) {
    const Pair pair = boxes({1, 1, 1}, {1, 1, 1}, {0.5, 0, -height});
    const auto gradient = gradient_of(pair);
    ASSERT_TRUE(gradient.has_value());
    EXPECT_EQ(gradient->directions.size(), 1U);
    EXPECT_EQ(gradient->pieces(), 4U);
    // Any turn of A about an axis of the face brings a corner nearer.
    EXPECT_EQ(rate(*gradient, {0, 0, 0, 0, 1, 0}), -1);
    EXPECT_EQ(rate(*gradient, {0, 0, 0, 0, -1, 0}), -0.5);
    expect_right(pair);
  }
}

TEST(Gradient, OfEqualDepthsHasAPieceForEachDirection) {
  const Pair pair = boxes({1, 1, 1}, {1, 1, 1}, {1.5, 1.5, 0});
  const auto gradient = gradient_of(pair);
  ASSERT_TRUE(gradient.has_value());
  EXPECT_EQ(gradient->directions.size(), 2U);
  EXPECT_EQ(rate(*gradient, {1, 0, 0}), 0);
  EXPECT_EQ(rate(*gradient, {-1, 0, 0}), 1);
  EXPECT_EQ(rate(*gradient, {1, 1, 0}), -1);
  expect_right(pair);
}

TEST(Gradient, OfParallelEdgesHasAPieceForEachEnd) {
  const Pair pair = boxes({1, 1, 1}, {1, 1, 3}, {2.5, 2.5, 0.5});
  const auto gradient = gradient_of(pair);
  ASSERT_TRUE(gradient.has_value());
  EXPECT_EQ(gradient->directions.size(), 1U);
  EXPECT_EQ(gradient->pieces(), 2U);
  expect_right(pair);
}

TEST(Gradient, OfOneBodyInItselfHasAllTies) {
  const Pair pair = boxes({1, 1, 1}, {1, 1, 1}, {0, 0, 0});
  const auto gradient = gradient_of(pair);
  ASSERT_TRUE(gradient.has_value());
  EXPECT_EQ(gradient->directions.size(), 6U);
  EXPECT_EQ(gradient->pieces(), 24U);
  expect_right(pair);
}

TEST(Gradient, IsNotToldWhereDirectionsFormACone) {
  EXPECT_FALSE(gradient_of(boxes({1, 1, 1}, {1, 1, 1}, {2, 2, 2})));    // corners
  EXPECT_FALSE(gradient_of(boxes({1, 1, 1}, {1, 1, 1}, {2, 2, 0.5})));  // edges
  EXPECT_TRUE(gradient_of(boxes({1, 1, 1}, {1, 1, 1}, {2, 0.5, 0.5})));
  const PolytopePtr point = ball({0, 0, 0}, 0.5);
  EXPECT_FALSE(gradient_of({point, {}, point, {}}));
  EXPECT_TRUE(gradient_of({point, {}, point, {Mat3::Identity(), {1, 0, 0}}}));
}

TEST(Gradient, OfRoundedBodiesIsThatOfTheirCores) {
  // phi = 5 - 2 - 3 = 0, with n = (3, 4, 0) / 5 and p = (1, 0, 0) + t n.
  const Pair pair{ball({1, 0, 0}, 2), {}, ball({1, 0, 0}, 3), {Mat3::Identity(), {-3, -4, 0}}};
  const auto gradient = gradient_of(pair);
  ASSERT_TRUE(gradient && gradient->is_differentiable());
  EXPECT_EQ(rate(*gradient, {1, 0, 0}), 0.6);
  EXPECT_EQ(rate(*gradient, {0, 0, 0, 0, 0, 1}), 0.8);
  EXPECT_EQ(rate(*gradient, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}), -0.8);
  expect_right(pair);
}

TEST(GradientDistance, IsThatOfTheHullOfPieces) {
  const auto gradient = gradient_of(boxes({1, 1, 1}, {1, 1, 1}, {0.5, 0, -2.25}));
  ASSERT_TRUE(gradient.has_value());
  const auto& pieces = gradient->directions.front().pieces;
  ExactVec12 middle;
  for (const ExactVec12& piece : pieces) {
    EXPECT_EQ(squared_distance_from(*gradient, piece, 1, 1), 0);
    for (std::size_t i = 0; i < middle.size(); ++i) middle.at(i) += piece.at(i) / 4;
  }
  EXPECT_EQ(squared_distance_from(*gradient, middle, 1, 1), 0);
  middle.at(0) += 3;
  EXPECT_EQ(squared_distance_from(*gradient, middle, 1, 1), 9);
  middle.at(5) += 8;  // the moment about n, which is 0 for all pieces
  EXPECT_EQ(squared_distance_from(*gradient, middle, 1, 1), 9 + 64);
  EXPECT_EQ(squared_distance_from(*gradient, middle, 2, 1), 9 + 16);
}

TEST(GradientDistance, SeesANumberBesideAnIrrationalNorm) {
  const auto gradient = gradient_of(boxes({1, 1, 1}, {1, 1, 3}, {2.5, 2.75, 0.5}));
  ASSERT_TRUE(gradient.has_value());
  ExactVec12 claimed;
  const ExactGradient::Direction& direction = gradient->directions.front();
  for (std::size_t i = 0; i < claimed.size(); ++i) {
    claimed.at(i) = direction.pieces.front().at(i) / near_root(direction.square, 300);
  }
  EXPECT_LT(squared_distance_from(*gradient, claimed, 1, 1), power_of_two(-380));
  claimed.at(5) += power_of_two(-100);
  EXPECT_LT(abs(squared_distance_from(*gradient, claimed, 1, 1) - power_of_two(-200)),
            power_of_two(-270));
}

TEST(RatioGradient, OfBoxesFaceToFaceHasAPieceForEachCorner) {
  const Pair pair = boxes({1, 1, 1}, {1, 1, 1}, {0.5, 0, -4});
  const auto gradient = gradient_of(pair, Quantity::ratio);
  ASSERT_TRUE(gradient.has_value());
  EXPECT_EQ(gradient->pieces(), 4U);
  // rho = 1 - 2 / 4: its rate along z is 2 / 16.
  EXPECT_EQ(rate(*gradient, {0, 0, 1}), 0.125);
  expect_right(pair, Quantity::ratio);
}

/// Directions fill a segment and the grown bodies share a segment: the value of a game.
TEST(RatioGradient, OfParallelEdgesIsTheValueOfAGame) {
  const Pair pair = boxes({1, 1, 1}, {1, 1, 1}, {-4, -4, 0});
  const auto gradient = gradient_of(pair, Quantity::ratio);
  ASSERT_TRUE(gradient.has_value());
  EXPECT_EQ(gradient->directions.size(), 2U);
  EXPECT_EQ(gradient->pieces(), 4U);
  // A twist about the line of centres: each direction alone loses at one end.
  const ExactVec12 twist = {0, 0, 0, 1, 1, 0};
  EXPECT_EQ(rate(*gradient, twist), 0);
  ExactGradient corners_alone = *gradient;
  corners_alone.directions_mix = false;
  EXPECT_LT(rate(corners_alone, twist), 0);
  expect_right(pair, Quantity::ratio);
}

TEST(RatioGradient, AtACornerHasAPieceForEachDirection) {
  const Pair pair = boxes({1, 1, 1}, {1, 1, 1}, {4, 4, 4});
  const auto gradient = gradient_of(pair, Quantity::ratio);
  ASSERT_TRUE(gradient.has_value());
  EXPECT_EQ(gradient->directions.size(), 3U);
  EXPECT_EQ(gradient->pieces(), 3U);
  expect_right(pair, Quantity::ratio);
}

TEST(RatioGradient, MovesTheCentresWithTheirBodies) {
  // The interior point is not the origin: a turn moves it.
  PolytopeInput input;
  input.vertices = make_box({1, 1, 1})->vertices();
  input.interior_point = Vec3(0.5, 0.25, 0);
  const PolytopePtr box = make_polytope(input).value();
  expect_right({box, {}, make_box({1, 1, 1}), {Mat3::Identity(), {3, 1, 0.5}}}, Quantity::ratio);
}

TEST(RatioGradient, IsNotToldWhereRhoIsUndefined) {
  EXPECT_FALSE(gradient_of(boxes({1, 1, 1}, {1, 1, 1}, {0, 0, 0}), Quantity::ratio));
  const Pair pair = boxes({1, 1, 1}, {1, 1, 1}, {3, 0, 0});
  EXPECT_FALSE(exact_gradient(pair, Oracle().solve(pair, false), Quantity::ratio));
}

}  // namespace
}  // namespace touchstone
