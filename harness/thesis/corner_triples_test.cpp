// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/thesis/corner_triples.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "geometry/index.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

// The upper apex of a double pyramid at (0, 0, 1), 1 below the face z = 2 of a box about (0, 0, 3):
// grown they meet where t = 3/2.
Pair apex_below_a_box(int sides) {
  return {
      make_double_pyramid(sides, 1, 1), {}, make_box(Vec3(1, 1, 1)), {Mat3::Identity(), {0, 0, 3}}};
}
int lowest_facet(const Polytope& body) {
  std::size_t lowest = 0;
  for (std::size_t k = 0; k < body.facets().size(); ++k) {
    if (body.facets()[k].normal.z() < body.facets()[lowest].normal.z()) lowest = k;
  }
  return static_cast<int>(lowest);
}
int apex(const Polytope& body) {
  int top = 0;
  for (std::size_t k = 0; k < body.vertices().size(); ++k) {
    if (body.vertices()[k].z() > body.vertices()[at(top)].z()) top = static_cast<int>(k);
  }
  return top;
}

TEST(CornerTriples, GiveTheEventOfTheCorner) {
  const Pair pair = apex_below_a_box(6);
  const std::vector<int> facets = facets_at(*pair.A, apex(*pair.A));
  ASSERT_EQ(facets.size(), 6U);
  const TripleEvent event =
      triple_event(pair, {facets[0], facets[2], facets[3]}, lowest_facet(*pair.B));
  ASSERT_TRUE(event.regular);
  EXPECT_EQ(event.arm, (ExactVec3{0, 0, 1}));
  EXPECT_EQ(event.t, Rational(3, 2));
  EXPECT_EQ(event.by_place, (ExactVec3{0, 0, Rational(-1, 2)})) << "t = (3 - z) / 2";
  EXPECT_EQ(event.by_turn, ExactVec3()) << "the apex is on the axis of its fall";
}

TEST(CornerTriples, SeeFacetsOfTwoCorners) {
  const Pair pair = apex_below_a_box(6);
  const std::vector<int> up = facets_at(*pair.A, apex(*pair.A));
  int down = 0;
  while (std::find(up.begin(), up.end(), down) != up.end()) ++down;
  const TripleEvent event = triple_event(pair, {up[0], up[2], down}, lowest_facet(*pair.B));
  EXPECT_NE(event.arm, (ExactVec3{0, 0, 1}));
  EXPECT_FALSE(triple_event(pair, {up[0], up[0], up[1]}, 0).regular);
}

TEST(CornerTriples, AreTenAtTheCornerOfAnIcosahedron) {
  ClaimOptions options;
  options.cases = 20;
  const CheckReport report = check_triples(options);
  EXPECT_TRUE(report.as_expected());
  EXPECT_EQ(report.rows[0].family, "icosahedron");
  EXPECT_EQ(report.rows[0].count("triples").value, 200);
  EXPECT_GE(report.rows[0].claim("once").held, 5U);
}

}  // namespace
}  // namespace touchstone
