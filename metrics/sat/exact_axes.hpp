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
  /// Facets that agree to 1e-12 size are merged. Of such a facet: the triangles of the exact hull
  /// that it has, and its corners three by three. Any normal bounds the depth.
  struct Face {
    std::vector<std::array<Vec3, 3>> triangles;
  };
  std::vector<Vec3> vertices;  ///< extreme, local [m]
  std::vector<Face> faces;
  std::vector<std::array<Vec3, 2>> edges;  ///< ends
};

ExactAxes::Face exact_face(const Polytope& polytope, const Facet& facet);

/// A triangle of the exact hull whose normal is that of no facet: vertices that are all but one
/// have such triangles between them, which merging hides. Beside a much smaller body they are
/// faces.
struct HiddenFace {
  Vec3 normal;  ///< unit, of either sense, local
  ExactAxes::Face face;
};
/// All of them; now and then three vertices that are joined and no triangle of the hull: its normal
/// bounds the depth as any other does.
std::vector<HiddenFace> hidden_faces(const Polytope& polytope);

struct ExactOverlap {
  DoubleDouble depth;  ///< negative where the axis separates [m]
  Vec3 n;              ///< unit, from B to A, world
};

/// Along the axis of that source, of the normals of a face the best; along `axis` where the source
/// leaves no direction.
ExactOverlap exact_overlap(const ExactAxes& A, const Pose& X_WA, const ExactAxes& B,
                           const Pose& X_WB, const AxisSource& source, const Vec3& axis);

}  // namespace touchstone
