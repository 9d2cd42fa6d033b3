// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts of bodies of which one is so large that rounding of its coordinates is as large as the
// other one, or a part of it that counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "contact/contact_samples.hpp"
#include "contact/metric_contacts.hpp"
#include "geometry/shapes.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

/// What contacts are held to, of bodies of about a metre [m].
constexpr double kClose = 1e-9;

Mat3 oblique() { return Eigen::Quaterniond(0.7, 0.1, -0.4, 0.58).normalized().toRotationMatrix(); }

/// A small box A on the upper face of a cube B of half side `ratio`, both oblique, the world's
/// origin in that face. `inside` is how far A's centre is from the cube's edge along B's x.
Pair box_on_cube(double ratio, double gap, double inside) {
  const Vec3 half(0.5, 0.4, 0.3);
  Pair pair{make_box(half), Pose{}, make_box(Vec3::Constant(ratio)), Pose{}};
  pair.X_WB.R = oblique();
  pair.X_WB.t = -(pair.X_WB.R * Vec3(ratio - inside, 0.1 * ratio, ratio));
  pair.X_WA.R = pair.X_WB.R * Eigen::AngleAxisd(0.5, Vec3::UnitZ()).toRotationMatrix();
  pair.X_WA.t = pair.X_WB.R.col(2) * (half.z() + gap);
  return pair;
}

void swap_bodies(Pair& pair) {
  std::swap(pair.A, pair.B);
  std::swap(pair.X_WA, pair.X_WB);
}

ContactData contact_of(const Pair& pair, double reach = kNoLookAhead) {
  return find_contact(*make_metric_contacts(std::make_unique<OracleMetric>()), pair, reach);
}

/// Every point is on both bodies, and its gap its own; those of the manifold have the pair's.
void expect_right(const Pair& pair, const ContactData& data, double close = kClose) {
  ASSERT_TRUE(data.answered) << data.note;
  for (std::size_t i = 0; i < data.points.size(); ++i) {
    const ContactPoint& p = data.points[i];
    EXPECT_TRUE(point_within(pair, WhichBody::A, p.p_WA, close)) << "point " << i;
    EXPECT_TRUE(point_within(pair, WhichBody::B, p.p_WB, close)) << "point " << i;
    EXPECT_LE((p.p_WA - p.p_WB - p.gap * data.normal).norm(), close) << "point " << i;
    if (i < static_cast<std::size_t>(data.manifold_points)) {
      EXPECT_NEAR(p.gap, data.phi, close) << "point " << i;
    }
  }
}

TEST(UnequalContacts, ABoxOnAFaceAMillionMillionTimesAsLargeHasItsFourCorners) {
  for (const double ratio : {1e6, 1e9, 1e12}) {
    for (const double gap : {-0.1, -1e-3, 0.0, 1e-3}) {
      for (const bool swapped : {false, true}) {
        SCOPED_TRACE(std::to_string(ratio) + " " + std::to_string(gap));
        Pair pair = box_on_cube(ratio, gap, 0.3 * ratio);
        if (swapped) swap_bodies(pair);
        const ContactData data = contact_of(pair);
        expect_right(pair, data);
        ASSERT_EQ(data.points.size(), 4U);
        double widest = 0;
        for (const ContactPoint& p : data.points) {
          widest = std::max(widest, (p.p_WA - data.points.front().p_WA).norm());
        }
        EXPECT_NEAR(widest, 2 * std::hypot(0.5, 0.4), kClose);
      }
    }
  }
}

TEST(UnequalContacts, ABoxOverTheEdgeOfALargeFaceIsCutWhereTheEdgeIs) {
  for (const double ratio : {1e6, 1e9, 1e12}) {
    for (const bool swapped : {false, true}) {
      SCOPED_TRACE(std::to_string(ratio));
      Pair pair = box_on_cube(ratio, -0.01, 0.05);
      const Vec3 outward = pair.X_WB.R.col(0);
      if (swapped) swap_bodies(pair);
      const ContactData data = contact_of(pair);
      expect_right(pair, data);
      int on_edge = 0;
      for (const ContactPoint& p : data.points) {
        const WhichBody large = swapped ? WhichBody::A : WhichBody::B;
        const Vec3& there = swapped ? p.p_WA : p.p_WB;
        on_edge += point_within(pair, large, there + 1e-6 * outward, kClose) ? 0 : 1;
      }
      EXPECT_EQ(on_edge, 2);
      EXPECT_GE(data.points.size(), 4U);
    }
  }
}

TEST(UnequalContacts, TheTiltedBoxKeepsTheCornersWithinReach) {
  for (const double ratio : {1e6, 1e9, 1e12}) {
    SCOPED_TRACE(std::to_string(ratio));
    Pair pair = box_on_cube(ratio, 0, 0.3 * ratio);
    pair.X_WA.R =
        pair.X_WA.R * Eigen::AngleAxisd(1e-4, Vec3(1, 0.3, 0).normalized()).toRotationMatrix();
    const ContactData data = contact_of(pair, 0.01);
    expect_right(pair, data);
    EXPECT_EQ(data.points.size(), 4U);
    EXPECT_EQ(data.manifold_points, 1);
  }
}

TEST(UnequalContacts, ALargeCornerOverASmallFaceIsOnePoint) {
  for (const double ratio : {1e6, 1e9, 1e12}) {
    SCOPED_TRACE(std::to_string(ratio));
    // B's corner up, under the middle of A's lower face; half the edges that meet there lie within
    // reach of it.
    Pair pair = box_on_cube(ratio, 0, 0);
    const Vec3 up = pair.X_WB.R * Vec3(1, 1, 1).normalized();
    pair.X_WB.t = -(pair.X_WB.R * Vec3::Constant(ratio));
    pair.X_WA.R = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), up).toRotationMatrix();
    pair.X_WA.t = 0.29 * up;
    const ContactData data = contact_of(pair, 0.05);
    expect_right(pair, data);
    EXPECT_EQ(data.manifold, ManifoldKind::point);
    EXPECT_EQ(data.manifold_points, 1);
  }
}

TEST(UnequalContacts, ARoofThatIsFlatToTheLargeBodyIsNotFlatToTheSmallOne) {
  // A cube with a ridge 1e-10 m above its upper face; boxes of a tenth of a millimetre to two
  // centimetres stand on one of the two slopes, half a metre beside the ridge.
  const PolytopePtr cube = make_box(Vec3(1, 1, 1));
  PolytopeInput input;
  input.vertices = cube->vertices();
  for (const double x : {-1.0, 1.0}) input.vertices.emplace_back(x, 0, 1 + 1e-10);
  for (const double half : {5e-5, 1e-3, 1e-2}) {
    Pair pair{make_box(Vec3::Constant(half)), Pose{}, make_polytope(input).value(), Pose{}};
    pair.X_WA.t = Vec3(0, 0, half);
    pair.X_WB.t = Vec3(-0.25, -0.5, -1);
    for (const bool swapped : {false, true}) {
      SCOPED_TRACE(half);
      if (swapped) swap_bodies(pair);
      const ContactData data = contact_of(pair);
      expect_right(pair, data, kClose * half);
      EXPECT_EQ(data.points.size(), 4U);
    }
  }
}

TEST(UnequalContacts, APointAThousandMillionMetresAlongTheNormalHasNotSlippedSideways) {
  // B's corner up, near the world's origin, so that coordinates there have digits to spare.
  Pair pair = box_on_cube(4e9, 0, 0);
  pair.X_WB.t = -(pair.X_WB.R * Vec3::Constant(4e9));
  pair.X_WA.t = 1e9 * (pair.X_WB.R * Vec3(0.8, 1, 1.1).normalized());
  const ContactData data = contact_of(pair);
  ASSERT_TRUE(data.answered) << data.note;
  ASSERT_EQ(data.points.size(), 1U);
  EXPECT_TRUE(point_within(pair, WhichBody::B, data.points.front().p_WB, kClose));
}

TEST(UnequalContacts, ThePointOnTheSmallBodyIsOnItHoweverLargeAndFarTheOtherOneIs) {
  // The large box is beyond a corner of the small one, so far that the last place of its
  // coordinates is larger than the small one.
  for (const double ratio : {1e12, 1e16, 1e20, 1e24}) {
    for (const bool swapped : {false, true}) {
      SCOPED_TRACE(std::to_string(ratio));
      Pair pair{make_box(ratio * Vec3(1, 1, 1.7)), Pose{}, make_box(Vec3(0.3, 0.5, 0.4)), Pose{}};
      pair.X_WA.t = 2 * ratio * Vec3::Ones();
      pair.X_WB.R = oblique();
      if (swapped) swap_bodies(pair);
      const ContactData data = contact_of(pair);
      ASSERT_TRUE(data.answered) << data.note;
      ASSERT_EQ(data.points.size(), 1U);
      ASSERT_EQ(data.manifold_points, 1);
      const ContactPoint& p = data.points.front();
      EXPECT_TRUE(point_within(pair, swapped ? WhichBody::A : WhichBody::B,
                               swapped ? p.p_WA : p.p_WB, kClose))
          << (swapped ? p.p_WA : p.p_WB).transpose();
      EXPECT_LE((p.p_WA - p.p_WB - p.gap * data.normal).norm(), 1e-15 * p.gap);
    }
  }
}

TEST(UnequalContacts, ParallelEdgesManySizesApartShareASegment) {
  // Rounding of the normal moves the edges over each other by more than rounding of the small body.
  for (const double ratio : {1e9, 1e12, 1e16, 1e20}) {
    for (const double apart : {10.0, 300.0, 2e3, 1e5}) {
      // Nearer than rounding of its place, the small body may lie over a face.
      if (apart < 1e-15 * ratio) continue;
      for (const bool swapped : {false, true}) {
        SCOPED_TRACE(std::to_string(ratio) + " " + std::to_string(apart));
        Pair pair = box_on_cube(ratio, 0, 0);
        pair.X_WB.t = -(pair.X_WB.R * Vec3(0.3 * ratio, ratio, ratio));
        pair.X_WA.R = pair.X_WB.R;
        pair.X_WA.t = pair.X_WB.R * Vec3(0, apart, 1.3 * apart);
        if (swapped) swap_bodies(pair);
        const ContactData data = contact_of(pair);
        ASSERT_TRUE(data.answered) << data.note;
        ASSERT_EQ(data.points.size(), 2U);
        const auto end = [&](std::size_t i) {
          return swapped ? data.points[i].p_WB : data.points[i].p_WA;
        };
        EXPECT_NEAR((end(0) - end(1)).norm(), 2 * 0.5, 1e-6);
      }
    }
  }
}

TEST(UnequalContacts, BodiesFarFromTheirOwnOriginsAreAsGoodAsOthers) {
  // A is a box with vertices 2^30 m from its local origin, which its pose takes back.
  const double away = 0x1p30;
  const Vec3 half(0.5, 0.25, 0.5);
  const PolytopePtr box = make_box(half);
  PolytopeInput input;
  for (const Vec3& v : box->vertices()) input.vertices.push_back(v + Vec3(away, 0, 0));
  Pair pair{make_polytope(input).value(), Pose{}, make_box(Vec3(2, 2, 0.5)), Pose{}};
  pair.X_WA.R = oblique();
  pair.X_WB.R = oblique();
  pair.X_WA.t = -(pair.X_WA.R * Vec3(away, 0, 0)) + 0.999 * pair.X_WA.R.col(2);
  const ContactData data = contact_of(pair);
  expect_right(pair, data);
  EXPECT_EQ(data.points.size(), 4U);
}

}  // namespace
}  // namespace touchstone
