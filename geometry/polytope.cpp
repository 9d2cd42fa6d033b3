// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/polytope.hpp"

#include <algorithm>
#include <bit>
#include <climits>
#include <cmath>
#include <numeric>
#include <utility>

#include "geometry/double_double.hpp"
#include "geometry/facet_check.hpp"
#include "geometry/hull.hpp"
#include "geometry/polytope_builder.hpp"
#include "geometry/predicates.hpp"
#include "geometry/rational.hpp"
#include "geometry/surface.hpp"

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

/// Whether any two points share their x, which duplicates do; cheaper to ask than which are equal.
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

/// Why the points cannot be taken at all, or empty.
std::string why_unusable(const std::vector<Vec3>& points) {
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

/// Which of the points lie on the surface: the corners of triangles and what is coplanar with one.
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

/// The same for a polygon: its corners and what lies on its edges.
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

/// The correctly rounded mean along one axis where doubles can vouch for it.
///
/// The sum is high + low + r with |r| <= n^2 2^-105 sum |x|: two_sum is exact, and low adds up its
/// n errors, each at most 2^-53 sum |x|. With q = fl(high / n) the remainder high - n q is a double
/// (barring underflow), so that the mean is q + c for c = (high - n q + low) / n within the error
/// below. If q + c rounds alike at both ends of that error, it is the mean's rounding.
std::optional<double> quick_mean(const std::vector<Vec3>& vertices, const std::vector<int>& extreme,
                                 int axis) {
  double high = 0;
  double low = 0;
  double magnitude = 0;
  for (const int v : extreme) {
    const double x = vertices[v][axis];
    const DoubleDouble sum = two_sum(high, x);
    high = sum.high;
    low += sum.low;
    magnitude += std::abs(x);
  }
  // Products of these and their errors are normal numbers.
  if (!(magnitude > 1e-100 && magnitude < 1e100)) return std::nullopt;
  const auto n = static_cast<double>(extreme.size());
  const double q = high / n;
  if (!(std::abs(q) > 1e-100)) return std::nullopt;
  const DoubleDouble product = two_product(q, n);
  const double c = ((high - product.high) - product.low + low) / n;
  const double error = 0x1p-50 * std::abs(c) + 0x1p-104 * n * magnitude;
  const double mean = q + (c - error);
  if (mean != q + (c + error)) return std::nullopt;
  return mean;
}

/// The correctly rounded mean of the extreme vertices.
Vec3 mean_of(const std::vector<Vec3>& vertices, const std::vector<int>& extreme) {
  Vec3 mean;
  mpz_class sum;
  mpz_class term;
  for (int axis = 0; axis < 3; ++axis) {
    if (const std::optional<double> quick = quick_mean(vertices, extreme, axis)) {
      mean[axis] = *quick;
      continue;
    }
    int exponent = INT_MAX;
    for (const int v : extreme) {
      const double x = vertices[v][axis];
      if (x != 0) exponent = std::min(exponent, to_dyadic(x).exponent);
    }
    sum = 0;
    for (const int v : extreme) {
      set_scaled(term, vertices[v][axis], exponent);
      sum += term;
    }
    // sum * 2^exponent / count
    mpz_class count(static_cast<unsigned long>(extreme.size()));
    if (sum == 0) {
      mean[axis] = 0;
    } else if (exponent >= 0) {
      mean[axis] = round_quotient(sum << static_cast<mp_bitcnt_t>(exponent), count);
    } else {
      mean[axis] = round_quotient(sum, count << static_cast<mp_bitcnt_t>(-exponent));
    }
  }
  return mean;
}

enum class Place { inside, boundary, outside };

/// Where a point lies with respect to the hull; for flat bodies on it or outside.
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

/// The hull with its points cut down to `keep`.
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

std::uint64_t hash_vectors(std::uint64_t hash, const Vec3& v) {
  for (int i = 0; i < 3; ++i) {
    // FNV-1a over words, spread by a multiplication and a shift.
    hash = (hash ^ std::bit_cast<std::uint64_t>(v[i])) * 0x100000001b3U;
    hash ^= hash >> 29U;
    hash *= 0xbf58476d1ce4e5b9U;
  }
  return hash;
}

}  // namespace

double PolytopeBuilder::bounding_radius(const std::vector<Vec3>& vertices, const Vec3& point) {
  double squared = 0;
  for (const Vec3& v : vertices) {
    const double x = v.x() - point.x();
    const double y = v.y() - point.y();
    const double z = v.z() - point.z();
    squared = std::max(squared, x * x + y * y + z * z);
  }
  return std::sqrt(squared);
}

PolytopePtr PolytopeBuilder::build(Parts parts) {
  auto polytope = std::shared_ptr<Polytope>(new Polytope);
  polytope->dimension_ = parts.dimension;
  polytope->extreme_ = std::move(parts.extreme);
  polytope->neighbours_ = std::move(parts.neighbours);
  polytope->interior_point_ = parts.interior_point;
  polytope->interior_point_given_ = parts.interior_point_given;
  polytope->interior_strict_ = parts.strict;
  polytope->bounding_radius_ = parts.bounding_radius;
  polytope->notes_ = std::move(parts.notes);
  if (parts.strict) {
    double inradius = parts.bounding_radius;
    for (const Facet& facet : parts.complex.facets) {
      const Vec3 from = parts.vertices[facet.vertices.front()] - parts.interior_point;
      inradius = std::min(inradius, facet.normal.dot(from));
    }
    polytope->inradius_ = std::max(inradius, 0.0);
  }
  std::uint64_t hash = 0xcbf29ce484222325U ^ parts.vertices.size();
  for (const Vec3& v : parts.vertices) hash = hash_vectors(hash, v);
  polytope->content_hash_ = hash_vectors(hash, parts.interior_point);
  polytope->vertices_ = std::move(parts.vertices);
  polytope->facets_ = std::move(parts.complex.facets);
  polytope->edges_ = std::move(parts.complex.edges);
  return polytope;
}

PolytopePtr PolytopeBuilder::with_note(const Polytope& polytope, std::string note) {
  auto noted = std::make_shared<Polytope>(polytope);
  noted->notes_.insert(noted->notes_.begin(), std::move(note));
  return noted;
}

Result<PolytopePtr> make_polytope(const PolytopeInput& input) {
  if (std::string reason = why_unusable(input.vertices); !reason.empty()) return Error{reason};
  if (input.interior_point && !input.interior_point->allFinite()) {
    return Error{"interior_point: not finite"};
  }

  // Points: distinct, and on the boundary of their hull.
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
  parts.vertices = distinct.points;
  if (hull.dimension > 0) {
    std::vector<bool> keep;
    if (hull.dimension == 3) {
      keep = on_surface(parts.vertices, hull.triangles);
    } else if (hull.dimension == 2) {
      keep = on_outline(parts.vertices, hull);
    } else {
      keep.assign(parts.vertices.size(), false);
      for (const int end : hull.cycle) keep[end] = true;
    }
    keep_only(keep, parts.vertices, hull);
    if (const std::size_t dropped = distinct.points.size() - parts.vertices.size(); dropped > 0) {
      parts.notes.push_back(count_of(dropped, "interior vertex", "interior vertices") + " dropped");
    }
  }

  // Combinatorics as they are exactly.
  std::optional<ExactSurface> surface;
  if (hull.dimension == 3) {
    surface.emplace(parts.vertices, hull.triangles);
    parts.extreme = surface->extreme();
  } else {
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

  // Interior point and size.
  const Vec3 mean = mean_of(parts.vertices, parts.extreme);
  parts.interior_point = mean;
  if (input.interior_point) {
    parts.interior_point = *input.interior_point + Vec3::Zero();
    parts.interior_point_given = true;
  }
  const Place place = place_of(parts.interior_point, hull, parts.vertices);
  // The rounded mean of a flat or very thin body may lie a rounding outside: it is taken whoever
  // names it.
  if (place == Place::outside && !equal(parts.interior_point, mean)) {
    return Error{"interior_point: outside the hull of the vertices"};
  }
  parts.strict = place == Place::inside;
  parts.bounding_radius = PolytopeBuilder::bounding_radius(parts.vertices, parts.interior_point);

  // Features.
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

}  // namespace touchstone
