// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/polytope.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "geometry/arithmetic/predicates.hpp"
#include "geometry/arithmetic/rational.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "geometry/tests/polytope_checks.hpp"

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

PolytopePtr made(const std::vector<Vec3>& vertices) {
  const Result<PolytopePtr> result = make_polytope({vertices, {}, {}});
  EXPECT_TRUE(result.ok()) << result.reason();
  return result.value();
}

std::string reason_of(const PolytopeInput& input) {
  const Result<PolytopePtr> result = make_polytope(input);
  return result ? "accepted" : result.reason();
}

const std::vector<Vec3> kCube = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                                 {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};

std::vector<Vec3> cube_and(const Vec3& point) {
  std::vector<Vec3> vertices = kCube;
  vertices.push_back(point);
  return vertices;
}

TEST(MakeBox, EqualsTheHullOfItsCorners) {
  const PolytopePtr box = make_box({1.1, 0.3, 2.7});
  const Result<PolytopePtr> made = make_polytope({box->vertices(), {}, {}});
  ASSERT_TRUE(made.ok()) << made.reason();
  const PolytopePtr& hull = made.value();
  EXPECT_EQ(box->dimension(), hull->dimension());
  EXPECT_EQ(box->vertices(), hull->vertices());
  EXPECT_EQ(box->extreme(), hull->extreme());
  EXPECT_EQ(box->neighbours(), hull->neighbours());
  EXPECT_EQ(box->interior_point(), hull->interior_point());
  EXPECT_EQ(box->interior_point_strictly_inside(), hull->interior_point_strictly_inside());
  EXPECT_EQ(box->bounding_radius(), hull->bounding_radius());
  EXPECT_EQ(box->inradius(), hull->inradius());
  EXPECT_EQ(box->content_hash(), hull->content_hash());
  ASSERT_EQ(box->facets().size(), hull->facets().size());
  for (std::size_t f = 0; f < box->facets().size(); ++f) {
    EXPECT_EQ(box->facets()[f].normal, hull->facets()[f].normal) << f;
    EXPECT_EQ(box->facets()[f].offset, hull->facets()[f].offset) << f;
    EXPECT_EQ(box->facets()[f].vertices, hull->facets()[f].vertices) << f;
  }
  ASSERT_EQ(box->edges().size(), hull->edges().size());
  for (std::size_t e = 0; e < box->edges().size(); ++e) {
    EXPECT_EQ(box->edges()[e].v0, hull->edges()[e].v0) << e;
    EXPECT_EQ(box->edges()[e].v1, hull->edges()[e].v1) << e;
    EXPECT_EQ(box->edges()[e].left, hull->edges()[e].left) << e;
    EXPECT_EQ(box->edges()[e].right, hull->edges()[e].right) << e;
  }
}

TEST(MakePolytope, RejectsEmptyListsAndNaN) {
  EXPECT_EQ(reason_of({}), "no vertices");
  EXPECT_EQ(reason_of({{{0, 0, 0}, {0, kNan, 0}}, {}, {}}), "vertex 1: not finite");
  EXPECT_EQ(reason_of({{{kInfinity, 0, 0}}, {}, {}}), "vertex 0: not finite");
  EXPECT_EQ(reason_of({kCube, {}, Vec3(0, 0, kNan)}), "interior_point: not finite");
}

TEST(MakePolytope, RejectsSizesWhoseSquaresLeaveTheRange) {
  EXPECT_EQ(reason_of({{{0, 0, 0}, {0, -2e60, 0}}, {}, {}}),
            "vertex 1: a coordinate is larger than 1e60 m");
  EXPECT_EQ(reason_of({{{0, 0, 0}, {0, 1e-61, 0}}, {}, {}}),
            "vertices: all within 1e-60 m of each other");
  EXPECT_EQ(reason_of({{{0, 0, 0}, {0, 1e-59, 0}}, {}, {}}), "accepted");
  EXPECT_EQ(reason_of({{{0, 5e-324, 0}}, {}, {}}), "accepted");
}

TEST(MakePolytope, FindsPointsSegmentsPolygonsAndSolids) {
  const PolytopePtr point = made({{1, 2, 3}});
  EXPECT_EQ(point->dimension(), 0);
  EXPECT_EQ(point->interior_point(), Vec3(1, 2, 3));
  EXPECT_EQ(point->bounding_radius(), 0);
  EXPECT_THAT(point->extreme(), ElementsAre(0));
  EXPECT_THAT(point->edges(), IsEmpty());

  const PolytopePtr segment = made({{2, 2, 2}, {1, 1, 1}, {3, 3, 3}, {0, 0, 0}});
  EXPECT_EQ(segment->dimension(), 1);
  EXPECT_THAT(segment->vertices(), ElementsAre(Vec3(3, 3, 3), Vec3(0, 0, 0)));
  EXPECT_THAT(segment->notes(), ElementsAre("2 interior vertices dropped"));
  ASSERT_EQ(segment->edges().size(), 1U);
  EXPECT_EQ(segment->edges()[0].left, -1);
  EXPECT_EQ(segment->edges()[0].right, -1);
  EXPECT_THAT(segment->neighbours()[0], ElementsAre(1));
  EXPECT_EQ(segment->interior_point(), Vec3(1.5, 1.5, 1.5));
  EXPECT_FALSE(segment->interior_point_strictly_inside());

  const PolytopePtr solid = made(kCube);
  EXPECT_EQ(solid->dimension(), 3);
  EXPECT_THAT(solid->notes(), IsEmpty());
  EXPECT_EQ(solid->bounding_radius(), std::sqrt(3.0));
  EXPECT_EQ(solid->inradius(), 1);
}

TEST(MakePolytope, GivesAPolygonTwoSides) {
  // A square with a point on an edge and one inside, in a tilted plane.
  std::vector<Vec3> vertices;
  for (const auto& [a, b] : {std::pair{0, 0}, {2, 0}, {1, 1}, {2, 2}, {1, 0}, {0, 2}}) {
    vertices.emplace_back(a * Vec3(1, 0, 3) + b * Vec3(0, 1, -2));
  }
  const PolytopePtr polygon = made(vertices);
  EXPECT_EQ(polygon->dimension(), 2);
  EXPECT_EQ(polygon->vertices().size(), 5U);
  EXPECT_THAT(polygon->extreme(), ElementsAre(0, 1, 2, 4));
  ASSERT_EQ(polygon->facets().size(), 2U);
  EXPECT_EQ(polygon->facets()[0].normal, -polygon->facets()[1].normal);
  EXPECT_EQ(polygon->inradius(), 0);
  ASSERT_EQ(polygon->edges().size(), 4U);
  for (const Facet& facet : polygon->facets()) {
    const Vec3 u = polygon->vertices()[facet.vertices[1]] - polygon->vertices()[facet.vertices[0]];
    const Vec3 w = polygon->vertices()[facet.vertices[2]] - polygon->vertices()[facet.vertices[1]];
    EXPECT_GT(u.cross(w).dot(facet.normal), 0);
  }
  for (const Edge& edge : polygon->edges()) {
    EXPECT_EQ(edge.left + edge.right, 1);
    const auto& cycle = polygon->facets()[edge.left].vertices;
    const auto at = std::find(cycle.begin(), cycle.end(), edge.v0) - cycle.begin();
    EXPECT_EQ(cycle[(at + 1) % 4], edge.v1);
  }
  EXPECT_THAT(polygon->neighbours()[0], ElementsAre(1, 4));
  EXPECT_THAT(polygon->neighbours()[3], IsEmpty());
}

TEST(MakePolytope, MergesDuplicatesAndSaysSo) {
  std::vector<Vec3> vertices = kCube;
  vertices.insert(vertices.begin() + 1, {-1, -1, -1});
  vertices.emplace_back(1, 1, 1);
  const PolytopePtr body = made(vertices);
  EXPECT_EQ(body->vertices(), kCube);
  EXPECT_THAT(body->notes(), ElementsAre("2 duplicate vertices merged"));
  EXPECT_EQ(made({{0.0, 1, 0}, {-0.0, 1, -0.0}})->dimension(), 0);
  EXPECT_EQ(made({{0.0, 1, 0}})->content_hash(), made({{-0.0, 1, -0.0}})->content_hash());
}

TEST(MakePolytope, TellsAPointOnAFacetFromOneUnitAboveOrBelow) {
  const PolytopePtr on = made(cube_and({0.25, 0.25, 1}));
  EXPECT_EQ(on->vertices().size(), 9U);
  EXPECT_EQ(on->extreme().size(), 8U);
  EXPECT_THAT(on->neighbours()[8], IsEmpty());
  expect_sound_solid(*on, "on", true);

  const PolytopePtr below = made(cube_and({0.25, 0.25, std::nextafter(1.0, 0.0)}));
  EXPECT_EQ(below->vertices(), kCube);
  EXPECT_THAT(below->notes(), ElementsAre("1 interior vertex dropped"));

  const PolytopePtr above = made(cube_and({0.25, 0.25, std::nextafter(1.0, 2.0)}));
  EXPECT_EQ(above->extreme().size(), 9U);
  EXPECT_EQ(above->neighbours()[8].size(), 4U);
  EXPECT_EQ(above->facets().size(), 6U) << "a facet for features all the same";
  EXPECT_EQ(above->facets()[5].offset, std::nextafter(1.0, 2.0));
  expect_sound_solid(*above, "above", false);

  const PolytopePtr edge = made(cube_and({0.25, 1, 1}));
  EXPECT_EQ(edge->vertices().size(), 9U);
  EXPECT_EQ(edge->extreme().size(), 8U);
  expect_sound_solid(*edge, "edge", true);
}

TEST(MakePolytope, JoinsFacetsThatRoundingSplitsButNothingThicker) {
  std::vector<Vec3> vertices = kCube;
  vertices[7].z() += 0x1p-52;
  EXPECT_EQ(made(vertices)->facets().size(), 6U);
  expect_sound_solid(*made(vertices), "an ulp", false);
  vertices[7].z() = 1 + 1e-11;
  EXPECT_EQ(made(vertices)->facets().size(), 7U);
  expect_sound_solid(*made(vertices), "ten tolerances", true);

  Random random(60);
  for (int i = 0; i < 300; ++i) {
    // Turning a box rounds its faces; a grid on the faces makes slivers of them.
    const Mat3 R = random.rotation();
    std::vector<Vec3> turned;
    turned.reserve(27);
    for (int k = 0; k < 27; ++k) {
      const int x = k % 3 - 1;
      const int y = k / 3 % 3 - 1;
      const int z = k / 9 - 1;
      turned.emplace_back(R * Vec3(x, 0.3 * y, 0.7 * z));
    }
    const PolytopePtr body = made(turned);
    expect_sound_solid(*body, "turned grid " + std::to_string(i), false);
    ASSERT_EQ(body->facets().size(), 6U) << i;
    std::vector<Vec3> corners;
    corners.reserve(kCube.size());
    for (const Vec3& v : kCube) corners.emplace_back(R * v);
    ASSERT_EQ(made(corners)->facets().size(), 6U) << i;
    expect_sound_solid(*made(corners), "turned cube " + std::to_string(i), false);
  }
}

/// Supporting planes of all triples, their coplanar points, and ranks of normals: exact in doubles
/// for small integers.
struct BruteHull {
  std::set<std::set<int>> planes;
  std::vector<bool> on_boundary;
  std::vector<bool> extreme;

  explicit BruteHull(const std::vector<Vec3>& p) : on_boundary(p.size()), extreme(p.size()) {
    const auto n = static_cast<int>(p.size());
    std::vector<std::vector<Vec3>> normals(p.size());
    for (int i = 0; i < n; ++i) {
      for (int j = i + 1; j < n; ++j) {
        for (int k = j + 1; k < n; ++k) {
          const Vec3 normal = (p[j] - p[i]).cross(p[k] - p[i]);
          std::set<int> on;
          bool above = false;
          bool below = false;
          for (int m = 0; m < n; ++m) {
            const double side = normal.dot(p[m] - p[i]);
            above = above || side > 0;
            below = below || side < 0;
            if (side == 0) on.insert(m);
          }
          if (normal.isZero() || (above && below) || !planes.insert(on).second) continue;
          for (const int m : on) normals[m].push_back(normal);
        }
      }
    }
    for (int m = 0; m < n; ++m) {
      on_boundary[m] = !normals[m].empty();
      for (const Vec3& a : normals[m]) {
        for (const Vec3& b : normals[m]) {
          for (const Vec3& c : normals[m]) {
            if (a.cross(b).dot(c) != 0) extreme[m] = true;
          }
        }
      }
    }
  }
};

TEST(MakePolytope, EqualsBruteForceOnLattices) {
  Random random(61);
  int with_points_on_facets = 0;
  for (int round = 0; round < 1000; ++round) {
    const int count = 4 + static_cast<int>(random.below(12));
    const auto width = 2 + random.below(4);
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) {
      Vec3 p;
      for (int k = 0; k < 3; ++k) p[k] = static_cast<double>(random.below(width));
      if (std::find(points.begin(), points.end(), p) == points.end()) points.push_back(p);
    }
    const PolytopePtr body = made(points);
    if (body->dimension() < 3) continue;
    const BruteHull brute(points);
    std::vector<Vec3> boundary;
    std::vector<int> extreme;
    std::vector<int> position(points.size(), -1);
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!brute.on_boundary[i]) continue;
      position[i] = static_cast<int>(boundary.size());
      if (brute.extreme[i]) extreme.push_back(position[i]);
      boundary.push_back(points[i]);
    }
    ASSERT_EQ(body->vertices(), boundary) << "round " << round;
    ASSERT_EQ(body->extreme(), extreme) << "round " << round;
    if (extreme.size() < boundary.size()) ++with_points_on_facets;
    std::set<std::set<int>> expected;
    for (const std::set<int>& plane : brute.planes) {
      std::set<int> corners;
      for (const int i : plane) {
        if (brute.extreme[i]) corners.insert(position[i]);
      }
      expected.insert(corners);
    }
    std::set<std::set<int>> found;
    for (const Facet& f : body->facets()) found.emplace(f.vertices.begin(), f.vertices.end());
    ASSERT_EQ(found, expected) << "round " << round;
    expect_sound_solid(*body, "round " + std::to_string(round), true);
  }
  EXPECT_GT(with_points_on_facets, 100);
}

TEST(MakePolytope, GivesTheSameBodyWhateverTheOrderOfThePoints) {
  Random random(62);
  std::vector<Vec3> points;
  points.reserve(40);
  for (int i = 0; i < 40; ++i) points.push_back(random.unit_vector());
  const PolytopePtr body = made(points);
  const PolytopePtr again = made(points);
  EXPECT_EQ(body->content_hash(), again->content_hash());
  for (std::size_t f = 0; f < body->facets().size(); ++f) {
    ASSERT_EQ(body->facets()[f].vertices, again->facets()[f].vertices);
    ASSERT_EQ(body->facets()[f].normal, again->facets()[f].normal);
  }
  std::reverse(points.begin(), points.end());
  const PolytopePtr reversed = made(points);
  EXPECT_NE(reversed->content_hash(), body->content_hash())
      << "the hash is of the vertices in order";
  EXPECT_EQ(reversed->interior_point(), body->interior_point());
  EXPECT_EQ(reversed->facets().size(), body->facets().size());
  EXPECT_EQ(reversed->bounding_radius(), body->bounding_radius());
}

TEST(MakePolytope, TakesTheCorrectlyRoundedMeanOfTheExtremeVertices) {
  Random random(63);
  const PolytopePtr body = make_random_ball_hull(random, 30);
  for (int axis = 0; axis < 3; ++axis) {
    Rational sum = 0;
    for (const int v : body->extreme()) sum += Rational(body->vertices()[v][axis]);
    EXPECT_EQ(body->interior_point()[axis],
              round_to_double(sum / static_cast<long>(body->extreme().size())));
  }
  // Neither points on facets nor the order of magnitude matter.
  EXPECT_EQ(made(cube_and({0.5, 0.5, 1}))->interior_point(), Vec3::Zero());
  EXPECT_EQ(made({{1e60, 0, 0}, {-1e60, 1e-300, 0}})->interior_point(), Vec3(0, 5e-301, 0));
}

TEST(MakePolytope, DecidesExactlyWhereTheGivenInteriorPointIs) {
  const auto with_point = [](const Vec3& point) { return make_polytope({kCube, {}, point}); };
  const Result<PolytopePtr> inside = with_point({0, 0, std::nextafter(1.0, 0.0)});
  ASSERT_TRUE(inside.ok());
  EXPECT_TRUE(inside.value()->interior_point_given());
  EXPECT_TRUE(inside.value()->interior_point_strictly_inside());
  EXPECT_GT(inside.value()->inradius(), 0);
  const Result<PolytopePtr> on = with_point({0, 0, 1});
  ASSERT_TRUE(on.ok());
  EXPECT_FALSE(on.value()->interior_point_strictly_inside());
  EXPECT_EQ(on.value()->inradius(), 0);
  EXPECT_EQ(with_point({0, 0, std::nextafter(1.0, 2.0)}).reason(),
            "interior_point: outside the hull of the vertices");
  EXPECT_NE(inside.value()->content_hash(), made(kCube)->content_hash());
}

TEST(MakePolytope, RejectsInteriorPointsOutsideFlatBodies) {
  const std::string outside = "interior_point: outside the hull of the vertices";
  const std::vector<Vec3> square = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  EXPECT_EQ(reason_of({square, {}, Vec3(0.5, 0.5, 0)}), "accepted");
  EXPECT_EQ(reason_of({square, {}, Vec3(1, 0.5, 0)}), "accepted");
  EXPECT_EQ(reason_of({square, {}, Vec3(1.5, 0.5, 0)}), outside);
  EXPECT_EQ(reason_of({square, {}, Vec3(0.5, 0.5, 1e-300)}), outside);
  const std::vector<Vec3> segment = {{0, 0, 0}, {2, 2, 2}};
  EXPECT_EQ(reason_of({segment, {}, Vec3(1.5, 1.5, 1.5)}), "accepted");
  EXPECT_EQ(reason_of({segment, {}, Vec3(3, 3, 3)}), outside);
  EXPECT_EQ(reason_of({segment, {}, Vec3(1, 1, std::nextafter(1.0, 2.0))}), outside);
  EXPECT_EQ(reason_of({{{1, 2, 3}}, {}, Vec3(1, 2, 3)}), "accepted");
  EXPECT_EQ(reason_of({{{1, 2, 3}}, {}, Vec3(1, 2, 4)}), outside);
}

TEST(MakePolytope, TakesTheDefaultInteriorPointBackWhenItIsGiven) {
  // The mean of a turned polygon, once rounded, is off its plane; a case written to a file carries
  // it all the same.
  Random random(64);
  int off_plane = 0;
  for (int i = 0; i < 50; ++i) {
    const std::vector<Vec3> triangle = {random.in_unit_ball(), random.in_unit_ball(),
                                        random.in_unit_ball()};
    const PolytopePtr body = made(triangle);
    const Vec3& mean = body->interior_point();
    if (orientation(triangle[0], triangle[1], triangle[2], mean) != 0) ++off_plane;
    const Result<PolytopePtr> again = make_polytope({triangle, {}, mean});
    ASSERT_TRUE(again.ok()) << again.reason();
    EXPECT_EQ(again.value()->content_hash(), body->content_hash());
  }
  EXPECT_GT(off_plane, 10);
}

TEST(MakePolytope, HoldsAtBothEndsOfTheRange) {
  for (const double scale : {1e-59, 1e-30, 1e30, 9e59}) {
    std::vector<Vec3> vertices;
    vertices.reserve(kCube.size() + 1);
    for (const Vec3& v : kCube) vertices.emplace_back(v * scale);
    vertices.emplace_back(Vec3(0.25, 0.25, 1) * scale);
    const PolytopePtr body = made(vertices);
    expect_sound_solid(*body, std::to_string(scale), true);
    EXPECT_EQ(body->facets().size(), 6U);
    EXPECT_EQ(body->facets()[5].normal, Vec3(0, 0, 1));
    EXPECT_EQ(body->extreme().size(), 8U);
    EXPECT_EQ(body->inradius(), scale);
  }
}

TEST(MakeRounded, KeepsTheCoreAndChangesTheHash) {
  const PolytopePtr core = made(kCube);
  const PolytopePtr body = make_rounded(core, 0.25).value();
  EXPECT_EQ(core->radius(), 0);
  EXPECT_EQ(body->radius(), 0.25);
  EXPECT_EQ(body->vertices(), core->vertices());
  EXPECT_EQ(body->facets().size(), core->facets().size());
  EXPECT_EQ(body->bounding_radius(), core->bounding_radius());
  EXPECT_NE(body->content_hash(), core->content_hash());
  EXPECT_NE(body->content_hash(), make_rounded(core, 0.5).value()->content_hash());
  EXPECT_EQ(make_rounded(core, 0).value(), core);
  EXPECT_EQ(make_rounded(core, -0.0).value(), core);
  const PolytopePtr again = make_rounded(body, 0).value();
  EXPECT_EQ(again->radius(), 0);
  EXPECT_EQ(again->content_hash(), core->content_hash());
}

TEST(MakeRounded, RefusesWhatIsNoRadius) {
  const PolytopePtr core = made(kCube);
  const auto reason = [&](double radius) {
    const Result<PolytopePtr> body = make_rounded(core, radius);
    return body.ok() ? "accepted" : body.reason();
  };
  EXPECT_EQ(reason(-1e-9), "radius: must not be negative");
  EXPECT_EQ(reason(std::nan("")), "radius: not finite");
  EXPECT_EQ(reason(HUGE_VAL), "radius: not finite");
  EXPECT_EQ(reason(1.1e60), "radius: larger than 1e60 m");
  EXPECT_EQ(reason(0.9e-60), "radius: smaller than 1e-60 m, but not 0");
  EXPECT_EQ(reason(1e60), "accepted");
}

}  // namespace
}  // namespace touchstone
