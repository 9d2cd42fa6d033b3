// SPDX-License-Identifier: GPL-3.0-or-later
// A solid's features from the triangles of its hull.
#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "reference/exact/exact_body_points.hpp"

namespace touchstone {
namespace {

/// Coplanar triangles merged: the group, which is the facet, of each triangle.
class Facets {
 public:
  Facets(const std::vector<HullTriangle>& triangles, const Orientation& orientation)
      : parent_(triangles.size()) {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      const auto& corner = triangles[t].corner;
      const Orientation::Plane plane = orientation.plane(corner[0], corner[1], corner[2]);
      for (const int g : triangles[t].adjacent) {
        if (g < static_cast<int>(t)) continue;
        // The neighbour's corner off this triangle is the only one that can be off the plane.
        for (const int v : triangles[g].corner) {
          if (std::find(corner.begin(), corner.end(), v) == corner.end() &&
              orientation.sign(plane, v) == 0) {
            parent_[find(g)] = find(static_cast<int>(t));
          }
        }
      }
    }
    number_.assign(triangles.size(), -1);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      const int root = find(static_cast<int>(t));
      if (number_[root] < 0) number_[root] = count_++;
    }
  }

  int count() const { return count_; }
  int of(int triangle) { return number_[find(triangle)]; }

 private:
  int find(int t) {
    while (parent_[t] != t) t = parent_[t] = parent_[parent_[t]];
    return t;
  }

  std::vector<int> parent_;
  std::vector<int> number_;
  int count_ = 0;
};

/// An edge between two facets may come as a chain of triangle edges; its ends are the extreme
/// vertices of the chain, of which `new_index` has the numbers.
std::vector<ExactBody::Arc> arcs_between(const std::vector<HullTriangle>& triangles, Facets& facets,
                                         const std::vector<int>& new_index) {
  std::vector<std::tuple<int, int, int, int>> links;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const int left = facets.of(static_cast<int>(t));
    const auto& corner = triangles[t].corner;
    for (int i = 0; i < 3; ++i) {
      const int right = facets.of(triangles[t].adjacent[i]);
      if (left < right) {
        links.emplace_back(left, right, new_index[corner[i]], new_index[corner[(i + 1) % 3]]);
      }
    }
  }
  std::sort(links.begin(), links.end());
  std::vector<ExactBody::Arc> arcs;
  for (const auto& [left, right, from, to] : links) {
    if (arcs.empty() || arcs.back().left != left || arcs.back().right != right) {
      arcs.push_back({-1, -1, left, right});
    }
    if (from >= 0) arcs.back().v0 = from;
    if (to >= 0) arcs.back().v1 = to;
  }
  return arcs;
}

}  // namespace

void ExactBody::build_solid(const Given& all, const std::vector<int>& basis) {
  const Orientation& orientation = all.orientation;
  const std::vector<HullTriangle> triangles = quickhull(all.count(), orientation, basis);
  Facets facets(triangles, orientation);

  // A vertex is extreme where at least three facets meet: list (vertex, facet) once each.
  std::vector<std::pair<int, int>> incident;
  incident.reserve(3 * triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (const int v : triangles[t].corner)
      incident.emplace_back(v, facets.of(static_cast<int>(t)));
  }
  std::sort(incident.begin(), incident.end());
  incident.erase(std::unique(incident.begin(), incident.end()), incident.end());
  std::vector<int> new_index(all.vertices.size(), -1);
  std::vector<int> extreme;
  std::vector<int> size(static_cast<std::size_t>(facets.count()), 0);
  for (std::size_t k = 0; k < incident.size();) {
    const int v = incident[k].first;
    std::size_t end = k;
    while (end < incident.size() && incident[end].first == v) ++end;
    if (end - k >= 3) {
      new_index[v] = static_cast<int>(extreme.size());
      extreme.push_back(v);
      for (std::size_t i = k; i < end; ++i) ++size[incident[i].second];
    }
    k = end;
  }
  keep(extreme, all);

  nodes_.resize(size.size());
  int first = 0;
  for (std::size_t f = 0; f < size.size(); ++f) {
    nodes_[f].first = first;
    first += size[f];
  }
  face_vertices_.resize(static_cast<std::size_t>(first));
  for (const auto& [v, f] : incident) {
    if (new_index[v] >= 0) face_vertices_[nodes_[f].first + nodes_[f].count++] = new_index[v];
  }

  arcs_ = arcs_between(triangles, facets, new_index);
  choose_corners(all, basis);
}

void ExactBody::choose_corners(const Given& all, const std::vector<int>& basis) {
  const Orientation& orientation = all.orientation;
  const std::vector<Vec3>& scaled = all.scaled;
  const auto original = [&](int v) { return index_[v]; };
  for (std::size_t f = 0; f < nodes_.size(); ++f) {
    Node& node = nodes_[f];
    const std::span<const int> vertices = face(node);
    // Far apart, so that the rounded normal is a good one. Extreme vertices of a facet are never on
    // one line.
    std::array<int, 3> corner{vertices[0], vertices[1], vertices[2]};
    if (vertices.size() > 3) {
      const Vec3& from = scaled[original(vertices[0])];
      const auto farther = [&](int v, int w) {
        return (scaled[original(v)] - from).squaredNorm() <
               (scaled[original(w)] - from).squaredNorm();
      };
      corner[1] = *std::max_element(vertices.begin() + 1, vertices.end(), farther);
      double most = -1;
      for (const int v : vertices) {
        if (v == corner[0] || v == corner[1]) continue;
        const double area =
            orientation.plane(original(corner[0]), original(corner[1]), original(v)).normal.norm();
        if (area > most) {
          most = area;
          corner[2] = v;
        }
      }
    }
    const Orientation::Plane plane =
        orientation.plane(original(corner[0]), original(corner[1]), original(corner[2]));
    int side = 0;
    for (std::size_t k = 0; side == 0; ++k) side = orientation.sign(plane, basis[k]);
    if (side > 0) std::swap(corner[0], corner[1]);
    node.corner = corner;
    set_normal(node, static_cast<int>(f), all);
  }
}

}  // namespace touchstone
