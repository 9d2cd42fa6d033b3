// SPDX-License-Identifier: GPL-3.0-or-later
// The overlap of two bodies along an axis of the separating axis test, from the vertices as they
// stand: in double-double, and in integers where that is in doubt. Internal to `sat`.
//
// With m the axis, s = t_A - t_B and v over the vertices of a body, the overlaps of the projections
// are
//     o1 = max_A m.(R_A v) - min_B m.(R_B v) + m.s,   o2 = max_B m.(R_B v) - min_A m.(R_A v) - m.s,
// over |m|. Along any axis the lesser is at least the depth of the bodies.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "geometry/hull/unmerged_facets.hpp"
#include "geometry/polytope.hpp"
#include "geometry/pose.hpp"
#include "geometry/support/support_map.hpp"
#include "metrics/common/exact_set.hpp"

namespace touchstone {

/// Where an axis comes from: a face axis of A or B, or an edge of each, by place in the tables of
/// their bodies.
struct AxisSource {
  int of_A = -1;  ///< face axis, if of_B is -1; else an edge
  int of_B = -1;
  bool edges = false;
};

/// What the axes of a body are made from. Immutable; refers to the polytope, which outlives it.
class ExactAxes {
 public:
  /// `normals` and `edges` get the axes as unit vectors, rounded, in the order of this.
  ExactAxes(const Polytope& solid, std::vector<Vec3>& normals, std::vector<Vec3>& edges);

  exact::Body body() const { return {map, center, least_exponent}; }
  const Vec3& vertex(int place) const { return map.body_vertex(place); }

  SupportMap map;
  Vec3 center;                              ///< interior point, local [m]
  int least_exponent;                       ///< vertices and centre are multiples of 2 to this
  double reach = 0;                         ///< farthest vertex from the body's own origin [m]
  std::vector<std::array<int, 3>> corners;  ///< three of each distinct face axis, by place in map
  std::vector<Dd3> normals;                 ///< distinct face axes, of any length, local
  std::vector<std::array<int, 2>> edges;    ///< ends of each distinct edge

 private:
  void add_faces(const UnmergedFacets& unmerged, const std::vector<int>& place,
                 std::vector<Vec3>& directions);
  void add_edges(const UnmergedFacets& unmerged, const std::vector<int>& place,
                 std::vector<Vec3>& directions);
};

/// An overlap in double-double: beside a body 1e16 times smaller, depths that round to one double
/// differ by sizes of that body.
struct PreciseOverlap {
  DoubleDouble depth = {std::numeric_limits<double>::infinity(),
                        0};  ///< negative where the axis separates [m]
  double doubt = 0;          ///< what rounding may have added or taken [m]
  Vec3 n = Vec3::Zero();     ///< unit, from B to A, world
  bool both_ways = false;    ///< the overlap along -n is no other, to `doubt`

  /// The most that the exact overlap may be [m].
  DoubleDouble most() const {
    return std::isfinite(depth.high) ? depth + DoubleDouble{doubt, 0} : depth;
  }
};

/// Overlap along the axis of `source`; infinite where double-doubles leave it no direction. `doubt`
/// is then how far edges may be from parallel.
PreciseOverlap precise_overlap(const ExactAxes& A, const Pose& X_WA, const ExactAxes& B,
                               const Pose& X_WB, const AxisSource& source);

/// An overlap without any rounding but that of the results. Exactly it is reached / |m|, with m the
/// axis, both in units of the set that they are made from.
struct ExactOverlap {
  double depth = std::numeric_limits<double>::infinity();  ///< [m]
  Vec3 n = Vec3::Zero();
  bool both_ways = false;  ///< the overlap along -n is the same
  Integer reached = 0;
  Integer squared = 0;  ///< m.m, or 0 where there is no axis

  /// Exact, for overlaps that are made from one set. One without an axis is larger than any other.
  bool is_less_than(const ExactOverlap& other) const;
};

/// Overlap along the axis of `source`; infinite where the source leaves no direction.
ExactOverlap exact_overlap(ExactSet& difference, const ExactAxes& A, const ExactAxes& B,
                           const AxisSource& source);

}  // namespace touchstone
