// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/surface.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "geometry/double_double.hpp"
#include "geometry/predicates.hpp"

namespace touchstone {
namespace {

/// Facets more oblique to each other than 60 degrees are two features however thin they are [1].
constexpr double kMergeCosine = 0.5;

using Cycles = std::vector<std::vector<int>>;

/// Outlines of the regions of equal label, counter-clockwise seen from outside.
class Outlines {
 public:
  Outlines(const std::vector<Triangle>& triangles, const std::vector<int>& label, int label_count,
           int vertex_count)
      : edges_(label_count), degree_(vertex_count, 0), next_(vertex_count, -1) {
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      for (int k = 0; k < 3; ++k) {
        if (label[triangles[t].adj[k]] == label[t]) continue;
        const int from = triangles[t].v[k];
        edges_[label[t]].emplace_back(from, triangles[t].v[(k + 1) % 3]);
        ++degree_[from];
      }
    }
  }

  /// How many regions meet at the vertex; 0 inside a region, 2 within an edge between two.
  int degree(int vertex) const { return degree_[vertex]; }

  /// The outline of one region, or nothing if that is not one simple cycle.
  std::optional<std::vector<int>> cycle(int label) {
    const auto& edges = edges_[label];
    for (const auto& [from, to] : edges) next_[from] = -1;
    for (const auto& [from, to] : edges) {
      if (next_[from] >= 0) return std::nullopt;
      next_[from] = to;
    }
    std::vector<int> result;
    result.reserve(edges.size());
    int at = edges.front().first;
    do {
      result.push_back(at);
      at = next_[at];
    } while (at != edges.front().first);
    if (result.size() != edges.size()) return std::nullopt;
    return result;
  }

 private:
  std::vector<std::vector<std::pair<int, int>>> edges_;
  std::vector<int> degree_;
  std::vector<int> next_;
};

std::array<DoubleDouble, 3> subtract(const Vec3& b, const Vec3& a) {
  return {two_sum(b.x(), -a.x()), two_sum(b.y(), -a.y()), two_sum(b.z(), -a.z())};
}

Vec3 normalised(const std::array<DoubleDouble, 3>& v) {
  const DoubleDouble length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return {(v[0] / length).high, (v[1] / length).high, (v[2] / length).high};
}

void start_at_least(std::vector<int>& cycle) {
  std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
}

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

Vec3 unit_normal(const Vec3& a, const Vec3& b, const Vec3& c) {
  const std::array<DoubleDouble, 3> u = subtract(b, a);
  const std::array<DoubleDouble, 3> v = subtract(c, a);
  const std::array<DoubleDouble, 3> normal = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                                              u[0] * v[1] - u[1] * v[0]};
  double bound = 0;
  double largest = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) bound = std::max(bound, std::abs(u[i].high * v[j].high));
    largest = std::max(largest, std::abs(normal[i].high));
  }
  // The entries are in error by less than 2^-98 bound: here by less than 2^-58 of the largest.
  if (largest > 0x1p-40 * bound && largest > 1e-130) return normalised(normal);
  const Vec3 exact = exact_normal(a, b, c);
  return normalised(
      {DoubleDouble{exact.x(), 0}, DoubleDouble{exact.y(), 0}, DoubleDouble{exact.z(), 0}});
}

ExactSurface::ExactSurface(const std::vector<Vec3>& vertices,
                           const std::vector<Triangle>& triangles)
    : vertices_(vertices), triangles_(triangles), plane_(triangles.size(), -1) {
  std::vector<int> stack;
  for (std::size_t seed = 0; seed < triangles.size(); ++seed) {
    if (plane_[seed] >= 0) continue;
    plane_[seed] = plane_count_;
    stack.push_back(static_cast<int>(seed));
    while (!stack.empty()) {
      const Triangle& triangle = triangles[stack.back()];
      stack.pop_back();
      const auto& [a, b, c] = triangle.v;
      for (const int other : triangle.adj) {
        if (plane_[other] >= 0) continue;
        const auto& w = triangles[other].v;
        const bool coplanar = std::all_of(w.begin(), w.end(), [&](int i) {
          return i == a || i == b || i == c ||
                 orientation(vertices[a], vertices[b], vertices[c], vertices[i]) == 0;
        });
        if (!coplanar) continue;
        plane_[other] = plane_count_;
        stack.push_back(other);
      }
    }
    ++plane_count_;
  }
  const auto vertex_count = static_cast<int>(vertices.size());
  Outlines outlines(triangles, plane_, plane_count_, vertex_count);
  for (int v = 0; v < vertex_count; ++v) {
    if (outlines.degree(v) >= 3) extreme_.push_back(v);
  }
  for (int plane = 0; plane < plane_count_; ++plane) {
    std::vector<int> cycle = *outlines.cycle(plane);
    cycle.erase(
        std::remove_if(cycle.begin(), cycle.end(), [&](int v) { return outlines.degree(v) < 3; }),
        cycle.end());
    cycles_.push_back(std::move(cycle));
  }
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
  std::vector<Vec3> normals;
  normals.reserve(plane_count_);
  for (const std::vector<int>& cycle : cycles_) {
    const std::size_t n = cycle.size();
    normals.push_back(
        unit_normal(vertices_[cycle[0]], vertices_[cycle[n / 3]], vertices_[cycle[2 * n / 3]]));
  }
  std::vector<double> area(plane_count_, 0);
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    const auto& [a, b, c] = triangles_[t].v;
    area[plane_[t]] += (vertices_[b] - vertices_[a]).cross(vertices_[c] - vertices_[a]).norm();
  }
  std::vector<int> by_area(plane_count_);
  std::iota(by_area.begin(), by_area.end(), 0);
  std::sort(by_area.begin(), by_area.end(), [&](int f, int g) {
    return area[f] != area[g] ? area[f] > area[g] : cycles_[f] < cycles_[g];
  });
  std::vector<std::vector<int>> beside(plane_count_);
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    for (const int other : triangles_[t].adj) {
      if (plane_[other] != plane_[t]) beside[plane_[t]].push_back(plane_[other]);
    }
  }

  const double tolerance = kMergeTolerance * size;
  std::vector<bool> alone(plane_count_, false);  // planes whose merging broke an outline
  while (true) {
    std::vector<int> group(plane_count_, -1);
    bool any_merged = false;
    for (const int seed : by_area) {
      if (group[seed] >= 0) continue;
      group[seed] = seed;
      if (alone[seed]) continue;
      const Vec3& normal = normals[seed];
      const Vec3& origin = vertices_[cycles_[seed].front()];
      std::vector<int> stack = {seed};
      while (!stack.empty()) {
        const int at = stack.back();
        stack.pop_back();
        for (const int other : beside[at]) {
          if (group[other] >= 0 || alone[other]) continue;
          if (!(normals[other].dot(normal) > kMergeCosine)) continue;
          const auto& cycle = cycles_[other];
          if (!std::all_of(cycle.begin(), cycle.end(), [&](int v) {
                return std::abs(normal.dot(vertices_[v] - origin)) <= tolerance;
              })) {
            continue;
          }
          group[other] = seed;
          any_merged = true;
          stack.push_back(other);
        }
      }
    }

    std::vector<Facet> facets;
    if (!any_merged) {
      for (int plane = 0; plane < plane_count_; ++plane) {
        facets.push_back({normals[plane], 0, cycles_[plane]});
      }
      return finish(vertices_, std::move(facets));
    }

    std::vector<int> label(triangles_.size());
    for (std::size_t t = 0; t < triangles_.size(); ++t) label[t] = group[plane_[t]];
    Outlines outlines(triangles_, label, plane_count_, static_cast<int>(vertices_.size()));
    std::vector<std::vector<int>> outline(plane_count_);
    std::vector<int> broken;
    std::vector<bool> corner(vertices_.size(), false);
    for (int plane = 0; plane < plane_count_; ++plane) {
      if (group[plane] != plane) continue;
      std::optional<std::vector<int>> cycle = outlines.cycle(plane);
      if (!cycle) {
        broken.push_back(plane);
        continue;
      }
      outline[plane] = std::move(*cycle);
      const std::size_t n = outline[plane].size();
      for (std::size_t i = 0; i < n; ++i) {
        const int v = outline[plane][i];
        const Vec3& before = vertices_[outline[plane][(i + n - 1) % n]];
        const Vec3& after = vertices_[outline[plane][(i + 1) % n]];
        if (outlines.degree(v) >= 3 ||
            distance_from_line(vertices_[v], before, after) > tolerance) {
          corner[v] = true;
        }
      }
    }
    if (broken.empty()) {
      for (int plane = 0; plane < plane_count_; ++plane) {
        if (group[plane] != plane) continue;
        std::vector<int>& cycle = outline[plane];
        cycle.erase(std::remove_if(cycle.begin(), cycle.end(), [&](int v) { return !corner[v]; }),
                    cycle.end());
        // A facet as it was is convex by construction. One that merged with nothing may have lost a
        // corner to its neighbours.
        if (cycle == cycles_[plane] || is_convex(vertices_, cycle, normals[plane])) {
          facets.push_back({normals[plane], 0, cycle});
        } else {
          broken.push_back(plane);
        }
      }
    }
    if (broken.empty()) return finish(vertices_, std::move(facets));
    // The groups that broke and those beside them stay as they were: each round undoes at least one
    // merging.
    std::vector<bool> undone(plane_count_, false);
    for (const int plane : broken) undone[plane] = true;
    for (int plane = 0; plane < plane_count_; ++plane) {
      if (std::find(broken.begin(), broken.end(), group[plane]) == broken.end()) continue;
      for (const int other : beside[plane]) undone[group[other]] = true;
    }
    for (int plane = 0; plane < plane_count_; ++plane) {
      if (undone[group[plane]]) alone[plane] = true;
    }
  }
}

FacetComplex polygon_complex(const std::vector<Vec3>& vertices, const std::vector<int>& cycle) {
  const std::size_t n = cycle.size();
  const Vec3 normal =
      unit_normal(vertices[cycle[0]], vertices[cycle[n / 3]], vertices[cycle[2 * n / 3]]);
  std::vector<int> reverse(cycle.rbegin(), cycle.rend());
  return finish(vertices, {{normal, 0, cycle}, {-normal, 0, std::move(reverse)}});
}

}  // namespace touchstone
