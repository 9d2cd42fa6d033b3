// SPDX-License-Identifier: GPL-3.0-or-later
// Two bodies seen from their contact plane: which vertices touch it once the bodies kiss, how far
// apart points over it are, and where these are in the world.
//
// Frame: A is above the plane, B below it; heights are along n.
//
// * Plain: in doubles, about the frame that is given.
// * Close up: where doubles are too coarse for the smaller body, because the other one is very
//   large or a body is far from its own origin. The frame's origin is then a vertex of the smaller
//   body. Of the other body only the part over a square about that vertex is used, from vertices in
//   double-doubles (contact/local_surface.hpp). Each body's heights are above a base of its own. If
//   that part is empty, as with a normal that is not that of the contact, the view is plain.
#pragma once

#include <limits>

#include "contact/contact.hpp"
#include "contact/contact_body.hpp"

namespace touchstone {

/// How far behind its farthest vertex a vertex still touches, relative to the body's radius [1]:
/// a face is touched at such an angle [rad].
inline constexpr double kOnPlane = 1e-9;

/// A body, and the part of it that was last asked for.
struct BodyInView {
  const ContactBody* body = nullptr;
  const Pose* X = nullptr;
  double sign = 0;  ///< the other body is along `sign` n
  SupportLayer layer;
};

/// Owns no memory: what it finds is in the bodies' layers.
class ContactView {
 public:
  ContactView() = default;
  ContactView(const ContactFrame& frame, const BodyInView& A, const BodyInView& B);

  /// Comes closer where doubles need it, and finds the layers that touch.
  void find_touching(BodyInView& A, BodyInView& B);
  /// Finds the points at most `depth` [m] behind the farthest one; false if nothing is in view.
  bool find_layer(BodyInView& body, double depth) const;

  bool is_close() const { return half_width_ < std::numeric_limits<double>::infinity(); }
  double size() const { return size_; }  ///< of the smaller body [m]
  double line() const { return line_; }  ///< a point this near to a line in the plane is on it [m]
  /// How far behind its farthest point a body touches [m].
  double on_plane(const ContactBody& body) const;
  double gap(double height_A, double height_B) const;  ///< [m]
  /// The contact of point a of A with b of B, which lie over each other but for rounding of n.
  ContactPoint contact(const PlanePoint& a, const PlanePoint& b) const;
  /// The point of the contact plane at x = y = 0, half way between the layers' tops; world [m].
  Vec3 middle(const BodyInView& A, const BodyInView& B) const;

 private:
  bool find_layers(BodyInView& A, BodyInView& B) const;
  bool come_closer(BodyInView& A, BodyInView& B);

  ContactFrame frame_;
  double size_ = 0;            // [m]
  double plain_rounding_ = 0;  // of coordinates in the plain view [m]
  double rounding_ = 0;        // of coordinates in this view [m]
  double line_ = 0;            // [m]
  // Close up only.
  double half_width_ = std::numeric_limits<double>::infinity();  // of the square [m]
  double apart_ = 0;                                             // base of A above that of B [m]
  Vec3 base_WA_ = Vec3::Zero();  // where A's x, y and height are 0 [m]
  Vec3 base_WB_ = Vec3::Zero();
};

}  // namespace touchstone
