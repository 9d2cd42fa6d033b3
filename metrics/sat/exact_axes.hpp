// SPDX-License-Identifier: GPL-3.0-or-later
// The overlap of two bodies along an axis of the separating axis test, in double-double from the
// vertices as they stand. Internal to `sat`.
//
// With m the axis, s = t_A - t_B and v over the vertices of a body, the overlaps of the projections
// are
//     o1 = max_A m.(R_A v) - min_B m.(R_B v) + m.s,   o2 = max_B m.(R_B v) - min_A m.(R_A v) - m.s,
// over |m|. Along any axis the lesser is at least the depth of the bodies.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "geometry/double_double_vector.hpp"
#include "geometry/polytope.hpp"
#include "geometry/pose.hpp"

namespace touchstone {

/// Where an axis comes from: a face axis of A or B, or an edge of each, by place in the tables of
/// their bodies.
struct AxisSource {
  int of_A = -1;  ///< face axis, if of_B is -1; else an edge
  int of_B = -1;
  bool edges = false;
};

/// What the axes of a body are made from. Immutable.
struct ExactAxes {
  std::vector<Vec3> vertices;              ///< extreme, local [m]
  std::vector<Dd3> normals;                ///< of facets of the exact hull, of any length, local
  std::vector<std::array<Vec3, 2>> edges;  ///< ends
};

/// Of the directions, which are unit vectors of the exact ones, those that are not an earlier one
/// or its opposite: which they are, in ascending order. What only rounding makes equal is two axes:
/// a small body sees the far ends of a large one apart.
std::vector<std::size_t> distinct_axes(const std::vector<Vec3>& directions,
                                       const std::vector<Dd3>& exact);

/// Of a facet of the exact hull (unmerged_facets.hpp), however thin.
Dd3 exact_face_normal(const Polytope& polytope, const Facet& facet);

struct ExactOverlap {
  DoubleDouble depth;  ///< negative where the axis separates [m]
  Vec3 n;              ///< unit, from B to A, world
};

/// Along the axis of that source; along `axis` where the source leaves no direction.
ExactOverlap exact_overlap(const ExactAxes& A, const Pose& X_WA, const ExactAxes& B,
                           const Pose& X_WB, const AxisSource& source, const Vec3& axis);

}  // namespace touchstone
