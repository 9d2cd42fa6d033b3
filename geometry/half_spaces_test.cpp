// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/half_spaces.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <utility>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "geometry/tests/polytope_checks.hpp"

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint64_t kSeed = 20261123;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Point = std::array<double, 3>;

void add(HalfSpaces& solid, const Vec3& normal, double offset) {
  solid.normals.push_back(normal);
  solid.offsets.push_back(offset);
}

HalfSpaces cube() {
  HalfSpaces solid;
  for (int axis = 0; axis < 3; ++axis) {
    add(solid, Vec3::Unit(axis), 1);
    add(solid, -Vec3::Unit(axis), 1);
  }
  return solid;
}

std::string reason_of(const HalfSpaces& input) {
  const Result<PolytopePtr> result = make_polytope(input);
  return result ? "accepted" : result.reason();
}

std::set<Point> vertices_of(const Polytope& body) {
  std::set<Point> points;
  for (const Vec3& v : body.vertices()) points.insert({v.x(), v.y(), v.z()});
  return points;
}

Rational determinant(const std::array<std::array<Rational, 3>, 3>& m) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/// Three planes at a time, by Cramer's rule: the points that all half-spaces hold, rounded.
std::set<Point> vertices_by_trying_all(const HalfSpaces& solid) {
  const std::size_t count = solid.normals.size();
  const auto coefficient = [&](std::size_t k, std::size_t axis) {
    return Rational(solid.normals[k][static_cast<Eigen::Index>(axis)]);
  };
  std::set<Point> found;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      for (std::size_t k = 0; k < j; ++k) {
        const std::array<std::size_t, 3> planes = {i, j, k};
        std::array<std::array<Rational, 3>, 3> m;
        for (std::size_t row = 0; row < 3; ++row) {
          for (std::size_t axis = 0; axis < 3; ++axis)
            m[row][axis] = coefficient(planes[row], axis);
        }
        const Rational all = determinant(m);
        if (all == 0) continue;
        std::array<Rational, 3> x;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          auto replaced = m;
          for (std::size_t row = 0; row < 3; ++row) {
            replaced[row][axis] = Rational(solid.offsets[planes[row]]);
          }
          x[axis] = determinant(replaced) / all;
        }
        bool held = true;
        for (std::size_t l = 0; l < count && held; ++l) {
          held = coefficient(l, 0) * x[0] + coefficient(l, 1) * x[1] + coefficient(l, 2) * x[2] <=
                 Rational(solid.offsets[l]);
        }
        if (!held) continue;
        found.insert({round_to_double(x[0]), round_to_double(x[1]), round_to_double(x[2])});
      }
    }
  }
  return found;
}

TEST(HalfSpaces, SixOfThemMakeACube) {
  const Result<PolytopePtr> made = make_polytope(cube());
  ASSERT_TRUE(made.ok()) << made.reason();
  const Polytope& body = *made.value();
  EXPECT_EQ(vertices_of(body), vertices_of(*make_box(Vec3(1, 1, 1))));
  expect_sound_solid(body, "cube", true);
  EXPECT_EQ(body.facets().size(), 6U);
  EXPECT_TRUE(body.interior_point_given());
  EXPECT_TRUE(body.interior_point_strictly_inside());
  EXPECT_THAT(body.notes(), IsEmpty());
}

TEST(HalfSpaces, TheLengthOfANormalDoesNotMatter) {
  HalfSpaces solid = cube();
  double scale = 1e-280;
  for (std::size_t k = 0; k < 6; ++k, scale *= 0x1p300) {
    solid.normals[k] *= scale;
    solid.offsets[k] *= scale;
  }
  const Result<PolytopePtr> made = make_polytope(solid);
  ASSERT_TRUE(made.ok()) << made.reason();
  EXPECT_EQ(vertices_of(*made.value()), vertices_of(*make_box(Vec3(1, 1, 1))));
}

TEST(HalfSpaces, VerticesAreThoseOfAllTriplesOfPlanes) {
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 1, static_cast<std::uint64_t>(i));
    HalfSpaces solid = cube();
    for (double& offset : solid.offsets) offset = random.uniform(2, 3);
    for (int k = 0; k < 9; ++k) {
      add(solid, random.uniform(0.1, 4) * random.unit_vector(), random.uniform(1, 3));
    }
    for (int axis = 0; axis < 3; ++axis) solid.interior_point[axis] = random.uniform(-0.05, 0.05);
    const Result<PolytopePtr> made = make_polytope(solid);
    ASSERT_TRUE(made.ok()) << made.reason();
    EXPECT_EQ(vertices_of(*made.value()), vertices_by_trying_all(solid));
    expect_sound_solid(*made.value(), "random", false);
  }
}

/// Small whole numbers: many planes through one vertex, parallel and repeated planes, planes that
/// touch an edge or a vertex only.
TEST(HalfSpaces, PlanesThroughOnePointAreDecidedExactly) {
  int with_redundant = 0;
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 2, static_cast<std::uint64_t>(i));
    const auto whole = [&random] { return static_cast<double>(random.below(5)) - 2; };
    HalfSpaces solid = cube();
    for (double& offset : solid.offsets) offset = 2;
    for (int k = 0; k < 8; ++k) {
      const Vec3 normal(whole(), whole(), whole());
      if (!normal.isZero(0)) add(solid, normal, 1 + static_cast<double>(random.below(6)));
    }
    const Result<PolytopePtr> made = make_polytope(solid);
    ASSERT_TRUE(made.ok()) << made.reason();
    EXPECT_EQ(vertices_of(*made.value()), vertices_by_trying_all(solid));
    with_redundant += made.value()->notes().empty() ? 0 : 1;
  }
  EXPECT_GE(with_redundant, 30);
}

TEST(HalfSpaces, RedundantOnesAreCounted) {
  HalfSpaces solid = cube();
  add(solid, Vec3(1, 0, 0), 1);     // one of the cube's again
  add(solid, Vec3(0, 0, 3), 3);     // and longer
  add(solid, Vec3(1, 1, 0), 2);     // touches an edge
  add(solid, Vec3(1, 1, 1), 3);     // touches a vertex
  add(solid, Vec3(0, -1, 0), 1e9);  // far away
  Result<PolytopePtr> made = make_polytope(solid);
  ASSERT_TRUE(made.ok()) << made.reason();
  EXPECT_THAT(made.value()->notes(), ElementsAre("5 redundant half-spaces dropped"));
  EXPECT_EQ(vertices_of(*made.value()), vertices_of(*make_box(Vec3(1, 1, 1))));

  solid = cube();
  add(solid, Vec3(-1, 1, 0), 2 + 0x1p-51);
  made = make_polytope(solid);
  ASSERT_TRUE(made.ok()) << made.reason();
  EXPECT_THAT(made.value()->notes(), ElementsAre("1 redundant half-space dropped"));
}

TEST(HalfSpaces, ThousandsMakeASimpleSolid) {
  Random random(kSeed, 3);
  HalfSpaces solid;
  constexpr std::size_t kCount = 3000;
  for (std::size_t k = 0; k < kCount; ++k) add(solid, random.unit_vector(), 1);
  solid.interior_point = Vec3(0.3, -0.2, 0.1);
  const Result<PolytopePtr> made = make_polytope(solid);
  ASSERT_TRUE(made.ok()) << made.reason();
  const Polytope& body = *made.value();
  EXPECT_THAT(body.notes(), IsEmpty());
  EXPECT_EQ(body.vertices().size(), 2 * kCount - 4);
  for (const Vec3& v : body.vertices()) {
    int on = 0;
    for (const Vec3& n : solid.normals) {
      ASSERT_LE(n.dot(v), 1 + 1e-15);
      on += n.dot(v) > 1 - 1e-15 ? 1 : 0;
    }
    ASSERT_GE(on, 3);
  }
}

/// Each facet of a polytope that is given by its vertices, exactly, is a half-space.
TEST(HalfSpaces, FacetsOfWholeNumbersGiveTheirVerticesBack) {
  for (int i = 0; i < 40; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 4, static_cast<std::uint64_t>(i));
    const PolytopePtr lattice = make_lattice_hull(random, 12, 4);
    if (!lattice->interior_point_strictly_inside()) continue;
    HalfSpaces solid;
    solid.interior_point = lattice->interior_point();
    std::set<Point> extreme;
    for (const int k : lattice->extreme()) {
      const Vec3& v = lattice->vertices()[at(k)];
      extreme.insert({v.x(), v.y(), v.z()});
    }
    for (const Facet& facet : lattice->facets()) {
      const auto corner = [&](std::size_t k) { return lattice->vertices()[at(facet.vertices[k])]; };
      const Vec3 normal = (corner(1) - corner(0)).cross(corner(2) - corner(0));
      add(solid, normal, normal.dot(corner(0)));
    }
    const Result<PolytopePtr> made = make_polytope(solid);
    ASSERT_TRUE(made.ok()) << made.reason();
    EXPECT_EQ(vertices_of(*made.value()), extreme);
    EXPECT_THAT(made.value()->notes(), IsEmpty());
  }
}

TEST(HalfSpaces, EachThatCannotBeUsedIsNamed) {
  const auto changed = [](auto change) {
    HalfSpaces solid = cube();
    change(solid);
    return reason_of(solid);
  };
  EXPECT_EQ(reason_of(HalfSpaces{}), "half_spaces: fewer than 4 bound no solid");
  EXPECT_EQ(changed([](HalfSpaces& s) {
              s.normals.resize(3);
              s.offsets.resize(3);
            }),
            "half_spaces: fewer than 4 bound no solid");
  EXPECT_EQ(changed([](HalfSpaces& s) { s.offsets.pop_back(); }),
            "half_spaces: 6 normals, but 5 offsets");
  EXPECT_EQ(changed([](HalfSpaces& s) { s.normals[2].setZero(); }),
            "half-space 2: its normal is zero");
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    EXPECT_EQ(changed([bad](HalfSpaces& s) { s.normals[4].y() = bad; }),
              "half-space 4: its normal is not finite");
    EXPECT_EQ(changed([bad](HalfSpaces& s) { s.offsets[5] = bad; }),
              "half-space 5: its offset is not finite");
    EXPECT_EQ(changed([bad](HalfSpaces& s) { s.interior_point.z() = bad; }),
              "interior_point: not finite");
  }
  EXPECT_EQ(changed([](HalfSpaces& s) { s.interior_point = Vec3(0, 1, 0); }),
            "interior_point: not strictly inside half-space 2");
  EXPECT_EQ(changed([](HalfSpaces& s) { s.interior_point = Vec3(0, 0, -7); }),
            "interior_point: not strictly inside half-space 5");
}

TEST(HalfSpaces, WhatIsUnboundedIsRejected) {
  const std::string unbounded = "half_spaces: their intersection is unbounded";
  for (std::size_t k = 0; k < 6; ++k) {
    HalfSpaces open = cube();
    open.normals.erase(open.normals.begin() + static_cast<std::ptrdiff_t>(k));
    open.offsets.pop_back();
    EXPECT_EQ(reason_of(open), unbounded);
    // Closed at 2^1074, which no double can say. The facet opposite to the open side moved up one.
    const Vec3 other = open.normals[k - k % 2];
    add(open, -0x1p-1074 * other, 1);
    EXPECT_THAT(reason_of(open), HasSubstr("not finite"));
  }
  HalfSpaces prism = cube();
  prism.normals.resize(4);
  prism.offsets.resize(4);
  EXPECT_EQ(reason_of(prism), unbounded);
  HalfSpaces same;
  for (int k = 0; k < 5; ++k) add(same, Vec3(1, 2, 3), 1);
  EXPECT_EQ(reason_of(same), unbounded);
  HalfSpaces upper;
  for (const double x : {-1, 0, 1}) {
    for (const double y : {-1, 0, 1}) add(upper, Vec3(x, y, 1), 1);
  }
  EXPECT_EQ(reason_of(upper), unbounded);
}

TEST(HalfSpaces, WhatRoundingSpoilsIsRejected) {
  HalfSpaces far = cube();
  far.offsets[0] = 1e61;
  EXPECT_THAT(reason_of(far), HasSubstr("a coordinate is larger than 1e60 m"));
  // -depth <= x + y <= 2^-60 about (1, -1, 0): no double of these magnitudes lies in between.
  const auto slab = [](double depth) {
    HalfSpaces solid;
    add(solid, Vec3(1, 1, 0), 0x1p-60);
    add(solid, Vec3(-1, -1, 0), depth);
    add(solid, Vec3(1, -1, 0), 3);
    add(solid, Vec3(-1, 1, 0), -1);
    add(solid, Vec3(0, 0, 1), 1);
    add(solid, Vec3(0, 0, -1), 1);
    solid.interior_point = Vec3(1, -1, 0);
    return solid;
  };
  EXPECT_EQ(reason_of(slab(0x1p-60)),
            "half_spaces: rounded to doubles, their vertices lie in one plane");
  EXPECT_EQ(reason_of(slab(1)),
            "half_spaces: with their vertices rounded to doubles, interior_point is not strictly "
            "inside");
}

}  // namespace
}  // namespace touchstone
