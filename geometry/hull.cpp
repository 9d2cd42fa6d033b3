// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hull.hpp"

#include <CGAL/Convex_hull_traits_3.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/convex_hull_3.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "geometry/predicates.hpp"

namespace touchstone {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

/// A point that CGAL hands back with its index.
struct IndexedPoint : Kernel::Point_3 {
  IndexedPoint() = default;
  IndexedPoint(const Vec3& p, int i) : Kernel::Point_3(p.x(), p.y(), p.z()), index(i) {}
  const Kernel::Point_3& point() const { return *this; }
  int index = -1;
};

template <class PlaneTraits>
struct IndexedPlaneTraits : PlaneTraits {
  using Point_2 = IndexedPoint;
};

/// CGAL's traits with two differences. Planes are three points and their signs those of
/// `orientation`, since a plane of rounded coefficients is not exact and CGAL's own filter for
/// triples runs while rounding is upward. And the height of a plane's own corners is zero without
/// the tie going to rationals, which was most of the time for small bodies.
struct HullTraits : CGAL::Convex_hull_traits_3<Kernel> {
  using Point_3 = IndexedPoint;

  struct Plane_3 {
    IndexedPoint p, q, r;

    CGAL::Orientation side(const IndexedPoint& x) const {
      return CGAL::orientation(p.point(), q.point(), r.point(), x.point());
    }
    bool has_corner(const IndexedPoint& x) const {
      return x.index == p.index || x.index == q.index || x.index == r.index;
    }
  };
  struct Construct_plane_3 {
    Plane_3 operator()(const IndexedPoint& p, const IndexedPoint& q, const IndexedPoint& r) const {
      return {p, q, r};
    }
  };
  struct Has_on_positive_side_3 {
    bool operator()(const Plane_3& plane, const IndexedPoint& x) const {
      return plane.side(x) == CGAL::POSITIVE;
    }
  };
  struct Less_signed_distance_to_plane_3 {
    bool operator()(const Plane_3& plane, const IndexedPoint& x, const IndexedPoint& y) const {
      if (plane.has_corner(x)) return !plane.has_corner(y) && plane.side(y) == CGAL::POSITIVE;
      if (plane.has_corner(y)) return plane.side(x) == CGAL::NEGATIVE;
      return Kernel::Less_signed_distance_to_plane_3()(plane.p, plane.q, plane.r, x, y);
    }
  };
  Construct_plane_3 construct_plane_3_object() const { return {}; }
  Has_on_positive_side_3 has_on_positive_side_3_object() const { return {}; }
  Less_signed_distance_to_plane_3 less_signed_distance_to_plane_3_object() const { return {}; }

  // For points in one plane, which never come here but have to compile.
  using Traits_xy_3 = IndexedPlaneTraits<CGAL::Projection_traits_xy_3<Kernel>>;
  using Traits_yz_3 = IndexedPlaneTraits<CGAL::Projection_traits_yz_3<Kernel>>;
  using Traits_xz_3 = IndexedPlaneTraits<CGAL::Projection_traits_xz_3<Kernel>>;
  Traits_xy_3 construct_traits_xy_3_object() const { return {}; }
  Traits_yz_3 construct_traits_yz_3_object() const { return {}; }
  Traits_xz_3 construct_traits_xz_3_object() const { return {}; }
};

/// As many points as the dimension + 1 that span it: each the first that is not in the point, line
/// or plane of those before.
std::vector<int> first_simplex(const std::vector<Vec3>& p) {
  const auto count = static_cast<int>(p.size());
  if (count == 1) return {0};
  std::vector<int> simplex = {0, 1};
  int i = 2;
  while (i < count && collinear(p[0], p[1], p[i])) ++i;
  if (i == count) return simplex;
  simplex.push_back(i);
  const Vec3& c = p[i];
  while (i < count && orientation(p[0], p[1], c, p[i]) == 0) ++i;
  if (i < count) simplex.push_back(i);
  return simplex;
}

/// `simplex`: four of the points, not in one plane.
std::vector<Triangle> solid_hull(const std::vector<Vec3>& p, const std::vector<int>& simplex) {
  std::vector<IndexedPoint> points;
  points.reserve(p.size());
  for (const Vec3& v : p) points.emplace_back(v, static_cast<int>(points.size()));
  std::vector<IndexedPoint> corners;
  std::vector<std::array<int, 3>> faces;
  // CGAL 5.5 declares a second parameter, which it does not use and which cannot be deduced.
  CGAL::convex_hull_3<std::vector<IndexedPoint>::const_iterator, void>(
      points.cbegin(), points.cend(), corners, faces, HullTraits());

  std::vector<Triangle> triangles(faces.size());
  for (std::size_t t = 0; t < faces.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) triangles[t].v[k] = corners[faces[t][k]].index;
  }
  // Of exactly four points CGAL 5.5 gives the triangles clockwise or not as it happens.
  const auto [a, b, c] = triangles.front().v;
  const auto above = [&, a = a, b = b, c = c](int i) {
    return orientation(p[a], p[b], p[c], p[i]) > 0;
  };
  if (std::any_of(simplex.begin(), simplex.end(), above)) {
    for (Triangle& triangle : triangles) std::swap(triangle.v[1], triangle.v[2]);
  }
  find_neighbours(triangles);
  return triangles;
}

/// Andrew's monotone chain in the projection along an axis in which the plane does not collapse:
/// extreme points only.
std::vector<int> planar_hull(const std::vector<Vec3>& p, int axis) {
  const int x = (axis + 1) % 3;
  const int y = (axis + 2) % 3;
  std::vector<int> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int i, int j) {
    return p[i][x] != p[j][x] ? p[i][x] < p[j][x] : p[i][y] < p[j][y];
  });
  std::vector<int> chain;
  const auto extend = [&](std::size_t base, int i) {
    while (chain.size() >= base + 2 &&
           orientation_along(axis, p[chain[chain.size() - 2]], p[chain.back()], p[i]) <= 0) {
      chain.pop_back();
    }
    chain.push_back(i);
  };
  for (const int i : order) extend(0, i);
  chain.pop_back();
  const std::size_t base = chain.size();
  std::reverse(order.begin(), order.end());
  for (const int i : order) extend(base, i);
  chain.pop_back();
  return chain;
}

/// Points on a line are ordered by any coordinate in which two of them differ.
std::vector<int> line_ends(const std::vector<Vec3>& p, int a, int b) {
  const int axis = p[a].x() != p[b].x() ? 0 : (p[a].y() != p[b].y() ? 1 : 2);
  const auto [low, high] = std::minmax_element(
      p.begin(), p.end(), [axis](const Vec3& s, const Vec3& t) { return s[axis] < t[axis]; });
  return {static_cast<int>(low - p.begin()), static_cast<int>(high - p.begin())};
}

}  // namespace

void find_neighbours(std::vector<Triangle>& triangles) {
  struct Side {
    int low, high, triangle, k;
  };
  std::vector<Side> sides;
  sides.reserve(3 * triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (int k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax(triangles[t].v[k], triangles[t].v[(k + 1) % 3]);
      sides.push_back({low, high, static_cast<int>(t), k});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& s, const Side& t) {
    return s.low != t.low ? s.low < t.low : s.high < t.high;
  });
  for (std::size_t i = 0; i + 1 < sides.size(); i += 2) {
    const Side& s = sides[i];
    const Side& t = sides[i + 1];
    assert(s.low == t.low && s.high == t.high);
    triangles[s.triangle].adj[s.k] = t.triangle;
    triangles[t.triangle].adj[t.k] = s.triangle;
  }
}

Hull convex_hull(const std::vector<Vec3>& points) {
  assert(!points.empty());
  const std::vector<int> simplex = first_simplex(points);
  Hull hull;
  hull.dimension = static_cast<int>(simplex.size()) - 1;
  if (hull.dimension == 3) {
    hull.triangles = solid_hull(points, simplex);
  } else if (hull.dimension == 2) {
    while (orientation_along(hull.plane_axis, points[simplex[0]], points[simplex[1]],
                             points[simplex[2]]) == 0) {
      ++hull.plane_axis;
    }
    hull.cycle = planar_hull(points, hull.plane_axis);
  } else if (hull.dimension == 1) {
    hull.cycle = line_ends(points, simplex[0], simplex[1]);
  } else {
    hull.cycle = simplex;
  }
  return hull;
}

}  // namespace touchstone
