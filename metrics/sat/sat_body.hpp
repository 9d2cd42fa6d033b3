// SPDX-License-Identifier: GPL-3.0-or-later
// What `sat` makes of a body once: distinct axes, and what they are made from. Internal to `sat`.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "geometry/index.hpp"
#include "metrics/sat/exact_axes.hpp"

namespace touchstone {

template <class T>
using SatVec = Eigen::Matrix<T, 3, 1>;

/// Immutable; shared between threads.
template <class T>
struct SatBody {
  explicit SatBody(const Polytope& polytope)
      : solid(polytope.dimension() == 3),
        radius(polytope.bounding_radius()),
        center(polytope.interior_point().cast<T>()) {
    if (!solid) return;
    for (const int i : polytope.extreme()) {
      arms.emplace_back(polytope.vertices()[at(i)].template cast<T>() - center);
      longest = std::max(longest, arms.back().stableNorm());
    }
    std::vector<Vec3> faces;
    std::vector<Vec3> sides;
    exact.emplace(polytope, faces, sides);
    for (const Vec3& n : faces) normals.push_back(n.cast<T>());
    for (const Vec3& e : sides) edges.push_back(e.cast<T>());
  }

  bool solid;
  double radius;                   ///< bounding radius [m]
  SatVec<T> center;                ///< interior point, local [m]
  std::vector<SatVec<T>> arms;     ///< extreme vertices from the centre, local [m]
  std::vector<SatVec<T>> normals;  ///< distinct face axes, unit, local
  std::vector<SatVec<T>> edges;    ///< distinct edge directions, unit, local
  T longest = 0;                   ///< longest arm [m]
  /// What the normals and edges of a solid are made from, in their order.
  std::optional<ExactAxes> exact;
};

}  // namespace touchstone
