// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hull/merging.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "geometry/arithmetic/predicates.hpp"
#include "geometry/hull/outlines.hpp"
#include "geometry/loop_bound.hpp"

namespace touchstone {
namespace {

/// Facets at more than 60 degrees to each other are two features, however thin they are [1].
constexpr double kMergeCosine = 0.5;

double distance_from_line(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  return along.cross(p - a).norm() / along.norm();
}

/// Whether every corner turns left by more than rounding, seen against the normal.
bool is_convex(const std::vector<Vec3>& p, const std::vector<int>& cycle, const Vec3& normal) {
  const std::size_t n = cycle.size();
  if (n < 3) return false;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 u = p[cycle[(i + 1) % n]] - p[cycle[i]];
    const Vec3 v = p[cycle[(i + 2) % n]] - p[cycle[(i + 1) % n]];
    if (!(u.cross(v).dot(normal) > 1e-15 * u.norm() * v.norm())) return false;
  }
  return true;
}

class Merger {
 public:
  Merger(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles,
         const std::vector<int>& plane, const std::vector<std::vector<int>>& cycles, double size)
      : vertices_(vertices),
        triangles_(triangles),
        plane_(plane),
        cycles_(cycles),
        tolerance_(kMergeTolerance * size),
        beside_(cycles.size()),
        alone_(cycles.size(), false) {
    normals_.reserve(cycles.size());
    for (const std::vector<int>& cycle : cycles) {
      const std::size_t n = cycle.size();
      normals_.push_back(
          unit_normal(vertices[cycle[0]], vertices[cycle[n / 3]], vertices[cycle[2 * n / 3]]));
    }
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      for (const int other : triangles[t].adj) {
        if (plane[other] != plane[t]) beside_[plane[t]].push_back(plane[other]);
      }
    }
    order_by_area();
  }

  std::vector<Facet> run() {
    LoopBound bound("facets: rounds of merging", static_cast<std::int64_t>(cycles_.size()) + 1);
    while (true) {
      bound.step();
      group_around_seeds();
      std::vector<int> broken;
      std::vector<Facet> facets = outline_groups(broken);
      if (broken.empty()) return facets;
      undo(broken);
    }
  }

 private:
  void order_by_area() {
    std::vector<double> area(cycles_.size(), 0);
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
      const auto& [a, b, c] = triangles_[t].v;
      area[plane_[t]] += (vertices_[b] - vertices_[a]).cross(vertices_[c] - vertices_[a]).norm();
    }
    by_area_.resize(cycles_.size());
    std::iota(by_area_.begin(), by_area_.end(), 0);
    std::sort(by_area_.begin(), by_area_.end(), [&](int f, int g) {
      return area[f] != area[g] ? area[f] > area[g] : cycles_[f] < cycles_[g];
    });
  }

  bool agrees(int plane, int seed) const {
    const Vec3& normal = normals_[seed];
    if (!(normals_[plane].dot(normal) > kMergeCosine)) return false;
    const Vec3& origin = vertices_[cycles_[seed].front()];
    const std::vector<int>& cycle = cycles_[plane];
    return std::all_of(cycle.begin(), cycle.end(), [&](int v) {
      return std::abs(normal.dot(vertices_[v] - origin)) <= tolerance_;
    });
  }

  /// Each plane joins the largest one that it can be reached from through planes that agree with
  /// it.
  void group_around_seeds() {
    group_.assign(cycles_.size(), -1);
    merged_ = false;
    std::vector<int> stack;
    for (const int seed : by_area_) {
      if (group_[seed] >= 0) continue;
      group_[seed] = seed;
      if (alone_[seed]) continue;
      stack.push_back(seed);
      while (!stack.empty()) {
        const int at = stack.back();
        stack.pop_back();
        for (const int other : beside_[at]) {
          if (group_[other] >= 0 || alone_[other] || !agrees(other, seed)) continue;
          group_[other] = seed;
          merged_ = true;
          stack.push_back(other);
        }
      }
    }
  }

  /// A facet for each group; `broken` gets the groups whose outline is not a convex polygon.
  std::vector<Facet> outline_groups(std::vector<int>& broken) const {
    const auto plane_count = static_cast<int>(cycles_.size());
    std::vector<Facet> facets;
    facets.reserve(cycles_.size());
    if (!merged_) {
      for (int f = 0; f < plane_count; ++f) facets.push_back({normals_[f], 0, cycles_[f]});
      return facets;
    }
    std::vector<int> label(triangles_.size());
    for (std::size_t t = 0; t < triangles_.size(); ++t) label[t] = group_[plane_[t]];
    Outlines outlines(triangles_, label, plane_count, static_cast<int>(vertices_.size()));
    std::vector<bool> corner(vertices_.size(), false);
    for (int f = 0; f < plane_count; ++f) {
      if (group_[f] != f) continue;
      std::optional<std::vector<int>> cycle = outlines.cycle(f);
      if (!cycle) {
        broken.push_back(f);
        continue;
      }
      mark_corners(*cycle, outlines, corner);
      facets.push_back({normals_[f], 0, std::move(*cycle)});
    }
    if (!broken.empty()) return {};
    std::size_t k = 0;
    for (int f = 0; f < plane_count; ++f) {
      if (group_[f] != f) continue;
      std::vector<int>& cycle = facets[k++].vertices;
      cycle.erase(std::remove_if(cycle.begin(), cycle.end(), [&](int v) { return !corner[v]; }),
                  cycle.end());
      // An unchanged facet is convex by construction. A facet that did not merge may still have
      // lost a corner because its neighbours merged.
      if (!is_convex(vertices_, cycle, normals_[f]) && !is_as_it_was(cycle, f)) broken.push_back(f);
    }
    return facets;
  }

  /// Marks vertices where three facets meet, and those off the line through their neighbours.
  void mark_corners(const std::vector<int>& cycle, const Outlines& outlines,
                    std::vector<bool>& corner) const {
    const std::size_t n = cycle.size();
    for (std::size_t i = 0; i < n; ++i) {
      const Vec3& before = vertices_[cycle[(i + n - 1) % n]];
      const Vec3& after = vertices_[cycle[(i + 1) % n]];
      if (outlines.degree(cycle[i]) >= 3 ||
          distance_from_line(vertices_[cycle[i]], before, after) > tolerance_) {
        corner[cycle[i]] = true;
      }
    }
  }

  bool is_as_it_was(std::vector<int> cycle, int plane) const {
    std::vector<int> before = cycles_[plane];
    std::sort(cycle.begin(), cycle.end());
    std::sort(before.begin(), before.end());
    return cycle == before;
  }

  /// Splits the groups that broke, and those beside them, into their planes again for good: each
  /// round undoes at least one merge.
  void undo(const std::vector<int>& broken) {
    std::vector<bool> undone(cycles_.size(), false);
    for (const int group : broken) undone[group] = true;
    for (std::size_t f = 0; f < cycles_.size(); ++f) {
      if (std::find(broken.begin(), broken.end(), group_[f]) == broken.end()) continue;
      for (const int other : beside_[f]) undone[group_[other]] = true;
    }
    for (std::size_t f = 0; f < cycles_.size(); ++f) {
      if (undone[group_[f]]) alone_[f] = true;
    }
  }

  const std::vector<Vec3>& vertices_;
  const std::vector<Triangle>& triangles_;
  const std::vector<int>& plane_;
  const std::vector<std::vector<int>>& cycles_;
  double tolerance_;
  std::vector<Vec3> normals_;
  std::vector<std::vector<int>> beside_;  // planes across the edges of each plane
  std::vector<int> by_area_;
  std::vector<int> group_;   // the seed that each plane joined
  std::vector<bool> alone_;  // planes whose merging broke an outline
  bool merged_ = false;
};

}  // namespace

bool all_triangles_differ(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles,
                          const std::vector<Vec3>& normals, double size) {
  const double tolerance = kMergeTolerance * size;
  // Merger::agrees for triangles: only the corner beyond the shared edge can be off the plane.
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const Vec3& normal = normals[t];
    const auto& [a, b, c] = triangles[t].v;
    for (const int other : triangles[t].adj) {
      if (!(normals[other].dot(normal) > kMergeCosine)) continue;
      for (const int v : triangles[other].v) {
        if (v != a && v != b && v != c &&
            !(std::abs(normal.dot(vertices[v] - vertices[a])) > tolerance)) {
          return false;
        }
      }
    }
  }
  return true;
}

std::vector<Facet> merge_facets(const std::vector<Vec3>& vertices,
                                const std::vector<Triangle>& triangles,
                                const std::vector<int>& plane,
                                const std::vector<std::vector<int>>& cycles, double size) {
  return Merger(vertices, triangles, plane, cycles, size).run();
}

}  // namespace touchstone
