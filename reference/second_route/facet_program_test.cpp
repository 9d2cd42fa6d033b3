// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/oracle.hpp"

#include <gtest/gtest.h>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "reference/tests/ratio_samples.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261121;

PolytopePtr cube() { return make_box({1, 1, 1}); }

/// Facets of such boxes are exact: the program is that of the vertices.
TEST(FacetProgram, OfBoxesIsTheTruth) {
  EXPECT_EQ(solve_facet_program(apart_by(cube(), cube(), {4, 0.5, 0})), Rational(1, 2));
  for (int i = 0; i < 40; ++i) {
    Random random(kSeed, 0, static_cast<std::uint64_t>(i));
    Pair pair{make_box({1, 0.5, 0.25}), {}, make_box({0.5, 2, 1}), {}};
    pair.X_WA.R = random.rotation();
    pair.X_WB = {random.rotation(), random.uniform(0.2, 4) * random.unit_vector()};
    EXPECT_EQ(solve_facet_program(pair), solve_ratio_program(pair))
        << "seed " << kSeed << " index " << i;
  }
}

TEST(FacetProgram, OfHullsIsOffTheTruthByTheRoundingOfFacets) {
  int differ = 0;
  for (int i = 0; i < 20; ++i) {
    Random random(kSeed, 1, static_cast<std::uint64_t>(i));
    Pair pair{make_random_sphere_hull(random, 12), {}, make_random_sphere_hull(random, 20), {}};
    pair.X_WB = {random.rotation(), random.uniform(0.5, 4) * random.unit_vector()};
    const auto of_facets = solve_facet_program(pair);
    const auto of_vertices = solve_ratio_program(pair);
    ASSERT_TRUE(of_facets && of_vertices) << "seed " << kSeed << " index " << i;
    const Rational off = abs(Rational(*of_facets - *of_vertices));
    EXPECT_LE(off, Rational(1e-13) * (1 + abs(*of_vertices))) << "seed " << kSeed << " index " << i;
    if (off > 0) ++differ;
  }
  EXPECT_GT(differ, 10);
}

TEST(FacetProgram, UndefinedCasesHaveNoValue) {
  EXPECT_EQ(solve_facet_program(apart_by(cube(), cube(), {0, 0, 0})), std::nullopt);
  const PolytopePtr square = body_about({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}});
  EXPECT_EQ(solve_facet_program(apart_by(square, cube(), {3, 0, 0})), std::nullopt);
  const PolytopePtr on_its_face = body_about(cube()->vertices(), Vec3(1, 0, 0));
  EXPECT_EQ(solve_facet_program(apart_by(cube(), on_its_face, {4, 0, 0})), std::nullopt);
}

}  // namespace
}  // namespace touchstone
