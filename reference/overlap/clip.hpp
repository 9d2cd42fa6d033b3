// SPDX-License-Identifier: GPL-3.0-or-later
// A convex polygon in space cut by a half-space, exactly (Sutherland & Hodgman's clipping).
//
// Coordinates are relative to a point of the bodies and scaled by a power of two, so that all are
// at most 1 in size. Each point has its rounded coordinates beside the exact ones: the side of a
// plane that it is on is decided by them where their error leaves no doubt.
#pragma once

#include <array>
#include <vector>

#include "geometry/rational.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

using RationalVec3 = std::array<Rational, 3>;

struct ClipPoint {
  RationalVec3 exact;
  Vec3 rounded = Vec3::Zero();  ///< each entry within 2^-52
};

/// `exact` at most 1 in size.
ClipPoint make_clip_point(RationalVec3 exact);

/// The half-space normal.(x - through) <= 0.
struct ClipPlane {
  RationalVec3 normal;  ///< outward, of any length but 0
  RationalVec3 through;
  Vec3 rounded_normal = Vec3::Zero();  ///< unit
  Vec3 rounded_through = Vec3::Zero();
  double error = 0;  ///< bound of the distance of `rounded_normal` from the exact unit normal [1]

  /// The sign of a point's distance: +1 outside the half-space; 0 where doubles leave a doubt.
  int rounded_side(const Vec3& point) const;
  /// The exact sign.
  int side(const ClipPoint& point) const;
  /// A positive multiple of the signed distance.
  Rational distance(const ClipPoint& point) const;
};

using ClipPolygon = std::vector<ClipPoint>;

/// Leaves of `polygon` what is in the half-space, its boundary included. `scratch` is for memory.
void clip(ClipPolygon& polygon, const ClipPlane& plane, ClipPolygon& scratch);

/// Six times the signed volume of the cone from the origin over a polygon: positive where the
/// corners are counter-clockwise seen from the side away from the origin.
Rational six_cone_volumes(const ClipPolygon& polygon);

}  // namespace touchstone
