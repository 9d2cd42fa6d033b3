// SPDX-License-Identifier: GPL-3.0-or-later
// From a normal to contact points (yi_drumwright, IV.D and IV.E): the contact plane, the vertices
// of each body on it once they kiss, what these share, and the points within reach of it.
//
// Frame: the contact plane, through the point half way between the bodies. A is above it, and
// touches it from above once moved to kissing; heights are along n.
//
// * Touching: the vertices that are at most kOnPlane of its own radius behind the body's farthest
//   one, a tolerance of the angle between n and a face. As it is measured from the nearest vertex,
//   that one is always among them (the first remedy of section IV.E).
// * Manifold: the intersection of the two outlines in the plane. If that is empty, the point half
//   way between their nearest points (the second remedy). Its extreme points are given in
//   counter-clockwise order about n, beginning with the first of A's outline.
// * Heights are affine over each outline, so that a face tilted by less than the tolerance gives
//   each of its points the gap that it has.
// * Look-ahead, if one body touches with a face: the other's vertices over that face, and where
//   the hull of them (projected) meets the face's outline, as far as their gap is at most `reach`.
//   On such a hull's side heights are interpolated: those of points of the body, never below it. If
//   neither has a face: vertices within reach over an edge.
// * A body of one point, the core of a sphere, touches there: the metric's witness points are the
//   contact.
// * Close up, where one body is very large: see contact/contact_view.hpp.
// * Beyond: where rounding of the normal alone moves the larger body sideways by more than the size
//   of the smaller one, as at a ratio of 1e16, nothing tells what lies over what. The metric's own
//   witness points are the contact then, where it has any.
#pragma once

#include "contact/contact.hpp"
#include "contact/contact_view.hpp"
#include "contact/plane_polygon.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// Points of bodies smaller than a metre are merged below this part of the size of the pair [1],
/// those of larger ones below kMergedContact [m].
inline constexpr double kMergedPart = 1e-6;

/// Keeps its memory from query to query of one pair of bodies.
class ManifoldFinder {
 public:
  ManifoldFinder();

  /// `data` has phi and normal (unit); the rest is found. `witnesses`: the metric's nearest points;
  /// without them the contact is where the farthest vertices are. `phi_is_gap`: false for ratio
  /// metrics and others whose phi is no gap; phi becomes the gap along the normal then.
  void find(const ContactBody& A, const Pose& X_WA, const ContactBody& B, const Pose& X_WB,
            const WitnessPoints* witnesses, bool phi_is_gap, double reach, ContactData& data);

 private:
  struct Side : BodyInView {
    std::vector<PlanePoint> touching;
    PlanePolygon outline;  // outline of the touching points
    HeightPlane plane;     // heights over the outline
    std::vector<PlanePoint> ahead;
    PlanePolygon hull;  // outline of all points within reach
  };

  void find_outlines();
  void add_manifold(ContactData& data);
  void add_witnesses(const WitnessPoints& witnesses, ContactData& data);
  void look_ahead(Side& over, const Side& face, double reach, ContactData& data);
  void add(const PlanePoint& a, const PlanePoint& b, ContactData& data);
  bool known(const PlanePoint& p) const;

  ContactView view_;
  Side A_;
  Side B_;
  double merged_ = 0;  // [m]
  PlanePolygon part_;
  ClipScratch clip_;
  std::vector<PlanePoint> given_;  // points given so far, in the plane
};

}  // namespace touchstone
