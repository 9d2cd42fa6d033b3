// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact/exact_body.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20260731;

PolytopePtr hull_of(const std::vector<Vec3>& points) {
  return make_polytope({points, {}, {}}).value();
}

/// Bodies of every dimension and of many sizes, each followed by one unlike it.
std::vector<PolytopePtr> samples() {
  Random random(kSeed);
  std::vector<PolytopePtr> bodies;
  for (const int points : {8, 30, 5, 120, 16}) {
    bodies.push_back(make_random_sphere_hull(random, points));
    bodies.push_back(make_box(Vec3(1, 0.5, 2)));
    bodies.push_back(hull_of({{0, 0, 0}, {1, 0, 0.3}, {0.2, 1, 0.1}, {1.2, 1, 0.4}}));
    bodies.push_back(make_random_ellipsoid_hull(random, points, Vec3(1, 0.4, 1e-9)));
    bodies.push_back(hull_of({{0, 0, 0}, {1, 2, 3}}));
    bodies.push_back(make_prism(7, 1, 0.3));
    bodies.push_back(hull_of({{4, 5, 6}}));
  }
  return bodies;
}

void expect_same(const ExactBody& a, const ExactBody& b) {
  EXPECT_EQ(a.dimension(), b.dimension());
  EXPECT_EQ(a.index(), b.index());
  EXPECT_EQ(a.given(), b.given());
  EXPECT_EQ(a.scaled(), b.scaled());
  EXPECT_EQ(a.exponent(), b.exponent());
  EXPECT_EQ(a.radius(), b.radius());
  EXPECT_EQ(a.unit(), b.unit());
  EXPECT_EQ(a.edge_directions(), b.edge_directions());
  ASSERT_EQ(a.vertex_count(), b.vertex_count());
  for (int v = 0; v < a.vertex_count(); ++v) {
    EXPECT_EQ(a.point(v), b.point(v)) << v;
    ASSERT_EQ(a.spokes(v).size(), b.spokes(v).size()) << v;
    for (std::size_t k = 0; k < a.spokes(v).size(); ++k) {
      EXPECT_EQ(a.spokes(v)[k].arc, b.spokes(v)[k].arc);
      EXPECT_EQ(a.spokes(v)[k].other, b.spokes(v)[k].other);
      EXPECT_EQ(a.spokes(v)[k].sense, b.spokes(v)[k].sense);
    }
  }
  ASSERT_EQ(a.nodes().size(), b.nodes().size());
  for (std::size_t f = 0; f < a.nodes().size(); ++f) {
    const ExactBody::Node& m = a.nodes()[f];
    const ExactBody::Node& n = b.nodes()[f];
    EXPECT_EQ(m.normal, n.normal) << f;
    EXPECT_EQ(m.error, n.error) << f;
    EXPECT_EQ(m.corner, n.corner) << f;
    EXPECT_EQ(std::vector<int>(a.face(m).begin(), a.face(m).end()),
              std::vector<int>(b.face(n).begin(), b.face(n).end()));
    EXPECT_EQ(a.normal(static_cast<int>(f)), b.normal(static_cast<int>(f))) << f;
  }
  ASSERT_EQ(a.arcs().size(), b.arcs().size());
  for (std::size_t k = 0; k < a.arcs().size(); ++k) {
    EXPECT_EQ(a.arcs()[k].v0, b.arcs()[k].v0) << k;
    EXPECT_EQ(a.arcs()[k].v1, b.arcs()[k].v1) << k;
    EXPECT_EQ(a.arcs()[k].left, b.arcs()[k].left) << k;
    EXPECT_EQ(a.arcs()[k].right, b.arcs()[k].right) << k;
  }
}

TEST(ExactBody, MadeInThePlaceOfAnotherIsAsNew) {
  ExactBody again({{0, 0, 0}});
  int number = 0;
  for (const PolytopePtr& body : samples()) {
    for (const bool claimed : {true, false}) {
      SCOPED_TRACE("body " + std::to_string(number) + (claimed ? ", claimed" : ""));
      const ExactBody::Claim claim =
          claimed ? ExactBody::Claim{body->facets(), body->edges()} : ExactBody::Claim();
      again.make(body->vertices(), claim);
      expect_same(again, ExactBody(body->vertices(), claim));
    }
    ++number;
  }
}

/// A claim that leaves out one point, outside or inside, among an odd or an even number of points.
TEST(ExactBody, AClaimIsBelievedWhereNoPointIsOutside) {
  Random random(kSeed, 1);
  for (int points = 5; points < 40; ++points) {
    SCOPED_TRACE(points);
    const PolytopePtr body = make_random_sphere_hull(random, points);
    const ExactBody::Claim claim{body->facets(), body->edges()};
    std::vector<Vec3> more = body->vertices();
    more.emplace_back(1.01 * random.unit_vector());
    const ExactBody larger(more, claim);
    ASSERT_EQ(larger.index().back(), points);
    more.back() = body->interior_point();
    const ExactBody proven(more, claim);
    expect_same(proven, ExactBody(body->vertices(), claim));
  }
}

}  // namespace
}  // namespace touchstone
