// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/aligned_box.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

PolytopePtr hull_of(std::vector<Vec3> points) {
  PolytopeInput input;
  input.vertices = std::move(points);
  return make_polytope(input).value();
}

std::vector<Vec3> corners(const Vec3& least, const Vec3& most) {
  std::vector<Vec3> points;
  for (const double x : {least.x(), most.x()}) {
    for (const double y : {least.y(), most.y()}) {
      for (const double z : {least.z(), most.z()}) points.emplace_back(x, y, z);
    }
  }
  return points;
}

TEST(AlignedBox, IsFoundInAnyOrderOfItsCornersAndAnywhere) {
  const Vec3 least(-1, 2, 1e-3);
  const Vec3 most(0.1, 3.7, 2e-3);
  std::vector<Vec3> points = corners(least, most);
  for (int turn = 0; turn < 8; ++turn) {
    const auto box = as_aligned_box(*hull_of(points));
    ASSERT_TRUE(box.has_value());
    EXPECT_EQ(box->least, least);
    EXPECT_EQ(box->most, most);
    std::rotate(points.begin(), points.begin() + 3, points.end());
  }
}

TEST(AlignedBox, MayHaveMorePointsOnItsSurface) {
  std::vector<Vec3> points = corners(Vec3(-1, -1, -1), Vec3(1, 1, 1));
  points.insert(points.begin(), {Vec3(0, 0, 1), Vec3(1, 1, 0.25), Vec3(0, 0, 0)});
  EXPECT_TRUE(as_aligned_box(*hull_of(points)).has_value());
}

TEST(AlignedBox, IsNotACornerTooManyOrAnUlpOff) {
  std::vector<Vec3> points = corners(Vec3(-1, -1, -1), Vec3(1, 1, 1));
  points[3].x() = -1 - 0x1p-52;
  EXPECT_FALSE(as_aligned_box(*hull_of(points)).has_value());
  EXPECT_FALSE(as_aligned_box(*make_prism(4, 1, 1)).has_value());
  EXPECT_FALSE(as_aligned_box(*make_simplex()).has_value());
  EXPECT_FALSE(as_aligned_box(*hull_of({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)})).has_value());
}

}  // namespace
}  // namespace touchstone
