// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/manifold/kept_share.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/random.hpp"

namespace touchstone {
namespace {

std::vector<FlatPoint> regular(std::size_t sides) {
  std::vector<FlatPoint> corners;
  for (std::size_t k = 0; k < sides; ++k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(sides);
    corners.push_back({std::cos(angle), std::sin(angle)});
  }
  return corners;
}

/// The largest area of k corners by trying all choices.
double by_trying(const std::vector<FlatPoint>& outline, std::size_t k) {
  double largest = 0;
  for (unsigned chosen = 0; chosen < 1U << outline.size(); ++chosen) {
    std::vector<FlatPoint> corners;
    for (std::size_t i = 0; i < outline.size(); ++i) {
      if ((chosen >> i & 1U) != 0) corners.push_back(outline[i]);
    }
    if (corners.size() == k) largest = std::max(largest, area_of(corners));
  }
  return largest;
}

TEST(KeptShare, FourOfEightCornersEncloseASquareAtMost) {
  const std::vector<FlatPoint> octagon = regular(8);
  EXPECT_NEAR(largest_area(octagon, 4), 2, 1e-15);
  const std::vector<FlatPoint> square = {octagon[0], octagon[2], octagon[4], octagon[6]};
  EXPECT_NEAR(kept_share(square, octagon, 4, 0), 1, 1e-15);
  const std::vector<FlatPoint> neighbours = {octagon[0], octagon[1], octagon[2], octagon[3]};
  EXPECT_NEAR(kept_share(neighbours, octagon, 4, 0), area_of(neighbours) / 2, 1e-15);
}

TEST(KeptShare, TheLargestAreaIsThatOfAllChoices) {
  Random random(5);
  for (int repeat = 0; repeat < 50; ++repeat) {
    std::vector<FlatPoint> points;
    for (int k = 0; k < 14; ++k) points.push_back({random.uniform(-1, 1), random.uniform(-1, 1)});
    const std::vector<FlatPoint> outline = outline_of(points, 0);
    for (std::size_t k = 3; k <= outline.size(); ++k) {
      EXPECT_NEAR(largest_area(outline, k), by_trying(outline, k), 1e-14) << k;
    }
  }
}

TEST(KeptShare, TwoPointsKeepALengthAndOneAll) {
  const std::vector<FlatPoint> square = regular(4);
  EXPECT_NEAR(kept_share({square[0], square[1]}, square, 2, 0), std::sqrt(0.5), 1e-15);
  EXPECT_EQ(kept_share({square[0]}, square, 1, 0), 1);
  EXPECT_EQ(kept_share({{2, 0}}, square, 1, 1e-8), 0) << "beside the square";
  const std::vector<FlatPoint> segment = {{0, 0}, {4, 0}};
  EXPECT_EQ(kept_share({{0, 0}, {1, 0}}, segment, 4, 0), 0.25);
}

TEST(KeptShare, BesideTheOutlineNothingIsKept) {
  const std::vector<FlatPoint> octagon = regular(8);
  const std::vector<FlatPoint> beside = {{1.1, -1}, {2, -1}, {2, 1}, {1.1, 1}};
  EXPECT_EQ(kept_share(beside, octagon, 4, 1e-8), 0);
  const std::vector<FlatPoint> half = {{0, -2}, {2, -2}, {2, 2}, {0, 2}};
  EXPECT_NEAR(kept_share(half, octagon, 4, 0), area_of(octagon) / 2 / 2, 1e-15);
  EXPECT_NEAR(kept_share({{-3, 0}, {3, 0}}, octagon, 2, 0), 1, 1e-15);
  EXPECT_EQ(kept_share({{-3, 2}, {3, 2}}, octagon, 2, 1e-8), 0);
  const std::vector<FlatPoint> segment = {{0, 0}, {4, 0}};
  EXPECT_NEAR(kept_share({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, segment, 4, 0), 0.25, 1e-15);
  EXPECT_EQ(kept_share({{5, 0}, {9, 0}}, segment, 4, 1e-8), 0);
}

TEST(KeptShare, PointsBesideTheOutlineByRoundingKeepIt) {
  const std::vector<FlatPoint> segment = {{0, 0}, {4, 0}};
  EXPECT_NEAR(kept_share({{0, 1e-9}, {4, 1e-9}}, segment, 4, 1e-8), 1, 1e-15);
  EXPECT_EQ(kept_share({{0, 1e-7}, {4, 1e-7}}, segment, 4, 1e-8), 0);
  std::vector<FlatPoint> larger = regular(4);
  for (FlatPoint& p : larger) p = {p.x * (1 + 1e-9), p.y * (1 + 1e-9)};
  EXPECT_EQ(kept_share(larger, regular(4), 3, 1e-8), 1);
}

TEST(KeptShare, PointsInsideByRoundingKeepTheOutline) {
  std::vector<FlatPoint> smaller = regular(4);
  for (FlatPoint& p : smaller) p = {p.x * (1 - 3e-9), p.y * (1 - 3e-9)};
  EXPECT_EQ(kept_share(smaller, regular(4), 4, 1e-8, 1e-8), 1);
  EXPECT_LT(kept_share(smaller, regular(4), 4, 1e-8, 1e-9), 1);
  EXPECT_EQ(kept_share({smaller[0], smaller[2]}, regular(4), 2, 1e-8, 1e-8), 1);
}

TEST(KeptShare, NoCornerIsFartherFromTheOutlineThanFlat) {
  for (const double flat : {0.02, 0.05}) {
    const std::vector<FlatPoint> disc = regular(64);
    const std::vector<FlatPoint> outline = outline_of(disc, flat);
    EXPECT_LT(outline.size(), disc.size());
    for (const FlatPoint& p : disc) EXPECT_LE(distance_to(outline, p), flat);
  }
}

TEST(KeptShare, WhereTheMostTakesTooLongItIsAtMostWhatIsSaid) {
  const std::vector<FlatPoint> circle = regular(1000);
  EXPECT_EQ(kept_share(circle, circle, 2, 0), 1);
  EXPECT_EQ(kept_share(circle, circle, 3, 0), 1);
  EXPECT_EQ(kept_share({circle[0]}, circle, 3, 0), 0);
  const std::vector<FlatPoint> quarter = {circle[0], circle[250], circle[500]};
  EXPECT_NEAR(kept_share(quarter, circle, 4, 0), 0.5, 1e-15);
}

TEST(KeptShare, AnOutlineHasNoCornerThatIsFlat) {
  const std::vector<FlatPoint> points = {{0, 0}, {1, -1e-9}, {2, 0}, {2, 2},
                                         {2, 2}, {1, 1},     {0, 2}};
  EXPECT_EQ(outline_of(points, 1e-8).size(), 4U);
  EXPECT_EQ(outline_of(points, 0).size(), 5U);
}

}  // namespace
}  // namespace touchstone
