// SPDX-License-Identifier: GPL-3.0-or-later
// Convex polygons in the contact plane, down to segments and points, in doubles.
//
// Every decision has a tolerance [m]: a point within it of a line counts as on the line.
// Coordinates x, y are along two unit vectors of the plane; the height of a point above the plane
// is carried along and interpolated, so that what is cut from a body's polygon stays in the body.
#pragma once

#include <vector>

namespace touchstone {

struct PlanePoint {
  double x = 0;       ///< [m]
  double y = 0;       ///< [m]
  double height = 0;  ///< above the plane, along its normal [m]
};

/// Counter-clockwise; two points are a segment, one is a point.
using PlanePolygon = std::vector<PlanePoint>;

/// Heights over a polygon, affine in x and y: those of its corners where these lie in one plane.
struct HeightPlane {
  double at_origin = 0;  ///< [m]
  double along_x = 0;    ///< [1]
  double along_y = 0;    ///< [1]
  double operator()(double x, double y) const { return at_origin + along_x * x + along_y * y; }
};

/// Makes a polygon of the extreme points of `points`, beginning with the least in x, then y.
/// Reorders `points`, which must not be empty. If the polygon is nowhere wider than `tolerance` it
/// becomes a segment or a point.
void outline_of(std::vector<PlanePoint>& points, double tolerance, PlanePolygon& outline);

/// The plane through three corners far from each other; that of a segment is level across it.
HeightPlane height_plane(const PlanePolygon& outline);

/// The distance of a point from an outline, 0 within [m].
double distance_outside(const PlanePolygon& outline, double x, double y);

/// Scratch of the functions below.
struct ClipScratch {
  PlanePolygon from;
  PlanePolygon to;
};

/// The part of `subject` that is in `window`, with the heights of `subject`; empty where they are
/// farther than `tolerance` from each other, as far as lines can tell. Both are outlines of any
/// kind; `level`: whether the subject's corners lie in one plane. `part` may have collinear
/// corners.
void intersect(const PlanePolygon& subject, const PlanePolygon& window, double tolerance,
               ClipScratch& scratch, PlanePolygon& part, bool level = true);

/// Reduces a convex polygon to its extreme corners: those nearer than `merged` to each other become
/// one, and those nearer than `tolerance` to the line through their neighbours go.
void keep_extreme(PlanePolygon& polygon, double merged, double tolerance);

/// A nearest pair of points, with their own heights.
struct NearestPoints {
  PlanePoint a;
  PlanePoint b;
};
NearestPoints nearest_points(const PlanePolygon& a, const PlanePolygon& b);

}  // namespace touchstone
