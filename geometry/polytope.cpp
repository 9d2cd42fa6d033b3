// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/polytope.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "geometry/arithmetic/predicates.hpp"
#include "geometry/hull/facet_check.hpp"
#include "geometry/hull/hull.hpp"
#include "geometry/hull/polytope_builder.hpp"
#include "geometry/hull/small_solid.hpp"
#include "geometry/hull/surface.hpp"
#include "geometry/hull/vertex_mean.hpp"

namespace touchstone {
namespace {

std::string count_of(std::size_t count, const char* noun, const char* plural) {
  return std::to_string(count) + " " + (count == 1 ? noun : plural);
}

bool equal(const Vec3& a, const Vec3& b) {
  return a.x() == b.x() && a.y() == b.y() && a.z() == b.z();
}

bool lexicographically_less(const Vec3& a, const Vec3& b) {
  if (a.x() != b.x()) return a.x() < b.x();
  if (a.y() != b.y()) return a.y() < b.y();
  return a.z() < b.z();
}

/// Distinct points in input order, and which of them each input point is. A zero loses its sign.
struct DistinctPoints {
  std::vector<Vec3> points;
  std::vector<int> index;
};

/// Whether any two points have the same x, as duplicates do: cheaper than comparing points.
bool shares_x(const std::vector<Vec3>& points) {
  std::vector<double> x;
  x.reserve(points.size());
  for (const Vec3& p : points) x.push_back(p.x());
  std::sort(x.begin(), x.end());
  return std::adjacent_find(x.begin(), x.end()) != x.end();
}

DistinctPoints merge_duplicates(const std::vector<Vec3>& input) {
  DistinctPoints result;
  result.points.reserve(input.size());
  result.index.resize(input.size());
  if (!shares_x(input)) {
    std::iota(result.index.begin(), result.index.end(), 0);
    for (const Vec3& p : input) result.points.emplace_back(p.x() + 0.0, p.y() + 0.0, p.z() + 0.0);
    return result;
  }
  std::vector<int> order(input.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int i, int j) {
    if (lexicographically_less(input[i], input[j])) return true;
    if (lexicographically_less(input[j], input[i])) return false;
    return i < j;
  });
  std::vector<int> first(input.size());  // the earliest point equal to each
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool again = k > 0 && equal(input[order[k]], input[order[k - 1]]);
    first[order[k]] = again ? first[order[k - 1]] : order[k];
  }
  for (std::size_t i = 0; i < input.size(); ++i) {
    if (first[i] == static_cast<int>(i)) {
      result.index[i] = static_cast<int>(result.points.size());
      result.points.emplace_back(input[i].x() + 0.0, input[i].y() + 0.0, input[i].z() + 0.0);
    } else {
      result.index[i] = result.index[first[i]];
    }
  }
  return result;
}

/// Why the points cannot be used at all, or empty.
std::string why_points_unusable(const std::vector<Vec3>& points) {
  if (points.empty()) return "no vertices";
  Vec3 low = points.front();
  Vec3 high = points.front();
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i].allFinite()) return "vertex " + std::to_string(i) + ": not finite";
    if (points[i].cwiseAbs().maxCoeff() > kMaxCoordinate) {
      return "vertex " + std::to_string(i) + ": a coordinate is larger than 1e60 m";
    }
    low = low.cwiseMin(points[i]);
    high = high.cwiseMax(points[i]);
  }
  const double extent = (high - low).maxCoeff();
  if (extent > 0 && extent < kMinExtent) return "vertices: all within 1e-60 m of each other";
  return {};
}

/// Marks the points on the surface of a solid hull: corners of triangles, and points coplanar with
/// one.
std::vector<bool> on_surface(const std::vector<Vec3>& points,
                             const std::vector<Triangle>& triangles) {
  std::vector<bool> on(points.size(), false);
  for (const Triangle& triangle : triangles) {
    for (const int v : triangle.v) on[v] = true;
  }
  if (std::all_of(on.begin(), on.end(), [](bool b) { return b; })) return on;

  struct Plane {
    Vec3 normal;
    double offset;
  };
  std::vector<Plane> planes;
  double scale = 0;
  for (const Vec3& p : points) scale = std::max(scale, p.cwiseAbs().maxCoeff());
  for (const Triangle& triangle : triangles) {
    const Vec3 n = unit_normal(points[triangle.v[0]], points[triangle.v[1]], points[triangle.v[2]]);
    planes.push_back({n, n.dot(points[triangle.v[0]])});
  }
  // Unit normals are good to 1e-15, so a point further below a plane than this is certainly below
  // it.
  const double margin = 1e-14 * scale;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (on[i]) continue;
    for (std::size_t t = 0; t < triangles.size() && !on[i]; ++t) {
      if (planes[t].normal.dot(points[i]) < planes[t].offset - margin) continue;
      const auto& [a, b, c] = triangles[t].v;
      on[i] = orientation(points[a], points[b], points[c], points[i]) == 0;
    }
  }
  return on;
}

/// Marks the points on the outline of a planar hull: its corners and the points on its edges.
std::vector<bool> on_outline(const std::vector<Vec3>& points, const Hull& hull) {
  std::vector<bool> on(points.size(), false);
  const std::size_t n = hull.cycle.size();
  for (std::size_t k = 0; k < n; ++k) {
    const int a = hull.cycle[k];
    const int b = hull.cycle[(k + 1) % n];
    on[a] = true;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!on[i] && orientation_along(hull.plane_axis, points[a], points[b], points[i]) == 0) {
        on[i] = true;
      }
    }
  }
  return on;
}

enum class Place { inside, boundary, outside };

/// Where a point lies with respect to the hull; a flat hull has no inside.
Place place_of(const Vec3& x, const Hull& hull, const std::vector<Vec3>& p) {
  if (hull.dimension == 3) {
    bool on = false;
    for (const Triangle& triangle : hull.triangles) {
      const auto& [a, b, c] = triangle.v;
      const int side = orientation(p[a], p[b], p[c], x);
      if (side > 0) return Place::outside;
      on = on || side == 0;
    }
    return on ? Place::boundary : Place::inside;
  }
  if (hull.dimension == 2) {
    const std::size_t n = hull.cycle.size();
    if (orientation(p[hull.cycle[0]], p[hull.cycle[1]], p[hull.cycle[2]], x) != 0) {
      return Place::outside;
    }
    for (std::size_t k = 0; k < n; ++k) {
      if (orientation_along(hull.plane_axis, p[hull.cycle[k]], p[hull.cycle[(k + 1) % n]], x) < 0) {
        return Place::outside;
      }
    }
    return Place::boundary;
  }
  const Vec3& a = p[hull.cycle.front()];
  const Vec3& b = p[hull.cycle.back()];
  const bool between =
      (x.array() >= a.cwiseMin(b).array()).all() && (x.array() <= a.cwiseMax(b).array()).all();
  return between && collinear(a, b, x) ? Place::boundary : Place::outside;
}

/// Drops the points that `keep` does not mark, and renumbers the hull's corners.
void keep_only(const std::vector<bool>& keep, std::vector<Vec3>& points, Hull& hull) {
  std::vector<int> position(points.size(), -1);
  std::vector<Vec3> kept;
  kept.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!keep[i]) continue;
    position[i] = static_cast<int>(kept.size());
    kept.push_back(points[i]);
  }
  for (Triangle& triangle : hull.triangles) {
    for (int& v : triangle.v) v = position[v];
  }
  for (int& v : hull.cycle) v = position[v];
  points = std::move(kept);
}

/// Marks the points on the boundary of their hull, of dimension 1 or more.
std::vector<bool> on_boundary(const std::vector<Vec3>& points, const Hull& hull) {
  if (hull.dimension == 3) return on_surface(points, hull.triangles);
  if (hull.dimension == 2) return on_outline(points, hull);
  std::vector<bool> on(points.size(), false);
  for (const int end : hull.cycle) on[end] = true;
  return on;
}

void drop_interior(Hull& hull, PolytopeBuilder::Parts& parts) {
  if (hull.dimension == 0) return;
  const std::size_t before = parts.vertices.size();
  keep_only(on_boundary(parts.vertices, hull), parts.vertices, hull);
  if (const std::size_t dropped = before - parts.vertices.size(); dropped > 0) {
    parts.notes.push_back(count_of(dropped, "interior vertex", "interior vertices") + " dropped");
  }
}

/// Extreme points and neighbours of a body that is not solid.
void connect_flat(const Hull& hull, PolytopeBuilder::Parts& parts) {
  parts.neighbours.resize(parts.vertices.size());
  parts.extreme = hull.cycle;
  std::sort(parts.extreme.begin(), parts.extreme.end());
  const std::size_t n = hull.cycle.size();
  for (std::size_t k = 0; k < n && n > 1; ++k) {
    std::vector<int>& list = parts.neighbours[hull.cycle[k]];
    list = {hull.cycle[(k + 1) % n], hull.cycle[(k + n - 1) % n]};
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
}

/// Sets the interior point and the size; false if a given point lies outside.
bool place_interior_point(const std::optional<Vec3>& given, const Hull& hull,
                          PolytopeBuilder::Parts& parts) {
  const Vec3 mean = vertex_mean(parts.vertices, parts.extreme);
  parts.interior_point = mean;
  if (given) {
    parts.interior_point = *given + Vec3::Zero();
    parts.interior_point_given = true;
  }
  const Place place = place_of(parts.interior_point, hull, parts.vertices);
  // The rounded mean of a flat or very thin body may lie a rounding error outside: it is accepted
  // even if it was given.
  if (place == Place::outside && !equal(parts.interior_point, mean)) return false;
  parts.strict = place == Place::inside;
  parts.bounding_radius = PolytopeBuilder::bounding_radius(parts.vertices, parts.interior_point);
  return true;
}

}  // namespace

Result<PolytopePtr> make_polytope(const PolytopeInput& input) {
  if (input.facets.empty()) {
    if (auto parts = small_solid(input.vertices, input.interior_point)) {
      return PolytopeBuilder::build(std::move(*parts));
    }
  }
  if (std::string reason = why_points_unusable(input.vertices); !reason.empty()) {
    return Error{reason};
  }
  if (input.interior_point && !input.interior_point->allFinite()) {
    return Error{"interior_point: not finite"};
  }
  PolytopeBuilder::Parts parts;
  DistinctPoints distinct = merge_duplicates(input.vertices);
  const std::size_t merged = input.vertices.size() - distinct.points.size();
  if (merged > 0) {
    parts.notes.push_back(count_of(merged, "duplicate vertex", "duplicate vertices") + " merged");
  }
  Hull hull = convex_hull(distinct.points);
  parts.dimension = hull.dimension;
  if (!input.facets.empty() && hull.dimension < 3) {
    return Error{"facets: a solid is claimed, but all vertices lie in one plane"};
  }
  parts.vertices = std::move(distinct.points);
  drop_interior(hull, parts);

  // Exact combinatorics.
  std::optional<ExactSurface> surface;
  if (hull.dimension == 3) {
    surface.emplace(parts.vertices, hull.triangles);
    parts.extreme = surface->extreme();
  } else {
    connect_flat(hull, parts);
  }
  if (!place_interior_point(input.interior_point, hull, parts)) {
    return Error{"interior_point: outside the hull of the vertices"};
  }

  // Facets and edges.
  if (hull.dimension == 3) {
    parts.complex = surface->merged(parts.bounding_radius);
    parts.neighbours = std::move(*surface).neighbours();
  } else if (hull.dimension == 2) {
    parts.complex = polygon_complex(parts.vertices, hull.cycle);
  } else if (hull.dimension == 1) {
    parts.complex.edges.push_back({0, 1, -1, -1});
  }
  if (!input.facets.empty()) {
    const std::string reason =
        why_facets_disagree(input.facets, input.vertices, distinct.index, parts.vertices,
                            parts.complex.facets, parts.bounding_radius);
    if (!reason.empty()) return Error{reason};
  }
  return PolytopeBuilder::build(std::move(parts));
}

Result<PolytopePtr> make_rounded(const PolytopePtr& body, double radius) {
  if (!std::isfinite(radius)) return Error{"radius: not finite"};
  if (radius < 0) return Error{"radius: must not be negative"};
  if (radius == body->radius()) return body;
  if (radius > kMaxCoordinate) return Error{"radius: larger than 1e60 m"};
  if (radius > 0 && radius < kMinExtent) return Error{"radius: smaller than 1e-60 m, but not 0"};
  return PolytopeBuilder::with_radius(*body, radius + 0.0);
}

}  // namespace touchstone
