// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/contact_conditions/conditions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "geometry/shapes.hpp"
#include "harness/manifold/true_manifold.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr double kAlone = -std::numeric_limits<double>::infinity();

/// A unit cube that has sunk 0.1 into another, 0.25 along x from its middle, with its contact data.
struct Sunk {
  Pair pair{make_box(Vec3(0.5, 0.5, 0.5)), Pose{}, make_box(Vec3(0.5, 0.5, 0.5)), Pose{}};
  ContactData data;
  TruthOnDemand truth;

  Sunk() : truth(placed()) {
    data.answered = true;
    data.phi = truth.phi().value;
    data.normal = Vec3::UnitZ();
    data.manifold = ManifoldKind::polygon;
    data.manifold_points = 4;
    const double corners[4][2] = {{-0.25, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.25, 0.5}};
    for (const auto& corner : corners) {
      data.points.push_back(
          {Vec3(corner[0], corner[1], 0.4), Vec3(corner[0], corner[1], 0.5), -0.1});
    }
  }

  ContactConditions conditions() const { return {pair, truth, 1e-8}; }

 private:
  Truth placed() {
    pair.X_WA.t = Vec3(0.25, 0, 0.9);
    return Oracle().solve(pair, false);
  }
};

TEST(ContactConditions, RightDataMeetsThemAll) {
  const Sunk sunk;
  EXPECT_TRUE(sunk.conditions().optimal(sunk.data.normal));
  EXPECT_TRUE(sunk.conditions().n1(sunk.data).held);
  EXPECT_TRUE(sunk.conditions().p1(sunk.data).held) << sunk.conditions().p1(sunk.data).why;
  EXPECT_TRUE(sunk.conditions().p2(sunk.data, kAlone).held)
      << sunk.conditions().p2(sunk.data, kAlone).why;
}

TEST(ContactConditions, ANormalAcrossOrInwardsViolatesN1) {
  Sunk sunk;
  sunk.data.normal = -Vec3::UnitZ();
  EXPECT_FALSE(sunk.conditions().n1(sunk.data).held);
  sunk.data.normal = Vec3::UnitX();
  EXPECT_FALSE(sunk.conditions().n1(sunk.data).held);
  sunk.data.normal = Vec3(0.8, 0, 0.6);  // slanted, phi grows all the same
  EXPECT_TRUE(sunk.conditions().n1(sunk.data).held);
  sunk.data.normal = 2 * Vec3::UnitZ();
  EXPECT_FALSE(sunk.conditions().n1(sunk.data).held);
}

TEST(ContactConditions, ASlantedNormalViolatesP1ByATranslation) {
  Sunk sunk;
  sunk.data.normal = Vec3(0.8, 0, 0.6);
  const ClaimFinding p1 = sunk.conditions().p1(sunk.data);
  EXPECT_TRUE(p1.checked);
  EXPECT_FALSE(p1.held);
}

TEST(ContactConditions, ANormalThatIsSlantedByATenThousandthViolatesP1) {
  Sunk sunk;
  sunk.data.normal = Vec3(1e-4, 0, 1).normalized();
  const ClaimFinding p1 = sunk.conditions().p1(sunk.data);
  EXPECT_TRUE(p1.checked);
  EXPECT_FALSE(p1.held);
}

TEST(ContactConditions, AMissingCornerViolatesP1) {
  Sunk sunk;
  sunk.data.points.erase(sunk.data.points.begin() + 1);
  sunk.data.manifold_points = 3;
  EXPECT_FALSE(sunk.conditions().p1(sunk.data).held);
}

TEST(ContactConditions, PointsOutOfOrderViolateP1) {
  Sunk sunk;
  std::swap(sunk.data.points[0], sunk.data.points[1]);
  EXPECT_FALSE(sunk.conditions().p1(sunk.data).held);
}

TEST(ContactConditions, APointOutsideABodyOrOffItsPartnerViolatesP2) {
  Sunk sunk;
  const Sunk right;
  sunk.data.points[1].p_WA.x() += 0.3;
  EXPECT_FALSE(sunk.conditions().p2(sunk.data, kAlone).held);
  sunk = right;
  sunk.data.points[0].p_WB.x() -= 0.01;  // still in B
  EXPECT_FALSE(sunk.conditions().p2(sunk.data, kAlone).held);
  sunk = right;
  sunk.data.points[0].gap = 0.1;
  EXPECT_FALSE(sunk.conditions().p2(sunk.data, kAlone).held);
  sunk = right;
  sunk.data.points.clear();
  EXPECT_FALSE(sunk.conditions().p2(sunk.data, kAlone).held);
}

TEST(ContactConditions, APointOutsideEitherBodyViolatesP2) {
  // Over the other's side: a and b have the gap, and one of them is 0.1 outside its body.
  Sunk outside_B;
  outside_B.data.points.push_back({Vec3(0.6, 0, 0.4), Vec3(0.6, 0, 0.5), -0.1});
  EXPECT_EQ(outside_B.conditions().p2(outside_B.data, kAlone).why, "point 4 is not in B");
  Sunk outside_A;
  outside_A.data.points.push_back({Vec3(-0.35, 0, 0.4), Vec3(-0.35, 0, 0.5), -0.1});
  EXPECT_EQ(outside_A.conditions().p2(outside_A.data, kAlone).why, "point 4 is not in A");
}

TEST(ContactConditions, PointsBeyondReachViolateP2) {
  Sunk sunk;
  sunk.data.points.push_back({Vec3(0, 0, 0.6), Vec3(0, 0, 0.5), 0.1});
  EXPECT_TRUE(sunk.conditions().p2(sunk.data, 0.2).held);
  EXPECT_FALSE(sunk.conditions().p2(sunk.data, 0.05).held);
}

TEST(SurelyCommon, CrossingsOfSegmentsAreThoseThatRoundingLeavesInPlace) {
  const auto crossing = [](double angle) {
    return surely_common({{-1, 0}, {1, 0}}, {{-1, -angle}, {1, angle}}, 1e-15, 1e-8);
  };
  EXPECT_EQ(crossing(1e-3).size(), 1U);
  EXPECT_TRUE(crossing(1e-9).empty()) << "off by 1e-6";
  EXPECT_EQ(surely_common({{0, 0}}, {{-1, 0}, {1, 0}}, 1e-15, 1e-8).size(), 1U);
}

TEST(TrueManifold, SquaresShareAnOctagonAndSidesOnOneLineNoMore) {
  const std::vector<FlatPoint> square = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  const double r = std::sqrt(2.0);
  const std::vector<FlatPoint> turned = {{r, 0}, {0, r}, {-r, 0}, {0, -r}};
  EXPECT_EQ(common_points(square, turned, 1e-14).size(), 8U);
  EXPECT_TRUE(common_points(square, {{1.5, 0}}, 1e-14).empty());
  // Along one line, where signs of areas are rounding alone.
  const std::vector<FlatPoint> along = {{0.1, 0.3}, {0.7, 2.1}};
  const std::vector<FlatPoint> part = {{0.2, 0.6 + 1e-16}, {0.3, 0.9 - 1e-16}};
  for (const FlatPoint& p : common_points(along, part, 1e-14)) {
    EXPECT_LE(distance_to(part, p), 1e-14);
  }
}

TEST(TrueManifold, CornersOnOneLineHaveNoInside) {
  const std::vector<FlatPoint> flat = {{0, 0}, {0.7, 0.7}, {1.4, 1.4}};
  EXPECT_EQ(distance_to(flat, {0.5, 0.5}), 0);
  EXPECT_DOUBLE_EQ(distance_to(flat, {-1, -1}), std::sqrt(2.0));
}

TEST(TrueManifold, ConvexOrderIsSeen) {
  EXPECT_TRUE(is_convex_outline({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 1e-14));
  EXPECT_FALSE(is_convex_outline({{0, 0}, {0, 1}, {1, 1}, {1, 0}}, 1e-14));
  EXPECT_FALSE(is_convex_outline({{0, 0}, {1, 1}, {1, 0}, {0, 1}}, 1e-14));
}

/// A library gives four corners of a face that is tilted by more than the tolerance, each as deep as
/// the bodies are there.
TEST(ContactConditions, PointsOfATiltedFaceAreHeldToTheirOwnGaps) {
  for (const double tilt : {2e-8, 5e-7}) {
    SCOPED_TRACE(tilt);
    Pair pair{make_box(Vec3(1, 1, 1)), Pose{}, make_box(Vec3(2, 2, 1)), Pose{}};
    pair.X_WA.R = Eigen::AngleAxisd(tilt, Vec3::UnitY()).toRotationMatrix();
    pair.X_WA.t.z() = 1.75;
    const TruthOnDemand truth = Oracle().solve(pair, false);
    ContactData data;
    data.answered = true;
    data.phi = truth.phi().value;
    data.normal = Vec3::UnitZ();
    data.manifold_points = 4;
    const double corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (const auto& corner : corners) {
      const Vec3 p = pair.X_WA.R * Vec3(corner[0], corner[1], -1) + pair.X_WA.t;
      data.points.push_back({p, Vec3(p.x(), p.y(), 1), p.z() - 1});
    }
    const ContactConditions conditions(pair, truth, 1e-8);
    EXPECT_TRUE(conditions.p2(data, kAlone).held) << conditions.p2(data, kAlone).why;
    // Less deep than the bodies are there, by six tolerances.
    data.points[0].gap += 6e-8 * pair_size(pair);
    data.points[0].p_WA.z() += 6e-8 * pair_size(pair);
    EXPECT_FALSE(conditions.p2(data, kAlone).held);
  }
}

}  // namespace
}  // namespace touchstone
