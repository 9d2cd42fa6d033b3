// SPDX-License-Identifier: GPL-3.0-or-later
// The oracle on points, segments and polygons, in contact in every way that they have.
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "reference/tests/oracle_samples.hpp"
#include "reference/tests/truth_check.hpp"

namespace touchstone {
namespace {

struct FlatCase {
  const char* name;
  Pair pair;
  double phi;
  std::size_t directions;
};

std::vector<FlatCase> flat_cases() {
  const PolytopePtr point = hull_of({{0, 0, 0}});
  const PolytopePtr segment = hull_of({{-1, 0, 0}, {1, 0, 0}});
  const PolytopePtr square = hull_of({{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}});
  const PolytopePtr triangle = hull_of({{0, 0, 0}, {2, 1, 0}, {2, -1, 0}});
  const PolytopePtr left_triangle = hull_of({{0, 0, 0}, {-2, 1, 0}, {-2, -1, 0}});
  const Pose upright{(Mat3() << 1, 0, 0, 0, 0, -1, 0, 1, 0).finished(), Vec3::Zero()};
  const Pose quarter_turn{(Mat3() << 0, -1, 0, 1, 0, 0, 0, 0, 1).finished(), Vec3::Zero()};
  const auto moved = [](Pose pose, double x, double y, double z) {
    pose.t = Vec3(x, y, z);
    return pose;
  };
  return {
      // A - B is a point: all of space is its cone.
      {"point on point", {point, {}, point, {}}, 0, 6},
      {"point from point", {point, at(3, 4, 12), point, {}}, 13, 1},
      // A - B is a segment.
      {"point inside segment", {point, {}, segment, {}}, 0, 4},
      {"point at the end of segment", {point, at(1, 0, 0), segment, {}}, 0, 5},
      {"point beyond segment", {point, at(3, 0, 0), segment, {}}, 2, 1},
      {"point beside segment", {point, at(0.5, 3, 4), segment, {}}, 5, 1},
      {"segments in line, overlapping", {segment, at(0.5, 0, 0), segment, {}}, 0, 4},
      {"segments in line, kissing", {segment, at(2, 0, 0), segment, {}}, 0, 5},
      {"segments in line, apart", {segment, at(2.5, 0, 0), segment, {}}, 0.5, 1},
      {"segments side by side", {segment, at(0.5, 3, 4), segment, {}}, 5, 1},
      // A - B is a polygon.
      {"segments crossing", {segment, quarter_turn, segment, {}}, 0, 2},
      {"segments meeting in a T", {segment, moved(quarter_turn, 0, 1, 0), segment, {}}, 0, 3},
      {"segments meeting in an L", {segment, moved(quarter_turn, 1, 1, 0), segment, {}}, 0, 4},
      {"segments crossing at a distance",
       {segment, moved(quarter_turn, 0, 0, 2), segment, {}},
       2,
       1},
      {"point in square", {point, {}, square, {}}, 0, 2},
      {"point on the edge of square", {point, at(1, 0.5, 0), square, {}}, 0, 3},
      {"point on the corner of square", {point, at(1, 1, 0), square, {}}, 0, 4},
      {"point above square", {point, at(0.5, 0.5, 2), square, {}}, 2, 1},
      {"segment in the plane of square, overlapping", {segment, at(1, 0, 0), square, {}}, 0, 2},
      {"segment along the edge of square", {segment, at(0.5, 1, 0), square, {}}, 0, 3},
      {"coplanar squares overlapping", {square, at(0.5, 0.5, 0), square, {}}, 0, 2},
      {"coplanar squares edge to edge", {square, at(2, 0.5, 0), square, {}}, 0, 3},
      {"coplanar squares corner to corner", {square, at(2, 2, 0), square, {}}, 0, 4},
      {"coplanar triangles corner to corner", {triangle, {}, left_triangle, {}}, 0, 4},
      {"coplanar squares apart", {square, at(5, 6, 0), square, {}}, 5, 1},
      {"parallel squares", {square, at(0.5, 0.5, 3), square, {}}, 3, 1},
      // A - B is solid.
      {"square standing through square", {square, upright, square, {}}, -1, 4},
      {"square standing on square", {square, moved(upright, 0, 0.25, 1), square, {}}, 0, 1},
      {"square standing above square", {square, moved(upright, 0, 0.25, 3), square, {}}, 2, 1},
      {"segment through square",
       {segment,
        {(Mat3() << 0, 0, 1, 0, 1, 0, -1, 0, 0).finished(), Vec3(0.5, 0, 0.25)},
        square,
        {}},
       -0.5,
       1},
      {"point deep in cube", {point, at(0.25, 0, 0), cube(), {}}, -0.75, 1},
      {"point on the face of cube", {point, at(1, 0, 0), cube(), {}}, 0, 1},
      {"point on the corner of cube", {point, at(1, 1, 1), cube(), {}}, 0, 3},
      {"point at the centre of cube", {point, {}, cube(), {}}, -1, 6},
      {"segment in cube", {segment, at(0.5, 0, 0), cube(), {}}, -1, 4},
      {"segment along the edge of cube", {segment, at(0.5, 1, 1), cube(), {}}, 0, 2},
      {"square in cube", {square, at(0, 0, 0.25), cube(), {}}, -0.75, 1},
      {"square on cube", {square, at(0.5, 0, 1), cube(), {}}, 0, 1},
      {"square beside cube", {square, at(2.5, 0, 0), cube(), {}}, 0.5, 1},
  };
}

TEST(Oracle, FlatBodiesOfAllDimensionsHaveTheirTruth) {
  for (const FlatCase& c : flat_cases()) {
    SCOPED_TRACE(c.name);
    const Truth truth = solve(c.pair);
    EXPECT_EQ(truth.phi, c.phi);
    EXPECT_EQ(truth.directions.size(), c.directions);
    expect_best(c.pair, truth);
  }
}

/// Flat bodies turned and moved by a pose of awkward doubles: nothing is aligned any more, yet
/// what touches keeps touching when both bodies get the very same pose.
TEST(Oracle, FlatBodiesTouchInAnyCommonPose) {
  Random random(11);
  const Mat3 R = random.rotation();
  const PolytopePtr square = hull_of({{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}});
  const PolytopePtr neighbour = hull_of({{1, 1, 0}, {3, 1, 0}, {3, -1, 0}, {1, -1, 0}});
  const PolytopePtr segment = hull_of({{1, 0.5, 0}, {1, 0.5, 2}});
  const Pose pose{R, Vec3(0.1, 0.2, 0.3)};
  EXPECT_EQ(solve({square, pose, neighbour, pose}).directions.size(), 3U);
  EXPECT_EQ(solve({square, pose, segment, pose}).sign, 0);
  EXPECT_EQ(solve({cube(), pose, segment, pose}).sign, 0);
}

}  // namespace
}  // namespace touchstone
