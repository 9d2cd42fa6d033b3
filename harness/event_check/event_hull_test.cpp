// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/event_check/event_hull.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "reference/claims.hpp"

namespace touchstone {
namespace {

double outside(const EventHull& hull, const Vec3& p) {
  return hull.outside(exact_point(Pose{}, p));
}

TEST(EventHull, SeesASquareAlongItsNormal) {
  // The heights along n count for nothing.
  const EventHull hull(Vec3::UnitZ(), {Vec3(0, 0, 5), Vec3(1, 0, -3), Vec3(1, 1, 0), Vec3(0, 1, 0),
                                       Vec3(0.5, 0.5, 9), Vec3(1, 0.5, 0)});
  EXPECT_EQ(hull.corners(), 4U);
  EXPECT_EQ(outside(hull, Vec3(0.25, 0.75, 7)), 0);
  EXPECT_EQ(outside(hull, Vec3(1, 0.3, 0)), 0);
  EXPECT_EQ(outside(hull, Vec3(1.5, 0.3, 0)), 0.5);
  EXPECT_NEAR(outside(hull, Vec3(4, 5, 0)), 5, 1e-15);
}

TEST(EventHull, MeasuresAcrossAnyDirection) {
  const Vec3 n(3, -2, 0.5);
  const Vec3 u = n.cross(Vec3::UnitX()).normalized();
  const Vec3 v = n.cross(u).normalized();
  const EventHull hull(n, {Vec3::Zero(), u, v});
  EXPECT_NEAR(outside(hull, 0.5 * u - 0.25 * v + 3 * n), 0.25, 1e-15);
  EXPECT_NEAR(outside(hull, u + v), std::sqrt(0.5), 1e-15);
}

TEST(EventHull, OfFewerThanThreePointsIsASegmentAPointOrNothing) {
  const EventHull segment(Vec3::UnitZ(), {Vec3::Zero(), Vec3(2, 0, 0), Vec3(1, 0, 0)});
  EXPECT_EQ(outside(segment, Vec3(1.5, 0, 0)), 0);
  EXPECT_EQ(outside(segment, Vec3(1, -0.5, 0)), 0.5);
  EXPECT_EQ(outside(segment, Vec3(3, 0, 0)), 1);
  EXPECT_EQ(outside(EventHull(Vec3::UnitZ(), {Vec3::Zero()}), Vec3(3, 4, 0)), 5);
  EXPECT_EQ(outside(EventHull(Vec3::UnitZ(), {}), Vec3::Zero()),
            std::numeric_limits<double>::infinity());
}

// An edge of one ulp: in doubles the turn from it to a far point is all rounding.
TEST(EventHull, KeepsEveryCornerBesideAnEdgeOfOneUlp) {
  const double next = std::nextafter(0.1, 1);
  const EventHull hull(Vec3::UnitZ(), {Vec3(0.1, 0.3, 0), Vec3(next, 0.3, 0), Vec3(4.3, 0.7, 0),
                                       Vec3(-3.1, 0.7, 0), Vec3(0.1, 0.9, 0), Vec3(next, 0.9, 0)});
  EXPECT_EQ(hull.corners(), 6U);
  for (const Vec3& p :
       {Vec3(0.1, 0.3, 0), Vec3(next, 0.3, 0), Vec3(4.3, 0.7, 0), Vec3(0.1, 0.9, 0)}) {
    EXPECT_EQ(outside(hull, p), 0);
  }
}

}  // namespace
}  // namespace touchstone
