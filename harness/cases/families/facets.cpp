// SPDX-License-Identifier: GPL-3.0-or-later
// Families of bodies whose facets are not what they seem: vertices next to vertices, vertices
// inside facets and edges; and prisms whose contact is planar. All regimes in turn.
#include <array>
#include <cmath>
#include <utility>

#include "geometry/loop_bound.hpp"
#include "geometry/shapes.hpp"
#include "harness/cases/families/bodies.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"

namespace touchstone {
namespace {

constexpr double kUlpOfOne = 0x1p-52;

/// A copy of the vertex an ulp or so away in each coordinate, or 1e-15 to 1e-9 away.
Vec3 next_to(Random& random, const Vec3& v) {
  if (random.below(2) == 0) {
    const double distance = random_power_of_ten(random, -15, -9);
    return v + distance * random.in_unit_ball();
  }
  Vec3 copy = v;
  for (int k = 0; k < 3; ++k) {
    const std::uint64_t step = random.below(3);
    if (step < 2) copy[k] = v[k] * (step == 0 ? 1 + kUlpOfOne : 1 - kUlpOfOne);
  }
  return copy;
}

constexpr int kMaxCopies = 2;

PolytopePtr near_duplicate_solid(Random& random) {
  std::vector<Vec3> points = small_solid_points(random);
  const std::size_t originals = points.size();
  for (std::size_t k = 0; k < originals; ++k) {
    for (std::uint64_t copies = random.below(kMaxCopies + 1); copies > 0; --copies) {
      const Vec3 copy = next_to(random, points[k]);
      points.push_back(copy);
    }
  }
  return hull_of(std::move(points));
}

/// The solid with the middle of each edge and a point of each facet added, to rounding, or pushed
/// out or in by 1e-15 to 1e-10. What ends up inside is dropped by make_polytope.
PolytopePtr with_flat_points(Random& random, const Polytope& body) {
  std::vector<Vec3> points = body.vertices();
  const bool pushed = random.below(2) == 0;
  const auto push = [&] {
    if (!pushed) return 0.0;
    const double size = random_power_of_ten(random, -15, -10);
    return random.below(4) == 0 ? -size : size;
  };
  for (const Edge& edge : body.edges()) {
    const Vec3 middle = 0.5 * (body.vertices()[edge.v0] + body.vertices()[edge.v1]);
    points.emplace_back(
        middle + push() * (body.facets()[edge.left].normal + body.facets()[edge.right].normal));
  }
  for (const Facet& facet : body.facets()) {
    Vec3 sum = Vec3::Zero();
    for (const int v : facet.vertices) sum += body.vertices()[v];
    points.emplace_back(sum / static_cast<double>(facet.vertices.size()) + push() * facet.normal);
  }
  return hull_of(std::move(points));
}

constexpr int kMaxCells = 3;
constexpr int kMaxFlatVertices = 56;  ///< 4^3 grid points, less 2^3 inside

PolytopePtr flat_solid(Random& random) {
  constexpr double kHalfExtentUnit = 0.125;
  if (random.below(2) == 0) {
    std::array<int, 3> cells{};
    Vec3 half;
    for (std::size_t k = 0; k < 3; ++k) {
      cells.at(k) = 1 + static_cast<int>(random.below(kMaxCells));
      half[static_cast<int>(k)] = kHalfExtentUnit * static_cast<double>(4 + random.below(5));
    }
    if (cells == std::array{1, 1, 1}) cells = {2, 2, 2};
    return make_grid_box(cells, half);
  }
  switch (random.below(3)) {
    case 0: {
      constexpr std::uint64_t kMaxPrismSides = 6;
      const auto sides = static_cast<int>(3 + random.below(kMaxPrismSides - 2));
      return with_flat_points(random, *make_prism(sides, 1, 0.5));
    }
    case 1:
      return with_flat_points(random, *make_simplex(0.7));
    default:
      return with_flat_points(random, *make_random_sphere_hull(random, 8));
  }
}

/// Two solids of one kind, turned by nothing, by a symmetry of the cube or at random.
template <PolytopePtr (*kSolid)(Random&)>
Pair pair_of(Random& random, std::uint64_t index) {
  Pair pair;
  pair.A = kSolid(random);
  pair.B = kSolid(random);
  pair.X_WB.R = aligned_or_random(random, 3);
  place(random, regime_of(index), &pair);
  return pair;
}

/// A direction in the plane z = 0.
Vec3 planar_direction(Random& random) {
  LoopBound bound = bound_of_draws("facets: draws of a planar direction");
  while (true) {
    bound.step();
    const Vec3 v = random.in_unit_ball();
    const Vec3 level(v.x(), v.y(), 0);
    if (ordered_dot(level, level) > 0.01) return normalised(level);
  }
}

constexpr int kMaxPlanarSides = 10;

/// A prism along z over a polygon with 3 to 10 corners on a circle, its half-height not less than
/// its radius about the interior point.
PolytopePtr planar_prism(Random& random) {
  const auto sides = 3 + random.below(kMaxPlanarSides - 2);
  const double radius = random.uniform(0.4, 1);
  std::vector<Vec3> polygon;
  if (random.below(2) == 0) {
    const PolytopePtr prism = make_prism(static_cast<int>(sides), radius, 1);
    for (const Vec3& v : prism->vertices()) {
      if (v.z() > 0) polygon.emplace_back(v.x(), v.y(), 0);
    }
  } else {
    for (std::uint64_t k = 0; k < sides; ++k) {
      polygon.emplace_back(radius * planar_direction(random));
    }
  }
  // All corners are on the circle, so the radius about their mean is at most twice the circle's.
  const double half_height = radius * (2 + random.uniform());
  std::vector<Vec3> points;
  for (const Vec3& p : polygon) {
    points.emplace_back(p.x(), p.y(), half_height);
    points.emplace_back(p.x(), p.y(), -half_height);
  }
  return hull_of(std::move(points));
}

/// Prisms along z with their centres at z = 0, turned about z: phi, n and rho are those of the
/// polygons.
Pair planar(Random& random, std::uint64_t index) {
  Pair pair;
  pair.A = planar_prism(random);
  pair.B = planar_prism(random);
  // tan of half the angle; the identity in one of four cases.
  const double half_angle = random.below(4) == 0 ? 0 : random.uniform(-4, 4);
  pair.X_WB.R = rotation_about(Vec3::UnitZ(), half_angle);
  Vec3 w = planar_direction(random);
  if (random.below(2) == 0) {
    std::vector<Vec3> sides;
    for (const Facet& facet : pair.A->facets()) {
      if (std::abs(facet.normal.z()) < 0.5) {
        sides.emplace_back(-normalised({facet.normal.x(), facet.normal.y(), 0}));
      }
    }
    w = sides[random.below(sides.size())];
  }
  place(random, regime_of(index), w, &pair, true);
  return pair;
}

}  // namespace

std::vector<Family> facet_families() {
  constexpr std::uint64_t kDefaultCases = 80;
  return {
      hard_family("near-duplicate-vertices", "each vertex up to three times, an ulp to 1e-9 apart",
                  (kMaxCopies + 1) * kMaxSmallVertices, kDefaultCases,
                  drawn(pair_of<near_duplicate_solid>)),
      hard_family("flat-facets", "vertices inside facets and edges, exactly or to 1e-10",
                  kMaxFlatVertices, kDefaultCases, drawn(pair_of<flat_solid>)),
      hard_family("planar", "prisms with coplanar centres: phi, n, rho as in the plane",
                  2 * kMaxPlanarSides, kDefaultCases, drawn(planar)),
  };
}

}  // namespace touchstone
