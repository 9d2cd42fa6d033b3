// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "reference/tests/oracle_samples.hpp"
#include "reference/tests/truth_check.hpp"

namespace touchstone {
namespace {

Truth solve_cubes(double x, double y, double z) { return solve({cube(), {}, cube(), at(x, y, z)}); }

TEST(Oracle, CubesApartAlongOneAxisAreFaceToFace) {
  const Truth truth = solve_cubes(5, 0.5, 0.25);
  EXPECT_EQ(truth.sign, 1);
  EXPECT_EQ(truth.phi, 3);
  EXPECT_EQ(truth.normals[0], Vec3(-1, 0, 0));
  EXPECT_EQ(feature_name(truth.features[0]), "face-face");
}

TEST(Oracle, CubesApartAlongTwoAxesAreEdgeToEdge) {
  const Truth truth = solve_cubes(5, 6, 0.25);
  EXPECT_EQ(truth.phi, 5);
  EXPECT_EQ(truth.phi_squared, 25);
  EXPECT_EQ(truth.normals[0], Vec3(-0.6, -0.8, 0));
  EXPECT_EQ(feature_name(truth.features[0]), "edge-edge");
}

TEST(Oracle, CubesApartAlongThreeAxesAreVertexToVertex) {
  const Truth truth = solve_cubes(3, 4, 4);
  EXPECT_EQ(truth.phi, 3);
  EXPECT_EQ(feature_name(truth.features[0]), "vertex-vertex");
}

TEST(Oracle, CubesOverlapByTheLeastPenetration) {
  const Truth truth = solve_cubes(1.5, 0.5, 0.25);
  EXPECT_EQ(truth.sign, -1);
  EXPECT_EQ(truth.phi, -0.5);
  ASSERT_EQ(truth.directions.size(), 1U);
  EXPECT_EQ(truth.normals[0], Vec3(-1, 0, 0));
  // d = -(1.5, 0.5, 0.25), h_K = 2 along x: r = 0.75.
  ASSERT_TRUE(truth.ratio);
  EXPECT_EQ(truth.ratio->rho, Rational(-1, 3));
}

TEST(Oracle, EqualPenetrationsAreAllGiven) {
  EXPECT_EQ(solve_cubes(1.5, 1.5, 0.25).directions.size(), 2U);
  const Truth three = solve_cubes(1.5, -1.5, 1.5);
  EXPECT_EQ(three.directions.size(), 3U);
  ASSERT_TRUE(three.ratio);
  EXPECT_EQ(three.ratio->directions.size(), 3U);
}

TEST(Oracle, ConcentricCubesHaveSixNormalsAndNoRatio) {
  const Truth truth = solve_cubes(0, 0, 0);
  EXPECT_EQ(truth.phi, -2);
  EXPECT_EQ(truth.directions.size(), 6U);
  EXPECT_FALSE(truth.ratio);
  EXPECT_EQ(truth.ratio_note, "interior points coincide");
}

TEST(Oracle, AContainedBodyIsAsDeepAsItsWayOut) {
  const Truth truth = solve({make_box({4, 5, 6}), {}, make_box({0.5, 0.5, 0.5}), at(1, 0, 0)});
  EXPECT_EQ(truth.phi, -3.5);
  ASSERT_EQ(truth.directions.size(), 1U);
  EXPECT_EQ(truth.normals[0], Vec3(-1, 0, 0));
}

TEST(Oracle, KissingFacesHaveOneNormal) {
  const Truth truth = solve_cubes(2, 0.5, 0.25);
  EXPECT_EQ(truth.sign, 0);
  EXPECT_EQ(truth.phi, 0);
  ASSERT_EQ(truth.directions.size(), 1U);
  EXPECT_EQ(truth.normals[0], Vec3(-1, 0, 0));
  ASSERT_TRUE(truth.ratio);
  EXPECT_EQ(truth.ratio->rho, 0);
}

TEST(Oracle, KissingEdgesHaveAFanOfNormals) {
  const Truth truth = solve_cubes(2, 2, 0.25);
  EXPECT_EQ(truth.sign, 0);
  ASSERT_EQ(truth.directions.size(), 2U);
  EXPECT_EQ(truth.normals[0], Vec3(-1, 0, 0));
  EXPECT_EQ(truth.normals[1], Vec3(0, -1, 0));
}

TEST(Oracle, KissingVerticesHaveAConeOfNormals) {
  const Truth truth = solve_cubes(2, 2, 2);
  EXPECT_EQ(truth.sign, 0);
  EXPECT_EQ(truth.directions.size(), 3U);
}

TEST(Oracle, AVertexOnAFaceHasOneNormal) {
  // An octahedron standing on the cube's top.
  const PolytopePtr octahedron =
      hull_of({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}});
  const Truth truth = solve({octahedron, at(0.25, 0.125, 2), cube(), {}});
  EXPECT_EQ(truth.sign, 0);
  ASSERT_EQ(truth.directions.size(), 1U);
  EXPECT_EQ(truth.normals[0], Vec3(0, 0, 1));
  EXPECT_EQ(feature_name(truth.features[0]), "vertex-face");
}

TEST(Oracle, CrossedEdgesHaveOneNormal) {
  // Two roofs, the lower ridge along x, the upper one upside down and along y.
  const PolytopePtr lower =
      hull_of({{-3, 0, 0}, {3, 0, 0}, {-3, -1, -1}, {3, -1, -1}, {-3, 1, -1}, {3, 1, -1}});
  const PolytopePtr upper =
      hull_of({{0, -3, 0}, {0, 3, 0}, {-1, -3, 1}, {-1, 3, 1}, {1, -3, 1}, {1, 3, 1}});
  for (const double height : {-0.125, 0.0, 0x1p-60, 0.5}) {
    const Truth truth = solve({upper, at(0.5, 0.25, height), lower, {}});
    EXPECT_EQ(truth.phi, height);
    ASSERT_EQ(truth.directions.size(), 1U);
    EXPECT_EQ(truth.normals[0], Vec3(0, 0, 1));
    EXPECT_EQ(feature_name(truth.features[0]), "edge-edge");
    // The ridges cross over (0.5, 0).
    EXPECT_EQ(truth.witness_A[0], Rational(1, 2));
    EXPECT_EQ(truth.witness_A[1], 0);
  }
}

TEST(Oracle, TheSmallestGapsKeepTheirSign) {
  const double ulp = 0x1p-52;
  EXPECT_EQ(solve_cubes(2 + 2 * ulp, 0, 0).phi, 2 * ulp);
  EXPECT_EQ(solve_cubes(2 - ulp, 0, 0).phi, -ulp);
  // The gap is in A's place: 1e-300 beside a body of size 1 that ends exactly at 0.
  const PolytopePtr slab = hull_of({{0, -1, -1},
                                    {0, 1, -1},
                                    {0, -1, 1},
                                    {0, 1, 1},
                                    {1, -1, -1},
                                    {1, 1, -1},
                                    {1, -1, 1},
                                    {1, 1, 1}});
  const PolytopePtr mirrored = hull_of({{0, -1, -1},
                                        {0, 1, -1},
                                        {0, -1, 1},
                                        {0, 1, 1},
                                        {-1, -1, -1},
                                        {-1, 1, -1},
                                        {-1, -1, 1},
                                        {-1, 1, 1}});
  for (const double gap : {1e-300, 5e-324, -5e-324, -1e-300}) {
    const Truth truth = solve({slab, at(gap, 0.25, 0), mirrored, {}});
    EXPECT_EQ(truth.phi, gap);
    ASSERT_TRUE(truth.ratio);
    EXPECT_EQ(sgn(truth.ratio->rho), gap > 0 ? 1 : -1);
  }
}

TEST(Oracle, FarFromTheOriginNothingIsLost) {
  const double far = 1e6;
  const Truth truth = solve({cube(), at(far, far, -far), cube(), at(far + 1.5, far + 0.25, -far)});
  EXPECT_EQ(truth.phi, -0.5);
  const Truth apart = solve({cube(), at(-far, 0, 0), cube(), at(far, 0, 0)});
  EXPECT_EQ(apart.phi, 2 * far - 2);
}

TEST(Oracle, ScaleDoesNotMatter) {
  for (const int exponent : {-190, -60, 60, 190}) {
    const double s = std::ldexp(1.0, exponent);
    const PolytopePtr box = make_box({s, s, s});
    EXPECT_EQ(solve({box, {}, box, at(1.5 * s, 0.5 * s, 0)}).phi, -0.5 * s);
    EXPECT_EQ(solve({box, {}, box, at(5 * s, 6 * s, 0)}).phi, 5 * s);
  }
  // A grain beside a mountain.
  const double grain = 1e-59;
  EXPECT_EQ(solve({make_box({grain, grain, grain}), at(1, 0, 0), cube(), {}}).phi, -grain);
}

TEST(Oracle, TheRatioNeedsInteriorPointsStrictlyInsideSolids) {
  const PolytopePtr square = hull_of({{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}});
  EXPECT_EQ(solve({square, {}, cube(), at(0, 0, 3)}).ratio_note, "body A is flat");
  EXPECT_EQ(solve({cube(), at(0, 0, 3), square, {}}).ratio_note, "body B is flat");
  auto result = make_polytope({cube()->vertices(), {}, Vec3(1, 0, 0)});
  ASSERT_TRUE(result.ok());
  const PolytopePtr tethered = std::move(result).value();
  EXPECT_EQ(solve({tethered, {}, cube(), at(0, 0, 3)}).ratio_note,
            "interior point of A is not strictly inside");
  EXPECT_EQ(solve({cube(), at(0, 0, 3), tethered, {}}).ratio_note,
            "interior point of B is not strictly inside");
  Oracle oracle;
  EXPECT_FALSE(oracle.solve({cube(), {}, cube(), at(3, 0, 0)}, false).ratio);
}

TEST(Oracle, RandomPairsOfSmallBodiesHaveTheBestDirectionOfAll) {
  constexpr std::uint64_t kSeed = 31;
  int separated = 0;
  int total = 0;
  for (std::uint64_t k = 0; k < 60; ++k) {
    SCOPED_TRACE("seed 31, index " + std::to_string(k));
    Random random(kSeed, k);
    const auto body = [&](int points) {
      std::vector<Vec3> vertices;
      vertices.reserve(static_cast<std::size_t>(points));
      for (int i = 0; i < points; ++i) vertices.push_back(random.unit_vector());
      return hull_of(vertices);
    };
    const PolytopePtr a = body(static_cast<int>(1 + random.below(5)));
    const PolytopePtr b = body(static_cast<int>(1 + random.below(5)));
    const Vec3 t = random.in_unit_ball() * 0.8;
    const Pair pair{a, {random.rotation(), Vec3::Zero()}, b, {random.rotation(), t}};
    const Truth truth = solve(pair);
    expect_best(pair, truth);
    ++total;
    separated += truth.sign > 0 ? 1 : 0;
  }
  EXPECT_GT(separated, total / 10);
  EXPECT_LT(separated, total * 9 / 10);
}

TEST(Oracle, LatticeHullsWithManyTiesHaveTheBestDirectionOfAll) {
  constexpr std::uint64_t kSeed = 32;
  int kissing = 0;
  int ties = 0;
  for (std::uint64_t k = 0; k < 60; ++k) {
    SCOPED_TRACE("seed 32, index " + std::to_string(k));
    Random random(kSeed, k);
    const PolytopePtr a = make_lattice_hull(random, 6, 1);
    const bool twins = k % 3 == 0;  // then A - B is symmetric about the origin
    const PolytopePtr b = twins ? a : make_lattice_hull(random, 6, 1);
    const auto coordinate = [&] { return twins ? 0 : static_cast<double>(random.below(5)) - 2; };
    const double x = coordinate();
    const double y = coordinate();
    const Pair pair{a, {}, b, at(x, y, coordinate())};
    const Truth truth = solve(pair);
    expect_best(pair, truth);
    kissing += truth.sign == 0 ? 1 : 0;
    ties += truth.sign < 0 && truth.directions.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(kissing, 3);
  EXPECT_GT(ties, 3);
}

TEST(Oracle, RandomBoxesAreConsistentAndSettledByTheFilter) {
  constexpr std::uint64_t kSeed = 33;
  Oracle oracle;
  for (std::uint64_t k = 0; k < 300; ++k) {
    SCOPED_TRACE("seed 33, index " + std::to_string(k));
    Random random(kSeed, k);
    const Vec3 t = random.in_unit_ball() * 3.5;
    const Pair pair{cube(), {}, cube(), {random.rotation(), t}};
    expect_consistent(pair, oracle.solve(pair));
  }
  EXPECT_EQ(oracle.statistics().queries, 300);
  EXPECT_LT(oracle.statistics().exact_candidates, 2 * 300);
  EXPECT_LT(oracle.statistics().exact_nearest, 10);
}

TEST(Oracle, PointsInsideFacetsAndEdgesChangeNothing) {
  std::vector<Vec3> vertices = cube()->vertices();
  const Truth plain = solve({cube(), {}, cube(), at(1.5, 0.5, 0.25)});
  for (const Vec3& extra : {Vec3(1, 0, 0), Vec3(1, 1, 0.5), Vec3(-1, 0.25, 0.25), Vec3(0, 0, 0)}) {
    vertices.insert(vertices.begin(), extra);
  }
  const PolytopePtr studded = hull_of(vertices);
  const Truth truth = solve({studded, {}, studded, at(1.5, 0.5, 0.25)});
  EXPECT_EQ(truth.phi_squared, plain.phi_squared);
  EXPECT_EQ(truth.directions, plain.directions);
  EXPECT_EQ(truth.features[0].vertices_A.size(), 4U);
}

TEST(Oracle, BodiesOfEqualContentShareTheirFeaturesAndUnequalOnesDoNot) {
  Oracle oracle;
  // More bodies than an oracle remembers, each asked for twice and in turn with a copy.
  for (int round = 0; round < 2; ++round) {
    for (int k = 1; k <= 50; ++k) {
      const double h = k / 8.0;
      const Truth truth =
          oracle.solve({make_box({h, h, h}), {}, make_box({h, h, h}), at(3 * h, 0, 0)});
      EXPECT_EQ(truth.phi, h);
    }
  }
}

TEST(Oracle, LargeHullsAreConsistent) {
  constexpr std::uint64_t kSeed = 34;
  Random random(kSeed);
  const PolytopePtr a = make_random_sphere_hull(random, 200);
  const PolytopePtr b = make_random_sphere_hull(random, 300);
  const PolytopePtr sphere = make_uv_sphere(16, 8);
  for (const double distance : {0.5, 1.9, 2.5}) {
    const Vec3 t = random.unit_vector() * distance;
    const Pair pair{a, {}, b, {random.rotation(), t}};
    expect_consistent(pair, solve(pair));
    const Pair spheres{sphere, {}, sphere, {Mat3::Identity(), t}};
    expect_consistent(spheres, solve(spheres));
  }
  const Truth concentric = solve({sphere, {}, sphere, {}});
  EXPECT_GT(concentric.directions.size(), 1U);
}

}  // namespace
}  // namespace touchstone
