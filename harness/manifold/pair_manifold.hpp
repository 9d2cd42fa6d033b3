// SPDX-License-Identifier: GPL-3.0-or-later
// The true manifold of a pair along a direction, and what rounding explains beside it: in doubles
// where they tell what the direction supports, and by the exact features where they do not.
#pragma once

#include <cstddef>
#include <vector>

#include "geometry/pair.hpp"
#include "harness/manifold/true_manifold.hpp"
#include "reference/claims.hpp"

namespace touchstone {

/// A vector whose length is so near to 1 is a unit vector, rounded [1].
inline constexpr double kUnitTolerance = 1e-9;

/// The plane across n half way between the bodies, on which points are compared.
FlatFrame middle_plane(const Pair& pair, const Vec3& n);

class PairManifold {
 public:
  /// `pair` and `truth` outlive this; `tolerance` is relative to size [1]; `scalar` is what the
  /// answer was computed in, whose rounding its normal is allowed.
  PairManifold(const Pair& pair, const TruthOnDemand& truth, double tolerance,
               Scalar scalar = Scalar::float64);

  double size() const { return size_; }          ///< [m]
  double length() const { return length_; }      ///< the tolerance [m]
  double rounding() const { return rounding_; }  ///< the error of vertices near the contact [m]
  /// Whether rounding is too much for doubles to tell what a direction supports.
  bool rough() const;
  /// Rounding of points beside the bodies, whose coordinates are at most `largest` [m].
  double rounding_of_points(double largest) const;

  /// Whether n is a unit vector and gap(n) reaches phi to the tolerance: n is an optimal direction,
  /// or as good as one.
  bool optimal(const Vec3& n) const;

  /// Points whose hull is the manifold of n; none where it is not known.
  std::vector<FlatPoint> along(const Vec3& n, const FlatFrame& frame) const;
  /// Corners of the exact manifold of the true direction that n is to rounding; none where there is
  /// no such direction.
  std::vector<FlatPoint> exactly_along(const Vec3& n, const FlatFrame& frame) const;
  /// The readings of the manifold of n: all that the tolerance lets touch, and what n supports. Of
  /// rough pairs, the exact one alone. Those that are not known are empty.
  std::vector<std::vector<FlatPoint>> readings(const Vec3& n, const FlatFrame& frame) const;
  /// Points whose hull has all that both bodies may share along the frame's n: vertices within the
  /// tolerance of their support planes touch, and points may be off by up to half of `length` [m]
  /// in the plane.
  std::vector<FlatPoint> possibly_shared(const FlatFrame& frame, double length) const;
  /// A manifold, and how far it reaches beyond the hull of some points [m].
  struct Reach {
    std::vector<FlatPoint> manifold;  ///< empty where it is not known
    double farthest = 0;
  };
  /// A face that is tilted by less than the tolerance makes two readings of the manifold of n, with
  /// and without it. The first that is at most `allowed` [m] beyond the hull of `given`, a convex
  /// outline or any points, else the last.
  Reach beyond(const std::vector<FlatPoint>& given, const Vec3& n, const FlatFrame& frame,
               double allowed) const;

  /// What rounding two points may cost: beside the tolerance as a rule nothing that counts. They
  /// are held to the margins of true witness points, of whichever direction allows the most.
  WitnessMargins margins_of(const WitnessPoints& p) const;

 private:
  std::vector<FlatPoint> within(const FlatFrame& frame, double height) const;
  /// What both bodies surely share along the frame's n: no crossing that rounding moves by more than
  /// `allowed` [m].
  std::vector<FlatPoint> surely_shared(const FlatFrame& frame, double allowed) const;
  std::size_t nearest_direction(const Vec3& n) const;

  const Pair& pair_;
  const TruthOnDemand& truth_;
  Scalar scalar_;
  double size_, length_, rounding_;
  double same_direction_ = 1e-9;  ///< a direction this near to a true one is that one, rounded [1]
  double tilt_ = 0;               ///< what a normal in single precision lifts vertices [m]
  double largest_;                ///< bound on the coordinates of both bodies [world, m]
};

}  // namespace touchstone
