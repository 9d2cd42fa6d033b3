// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/surface.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "geometry/merging.hpp"
#include "geometry/outlines.hpp"
#include "geometry/predicates.hpp"

namespace touchstone {
namespace {

void start_at_least(std::vector<int>& cycle) {
  std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
}

struct PlaneLabels {
  std::vector<int> plane;  // of each triangle
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

/// Facets in the order of their cycles, offsets and edges from given normals and cycles.
FacetComplex finish(const std::vector<Vec3>& vertices, std::vector<Facet> facets) {
  for (Facet& facet : facets) start_at_least(facet.vertices);
  std::sort(facets.begin(), facets.end(),
            [](const Facet& f, const Facet& g) { return f.vertices < g.vertices; });
  struct Side {
    int low, high, facet;
    bool forward;
  };
  std::vector<Side> sides;
  for (std::size_t f = 0; f < facets.size(); ++f) {
    Facet& facet = facets[f];
    const Vec3& n = facet.normal;
    double offset = n.dot(vertices[facet.vertices.front()]);
    for (const Vec3& v : vertices) {
      offset = std::max(offset, n.x() * v.x() + n.y() * v.y() + n.z() * v.z());
    }
    facet.offset = offset;
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

}  // namespace

ExactSurface::ExactSurface(const std::vector<Vec3>& vertices,
                           const std::vector<Triangle>& triangles)
    : vertices_(vertices) {
  const auto [plane, plane_count] = label_planes(vertices, triangles);
  const auto vertex_count = static_cast<int>(vertices.size());
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

std::vector<std::vector<int>> ExactSurface::neighbours() const {
  std::vector<std::vector<int>> result(vertices_.size());
  for (const std::vector<int>& cycle : cycles_) {
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      result[cycle[i]].push_back(cycle[(i + 1) % cycle.size()]);
    }
  }
  for (std::vector<int>& list : result) std::sort(list.begin(), list.end());
  return result;
}

FacetComplex ExactSurface::merged(double size) const {
  return finish(vertices_, merge_facets(vertices_, triangles_, plane_, cycles_, size));
}

FacetComplex polygon_complex(const std::vector<Vec3>& vertices, const std::vector<int>& cycle) {
  const std::size_t n = cycle.size();
  const Vec3 normal =
      unit_normal(vertices[cycle[0]], vertices[cycle[n / 3]], vertices[cycle[2 * n / 3]]);
  std::vector<int> reverse(cycle.rbegin(), cycle.rend());
  return finish(vertices, {{normal, 0, cycle}, {-normal, 0, std::move(reverse)}});
}

}  // namespace touchstone
