// SPDX-License-Identifier: GPL-3.0-or-later
// A core turned by its pose, R K without the translation, in numbers with bounds of their errors:
// its support function, and points that are surely in it. World axes; lengths are in units of
// 2^exponent, in which nothing is larger than about 1.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "geometry/body.hpp"
#include "reference/arithmetic/bounded.hpp"
#include "reference/bracket.hpp"

namespace touchstone {

/// An end of the interval that a number is in, rounded outward. `low` and `error` are rounded
/// before they are added to `high`, so that each rounding is made good by itself.
inline double lower_end(const Bounded& x) {
  const double inf = HUGE_VAL;
  const double tail =
      std::nextafter(x.value.low - std::nextafter(x.error * kBoundSlack, inf), -inf);
  return std::nextafter(x.value.high + tail, -inf);
}
inline double upper_end(const Bounded& x) { return -lower_end(-x); }

/// A root of x >= 0 that need not be known to differ from 0. Its error is infinite where x has
/// overflowed.
inline Bounded any_root(const Bounded& x) {
  if (const auto root = bounded_root(x)) return *root;
  const double most = upper_end(x);
  if (!(most < HUGE_VAL)) return {DoubleWord{}, HUGE_VAL};
  return {DoubleWord{}, std::sqrt(std::max(0.0, most)) * kBoundSlack + kBoundUnderflow};
}

/// a / b for b > 0; nothing where b is not known to a millionth. What underflow takes is covered.
inline std::optional<Bounded> any_quotient(const Bounded& a, const Bounded& b) {
  auto quotient = bounded_quotient(a, b);
  if (quotient) quotient->error += kBoundUnderflow * std::max(1.0, 2 / b.value.high);
  return quotient;
}

/// |x|. Its error is that of x, as | |x| - |y| | <= |x - y|.
inline Bounded magnitude(const Bounded& x) { return x.value.high < 0 ? -x : x; }

/// high + low, exactly.
inline Bounded bounded(const Fine& x) { return {DoubleWord::sum(x.high, x.low), 0}; }
inline BoundedVec3 bounded(const FineVec3& x) {
  return {bounded(Fine{x.high[0], x.low[0]}), bounded(Fine{x.high[1], x.low[1]}),
          bounded(Fine{x.high[2], x.low[2]})};
}

/// The double words of a vector, its errors left out.
inline FineVec3 fine(const BoundedVec3& x) {
  return {{x[0].value.high, x[1].value.high, x[2].value.high},
          {x[0].value.low, x[1].value.low, x[2].value.low}};
}

class PlacedCore {
 public:
  /// `body` outlives it.
  PlacedCore(const ConvexBody& body, const Mat3& R, int exponent);

  /// Largest u.k over k of R K, for any u.
  Bounded reach(const BoundedVec3& u) const;
  /// Nothing where the parameters name no point: an index out of range, or a vector too near to 0.
  std::optional<BoundedVec3> point(const CorePoint& parameters) const;
  /// Where u is largest, almost: parameters found in double words, for the search alone. |u| is
  /// about 1.
  CorePoint farthest(const BoundedVec3& u) const;

 private:
  /// R' u.
  BoundedVec3 local(const BoundedVec3& u) const;
  int farthest_vertex(const BoundedVec3& w) const;
  std::optional<BoundedVec3> local_point(const CorePoint& parameters) const;

  Mat3 R_;
  const Core& core_;
  std::vector<Vec3> vertices_;     ///< a polytope's, local, scaled
  double radius_ = 0;              ///< a cylinder's or cone's, scaled
  double half_length_ = 0;         ///< a cylinder's or cone's, scaled
  Vec3 semi_axes_ = Vec3::Zero();  ///< an ellipsoid's, scaled
};

}  // namespace touchstone
