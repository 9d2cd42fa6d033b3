// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/shapes.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <numeric>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/arithmetic/trigonometry.hpp"
#include "geometry/tests/polytope_checks.hpp"

namespace touchstone {
namespace {

double radius_error_in_ulps(const Vec3& v, double radius) {
  const Rational x = v.x();
  const Rational y = v.y();
  const Rational z = v.z();
  const double length = round_sqrt_to_double(x * x + y * y + z * z);
  return std::abs(length - radius) / (std::nextafter(radius, 2 * radius) - radius);
}

/// Every given vertex is extreme and all the rest holds.
void expect_shape(const PolytopePtr& body, const std::string& name, std::size_t vertices,
                  std::size_t facets) {
  SCOPED_TRACE(name);
  EXPECT_EQ(body->vertices().size(), vertices);
  EXPECT_EQ(body->extreme().size(), vertices);
  EXPECT_EQ(body->facets().size(), facets);
  EXPECT_TRUE(body->notes().empty());
  EXPECT_TRUE(body->interior_point_strictly_inside());
  EXPECT_GT(body->inradius(), 0);
  EXPECT_LT(body->inradius(), body->bounding_radius());
  expect_sound_solid(*body, name, false);
}

TEST(SinCosOfTurn, IsCorrectlyRounded) {
  mpfr_t angle;
  mpfr_t value;
  mpfr_init2(angle, 400);
  mpfr_init2(value, 53);
  for (const long n : {1L, 3L, 5L, 7L, 12L, 64L, 97L, 360L, 1000L}) {
    for (long k = -3; k < 2 * n; ++k) {
      if (8 * k % n == 0) continue;  // exact zeros and diagonals have their own test
      mpfr_const_pi(angle, MPFR_RNDN);
      mpfr_mul_si(angle, angle, 2 * k, MPFR_RNDN);
      mpfr_div_si(angle, angle, n, MPFR_RNDN);
      const SinCos found = sin_cos_of_turn(k, n);
      mpfr_sin(value, angle, MPFR_RNDN);
      ASSERT_EQ(found.sin.high, mpfr_get_d(value, MPFR_RNDN)) << "sin " << k << "/" << n;
      mpfr_cos(value, angle, MPFR_RNDN);
      ASSERT_EQ(found.cos.high, mpfr_get_d(value, MPFR_RNDN)) << "cos " << k << "/" << n;
    }
  }
  mpfr_clear(angle);
  mpfr_clear(value);
}

TEST(SinCosOfTurn, IsExactAndSymmetricWhereTheTurnIs) {
  for (const long n : {8L, 24L, 840L}) {
    for (long quarter = 0; quarter < 4; ++quarter) {
      const SinCos axis = sin_cos_of_turn(quarter * n / 4, n);
      EXPECT_EQ(axis.sin.high, quarter == 1 ? 1 : (quarter == 3 ? -1 : 0));
      EXPECT_EQ(axis.cos.high, quarter == 0 ? 1 : (quarter == 2 ? -1 : 0));
      const SinCos diagonal = sin_cos_of_turn(n / 8 + quarter * n / 4, n);
      EXPECT_EQ(std::abs(diagonal.sin.high), std::sqrt(0.5));
      EXPECT_EQ(std::abs(diagonal.cos.high), std::sqrt(0.5));
    }
  }
  EXPECT_EQ(sin_cos_of_turn(1, 12).sin.high, 0.5);
  EXPECT_EQ(sin_cos_of_turn(5, 12).sin.high, 0.5);
  EXPECT_EQ(sin_cos_of_turn(7, 12).sin.high, -0.5);
  EXPECT_EQ(sin_cos_of_turn(1, 6).cos.high, 0.5);
  EXPECT_EQ(sin_cos_of_turn(2, 3).cos.high, -0.5);
  for (long k = 0; k < 100; ++k) {
    const SinCos a = sin_cos_of_turn(k, 100);
    EXPECT_EQ(a.sin.high, -sin_cos_of_turn(-k, 100).sin.high);
    EXPECT_EQ(a.sin.high, sin_cos_of_turn(50 - k, 100).sin.high);
    EXPECT_EQ(a.sin.high, sin_cos_of_turn(25 - k, 100).cos.high);
    EXPECT_EQ(a.sin.high, sin_cos_of_turn(k + 700, 100).sin.high);
  }
}

TEST(MakeBox, TakesBoxesOfAnyAspect) {
  expect_shape(make_box({1, 2, 3}), "box", 8, 6);
  expect_shape(make_box({1e-6, 2, 3}), "thin box", 8, 6);
  expect_shape(make_box({1e-13, 1, 1}), "box below the merging tolerance", 8, 6);
  EXPECT_EQ(make_box({1, 2, 0})->dimension(), 2);
  EXPECT_EQ(make_box({0, 2, 0})->dimension(), 1);
  EXPECT_EQ(make_box({0, 0, 0})->dimension(), 0);
}

TEST(MakeUvSphere, HasItsVerticesOnTheSphere) {
  for (const std::size_t slices : {3, 4, 5, 8, 16, 33, 64}) {
    for (const std::size_t stacks : {2, 3, 4, 8, 17, 32}) {
      const std::string name = std::to_string(slices) + "x" + std::to_string(stacks);
      const PolytopePtr sphere = make_uv_sphere(static_cast<int>(slices), static_cast<int>(stacks));
      const std::size_t vertices = slices * (stacks - 1) + 2;
      // Two caps of triangles and bands of quadrilaterals; with 2 stacks and 4 slices all are
      // triangles.
      expect_shape(sphere, name, vertices, slices * stacks);
      for (const Vec3& v : sphere->vertices()) ASSERT_LE(radius_error_in_ulps(v, 1), 1) << name;
      EXPECT_LE(std::abs(sphere->bounding_radius() - 1), 4e-16) << name;
    }
  }
}

TEST(MakeUvSphere, HasItsPolesOnTheGivenAxis) {
  const PolytopePtr x = make_uv_sphere(7, 5, 2, Axis::x);
  EXPECT_EQ(x->vertices().front(), Vec3(2, 0, 0));
  EXPECT_EQ(x->vertices().back(), Vec3(-2, 0, 0));
  EXPECT_EQ(make_uv_sphere(7, 5, 2, Axis::y)->vertices().front(), Vec3(0, 2, 0));
  EXPECT_EQ(make_uv_sphere(7, 5, 2)->vertices().front(), Vec3(0, 0, 2));
  for (const Axis pole : {Axis::x, Axis::y, Axis::z}) {
    expect_shape(make_uv_sphere(7, 5, 2, pole), "pole", 30, 35);
  }
}

TEST(MakeIcosphere, HasItsVerticesOnTheSphere) {
  std::size_t cells = 1;
  for (int level = 0; level <= 3; ++level, cells *= 4) {
    const PolytopePtr sphere = make_icosphere(level, 3);
    expect_shape(sphere, "level " + std::to_string(level), 10 * cells + 2, 20 * cells);
    for (const Vec3& v : sphere->vertices()) ASSERT_LE(radius_error_in_ulps(v, 3), 1);
  }
}

TEST(MakePrism, HasTwoCapsAndASideForEachEdge) {
  for (const int sides : {3, 4, 7, 64, 500}) {
    const std::size_t n = sides;
    const std::string name = std::to_string(sides);
    expect_shape(make_prism(sides, 2, 0.5), "prism " + name, 2 * n, n + 2);
    expect_shape(make_antiprism(sides, 2, 0.5), "antiprism " + name, 2 * n, 2 * n + 2);
    expect_shape(make_double_pyramid(sides, 2, 0.5), "double pyramid " + name, n + 2, 2 * n);
    EXPECT_EQ(make_double_pyramid(sides, 2, 0.5)->neighbours().back().size(), n);
  }
}

TEST(MakeNeedle, AndPlateAreAsThinAsAsked) {
  for (const double aspect : {1.0, 1e3, 1e6, 1e9}) {
    expect_shape(make_needle(aspect), "needle", 5, 6);
    expect_shape(make_plate(aspect), "plate", 16, 10);
    EXPECT_EQ(make_needle(aspect)->vertices()[0].x(), 1 / aspect);
    EXPECT_EQ(make_plate(aspect)->inradius(), std::min(1 / aspect, make_plate(1)->inradius()));
  }
}

TEST(MakeSimplex, IsRegular) {
  const PolytopePtr simplex = make_simplex(2);
  expect_shape(simplex, "simplex", 4, 4);
  for (const Edge& edge : simplex->edges()) {
    EXPECT_EQ((simplex->vertices()[edge.v0] - simplex->vertices()[edge.v1]).norm(),
              std::sqrt(32.0));
  }
}

TEST(RandomHulls, LieWhereTheyShouldAndDependOnTheSeedAlone) {
  Random random(80);
  Random same(80);
  for (const int points : {4, 8, 32, 200}) {
    const PolytopePtr sphere = make_random_sphere_hull(random, points);
    EXPECT_EQ(sphere->vertices().size(), static_cast<std::size_t>(points));
    expect_sound_solid(*sphere, "sphere", true);
    for (const Vec3& v : sphere->vertices()) ASSERT_LE(radius_error_in_ulps(v, 1), 2);
    EXPECT_EQ(sphere->content_hash(), make_random_sphere_hull(same, points)->content_hash());

    const PolytopePtr ball = make_random_ball_hull(random, points);
    EXPECT_LE(ball->vertices().size(), static_cast<std::size_t>(points));
    expect_sound_solid(*ball, "ball", true);
    EXPECT_EQ(ball->content_hash(), make_random_ball_hull(same, points)->content_hash());

    const PolytopePtr ellipsoid = make_random_ellipsoid_hull(random, points, {1, 2, 0.01});
    expect_sound_solid(*ellipsoid, "ellipsoid", false);
    for (const Vec3& v : ellipsoid->vertices()) {
      ASSERT_NEAR(v.cwiseQuotient(Vec3(1, 2, 0.01)).norm(), 1, 1e-15);
    }
    EXPECT_EQ(ellipsoid->content_hash(),
              make_random_ellipsoid_hull(same, points, {1, 2, 0.01})->content_hash());
  }
}

TEST(MakeLatticeHull, IsASolidOfIntegers) {
  Random random(81);
  for (int i = 0; i < 200; ++i) {
    const PolytopePtr hull = make_lattice_hull(random, 4 + i % 20, 1 + i % 4);
    expect_sound_solid(*hull, "lattice " + std::to_string(i), true);
    for (const Vec3& v : hull->vertices()) {
      for (const double x : v) {
        ASSERT_EQ(x, std::floor(x));
        ASSERT_LE(std::abs(x), 1 + i % 4);
      }
    }
  }
}

TEST(Shapes, HaveTheSameBitsOnEveryMachine) {
  // If one of these changes, every generated case changes with it.
  Random random(82);
  std::uint64_t hash = 0;
  for (const PolytopePtr& body :
       {make_box({1, 2, 3}), make_uv_sphere(16, 9, 1.5, Axis::y), make_icosphere(2, 0.7),
        make_random_sphere_hull(random, 64), make_random_ball_hull(random, 64),
        make_random_ellipsoid_hull(random, 64, {1, 2, 3}), make_prism(11, 1.1, 0.3),
        make_antiprism(11, 1.1, 0.3), make_double_pyramid(77, 1.3, 0.1), make_needle(1e5),
        make_plate(1e5), make_simplex(0.3), make_lattice_hull(random, 30, 4)}) {
    hash = hash * 0x9e3779b97f4a7c15U + body->content_hash();
  }
  EXPECT_EQ(hash, 15504600558503163341U);
}

}  // namespace
}  // namespace touchstone
