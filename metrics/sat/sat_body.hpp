// SPDX-License-Identifier: GPL-3.0-or-later
// What `sat` makes of a body once: distinct axes, and what they are made from. Internal to `sat`.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/unmerged_facets.hpp"
#include "metrics/sat/exact_axes.hpp"

namespace touchstone {

template <class T>
using SatVec = Eigen::Matrix<T, 3, 1>;

/// Immutable; shared between threads.
template <class T>
struct SatBody {
  explicit SatBody(const Polytope& polytope)
      : solid(polytope.dimension() == 3), center(polytope.interior_point().cast<T>()) {
    if (!solid) return;
    const std::vector<Vec3>& v = polytope.vertices();
    for (const int i : polytope.extreme()) {
      exact.vertices.push_back(v[at(i)]);
      arms.emplace_back(exact.vertices.back().cast<T>() - center);
    }
    // Of the exact hull: what merging hides is a face, or an edge, beside a much smaller body.
    const UnmergedFacets unmerged(polytope);
    std::vector<Vec3> directions;
    std::vector<Dd3> exact_directions;
    for (const Facet& facet : unmerged.facets()) {
      directions.push_back(facet.normal);
      exact_directions.push_back(exact_face_normal(polytope, facet));
    }
    for (const std::size_t i : distinct_axes(directions, exact_directions)) {
      normals.push_back(directions[i].cast<T>());
      exact.normals.push_back(exact_directions[i]);
    }
    directions.clear();
    exact_directions.clear();
    std::vector<std::array<Vec3, 2>> ends;
    for (const Edge& edge : unmerged.edges()) {
      ends.push_back({v[at(edge.v0)], v[at(edge.v1)]});
      exact_directions.push_back(difference(ends.back()[1], ends.back()[0]));
      directions.emplace_back(rounded(exact_directions.back()).stableNormalized());
    }
    for (const std::size_t i : distinct_axes(directions, exact_directions)) {
      edges.push_back(directions[i].cast<T>());
      exact.edges.push_back(ends[i]);
    }
    for (const SatVec<T>& arm : arms) longest = std::max(longest, arm.stableNorm());
  }

  bool solid;
  SatVec<T> center;                ///< interior point, local [m]
  std::vector<SatVec<T>> arms;     ///< extreme vertices from the centre, local [m]
  std::vector<SatVec<T>> normals;  ///< distinct face axes, unit, local
  std::vector<SatVec<T>> edges;    ///< distinct edge directions, unit, local
  T longest = 0;                   ///< of the arms [m]
  ExactAxes exact;                 ///< what the normals and edges are made from, in their order
};

}  // namespace touchstone
