// SPDX-License-Identifier: GPL-3.0-or-later
// The place and the depth of points.
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "harness/manifold/cube_samples.hpp"
#include "harness/manifold/manifold_judge.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

TEST(ManifoldJudge, ADepthIsThatOfThePlaceOrOfThePair) {
  Cubes cubes = on_face();
  cubes.manifold.points[2].depth = -0.05;
  EXPECT_EQ(cubes.said(), "wrong_depth");
  cubes.manifold.points[2].depth = -0.2;
  EXPECT_EQ(cubes.said(), "outside wrong_depth");
  // A tilted face: the lower corners are 0.1 deep, the others less.
  const double tilt = 0.01;
  Cubes tilted(Vec3(0, 0, 0.9 + std::cos(tilt) + std::sin(tilt)),
               Eigen::AngleAxisd(tilt, Vec3::UnitY()).toRotationMatrix());
  const double low = std::cos(tilt) - std::sin(tilt);
  for (const double y : {-1.0, 1.0}) tilted.add(low, y, 0.95, -0.1);
  EXPECT_EQ(tilted.said(), "");
  const double less = -0.1 + std::tan(tilt);
  tilted.add(low - 1, 0, 1 + less / 2, less);
  EXPECT_EQ(tilted.said(), "");
  tilted.manifold.points.back().depth = -0.1;
  EXPECT_EQ(tilted.said(), "outside wrong_depth");
  tilted.policy.depth = DepthMeaning::pair;
  tilted.policy.place = PointPlace::on_B;
  // The depth of the pair says nothing of the partner of a point beside the manifold.
  for (ManifoldPoint& point : tilted.manifold.points) point.p_W.z() = 1;
  EXPECT_EQ(tilted.said(), "");
  tilted.manifold.points.back().p_W.z() = 1 + 1e-6;
  EXPECT_EQ(tilted.said(), "outside");
  // Half way it may be in either body, or between them within the reach.
  tilted.policy.place = PointPlace::middle;
  for (ManifoldPoint& point : tilted.manifold.points) point.p_W.z() = 0.95;
  EXPECT_EQ(tilted.said(), "");
  tilted = Cubes(Vec3(0, 0, 0.9 + std::cos(tilt) + std::sin(tilt)), tilted.pair.X_WA.R);
  tilted.policy.depth = DepthMeaning::pair;
  tilted.policy.place = PointPlace::on_A;
  for (const double y : {-1.0, 1.0}) tilted.add(low, y, 0.9, -0.1);
  tilted.add(low - 1, 0, 0.9 + std::tan(tilt) + 1e-9, -0.1);
  EXPECT_EQ(tilted.said(), "");
  tilted.manifold.points.back().p_W.z() -= 1e-6;
  EXPECT_EQ(tilted.said(), "outside");
}

TEST(ManifoldJudge, FarCoordinatesLoosenNoDepth) {
  // A last place of the world's coordinates is a fourth of the depth.
  const double far = 1e12;
  const double deep = 0x1p-11;
  Cubes cubes(Vec3(far, far, far + 2 - deep));
  cubes.pair.X_WB.t = Vec3(far, far, far);
  for (const double x : {-1.0, 1.0}) {
    for (const double y : {-1.0, 1.0}) cubes.add(far + x, far + y, far + 1, -deep);
  }
  EXPECT_EQ(cubes.said(), "");
  for (const double part : {0.5, 1 + 1e-4, 2.0}) {
    for (ManifoldPoint& point : cubes.manifold.points) point.depth = -part * deep;
    EXPECT_EQ(cubes.said(), "wrong_depth") << part;
  }
}

TEST(ManifoldJudge, WithOneDepthForAllAPointIsWhereBothBodiesAre) {
  Cubes cubes = on_face();
  cubes.policy.depth = DepthMeaning::pair;
  cubes.policy.reach = 1;
  EXPECT_EQ(cubes.said(), "");
  // In A, beside B; and half a size outside both.
  for (const Vec3& p : {Vec3(1.4, 0, 2.8), Vec3(1.9, 0, 0.95)}) {
    cubes.add(p.x(), p.y(), p.z(), -0.1);
    EXPECT_EQ(cubes.said(), "outside");
    cubes.manifold.points.pop_back();
  }
}

TEST(ManifoldJudge, ASphereTouchesWhereItsCoreIsNearest) {
  Cubes cubes(Vec3(0.3, 0, 1.4));
  cubes.pair.A = make_rounded(make_polytope({{Vec3::Zero()}, {}, {}}).value(), 0.5).value();
  cubes.add(0.3, 0, 0.95, -0.1);
  EXPECT_EQ(cubes.said(), "");
  cubes.manifold.points[0].p_W.x() += 0.1;
  EXPECT_EQ(cubes.said(), "outside incomplete");
}

TEST(ManifoldJudge, RoundBodiesAreAsDeepAsTheyAreWhereTheyTouch) {
  const PolytopePtr point = make_polytope({{Vec3::Zero()}, {}, {}}).value();
  Cubes cubes(Vec3(0.3, 0, 1.4));
  cubes.pair.A = make_rounded(point, 0.5).value();
  Cubes swapped(Vec3(0, 0, 0));
  swapped.pair = {cubes.pair.B, cubes.pair.X_WB, cubes.pair.A, cubes.pair.X_WA};
  swapped.manifold.normal *= -1;
  Cubes round = cubes;
  round.pair.B = make_rounded(make_box(Vec3(0.5, 0.5, 0.5)), 0.5).value();
  for (Cubes* answer : {&cubes, &swapped, &round}) {
    for (const double gap : {-0.05, -1e-12, -0.1 + 1e-6}) {
      answer->manifold.points.clear();
      answer->add(0.3, 0, 0.95, gap);
      EXPECT_EQ(answer->said(), "wrong_depth") << gap;
    }
    answer->manifold.points[0].depth = -0.1 + 1e-9;
    EXPECT_EQ(answer->said(), "");
    EXPECT_TRUE(answer->verdict().of(ManifoldWord::wrong_depth).checked);
  }
}

TEST(ManifoldJudge, BesideASteepCornerARoundBodyIsLessDeep) {
  // A needle with its tip below a ball: its sides fall by 2000 a length.
  const PolytopeInput needle{
      {Vec3(0, 0, 1), Vec3(1e-3, 0, -1), Vec3(-1e-3, 1e-3, -1), Vec3(-1e-3, -1e-3, -1)}, {}, {}};
  Cubes cubes(Vec3(0, 0, 1.6));
  cubes.pair.A = make_rounded(make_polytope({{Vec3::Zero()}, {}, {}}).value(), 0.5).value();
  cubes.pair.B = make_polytope(needle).value();
  cubes.policy.reach = 0.2;
  cubes.add(0, 0, 1.05, 0.1);
  EXPECT_EQ(cubes.said(), "");
  cubes.manifold.points[0].depth = 0.1 + 1e-7;
  EXPECT_EQ(cubes.said(), "");
  cubes.manifold.points[0].depth = 0.1 + 1e-3;
  EXPECT_EQ(cubes.said(), "wrong_depth");
}

TEST(ManifoldJudge, ALargeBallIsAllowedTheLastPlaceOfItsSurface) {
  Random random(3);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const Vec3 d =
        Vec3(random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)).normalized();
    Cubes cubes(Vec3::Zero());
    cubes.pair.A = make_rounded(make_polytope({{Vec3::Zero()}, {}, {}}).value(), 1e8).value();
    cubes.pair.B = make_box(Vec3(0.25, 0.25, 0.25));
    cubes.pair.X_WB = Pose{Eigen::Quaterniond::FromTwoVectors(Vec3::UnitX(), d).toRotationMatrix(),
                           (1e8 + 0.125) * d};
    cubes.manifold.normal = -d;
    cubes.policy.place = PointPlace::on_A;
    const Vec3 p_WA = 1e8 * d;
    cubes.add(p_WA.x(), p_WA.y(), p_WA.z(), Oracle().solve(cubes.pair, false).phi);
    EXPECT_EQ(cubes.said(), "") << d.transpose();
    cubes.manifold.points[0].p_W += 1e-6 * d;
    EXPECT_NE(cubes.said().find("outside"), std::string::npos);
  }
}

TEST(ManifoldJudge, WithOneDepthForAllAPointIsNearWhereTheSidesMeet) {
  // A cube, tilted, .2 deep: two points at its lowest edge, and one farther along n.
  const double tilt = 0.02;
  Cubes cubes(Vec3(0, 0, 0.8 + std::cos(tilt) + std::sin(tilt)),
              Eigen::AngleAxisd(tilt, Vec3::UnitY()).toRotationMatrix());
  cubes.pair.B = make_box(Vec3(4, 4, 1));
  cubes.policy.depth = DepthMeaning::pair;
  const double low = std::cos(tilt) - std::sin(tilt);
  const auto said = [&](PointPlace place, double edge, double z) {
    cubes.policy.place = place;
    cubes.manifold.points.clear();
    for (const double y : {-1.0, 1.0}) cubes.add(low, y, edge, -0.2);
    cubes.add(low - 1.5, 0.5, z, -0.2);
    return cubes.said();
  };
  const double side = 0.8 + 1.5 * std::tan(tilt);  // A's, where the third point is
  EXPECT_EQ(said(PointPlace::on_A, 0.8, side), "");
  EXPECT_EQ(said(PointPlace::on_A, 0.8, side + 0.2), "");
  EXPECT_EQ(said(PointPlace::on_A, 0.8, side + 0.2 + 1e-6), "outside");
  EXPECT_EQ(said(PointPlace::on_A, 0.8, 2.6), "outside");
  EXPECT_EQ(said(PointPlace::on_B, 1, 0.8), "");
  EXPECT_EQ(said(PointPlace::on_B, 1, -0.9), "outside");
  for (const double z : {side, 1.0, side - 0.1, 1.1}) {
    EXPECT_EQ(said(PointPlace::middle, 0.9, z), "") << z;
  }
  for (const double z : {side - 0.1 - 1e-6, 1.1 + 1e-6, -0.9, 2.6}) {
    EXPECT_EQ(said(PointPlace::middle, 0.9, z), "outside") << z;
  }
}

TEST(ManifoldJudge, PointsOfRoundedBodiesAreHeldToTheBoundsOfTheirCores) {
  // A rounded plate on a rounded cube, .5 deep, with corners of the cube's face.
  Cubes cubes(Vec3(0, 0, 2.25));
  cubes.pair.A = make_rounded(make_box(Vec3(10, 10, 1)), 0.5).value();
  cubes.pair.B = make_rounded(make_box(Vec3(1, 1, 0.75)), 0.5).value();
  const double z = 1;
  const auto said = [&](DepthMeaning depth, const Vec3& p, double gap) {
    cubes.policy.depth = depth;
    cubes.manifold.points.clear();
    for (const double x : {-1.0, 1.0}) {
      for (const double y : {-1.0, 1.0}) cubes.add(x, y, z, -0.5);
    }
    cubes.add(p.x(), p.y(), p.z(), gap);
    return cubes.said();
  };
  EXPECT_EQ(said(DepthMeaning::pair, Vec3(1.2, 0, z), -0.5), "");
  // Above the whole plate, far from the cube; and above it, at the far side of the plate.
  EXPECT_EQ(said(DepthMeaning::pair, Vec3(10, 9, 3.25), -0.5), "outside");
  EXPECT_EQ(said(DepthMeaning::pair, Vec3(1.2, 0, 3.25), -0.5), "outside");
  EXPECT_EQ(said(DepthMeaning::point, Vec3(0.5, 0, z), -0.5), "");
  // Where the cube's round side falls by .1: the bodies overlap by .4 there.
  EXPECT_EQ(said(DepthMeaning::point, Vec3(1.3, 0, z - 0.05), -0.4), "");
  EXPECT_EQ(said(DepthMeaning::point, Vec3(1.3, 0, z - 0.05), 0.6), "wrong_depth");
  EXPECT_EQ(said(DepthMeaning::point, Vec3(1.3, 0, z), 3), "wrong_depth");
}

}  // namespace
}  // namespace touchstone
