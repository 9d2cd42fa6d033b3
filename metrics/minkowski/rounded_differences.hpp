// SPDX-License-Identifier: GPL-3.0-or-later
// Doubles near the differences b - a of placed vertices, and the signs of determinants of these
// differences that doubles settle. What they leave open is for exact arithmetic, which has the
// exact differences.
//
// All coordinates are relative to the first difference, so that far bodies lose nothing. Let R be
// the largest coordinate of a plus that of b. Then a coordinate of a difference of two differences
// is off by at most o = 2^-48 R. With e, f, g three such vectors and E, F, G bounds of their
// entries, det(e, f, g) is off by at most 6 o (E F + E G + F G), and its evaluation by Shewchuk's
// bound.
#pragma once

#include <limits>
#include <vector>

#include "geometry/vector.hpp"

namespace touchstone {

class RoundedDifferences {
 public:
  /// The vertices of either body relative to its first one, and the world's origin relative to the
  /// first difference: each entry within 2^-51 of itself.
  RoundedDifferences(const std::vector<Vec3>& a, const std::vector<Vec3>& b, const Vec3& origin);
  /// `points` are doubles as they stand: o = 2^-52 of their extent, and the origin is 0.
  explicit RoundedDifferences(const std::vector<Vec3>& points);

  /// The plane through three differences p, q, r, in bounds: normal.(x - from) is the determinant
  /// det(q - p, r - p, x - p) to within `error` for another difference x.
  struct Plane {
    Vec3 from = Vec3::Zero();
    Vec3 normal = Vec3::Zero();  ///< (q - p) x (r - p)
    double error = std::numeric_limits<double>::infinity();
    double normal_error = 0;  ///< bound of the error of each entry
    double edges = 0;         ///< bound of |q - p| |r - p|, by largest entries
    double reach = 0;         ///< bound of |q - p| + |r - p|
    double permanent = 0;     ///< bound of the products in an entry of the normal
  };
  Plane plane(int p, int q, int r) const;

  // Signs are 0 where doubles leave them open.
  int side(const Plane& plane, int x) const;          ///< sign of the height of x above the plane
  int order(const Plane& plane, int x, int y) const;  ///< sign of (height of x) - (height of y)
  int side_of_origin(const Plane& plane) const;
  int lexicographic(int x, int y) const;  ///< sign of x - y in the first coordinate that differs
  /// Whether p, q, r are certainly not collinear; false where doubles leave that open.
  static bool certainly_spans(const Plane& plane);

  /// The distance of the plane from the origin lies between these.
  struct Distance {
    double least = 0;
    double most = std::numeric_limits<double>::infinity();
  };
  Distance distance_of_origin(const Plane& plane) const;

 private:
  struct Height {
    double value = 0;
    double error = std::numeric_limits<double>::infinity();
  };
  Height height_of_origin(const Plane& plane) const;

  std::vector<Vec3> points_;  ///< b - a, a running fastest
  Vec3 origin_;
  double off_ = std::numeric_limits<double>::infinity();  ///< o
  double reach_ = 0;                                      ///< bound of differences of points_
  bool usable_ = false;  ///< nothing overflows, and nothing underflows that counts
};

}  // namespace touchstone
