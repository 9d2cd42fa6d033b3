// SPDX-License-Identifier: GPL-3.0-or-later
// Families in which nearly everything is nearly tied: hulls jiggled by ulps, duplicates of
// duplicates, bodies in copies of themselves, prisms on top of each other; and given interior
// points on the boundary. Boxes and hulls (bodies.hpp), all regimes in turn.
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "geometry/shapes.hpp"
#include "harness/cases/families/bodies.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"

namespace touchstone {
namespace {

// ---- jiggled by ulps

/// x changed by up to three ulps, a zero by up to three ulps of 1.
double jiggled(Random& random, double x) {
  const double ulps = 0x1p-52 * from_to(random, -3, 3);
  return x == 0 ? ulps : x * (1 + ulps);
}

Vec3 jiggled(Random& random, const Vec3& v) {
  Vec3 moved;
  for (int k = 0; k < 3; ++k) moved[k] = jiggled(random, v[k]);
  return moved;
}

Mat3 jiggled(Random& random, const Mat3& R) {
  Mat3 moved;
  for (int k = 0; k < 3; ++k) moved.col(k) = jiggled(random, Vec3(R.col(k)));
  return moved;
}

/// Points of a body whose facets come in parallel pairs or have many corners.
std::vector<Vec3> parallel_points(Random& random) {
  switch (random.below(4)) {
    case 0:
      return make_prism(from_to(random, 3, 16), 1, 0.5)->vertices();
    case 1:
      return make_grid_box({from_to(random, 1, 2), 2, from_to(random, 1, 3)}, {0.5, 0.75, 1})
          ->vertices();
    case 2:
      return cube_symmetric_solid(random)->vertices();
    default: {
      std::vector<Vec3> points = make_lattice_hull(random, from_to(random, 6, 30), 3)->vertices();
      for (Vec3& p : points) p /= 4;  // exact
      return points;
    }
  }
}

/// Each point, or each of up to four copies of it, jiggled by itself.
PolytopePtr jiggled_hull(Random& random, const std::vector<Vec3>& points) {
  const auto fits = static_cast<int>(kMaxMixedVertices / points.size());
  const int copies = from_to(random, 1, std::min(4, fits));
  std::vector<Vec3> moved;
  for (const Vec3& p : points) {
    for (int k = 0; k < copies; ++k) moved.push_back(jiggled(random, p));
  }
  return hull_of(std::move(moved));
}

PolytopePtr jiggled_box(Random& random, const Vec3& half) {
  return make_box(jiggled(random, half));
}

/// Boxes by their half extents, hulls by their vertices, in half of the cases the same body twice;
/// in three of four cases axes are parallel, in two of those to a few ulps.
Pair ulp_jiggled(Random& random, std::uint64_t index) {
  const Kinds kinds = kinds_of(index);
  const bool same = random.below(2) == 0;
  const auto half = [&] {
    Vec3 h;
    for (int k = 0; k < 3; ++k) h[k] = 0.25 * from_to(random, 1, 4);
    return h;
  };
  const auto points = [&] {
    return random.below(2) == 0 ? small_solid_points(random) : parallel_points(random);
  };
  Pair pair;
  if (kinds == Kinds::hulls) {
    const std::vector<Vec3> first = points();
    const std::vector<Vec3> second = same ? first : points();
    pair.A = jiggled_hull(random, first);
    pair.B = jiggled_hull(random, second);
  } else {
    const Vec3 first = half();
    const Vec3 second = same ? first : half();
    pair.A = jiggled_box(random, first);
    if (kinds == Kinds::boxes) {
      pair.B = jiggled_box(random, second);
    } else {
      pair.B = jiggled_hull(random, same ? box_corners(first) : points());
      if (random.below(2) == 0) std::swap(pair.A, pair.B);
    }
  }
  pair.X_WA.R = aligned_or_random(random, 3);
  const Mat3 R = ordered_product(pair.X_WA.R, signed_permutation(random));
  const std::uint64_t way = random.below(4);
  pair.X_WB.R = way == 0 ? random.rotation() : way == 1 ? R : jiggled(random, R);
  place(random, regime_of(index), &pair);
  return pair;
}

// ---- duplicates of duplicates, bodies in copies of themselves

/// Each point with a copy 1e-4 to 1e-2 away, each of those with one 1e-9 to 1e-6 away, and, while
/// there is room, each of those with one 1e-16 to 1e-12 away.
std::vector<Vec3> clustered(Random& random, std::vector<Vec3> points) {
  constexpr std::array<std::array<int, 2>, 3> kExponents{{{-4, -2}, {-9, -6}, {-16, -12}}};
  for (const auto& [least, largest] : kExponents) {
    const std::size_t count = points.size();
    if (2 * count > kMaxMixedVertices) break;
    for (std::size_t k = 0; k < count; ++k) {
      const double distance = random_power_of_ten(random, least, largest);
      const Vec3 copy = points[k] + distance * random.in_unit_ball();
      points.push_back(copy);
    }
  }
  return points;
}

/// At most eight random points, so that three rounds of copies have room, or those of a small
/// solid.
std::vector<Vec3> few_points(Random& random) {
  std::vector<Vec3> points;
  if (random.below(3) == 0) return small_solid_points(random);
  for (int count = from_to(random, 4, 8); count > 0; --count)
    points.push_back(random.unit_vector());
  return points;
}

/// B is A smaller by 1e-15 to 1e-1 of itself, in the same pose, moved by up to as much.
void nest(Random& random, const std::vector<Vec3>& points, Pair* pair) {
  const double play = random_power_of_ten(random, -15, -1);
  std::vector<Vec3> inner = points;
  for (Vec3& p : inner) p *= 1 - play;
  pair->B = hull_of(std::move(inner));
  pair->X_WB = pair->X_WA;
  const double share = random.below(2) == 0 ? 1 : random_power_of_ten(random, -3, -1);
  set_offset(pair, share * play * pair->A->inradius() * random.in_unit_ball());
  swap_in_half(random, pair);
}

Pair near_duplicates_nested(Random& random, std::uint64_t index) {
  const Kinds kinds = kinds_of(index);
  const auto box = [&] {
    return box_corners({random.uniform(0.3, 1), random.uniform(0.3, 1), random.uniform(0.3, 1)});
  };
  const auto cluster = [&] { return clustered(random, few_points(random)); };
  const std::vector<Vec3> A = kinds == Kinds::hulls ? cluster() : box();
  Pair pair;
  pair.A = hull_of(A);
  pair.X_WA.R = aligned_or_random(random, 3);
  if (regime_of(index) == Regime::deep) {
    nest(random, kinds == Kinds::box_and_hull ? clustered(random, A) : A, &pair);
    return pair;
  }
  pair.B = hull_of(kinds == Kinds::boxes ? box() : cluster());
  if (kinds == Kinds::box_and_hull && random.below(2) == 0) std::swap(pair.A, pair.B);
  pair.X_WB.R = parallel_or_random(random, pair.X_WA.R);
  place(random, regime_of(index), &pair);
  return pair;
}

// ---- interior points on the boundary

/// Multiples of 2^-20: means by weights of 1/2 and 1/4 are exact.
std::vector<Vec3> on_a_grid(std::vector<Vec3> points) {
  constexpr double kGrid = 0x1p20;
  for (Vec3& p : points) {
    for (int k = 0; k < 3; ++k) p[k] = static_cast<double>(static_cast<int>(kGrid * p[k])) / kGrid;
  }
  return points;
}

/// The middle of an edge, a point of a facet or a vertex, exactly; or, in half of the cases, a
/// point 1e-16 to 1e-1 of the way from a vertex to the mean, which rounding may put anywhere
/// beside.
Vec3 boundary_point(Random& random, const Polytope& body) {
  const auto vertex = [&](int k) -> const Vec3& {
    return body.vertices()[static_cast<std::size_t>(k)];
  };
  const auto some = static_cast<std::size_t>(random.below(body.vertices().size()));
  switch (random.below(6)) {
    case 0: {
      const Edge& edge = body.edges()[random.below(body.edges().size())];
      return 0.5 * (vertex(edge.v0) + vertex(edge.v1));
    }
    case 1: {
      const std::vector<int>& v = body.facets()[random.below(body.facets().size())].vertices;
      return 0.25 * (vertex(v[0]) + vertex(v[1])) + 0.5 * vertex(v[2]);
    }
    case 2:
      return body.vertices()[some];
    default: {
      const double share = random_power_of_ten(random, -16, -1);
      return body.vertices()[some] + share * (body.interior_point() - body.vertices()[some]);
    }
  }
}

PolytopePtr with_boundary_point(Random& random, const Polytope& body) {
  const Vec3 point = boundary_point(random, body);
  Result<PolytopePtr> given = make_polytope({body.vertices(), {}, point});
  if (given.ok()) return std::move(given).value();
  return make_polytope({body.vertices(), {}, body.vertices().front()}).value();
}

/// A pair of bodies with whole coordinates in [-5, 5] or on a grid, whose interior points lie on
/// the boundary or near it: A's, B's, or both.
Pair boundary_interior_point(Random& random, std::uint64_t index) {
  const Kinds kinds = kinds_of(index);
  PairPoints points = mixed_points(random, kinds);
  const auto body = [&](bool box, std::vector<Vec3> general) {
    constexpr int kRange = 5;
    if (box || random.below(2) == 0) return hull_of(on_a_grid(std::move(general)));
    return make_lattice_hull(random, from_to(random, 4, 12), kRange);
  };
  Pair pair;
  pair.A = body(kinds == Kinds::boxes, std::move(points.A));
  pair.B = body(kinds != Kinds::hulls, std::move(points.B));
  pair.X_WA.R = aligned_or_random(random, 3);
  pair.X_WA.t = random.in_unit_ball();
  pair.X_WB.R = parallel_or_random(random, pair.X_WA.R);
  place(random, regime_of(index), &pair);
  const std::uint64_t whose = random.below(3);
  if (whose != 1) pair.A = with_boundary_point(random, *pair.A);
  if (whose != 0) pair.B = with_boundary_point(random, *pair.B);
  return pair;
}

// ---- prisms on top of each other

constexpr int kMaxStackedSides = 32;

/// The point moved by up to 1e-14 in x and y [m].
Vec3 beside(Random& random, const Vec3& p) {
  const double distance = random_power_of_ten(random, -16, -14);
  const Vec3 off = distance * random.in_unit_ball();
  return {p.x() + off.x(), p.y() + off.y(), p.z()};
}

/// A prism between z and z + height, its corners moved by up to 1e-14 in x and y [m].
std::vector<Vec3> prism_over(Random& random, const std::vector<Vec3>& polygon, double z,
                             double height) {
  std::vector<Vec3> points;
  for (const Vec3& p : polygon) {
    for (const double level : {z, z + height}) {
      points.push_back(beside(random, {p.x(), p.y(), level}));
    }
  }
  return points;
}

/// A box between z and z + height, its half extents in x and y changed by up to 1e-14 [m].
std::vector<Vec3> box_over(Random& random, const Vec3& half, double z, double height) {
  const Vec3 near = beside(random, half);
  std::vector<Vec3> points = box_corners(near);
  for (Vec3& p : points) p.z() = p.z() > 0 ? z + height : z;
  return points;
}

std::vector<Vec3> stacked_polygon(Random& random) {
  std::vector<Vec3> polygon;
  const double flatness = random.below(2) == 0 ? 1 : random.uniform(0.3, 1);
  const PolytopePtr prism = make_prism(from_to(random, 3, kMaxStackedSides), 1, 1);
  for (const Vec3& v : prism->vertices()) {
    if (v.z() > 0) polygon.emplace_back(v.x(), flatness * v.y(), 0);
  }
  return polygon;
}

double stacking_gap(Random& random, Regime regime, double height) {
  switch (regime) {
    case Regime::separated:
      return random.uniform(0.02, 0.9);
    case Regime::near:
      return random_power_of_ten(random, -15, -6);
    case Regime::touching:
      return 0;
    case Regime::shallow:
      return -random_power_of_ten(random, -15, -3);
    case Regime::deep:
      break;
  }
  return -height * random.uniform(0.3, 1);
}

/// A stands on z = 0, B's top is the gap below it. Both over one polygon, to 1e-14, or, in a
/// quarter of the cases, over one each; all of it turned and moved.
Pair prisms_stacked(Random& random, std::uint64_t index) {
  const Kinds kinds = kinds_of(index);
  const double height_A = 0.25 * from_to(random, 1, 8);
  const double height_B = 0.25 * from_to(random, 1, 8);
  const Vec3 half{random.uniform(0.3, 1), random.uniform(0.3, 1), 1};
  std::vector<Vec3> polygon = stacked_polygon(random);
  if (kinds == Kinds::box_and_hull) {
    polygon = {{half.x(), half.y(), 0},
               {-half.x(), half.y(), 0},
               {-half.x(), -half.y(), 0},
               {half.x(), -half.y(), 0}};
  }
  const bool alike = random.below(4) > 0;
  const std::vector<Vec3> other = alike ? polygon : stacked_polygon(random);
  const Vec3 other_half = alike ? half : Vec3(half.y(), half.x(), 1);
  Pair pair;
  pair.A = hull_of(kinds == Kinds::hulls ? prism_over(random, polygon, 0, height_A)
                                         : box_over(random, half, 0, height_A));
  pair.B = hull_of(kinds == Kinds::boxes ? box_over(random, other_half, -height_B, height_B)
                                         : prism_over(random, other, -height_B, height_B));
  const double gap = stacking_gap(random, regime_of(index), std::min(height_A, height_B));
  const Vec3 shift = beside(random, {0, 0, -gap});
  const std::uint64_t turned = random.below(3);
  const Mat3 R = turned == 0   ? Mat3(Mat3::Identity())
                 : turned == 1 ? signed_permutation(random)
                               : random.rotation();
  pair.X_WA.R = R;
  pair.X_WB.R = R;
  if (turned == 2) pair.X_WA.t = random.in_unit_ball();
  pair.X_WB.t = pair.X_WA.t + ordered_product(R, shift);
  swap_in_half(random, &pair);
  return pair;
}

}  // namespace

std::vector<Family> near_tie_families() {
  constexpr std::uint64_t kDefaultCases = 60;
  const auto row = [](const char* name, const char* summary, CaseGenerator generate) {
    return hard_family(name, summary, kMaxMixedVertices, kDefaultCases, std::move(generate));
  };
  return {
      row("ulp-jiggled", "parallel, duplicate and lattice bodies, everything moved by ulps",
          drawn(ulp_jiggled)),
      row("near-duplicates-nested",
          "copies of copies of vertices; bodies inside copies of themselves",
          drawn(near_duplicates_nested)),
      row("boundary-interior-point",
          "given interior points on a vertex, an edge, a facet, or by one",
          drawn(boundary_interior_point)),
      row("prisms-stacked", "prisms face on face, corners upon corners to 1e-14, gaps 0 to 1",
          drawn(prisms_stacked)),
  };
}

}  // namespace touchstone
