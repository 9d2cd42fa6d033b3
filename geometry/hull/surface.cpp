// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hull/surface.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>
#include <utility>

#include "geometry/arithmetic/predicates.hpp"
#include "geometry/hull/merging.hpp"
#include "geometry/hull/outlines.hpp"

namespace touchstone {
namespace {

/// Largest number of vertices that are all scanned for each offset.
constexpr std::size_t kScanAll = 32;
/// Error of a scalar product with a unit vector n in doubles, relative to the largest coordinate
/// [1]: |n|_1 <= sqrt 3, and three roundings each.
constexpr double kDotError = 0x1p-49;

void start_at_least(std::vector<int>& cycle) {
  std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
}

struct PlaneLabels {
  std::vector<int> plane;  // label of each triangle
  int count = 0;
};

/// Neighbours that lie exactly in one plane have one label.
PlaneLabels label_planes(const std::vector<Vec3>& vertices,
                         const std::vector<Triangle>& triangles) {
  PlaneLabels labels{std::vector<int>(triangles.size(), -1)};
  std::vector<int> stack;
  for (std::size_t seed = 0; seed < triangles.size(); ++seed) {
    if (labels.plane[seed] >= 0) continue;
    labels.plane[seed] = labels.count;
    stack.push_back(static_cast<int>(seed));
    while (!stack.empty()) {
      const Triangle& triangle = triangles[stack.back()];
      stack.pop_back();
      const auto& [a, b, c] = triangle.v;
      for (int k = 0; k < 3; ++k) {
        const int other = triangle.adj[k];
        if (labels.plane[other] >= 0) continue;
        const Triangle& beyond = triangles[other];
        const bool coplanar =
            std::all_of(beyond.v.begin(), beyond.v.end(), [&, a = a, b = b, c = c](int i) {
              return i == a || i == b || i == c ||
                     orientation(vertices[a], vertices[b], vertices[c], vertices[i]) == 0;
            });
        if (!coplanar) continue;
        labels.plane[other] = labels.count;
        stack.push_back(other);
      }
    }
    ++labels.count;
  }
  return labels;
}

/// Whether the surface turns at every edge, strictly: then its triangles are the facets.
bool all_edges_turn(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles) {
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const auto& [a, b, c] = triangles[t].v;
    for (const int other : triangles[t].adj) {
      if (other < static_cast<int>(t)) continue;
      for (const int v : triangles[other].v) {
        if (v != a && v != b && v != c &&
            orientation(vertices[a], vertices[b], vertices[c], vertices[v]) == 0) {
          return false;
        }
      }
    }
  }
  return true;
}

/// Copies the triangles in ascending order, each beginning with its least corner.
std::vector<Triangle> in_order(const std::vector<Triangle>& triangles) {
  struct Key {
    std::uint64_t first_edge;  // a directed edge belongs to one triangle only
    int triangle;
    int least;  // place of its least corner
  };
  std::vector<Key> keys;
  keys.reserve(triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const auto& v = triangles[t].v;
    int k = v[1] < v[0] ? 1 : 0;
    if (v[2] < v[k]) k = 2;
    keys.push_back({static_cast<std::uint64_t>(v[k]) << 32U |
                        static_cast<std::uint64_t>(v[k == 2 ? 0 : k + 1]),
                    static_cast<int>(t), k});
  }
  std::sort(keys.begin(), keys.end(),
            [](const Key& s, const Key& t) { return s.first_edge < t.first_edge; });
  std::vector<int> place(triangles.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    place[keys[i].triangle] = static_cast<int>(i);
  }
  std::vector<Triangle> result(triangles.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Triangle& from = triangles[keys[i].triangle];
    int k = keys[i].least;
    for (int j = 0; j < 3; ++j) {
      result[i].v[j] = from.v[k];
      result[i].adj[j] = place[from.adj[k]];
      k = k == 2 ? 0 : k + 1;
    }
  }
  return result;
}

/// Offsets of facets: the largest n.v over the vertices, each product rounded.
class Offsets {
 public:
  /// `neighbours` are those of the exact hull, or nullptr if not all vertices are extreme; they are
  /// used where vertices are many.
  Offsets(const std::vector<Vec3>& vertices, const std::vector<std::vector<int>>* neighbours)
      : vertices_(vertices), neighbours_(vertices.size() > kScanAll ? neighbours : nullptr) {
    double largest = 0;
    for (const Vec3& v : vertices) largest = std::max(largest, v.cwiseAbs().maxCoeff());
    margin_ = kDotError * largest;
  }

  double of(const Facet& facet) const {
    const Vec3& n = facet.normal;
    const auto along = [&](int v) {
      const Vec3& x = vertices_[v];
      return n.x() * x.x() + n.y() * x.y() + n.z() * x.z();
    };
    double offset = n.dot(vertices_[facet.vertices.front()]);
    if (neighbours_ != nullptr) {
      // From any vertex a path of rising edges ends at the top. If each corner is above all its
      // neighbours by more than rounding, the top is a corner, and any other vertex is at most as
      // high as some neighbour of a corner.
      double top = offset;
      double beside = -std::numeric_limits<double>::infinity();
      for (const int corner : facet.vertices) {
        top = std::max(top, along(corner));
        for (const int v : (*neighbours_)[corner]) {
          if (std::find(facet.vertices.begin(), facet.vertices.end(), v) == facet.vertices.end()) {
            beside = std::max(beside, along(v));
          }
        }
      }
      // Zeros of either sign are left to the scan, which takes the first.
      if (beside < top - margin_ && top != 0) return top;
    }
    for (int v = 0; v < static_cast<int>(vertices_.size()); ++v) {
      offset = std::max(offset, along(v));
    }
    return offset;
  }

 private:
  const std::vector<Vec3>& vertices_;
  const std::vector<std::vector<int>>* neighbours_;
  double margin_ = 0;
};

struct Side {
  int low, high, facet;
  bool forward;
};

/// Completes facets that have normals and cycles: sorts them by cycle, adds offsets and edges.
FacetComplex finish(const Offsets& offsets, std::vector<Facet> facets) {
  for (Facet& facet : facets) start_at_least(facet.vertices);
  std::sort(facets.begin(), facets.end(),
            [](const Facet& f, const Facet& g) { return f.vertices < g.vertices; });
  std::vector<Side> sides;
  for (std::size_t f = 0; f < facets.size(); ++f) {
    Facet& facet = facets[f];
    facet.offset = offsets.of(facet);
    const std::size_t count = facet.vertices.size();
    for (std::size_t i = 0; i < count; ++i) {
      const int from = facet.vertices[i];
      const int to = facet.vertices[(i + 1) % count];
      sides.push_back({std::min(from, to), std::max(from, to), static_cast<int>(f), from < to});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& s, const Side& t) {
    if (s.low != t.low) return s.low < t.low;
    if (s.high != t.high) return s.high < t.high;
    return s.forward > t.forward;
  });
  std::vector<Edge> edges;
  edges.reserve(sides.size() / 2);
  for (std::size_t i = 0; i + 1 < sides.size(); i += 2) {
    assert(sides[i].forward && !sides[i + 1].forward && sides[i].high == sides[i + 1].high);
    edges.push_back({sides[i].low, sides[i].high, sides[i].facet, sides[i + 1].facet});
  }
  return {std::move(facets), std::move(edges)};
}

/// Makes facets with offsets, and edges, of sorted triangles of which none was merged.
FacetComplex finish_triangles(const Offsets& offsets, const std::vector<Triangle>& triangles,
                              const std::vector<Vec3>& normals) {
  FacetComplex complex;
  complex.facets.reserve(triangles.size());
  complex.edges.reserve(triangles.size() * 3 / 2);
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const auto& v = triangles[t].v;
    Facet& facet = complex.facets.emplace_back(Facet{normals[t], 0, {v[0], v[1], v[2]}});
    facet.offset = offsets.of(facet);
    for (int k = 0; k < 3; ++k) {
      const int next = k == 2 ? 0 : k + 1;
      if (v[k] < v[next]) {
        complex.edges.push_back({v[k], v[next], static_cast<int>(t), triangles[t].adj[k]});
      }
    }
  }
  std::sort(complex.edges.begin(), complex.edges.end(),
            [](const Edge& e, const Edge& f) { return e.v0 != f.v0 ? e.v0 < f.v0 : e.v1 < f.v1; });
  return complex;
}

}  // namespace

ExactSurface::ExactSurface(const std::vector<Vec3>& vertices,
                           const std::vector<Triangle>& triangles)
    : vertices_(vertices), simplicial_(all_edges_turn(vertices, triangles)) {
  if (simplicial_) {
    triangles_ = in_order(triangles);
    std::vector<bool> corner(vertices.size(), false);
    for (const Triangle& triangle : triangles_) {
      for (const int v : triangle.v) corner[v] = true;
    }
    for (std::size_t v = 0; v < vertices.size(); ++v) {
      if (corner[v]) extreme_.push_back(static_cast<int>(v));
    }
  } else {
    find_planes(triangles);
  }
  find_vertex_neighbours();
}

void ExactSurface::find_planes(const std::vector<Triangle>& triangles) {
  const auto [plane, plane_count] = label_planes(vertices_, triangles);
  const auto vertex_count = static_cast<int>(vertices_.size());
  Outlines outlines(triangles, plane, plane_count, vertex_count);
  for (int v = 0; v < vertex_count; ++v) {
    if (outlines.degree(v) >= 3) extreme_.push_back(v);
  }
  cycles_.reserve(plane_count);
  for (int label = 0; label < plane_count; ++label) {
    std::vector<int> cycle = *outlines.cycle(label);
    cycle.erase(
        std::remove_if(cycle.begin(), cycle.end(), [&](int v) { return outlines.degree(v) < 3; }),
        cycle.end());
    start_at_least(cycle);
    cycles_.push_back(std::move(cycle));
  }
  std::sort(cycles_.begin(), cycles_.end());
  for (std::size_t label = 0; label < cycles_.size(); ++label) {
    const std::vector<int>& cycle = cycles_[label];
    for (std::size_t k = 2; k < cycle.size(); ++k) {
      triangles_.push_back({{cycle[0], cycle[k - 1], cycle[k]}, {}});
      plane_.push_back(static_cast<int>(label));
    }
  }
  find_neighbours(triangles_);
}

void ExactSurface::find_vertex_neighbours() {
  neighbours_.resize(vertices_.size());
  const auto add = [&](const auto& cycle) {
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      std::vector<int>& list = neighbours_[cycle[i]];
      if (list.empty()) list.reserve(8);
      list.push_back(cycle[i + 1 == cycle.size() ? 0 : i + 1]);
    }
  };
  if (simplicial_) {
    for (const Triangle& triangle : triangles_) add(triangle.v);
  } else {
    for (const std::vector<int>& cycle : cycles_) add(cycle);
  }
  for (std::vector<int>& list : neighbours_) std::sort(list.begin(), list.end());
}

FacetComplex ExactSurface::merged(double size) {
  const bool all_extreme = extreme_.size() == vertices_.size();
  const Offsets offsets(vertices_, all_extreme ? &neighbours_ : nullptr);
  if (simplicial_) {
    std::vector<Vec3> normals;
    normals.reserve(triangles_.size());
    for (const auto& [v, adj] : triangles_) {
      normals.push_back(unit_normal(vertices_[v[0]], vertices_[v[1]], vertices_[v[2]]));
    }
    if (all_triangles_differ(vertices_, triangles_, normals, size)) {
      return finish_triangles(offsets, triangles_, normals);
    }
    for (const Triangle& triangle : triangles_) {
      plane_.push_back(static_cast<int>(cycles_.size()));
      cycles_.emplace_back(triangle.v.begin(), triangle.v.end());
    }
    simplicial_ = false;
  }
  return finish(offsets, merge_facets(vertices_, triangles_, plane_, cycles_, size));
}

FacetComplex polygon_complex(const std::vector<Vec3>& vertices, const std::vector<int>& cycle) {
  const std::size_t n = cycle.size();
  const Vec3 normal =
      unit_normal(vertices[cycle[0]], vertices[cycle[n / 3]], vertices[cycle[2 * n / 3]]);
  std::vector<int> reverse(cycle.rbegin(), cycle.rend());
  return finish(Offsets(vertices, nullptr), {{normal, 0, cycle}, {-normal, 0, std::move(reverse)}});
}

}  // namespace touchstone
