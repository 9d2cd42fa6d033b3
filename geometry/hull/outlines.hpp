// SPDX-License-Identifier: GPL-3.0-or-later
// The outlines of labelled regions of a closed surface of triangles.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "geometry/hull/hull.hpp"

namespace touchstone {

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
    } while (at != edges.front().first && at >= 0 && result.size() < edges.size());
    if (at != edges.front().first || result.size() != edges.size()) return std::nullopt;
    return result;
  }

 private:
  std::vector<std::vector<std::pair<int, int>>> edges_;
  std::vector<int> degree_;
  std::vector<int> next_;
};

}  // namespace touchstone
