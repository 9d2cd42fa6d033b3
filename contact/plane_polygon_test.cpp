// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/plane_polygon.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

#include "geometry/random.hpp"

namespace touchstone {
namespace {

PlanePolygon outline(std::vector<PlanePoint> points, double tolerance = 1e-12) {
  PlanePolygon result;
  outline_of(points, tolerance, result);
  return result;
}

double area(const PlanePolygon& polygon) {
  double twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const PlanePoint& a = polygon[i];
    const PlanePoint& b = polygon[(i + 1) % polygon.size()];
    twice += a.x * b.y - b.x * a.y;
  }
  return twice / 2;
}

PlanePolygon common(const PlanePolygon& a, const PlanePolygon& b) {
  ClipScratch scratch;
  PlanePolygon part;
  intersect(a, b, 1e-12, scratch, part);
  keep_extreme(part, 1e-9, 1e-12);
  return part;
}

const PlanePolygon kSquare = {{0, 0, 0}, {1, 0, 1}, {1, 1, 1}, {0, 1, 0}};

TEST(PlanePolygon, AnOutlineHasTheExtremePointsInOrder) {
  const PlanePolygon square =
      outline({{1, 1, 0}, {0.5, 0.5, 0}, {0, 0, 0}, {0.5, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  ASSERT_EQ(square.size(), 4U);
  EXPECT_EQ(square[0].x + square[0].y, 0);
  EXPECT_DOUBLE_EQ(area(square), 1);
}

TEST(PlanePolygon, WhatIsNotWideIsASegmentOrAPoint) {
  const PlanePolygon segment = outline({{0, 0, 0}, {0.5, 1e-14, 0}, {1, 0, 0}, {0.7, -1e-14, 0}});
  ASSERT_EQ(segment.size(), 2U);
  EXPECT_EQ(segment[0].x, 0);
  EXPECT_EQ(segment[1].x, 1);
  EXPECT_EQ(outline({{0, 0, 0}, {1e-14, 0, 0}, {0, 1e-14, 0}}).size(), 1U);
}

TEST(PlanePolygon, CornersAnUlpApartAreOne) {
  const PlanePolygon thin = outline({{1, -0.6, 0},
                                     {1 + 2e-16, -0.6 - 1e-16, 0},
                                     {-0.3, 0.02, 0},
                                     {-0.3 - 3e-12, 0.02 - 3e-12, 0}},
                                    1e-13);
  EXPECT_EQ(thin.size(), 3U);
  EXPECT_EQ(common({{0.4, 1, 0}, {0.3, -2, 0}}, thin).size(), 1U);
}

TEST(PlanePolygon, HeightsAreInterpolated) {
  const HeightPlane plane = height_plane(kSquare);
  EXPECT_DOUBLE_EQ(plane(0.25, 0.5), 0.25);
  const HeightPlane slope = height_plane({{0, 0, 1}, {2, 0, 3}});
  EXPECT_DOUBLE_EQ(slope(1, 5), 2);
  EXPECT_DOUBLE_EQ(height_plane({{4, 5, 6}})(0, 0), 6);
}

TEST(PlanePolygon, DistancesOutsideAreThoseToTheNearestPoint) {
  EXPECT_EQ(distance_outside(kSquare, 0.5, 0.5), 0);
  EXPECT_DOUBLE_EQ(distance_outside(kSquare, 2, 0.5), 1);
  EXPECT_DOUBLE_EQ(distance_outside(kSquare, 2, 2), std::sqrt(2.0));
  EXPECT_DOUBLE_EQ(distance_outside({{0, 0, 0}, {1, 0, 0}}, 0.5, -3), 3);
  EXPECT_DOUBLE_EQ(distance_outside({{0, 0, 0}}, 3, 4), 5);
}

TEST(PlanePolygon, EveryKindMeetsEveryKind) {
  const PlanePolygon shifted = {{0.5, 0.5, 0}, {1.5, 0.5, 0}, {1.5, 1.5, 0}, {0.5, 1.5, 0}};
  EXPECT_DOUBLE_EQ(area(common(kSquare, shifted)), 0.25);
  const PlanePolygon across = {{-1, 0.5, 7}, {3, 0.5, 7}};
  ASSERT_EQ(common(kSquare, across).size(), 2U);
  EXPECT_DOUBLE_EQ(common(kSquare, across)[1].height, 1);  // the subject's own
  EXPECT_DOUBLE_EQ(common(across, kSquare)[1].height, 7);
  EXPECT_EQ(common(across, {{0.25, -1, 0}, {0.25, 2, 0}}).size(), 1U);
  EXPECT_EQ(common(across, {{0, 0.5, 0}, {9, 0.5, 0}}).size(), 2U);
  EXPECT_EQ(common(across, {{3, 0.5, 0}, {9, 0.5, 0}}).size(), 1U);
  EXPECT_TRUE(common(across, {{4, 0.5, 0}, {9, 0.5, 0}}).empty());
  EXPECT_EQ(common({{0.5, 0.5, 0}}, kSquare).size(), 1U);
  EXPECT_EQ(common(kSquare, {{0.5, 0.5, 0}}).front().height, 0.5);
  EXPECT_TRUE(common(kSquare, {{1.5, 0.5, 0}}).empty());
  // Squares side by side share the side, those at a corner the corner.
  EXPECT_EQ(common(kSquare, {{1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}}).size(), 2U);
  EXPECT_EQ(common(kSquare, {{1, 1, 0}, {2, 1, 0}, {2, 2, 0}, {1, 2, 0}}).size(), 1U);
  EXPECT_TRUE(common(kSquare, {{1.1, 0, 0}, {2, 0, 0}, {2, 1, 0}}).empty());
}

TEST(PlanePolygon, NothingIsSharedBeyondTheTipOfANeedle) {
  // Between the lines of its long sides, to the tolerance, but 0.01 from its tip.
  const PlanePolygon needle = {{-1, -1e-12, 0}, {0, 0, 0}, {-1, 1e-12, 0}};
  EXPECT_TRUE(common({{0.01, 0, 0}, {1, -0.5, 0}, {1, 0.5, 0}}, needle).empty());
  const PlanePolygon tip = common({{-1e-3, 0, 2}, {1, -0.5, 2}, {1, 0.5, 2}}, needle);
  ASSERT_FALSE(tip.empty());
  for (const PlanePoint& p : tip) EXPECT_LE(distance_outside(needle, p.x, p.y), 1e-12);
}

TEST(PlanePolygon, SidesThatAreParallelToRoundingShareAllThatMayBeShared) {
  // The exact crossing is at x = 0; a rounding of 1e-13 would move it by 0.1.
  const PlanePolygon edge = {{-1, -1e-12, 0}, {1, 1e-12, 0}};
  const PlanePolygon line = {{-2, 0, 0}, {2, 0, 0}};
  ClipScratch scratch;
  PlanePolygon part;
  intersect(edge, line, 1e-13, scratch, part);
  ASSERT_EQ(part.size(), 2U);
  EXPECT_NEAR(part[0].x, -0.1, 1e-3);
  EXPECT_NEAR(part[1].x, 0.1, 1e-3);
  intersect(edge, {{-2, 0, 0}, {2, 0, 0}, {0, 5, 0}}, 1e-13, scratch, part);
  ASSERT_EQ(part.size(), 2U);
  EXPECT_NEAR(part[0].x, -0.1, 1e-3);
  EXPECT_EQ(part[1].x, 1);
}

TEST(PlanePolygon, CommonPartsAreInBothAndWhatIsLeftOutIsNot) {
  int overlapping = 0;
  for (std::uint64_t k = 0; k < 300; ++k) {
    Random random(20261121, 1, k);
    const auto any = [&](double far) {
      constexpr int kPoints = 8;
      std::vector<PlanePoint> points;
      points.reserve(kPoints);
      for (int i = 0; i < kPoints; ++i) {
        points.push_back({far + random.uniform(-1, 1), random.uniform(-1, 1), 0});
      }
      return outline(std::move(points));
    };
    const PlanePolygon a = any(0);
    const PlanePolygon b = any(random.uniform(0, 2));
    const PlanePolygon part = common(a, b);
    for (const PlanePoint& p : part) {
      EXPECT_LE(distance_outside(a, p.x, p.y), 1e-14) << "index " << k;
      EXPECT_LE(distance_outside(b, p.x, p.y), 1e-14) << "index " << k;
    }
    overlapping += part.empty() ? 0 : 1;
    for (int i = 0; i < 50; ++i) {
      const double x = random.uniform(-1, 3);
      const double y = random.uniform(-1, 1);
      const bool in_both = distance_outside(a, x, y) == 0 && distance_outside(b, x, y) == 0;
      if (!in_both) continue;
      ASSERT_FALSE(part.empty()) << "index " << k;
      EXPECT_LE(distance_outside(part, x, y), 1e-8) << "index " << k;
    }
  }
  EXPECT_GT(overlapping, 100);
  EXPECT_LT(overlapping, 290);
}

TEST(PlanePolygon, NearestPointsOfPolygonsApart) {
  const NearestPoints nearest = nearest_points(kSquare, {{2, 0.5, 5}, {3, -1, 5}, {3, 2, 5}});
  EXPECT_DOUBLE_EQ(nearest.a.x, 1);
  EXPECT_DOUBLE_EQ(nearest.a.y, 0.5);
  EXPECT_DOUBLE_EQ(nearest.a.height, 1);
  EXPECT_DOUBLE_EQ(nearest.b.x, 2);
  EXPECT_DOUBLE_EQ(nearest.b.height, 5);
}

}  // namespace
}  // namespace touchstone
