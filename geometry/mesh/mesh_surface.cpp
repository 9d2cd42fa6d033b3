// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/mesh/mesh_surface.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <utility>

#include "geometry/arithmetic/predicates.hpp"
#include "geometry/hull/hull.hpp"
#include "geometry/index.hpp"
#include "geometry/mesh/mesh_pieces.hpp"

namespace touchstone {
namespace {

/// A mesh is concave if a point lies deeper inside the hull than this part of its radius, or if the
/// hull is larger by this part: rounding and the decimation of a convex mesh do less.
constexpr double kDent = 1e-3;
/// Pairs of an edge and a point that are looked at in search of T-junctions: beyond, those not yet
/// found stay open edges.
constexpr std::uint64_t kMaxPairs = 20'000'000;

/// An edge of the boundary, from the point of the smaller index.
struct BoundaryEdge {
  int a = 0, b = 0;
  int along = 0;  ///< faces that run from a to b, less those that run from b to a
};

/// Adds up edges between the same points, and drops those that cancel.
std::vector<BoundaryEdge> summed(std::vector<BoundaryEdge> edges) {
  for (BoundaryEdge& edge : edges) {
    if (edge.a <= edge.b) continue;
    std::swap(edge.a, edge.b);
    edge.along = -edge.along;
  }
  std::sort(edges.begin(), edges.end(), [](const BoundaryEdge& p, const BoundaryEdge& q) {
    return std::pair(p.a, p.b) < std::pair(q.a, q.b);
  });
  std::vector<BoundaryEdge> sums;
  for (const BoundaryEdge& edge : edges) {
    if (sums.empty() || sums.back().a != edge.a || sums.back().b != edge.b) {
      sums.push_back({edge.a, edge.b, 0});
    }
    sums.back().along += edge.along;
  }
  sums.erase(
      std::remove_if(sums.begin(), sums.end(), [](const BoundaryEdge& e) { return e.along == 0; }),
      sums.end());
  return sums;
}

/// Triangles with equal points as one, each once; those with two equal corners are left out.
std::vector<MeshTriangle> distinct(const std::vector<Vec3>& points,
                                   const std::vector<MeshTriangle>& triangles, std::size_t& twice) {
  const std::vector<int> equal = first_equals(points);
  std::vector<std::pair<MeshTriangle, MeshTriangle>> kept;  // with corners sorted, and as they come
  for (const MeshTriangle& triangle : triangles) {
    MeshTriangle t = triangle;
    for (int& p : t) p = equal[at(p)];
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
    MeshTriangle sorted = t;
    std::sort(sorted.begin(), sorted.end());
    kept.emplace_back(sorted, t);
  }
  std::stable_sort(kept.begin(), kept.end(),
                   [](const auto& p, const auto& q) { return p.first < q.first; });
  std::vector<MeshTriangle> once;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    if (k > 0 && kept[k].first == kept[k - 1].first) {
      ++twice;
    } else {
      once.push_back(kept[k].second);
    }
  }
  return once;
}

std::vector<BoundaryEdge> boundary_of(const std::vector<MeshTriangle>& triangles) {
  std::vector<BoundaryEdge> edges;
  edges.reserve(3 * triangles.size());
  for (const MeshTriangle& t : triangles) {
    for (std::size_t k = 0; k < 3; ++k) edges.push_back({t[k], t[(k + 1) % 3], 1});
  }
  return summed(std::move(edges));
}

/// Where p is on the line through a and b: 0 at a, 1 at b, nearly.
double place_on(const Vec3& a, const Vec3& b, const Vec3& p) {
  return (p - a).dot(b - a) / (b - a).squaredNorm();
}

/// Parts boundary edges at the ends of others that lie on them exactly, and counts those ends.
std::vector<BoundaryEdge> parted(const std::vector<Vec3>& points, std::vector<BoundaryEdge> edges,
                                 std::size_t& t_junctions) {
  std::vector<int> ends;
  for (const BoundaryEdge& edge : edges) ends.insert(ends.end(), {edge.a, edge.b});
  const auto by_x = [&](int p, int q) {
    return std::pair(points[at(p)].x(), p) < std::pair(points[at(q)].x(), q);
  };
  std::sort(ends.begin(), ends.end(), by_x);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  std::uint64_t pairs = 0;
  std::vector<int> junctions;
  std::vector<BoundaryEdge> pieces;
  for (const BoundaryEdge& edge : edges) {
    const Vec3 &a = points[at(edge.a)], &b = points[at(edge.b)];
    const Vec3 least = a.cwiseMin(b), most = a.cwiseMax(b);
    std::vector<std::pair<double, int>> on_edge;
    auto end = std::lower_bound(ends.begin(), ends.end(), least.x(),
                                [&](int p, double x) { return points[at(p)].x() < x; });
    for (; end != ends.end() && points[at(*end)].x() <= most.x() && pairs < kMaxPairs; ++end) {
      ++pairs;
      const Vec3& p = points[at(*end)];
      if (*end == edge.a || *end == edge.b || (p.array() < least.array()).any() ||
          (p.array() > most.array()).any() || !collinear(a, b, p)) {
        continue;
      }
      on_edge.emplace_back(place_on(a, b, p), *end);
    }
    std::sort(on_edge.begin(), on_edge.end());
    int from = edge.a;
    for (const auto& [place, p] : on_edge) {
      pieces.push_back({from, p, edge.along});
      junctions.push_back(p);
      from = p;
    }
    pieces.push_back({from, edge.b, edge.along});
  }
  std::vector<BoundaryEdge> left = summed(std::move(pieces));
  // A point at which boundary edges are left is no T-junction: the parts of its edge did not cancel.
  std::sort(junctions.begin(), junctions.end());
  junctions.erase(std::unique(junctions.begin(), junctions.end()), junctions.end());
  for (const BoundaryEdge& edge : left) {
    for (const int p : {edge.a, edge.b}) {
      const auto found = std::lower_bound(junctions.begin(), junctions.end(), p);
      if (found != junctions.end() && *found == p) junctions.erase(found);
    }
  }
  t_junctions = junctions.size();
  return junctions.empty() ? edges : left;
}

/// Six times the volume of cones from `apex` over triangles.
double six_volumes(const std::vector<Vec3>& points, const std::vector<MeshTriangle>& triangles,
                   const Vec3& apex) {
  double sum = 0;
  for (const MeshTriangle& t : triangles) {
    const Vec3 a = points[at(t[0])] - apex, b = points[at(t[1])] - apex,
               c = points[at(t[2])] - apex;
    sum += a.dot(b.cross(c));
  }
  return sum;
}

/// Six times the volume that closed triangles enclose, in units of 2^(3 exponent), exactly.
Integer six_volumes_exactly(const std::vector<Vec3>& points,
                            const std::vector<MeshTriangle>& triangles, int exponent) {
  std::vector<Integer3> scaled(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      set_scaled(scaled[i][k], points[i][static_cast<Eigen::Index>(k)], exponent);
    }
  }
  Integer sum = 0;
  for (const MeshTriangle& t : triangles) {
    const Integer3& a = scaled[at(t[0])];
    const Integer3& b = scaled[at(t[1])];
    const Integer3& c = scaled[at(t[2])];
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum;
}

int least_exponent(const std::vector<Vec3>& points) {
  int least = 0;
  for (const Vec3& p : points) {
    for (const double x : p) {
      if (x != 0) least = std::min(least, to_dyadic(x).exponent);
    }
  }
  return least;
}

/// The facets as fans.
std::vector<MeshTriangle> facet_triangles(const Polytope& hull) {
  std::vector<MeshTriangle> triangles;
  for (const Facet& facet : hull.facets()) {
    for (std::size_t k = 2; k < facet.vertices.size(); ++k) {
      triangles.push_back({facet.vertices[0], facet.vertices[k - 1], facet.vertices[k]});
    }
  }
  return triangles;
}

/// The volumes of hull and closed mesh as a quotient, rounded once, and the mesh's sign.
void put_exact_volumes(const std::vector<Vec3>& points, const std::vector<MeshTriangle>& triangles,
                       const Polytope& hull, MeshSurface& surface) {
  std::vector<MeshTriangle> of_hull;
  for (const Triangle& t : convex_hull(hull.vertices()).triangles) of_hull.push_back(t.v);
  const int exponent = least_exponent(points);
  const Integer mesh = six_volumes_exactly(points, triangles, exponent);
  surface.inside_out = mesh < 0;
  if (mesh == 0) return;
  surface.hull_by_mesh =
      round_quotient(six_volumes_exactly(hull.vertices(), of_hull, exponent), abs(mesh));
}

/// The depth of the deepest point below the hull. vertices() are the points on the hull, in their
/// order: what they name needs no look at the facets.
double deepest_below(const std::vector<Vec3>& points, const Polytope& hull) {
  const std::vector<Vec3>& outer = hull.vertices();
  double deepest = 0;
  std::size_t next = 0;
  std::size_t nearest = 0;  // the facet that was nearest to the point before: often to this, too
  const std::vector<Facet>& facets = hull.facets();
  for (const Vec3& p : points) {
    if (next < outer.size() && p == outer[next]) {
      ++next;
      continue;
    }
    double depth = HUGE_VAL;
    for (std::size_t k = 0; k < facets.size() && depth > deepest; ++k) {
      const std::size_t i = k == 0 ? nearest : k == nearest ? 0 : k;
      const double below = facets[i].offset - facets[i].normal.dot(p);
      if (below < depth) {
        depth = below;
        nearest = i;
      }
    }
    if (depth < HUGE_VAL) deepest = std::max(deepest, depth);
  }
  return deepest;
}

/// The mean of the ends of boundary edges, whose cones close the holes.
Vec3 mean_of_ends(const std::vector<Vec3>& points, const std::vector<BoundaryEdge>& edges) {
  Vec3 sum = Vec3::Zero();
  for (const BoundaryEdge& edge : edges) sum += points[at(edge.a)] + points[at(edge.b)];
  return sum / (2 * static_cast<double>(std::max<std::size_t>(1, edges.size())));
}

std::string in_digits(double x) {
  constexpr int kDigits = 4;
  std::ostringstream text;
  text.precision(kDigits);
  text << x;
  return text.str();
}

std::string count_of(std::size_t n, const std::string& one, const std::string& many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

}  // namespace

MeshSurface mesh_surface(const std::vector<Vec3>& points,
                         const std::vector<MeshTriangle>& triangles, const Polytope& hull) {
  MeshSurface surface;
  surface.deepest = deepest_below(points, hull);
  surface.concave = surface.deepest > kDent * hull.bounding_radius();
  if (hull.dimension() < 3 || triangles.empty()) return surface;
  const std::vector<MeshTriangle> once = distinct(points, triangles, surface.twice);
  std::vector<BoundaryEdge> boundary = boundary_of(once);
  if (!boundary.empty()) boundary = parted(points, std::move(boundary), surface.t_junctions);
  for (const BoundaryEdge& edge : boundary) {
    ++(edge.along % 2 == 0 ? surface.turned_edges : surface.open_edges);
  }
  if (surface.turned_edges > 0) return surface;
  const Vec3 apex = boundary.empty() ? hull.interior_point() : mean_of_ends(points, boundary);
  const double of_mesh = six_volumes(points, once, apex);
  const double of_hull = six_volumes(hull.vertices(), facet_triangles(hull), hull.interior_point());
  surface.inside_out = boundary.empty() && of_mesh < 0;
  surface.concave = surface.concave || of_hull > (1 + kDent) * std::abs(of_mesh);
  if (surface_remark(surface).empty()) return surface;
  if (boundary.empty()) {
    put_exact_volumes(points, once, hull, surface);
    // Shells may overlap, and no body is larger than its hull.
    surface.is_exact = surface.hull_by_mesh >= 1.0 && connected_count(points.size(), once) == 1;
  } else if (of_mesh != 0) {
    surface.hull_by_mesh = of_hull / std::abs(of_mesh);
  }
  return surface;
}

std::string surface_remark(const MeshSurface& surface) {
  std::string text;
  const auto add = [&text](bool holds, const std::string& what) {
    if (holds) text += (text.empty() ? "" : ", ") + what;
  };
  add(surface.concave, "concave");
  add(surface.inside_out, "inside out");
  add(surface.open_edges > 0, count_of(surface.open_edges, "open edge", "open edges"));
  add(surface.turned_edges > 0,
      count_of(surface.turned_edges, "edge", "edges") + " between faces turned against each other");
  add(surface.twice > 0, count_of(surface.twice, "triangle", "triangles") + " twice");
  add(surface.t_junctions > 0, count_of(surface.t_junctions, "T-junction", "T-junctions"));
  if (text.empty()) return "";
  std::string measures;
  if (surface.hull_by_mesh) {
    measures = std::string("; hull volume ") + (surface.is_exact ? "" : "about ") +
               in_digits(*surface.hull_by_mesh) + " times the mesh's";
  }
  return text + measures + (measures.empty() ? "; " : ", ") + "deepest vertex " +
         in_digits(surface.deepest) + " m below the hull";
}

}  // namespace touchstone
