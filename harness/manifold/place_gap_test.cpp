// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/manifold/place_gap.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

constexpr double kLength = 1e-8;

/// A cube of side 2, tilted by `tilt` about y, above another whose top is z = 0.
Pair tilted(double tilt) {
  Pair pair{make_box(Vec3(1, 1, 1)), Pose{}, make_box(Vec3(1, 1, 1)), Pose{}};
  pair.X_WB.t.z() = -1;
  pair.X_WA.R = Eigen::AngleAxisd(tilt, Vec3::UnitY()).toRotationMatrix();
  pair.X_WA.t.z() = std::cos(tilt) + std::sin(tilt);  // its lowest edge is at z = 0
  return pair;
}

GapAtPlace judged(const Pair& pair, double x, double y, double gap) {
  return judge_gap_at(pair, FlatFrame(Vec3(x, y, 0), Vec3::UnitZ()), gap, {kLength, kLength},
                      1e-15);
}

TEST(PlaceGap, IsTheHeightOfATiltedFaceOverAPlace) {
  const Pair pair = tilted(0.1);
  const double edge = std::cos(0.1) - std::sin(0.1);  // x of the lowest edge
  for (const double along : {0.1, 0.25, 0.5}) {
    const double gap = along * std::tan(0.1);
    EXPECT_EQ(judged(pair, edge - along, 0.3, gap), GapAtPlace::right);
    EXPECT_EQ(judged(pair, edge - along, 0.3, gap + 0.9 * kLength), GapAtPlace::right);
    EXPECT_EQ(judged(pair, edge - along, 0.3, gap + 3 * kLength), GapAtPlace::too_shallow);
    EXPECT_EQ(judged(pair, edge - along, 0.3, gap - 3 * kLength), GapAtPlace::too_deep);
  }
}

TEST(PlaceGap, IsHeldToPlacesWithinTheTolerance) {
  const Pair pair = tilted(0.78);
  const double edge = std::cos(0.78) - std::sin(0.78);
  const double slope = std::tan(0.78);
  const double gap = 0.5 * slope;
  // A place beside has another gap; beyond the tolerance none may be taken.
  EXPECT_EQ(judged(pair, edge - 0.5, 0, gap + 0.9 * (1 + slope) * kLength), GapAtPlace::right);
  EXPECT_EQ(judged(pair, edge - 0.5, 0, gap + 1.1 * (1 + slope) * kLength),
            GapAtPlace::too_shallow);
  EXPECT_EQ(judged(pair, edge - 0.5, 0, gap - 0.9 * (1 + slope) * kLength), GapAtPlace::right);
  EXPECT_EQ(judged(pair, edge - 0.5, 0, gap - 1.1 * (1 + slope) * kLength), GapAtPlace::too_deep);
}

TEST(PlaceGap, OfACoarsePlaceIsHeldToItsOwnTolerance) {
  // Far coordinates leave a place open by 1000 tolerances: a level face has one depth all the same.
  const GapTolerance coarse{1000 * kLength, kLength};
  const auto judge = [&](double gap) {
    return judge_gap_at(tilted(0), FlatFrame(Vec3(0, 0, 0), Vec3::UnitZ()), gap, coarse, 1e-15);
  };
  EXPECT_EQ(judge(0.9 * kLength), GapAtPlace::right);
  EXPECT_EQ(judge(3 * kLength), GapAtPlace::too_shallow);
  EXPECT_EQ(judge(-3 * kLength), GapAtPlace::too_deep);
}

TEST(PlaceGap, IsAtMostItsLeastWithinTheTolerance) {
  const Pair pair = tilted(0.1);
  const double edge = std::cos(0.1) - std::sin(0.1);
  const double gap = 0.5 * std::tan(0.1);
  const auto at_most = [&](double x, double limit) {
    return gap_is_at_most(pair, FlatFrame(Vec3(x, 0.3, 0), Vec3::UnitZ()), limit,
                          {kLength, kLength}, 1e-15)
        .value_or(false);
  };
  EXPECT_TRUE(at_most(edge - 0.5, gap));
  EXPECT_FALSE(at_most(edge - 0.5, gap - 3 * kLength));
  EXPECT_FALSE(at_most(5, 1e300)) << "beside both bodies there is no gap";
}

TEST(PlaceGap, OverACornerTheToleranceReachesTheBody) {
  const Pair pair = tilted(0);
  EXPECT_EQ(judged(pair, 1 + 0.9 * kLength, 0, 0), GapAtPlace::right);
  EXPECT_EQ(judged(pair, 1 + 1.1 * kLength, 0, 0), GapAtPlace::nowhere);
  EXPECT_EQ(judged(pair, 1, 1, 0), GapAtPlace::right);
}

TEST(PlaceGap, OfBodiesThatMissEachOtherByRoundingIsThatOfTheirEdges) {
  // A's side leans out by 1e-9 over B, which begins 1e-13 beside A's lowest edge: no place has both
  // but where the side is 1e-4 up.
  Pair pair = tilted(1e-9);
  const double edge = std::cos(1e-9) - std::sin(1e-9);
  pair.X_WB.t.x() = 1 + edge + 1e-13;
  EXPECT_EQ(judged(pair, edge, 0.3, 0), GapAtPlace::right);
  EXPECT_EQ(judged(pair, edge, 0.3, -3 * kLength), GapAtPlace::too_deep);
  pair.X_WB.t.x() += 3 * kLength;
  EXPECT_EQ(judged(pair, edge, 0.3, 0), GapAtPlace::nowhere);
}

TEST(PlaceGap, ExactlyNothingMayBeWhereDoublesFoundSomething) {
  // The polygon's last corner is half of what doubles take for nothing beside the silhouette.
  const double beside = kLength / std::cos(std::numbers::pi / 16) + 5e-13;
  EXPECT_EQ(judged(tilted(0), 1 + beside, 0, 3 * kLength), GapAtPlace::nowhere);
}

TEST(PlaceGap, MayBeMoreSizesThanADoubleHolds) {
  Pair pair = tilted(0);
  pair.A = make_box(Vec3(1e-3, 1e-3, 1e-3));
  EXPECT_EQ(judged(pair, 0, 0, 1e307), GapAtPlace::too_shallow);
  EXPECT_EQ(judged(pair, 0, 0, -1e307), GapAtPlace::too_deep);
}

TEST(PlaceGap, IsDecidedInRationalsWhereDoublesAreTooRough) {
  // Half extents of 1e9 beside 1: rounding of the large body alone is more than the tolerance.
  Pair pair = tilted(0.1);
  pair.B = make_box(Vec3(1e9, 1e9, 1e9));
  pair.X_WB.t.z() = -1e9;
  const double edge = std::cos(0.1) - std::sin(0.1);
  const auto judge = [&](double gap) {
    return judge_gap_at(pair, FlatFrame(Vec3(edge - 0.5, 0.3, 0), Vec3::UnitZ()), gap,
                        {kLength, kLength}, 1e-6);
  };
  const double gap = 0.5 * std::tan(0.1);
  EXPECT_EQ(judge(gap), GapAtPlace::right);
  EXPECT_EQ(judge(gap + 3 * kLength), GapAtPlace::too_shallow);
  EXPECT_EQ(judge(gap - 3 * kLength), GapAtPlace::too_deep);
}

}  // namespace
}  // namespace touchstone
