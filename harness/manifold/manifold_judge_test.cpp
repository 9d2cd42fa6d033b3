// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/manifold/manifold_judge.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

#include "geometry/shapes.hpp"
#include "harness/manifold/cube_samples.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

TEST(ManifoldJudge, SaysNothingOfRightManifolds) {
  EXPECT_EQ(on_face().said(), "");
  EXPECT_EQ(on_edge().said(), "");
  // On its corner, along a diagonal.
  Cubes corner(Vec3(0, 0, 1.05 + std::sqrt(3)),
               Eigen::Quaterniond::FromTwoVectors(Vec3(1, 1, 1), Vec3::UnitZ()).toRotationMatrix());
  corner.policy.reach = 0.1;
  corner.add(0, 0, 1.025, 0.05);
  EXPECT_EQ(corner.said(), "");
  EXPECT_FALSE(corner.verdict().of(ManifoldWord::missed).checked);
  EXPECT_TRUE(corner.verdict().of(ManifoldWord::wrong_normal).checked);
}

TEST(ManifoldJudge, PartnersFollowFromThePlaceAndTheDepth) {
  const auto moved = [](PointPlace place, double z, bool depth_is_gap, double offset) {
    Cubes cubes = on_face();
    cubes.policy.place = place;
    cubes.policy.depth_is_gap = depth_is_gap;
    cubes.policy.offset = offset;
    for (ManifoldPoint& point : cubes.manifold.points) {
      point.p_W.z() = z;
      point.depth = (depth_is_gap ? 1 : -1) * (-0.1 - offset);
    }
    return cubes.said();
  };
  EXPECT_EQ(moved(PointPlace::on_A, 0.9, true, 0), "");
  EXPECT_EQ(moved(PointPlace::on_B, 1, true, 0), "");
  EXPECT_EQ(moved(PointPlace::on_B, 1, false, 0), "");
  EXPECT_EQ(moved(PointPlace::middle, 0.95, false, 0.04), "");
  EXPECT_EQ(moved(PointPlace::on_A, 1, true, 0), "outside");
  EXPECT_EQ(moved(PointPlace::on_B, 0.9, true, 0), "outside");
}

TEST(ManifoldJudge, MissedAndPhantomAreOfTheReach) {
  Cubes cubes = on_face();
  cubes.manifold.points.clear();
  EXPECT_EQ(cubes.said(), "missed");
  cubes.pair.X_WA.t.z() = 2;
  EXPECT_EQ(cubes.said(), "");
  cubes.pair.X_WA.t.z() = 2.2;
  cubes.add(0, 0, 1.1, 0.2);
  EXPECT_EQ(cubes.said(), "phantom incomplete");
  cubes.policy.reach = 0.2;
  EXPECT_EQ(cubes.said(), "incomplete");
}

TEST(ManifoldJudge, ANormalIsRightByPhiOrBySlack) {
  Cubes cubes = on_face();
  // Along x the cubes overlap by 1.5.
  cubes.manifold.normal = Vec3::UnitX();
  cubes.manifold.points.clear();
  for (const double y : {-1.0, 1.0}) {
    for (const double z : {0.9, 1.0}) cubes.add(0.25, y, z, -1.5);
  }
  EXPECT_EQ(cubes.said(), "wrong_normal");
  cubes.policy.slack = 1.4;
  EXPECT_EQ(cubes.said(), "");
  EXPECT_TRUE(cubes.verdict().by_policy());
  cubes.policy.slack = 1.39;
  EXPECT_EQ(cubes.said(), "wrong_normal");
  cubes.policy.relative_slack = 0.2;
  EXPECT_EQ(cubes.said(), "");
  // The manifold of a normal by policy is held to it.
  cubes.manifold.points.pop_back();
  EXPECT_EQ(cubes.said(), "incomplete");
}

TEST(ManifoldJudge, ANormalThatIsNoneIsWrong) {
  Cubes cubes = on_face();
  cubes.manifold.normal *= 2;
  EXPECT_EQ(cubes.said(), "wrong_normal");
  cubes.manifold.normal.x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(cubes.said(), "wrong_normal");
  cubes = on_face();
  cubes.manifold.points[1].depth = std::numeric_limits<double>::infinity();
  EXPECT_EQ(cubes.said(), "outside");
}

TEST(ManifoldJudge, NumbersOfAnySizeAreTold) {
  for (const double huge : {1e149, 1e151, 1e200, std::numeric_limits<double>::max()}) {
    Cubes cubes = on_face();
    cubes.manifold.points[0].p_W = Vec3(huge, 0, 0);
    EXPECT_NE(cubes.said().find("outside"), std::string::npos) << huge;
    for (const double sign : {-1.0, 1.0}) {
      cubes = on_face();
      cubes.manifold.points[0].depth = sign * huge;
      EXPECT_TRUE(cubes.verdict().wrong()) << sign * huge;
      cubes.policy.offset = huge;
      EXPECT_TRUE(cubes.verdict().wrong()) << sign * huge;
    }
    cubes = on_face();
    cubes.policy.reach = huge;
    EXPECT_EQ(cubes.said(), "");
    Cubes apart(Vec3(0, 0, 5));
    apart.manifold.normal = Vec3(0.6, 0, 0.8);
    apart.policy.reach = std::numeric_limits<double>::infinity();
    apart.policy.relative_slack = huge;
    apart.policy.merging_distance = huge;
    apart.add(0, 0, 2.5, 3);
    EXPECT_TRUE(apart.verdict().by_policy()) << huge;
  }
}

TEST(ManifoldJudge, AFaceTiltedByLessThanTheToleranceHasTwoReadings) {
  for (const double tilt : {1e-9, -1e-9}) {
    Cubes cubes = on_face();
    cubes.pair.X_WA.R = Eigen::AngleAxisd(tilt, Vec3::UnitY()).toRotationMatrix();
    EXPECT_EQ(cubes.said(), "");
    // The two corners on the lower side alone.
    const double lower = tilt > 0 ? 1 : -0.5;
    std::erase_if(cubes.manifold.points,
                  [&](const ManifoldPoint& point) { return point.p_W.x() != lower; });
    EXPECT_EQ(cubes.said(), "") << tilt;
  }
}

TEST(ManifoldJudge, PointsThatAreTooFewForOneReadingAreHeldToItsShare) {
  // With all corners of the face an octagon, to rounding the side of A that is lower.
  Cubes cubes(Vec3(0, 0, 1.9), Eigen::AngleAxisd(-1e-9, Vec3::UnitY()).toRotationMatrix());
  cubes.pair.X_WB.R = Eigen::AngleAxisd(EIGEN_PI / 4, Vec3::UnitZ()).toRotationMatrix();
  cubes.policy.max_points = 4;
  cubes.policy.least_share = 0.9;
  const double b = std::sqrt(2) - 1;
  cubes.add(1, b, 0.95, -0.1);
  cubes.add(-b, 1, 0.95, -0.1);
  cubes.add(-1, -b, 0.95, -0.1);
  cubes.add(b, -1, 0.95, -0.1);
  EXPECT_EQ(cubes.said(), "");
  EXPECT_NEAR(cubes.verdict().share.value(), 1, 1e-8);
  cubes.manifold.points[0].p_W = Vec3(-1, b, 0.95);
  cubes.manifold.points[2].p_W = Vec3(-1 + 1e-3, -b, 0.95);
  EXPECT_EQ(cubes.said(), "reduced");
  cubes.policy.max_points = 8;
  EXPECT_EQ(cubes.said(), "incomplete");
  Cubes three = on_face();
  three.pair.X_WA.R = cubes.pair.X_WA.R;
  three.manifold.points.erase(three.manifold.points.begin() + 1);
  EXPECT_EQ(three.said(), "incomplete");
  three.policy.max_points = 3;
  three.policy.least_share = 0.9;
  EXPECT_EQ(three.said(), "");
}

TEST(ManifoldJudge, PointsBesideTheManifoldKeepNothingOfIt) {
  Cubes cubes(Vec3(0, 0, 1.9), Eigen::AngleAxisd(EIGEN_PI / 4, Vec3::UnitZ()).toRotationMatrix());
  cubes.pair.A = make_box(Vec3(0.2, 0.2, 1));
  cubes.policy.max_points = 3;
  cubes.policy.least_share = 0.9;
  const double r = 0.2 * std::sqrt(2);
  for (const auto& [x, y] : {std::pair(r, 0.0), std::pair(0.0, r), std::pair(-r, 0.0)}) {
    cubes.add(x, y, 0.95, -0.1);
  }
  EXPECT_EQ(cubes.said(), "");
  // The triangle moved beside A, within B's face.
  for (ManifoldPoint& point : cubes.manifold.points) point.p_W.x() += 0.6;
  EXPECT_EQ(cubes.verdict().share.value(), 0);
  EXPECT_TRUE(cubes.verdict().of(ManifoldWord::reduced).wrong);
}

TEST(ManifoldJudge, APointThatIsApartUsesTheReach) {
  Cubes cubes(Vec3(0, 0, 1.9), Eigen::AngleAxisd(0.02, Vec3::UnitY()).toRotationMatrix());
  cubes.pair.X_WA.t.z() = std::cos(0.02) + std::sin(0.02) + 1 - 1e-3;
  const double low = std::cos(0.02) - std::sin(0.02);
  for (const double y : {-1.0, 1.0}) cubes.add(low, y, 1 - 5e-4, -1e-3);
  EXPECT_FALSE(cubes.verdict().uses & kUsesReach);
  const double gap = 1.5 * std::tan(0.02) - 1e-3;
  cubes.add(low - 1.5, 0, 1 + gap / 2, gap);
  EXPECT_EQ(cubes.said(), "");
  EXPECT_TRUE(cubes.verdict().uses & kUsesReach);
}

TEST(ManifoldJudge, HoldsLibrariesToTheCornersThatTheirRoomAllows) {
  // An octagon: two squares turned by 45 degrees.
  Cubes cubes(Vec3(0, 0, 1.9), Eigen::AngleAxisd(EIGEN_PI / 4, Vec3::UnitZ()).toRotationMatrix());
  const double b = std::sqrt(2) - 1;
  const double corners[8][2] = {{1, b},   {b, 1},   {-b, 1}, {-1, b},
                                {-1, -b}, {-b, -1}, {b, -1}, {1, -b}};
  for (const auto& corner : corners) cubes.add(corner[0], corner[1], 0.95, -0.1);
  EXPECT_EQ(cubes.said(), "");
  EXPECT_FALSE(cubes.verdict().share);
  cubes.policy.max_points = 4;
  EXPECT_EQ(cubes.said(), "too_many");
  std::vector<ManifoldPoint> all = std::move(cubes.manifold.points);
  cubes.manifold.points = {all[0], all[2], all[4], all[6]};
  EXPECT_EQ(cubes.said(), "");
  EXPECT_NEAR(cubes.verdict().share.value(), 1, 1e-12);
  EXPECT_GT(cubes.verdict().spread.value(), 0.1);
  cubes.manifold.points = {all[0], all[1], all[2], all[3]};
  const double share = cubes.verdict().share.value();
  EXPECT_NEAR(share, std::sqrt(2) / 4, 1e-12);
  EXPECT_EQ(cubes.said(), "");
  cubes.policy.least_share = share + 1e-9;
  EXPECT_EQ(cubes.said(), "reduced");
  cubes.policy.least_share = share - 1e-9;
  EXPECT_EQ(cubes.said(), "");
  cubes.policy.max_points = 8;
  EXPECT_EQ(cubes.said(), "incomplete");
}

TEST(ManifoldJudge, CornersThatAreOffInwardByLessThanTheToleranceKeepAll) {
  Cubes cubes(Vec3(0, 0, 1.9), Eigen::AngleAxisd(EIGEN_PI / 4, Vec3::UnitZ()).toRotationMatrix());
  cubes.policy.max_points = 4;
  cubes.policy.least_share = 1;
  const double b = std::sqrt(2) - 1;
  const auto said = [&](double inward) {
    cubes.manifold.points.clear();
    for (const auto& [x, y] : {std::pair(1.0, b), {-b, 1.0}, {-1.0, -b}, {b, -1.0}}) {
      cubes.add(x * (1 - inward), y * (1 - inward), 0.95, -0.1);
    }
    return cubes.said();
  };
  EXPECT_EQ(said(0), "");
  EXPECT_EQ(said(3e-9), "");
  EXPECT_EQ(said(1e-6), "reduced");
}

TEST(ManifoldJudge, PointsMayBeAsFarFromACornerAsMergingPuts) {
  Cubes cubes = on_face();
  cubes.manifold.points[0].p_W.x() += 1.9e-6;
  EXPECT_EQ(cubes.said(), "incomplete");
  cubes.policy.merging_distance = 1e-6;
  EXPECT_EQ(cubes.said(), "");
  cubes.policy.merging_distance = 0.9e-6;
  EXPECT_EQ(cubes.said(), "incomplete");
}

TEST(ManifoldJudge, ManyNormalsAreEachHeldToTheirOwn) {
  // Concentric cubes: each axis is optimal.
  Cubes cubes(Vec3(0, 0, 0));
  cubes.policy.many_normals = true;
  for (const double x : {-1.0, 1.0}) {
    for (const double y : {-1.0, 1.0}) cubes.add(x, y, 0, -2);
  }
  EXPECT_EQ(cubes.said(), "");
  cubes.manifold.points.push_back({Vec3(0, 0, 0), -2, Vec3::UnitX(), {}});
  EXPECT_EQ(cubes.said(), "");
  cubes.manifold.points.back().normal = Vec3(0.6, 0.8, 0);
  EXPECT_NE(cubes.said().find("wrong_normal"), std::string::npos);
  // Corners of the face along z are no points of a contact along x.
  cubes.manifold.points.pop_back();
  for (ManifoldPoint& point : cubes.manifold.points) point.normal = Vec3::UnitX();
  EXPECT_EQ(cubes.said(), "outside incomplete");
}

TEST(ManifoldJudge, APointOfAnotherNormalStandsForNoCorner) {
  // The ties of z and of x, each with points at one of its sides alone.
  Cubes cubes(Vec3(1.75, 0, 1.75));
  cubes.policy.many_normals = true;
  cubes.policy.place = PointPlace::on_A;
  for (const double y : {-1.0, 1.0}) cubes.add(1, y, 0.75, -0.25);
  const auto add_x = [&](double z) {
    cubes.manifold.normal = Vec3::UnitX();
    for (const double y : {-1.0, 1.0}) cubes.add(0.75, y, z, -0.25);
    cubes.manifold.normal = Vec3::UnitZ();
  };
  add_x(0.9);
  EXPECT_EQ(cubes.said(), "incomplete");
  for (const double y : {-1.0, 1.0}) cubes.add(0.75, y, 0.75, -0.25);
  EXPECT_EQ(cubes.said(), "");
}

TEST(ManifoldJudge, OnePointIsAtTheManifold) {
  Cubes cubes = on_edge();
  cubes.manifold.points.resize(1);
  cubes.policy.max_points = 1;
  EXPECT_EQ(cubes.said(), "");
  // The edge is .1 deep, and the surfaces cross .1 beside it.
  cubes.manifold.points[0].p_W = Vec3(0.1, 0, 1);
  cubes.manifold.points[0].depth = 0;
  EXPECT_EQ(cubes.said(), "incomplete");
  cubes.policy.least_share = 1;
  EXPECT_EQ(cubes.said(), "reduced");
}

TEST(ManifoldJudge, TheBestReadingCountsForTheShare) {
  // A rectangle and its neighbour, tilted by 3.3e-9: as one they are a larger rectangle.
  const PolytopeInput tilted{
      {Vec3(0, -1, 0), Vec3(0, 1, 0), Vec3(1, -1, 0), Vec3(1, 1, 0), Vec3(-3, -1, 1e-8),
       Vec3(-3, 1, 1e-8), Vec3(1, -1, 2), Vec3(1, 1, 2), Vec3(-3, -1, 2), Vec3(-3, 1, 2)},
      {},
      {}};
  Cubes cubes(Vec3(0, 0, -0.25));
  cubes.pair.A = make_polytope(tilted).value();
  cubes.pair.B = make_box(Vec3(8, 8, 1));
  cubes.pair.X_WB.t = Vec3(0, 0, -1);
  cubes.policy.max_points = 3;
  cubes.policy.least_share = 0.9;
  for (const double y : {-1.0, 1.0}) cubes.add(-3, y, -0.125 + 5e-9, -0.25 + 1e-8);
  cubes.add(1, -1, -0.125, -0.25);
  EXPECT_EQ(cubes.said(), "");
}

TEST(ManifoldJudge, WhereBodiesTouchAnyNormalOfTheConeIsRight) {
  // Corner on corner, along the diagonal: every n with three positive entries is optimal.
  Cubes cubes(Vec3(2, 2, 2));
  cubes.manifold.normal = Vec3(1, 2, 2) / 3;
  cubes.add(1, 1, 1, 0);
  EXPECT_EQ(cubes.said(), "");
  cubes.manifold.normal = Vec3(-1, 2, 2) / 3;
  EXPECT_NE(cubes.said().find("wrong_normal"), std::string::npos);
}

TEST(ManifoldJudge, NormalsAreAllowedTheRoundingOfTheirPrecision) {
  // Beside a body 1000 times as wide.
  const Mat3 R = Eigen::Quaterniond(1, 0.2, -0.3, 0.5).normalized().toRotationMatrix();
  Cubes cubes(R * Vec3(0, 0, 1.9), R);
  cubes.pair.B = make_box(Vec3(1000, 1000, 1));
  cubes.pair.X_WB.R = R;
  cubes.manifold.normal = R.col(2).cast<float>().cast<double>();
  for (const double x : {-1.0, 1.0}) {
    for (const double y : {-1.0, 1.0}) {
      const Vec3 p = R * Vec3(x, y, 0.95);
      cubes.add(p.x(), p.y(), p.z(), -0.1);
    }
  }
  const TruthOnDemand truth = Oracle().solve(cubes.pair, false);
  const auto said = [&](Scalar scalar) {
    return judge_manifold(cubes.pair, truth, cubes.manifold, cubes.policy, 1e-6, scalar).said();
  };
  EXPECT_EQ(said(Scalar::float32), "");
  EXPECT_NE(said(Scalar::float64).find("wrong_normal"), std::string::npos);
  cubes.manifold.normal = (cubes.manifold.normal + 1e-6 * R.col(0)).normalized();
  EXPECT_NE(said(Scalar::float32).find("wrong_normal"), std::string::npos);
}

}  // namespace
}  // namespace touchstone
