// SPDX-License-Identifier: GPL-3.0-or-later
// What two bodies overlap by, exactly: the volume of their intersection, or in the plane its area.
#pragma once

#include <memory>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/pair.hpp"

namespace touchstone {

/// A campaign takes rationals where doubles do not know an overlap to this share of it [1].
inline constexpr double kOverlapError = 1e-3;

/// An overlap of which some digits are wanted. What it is 0 of is exactly 0.
struct RoundedOverlap {
  double value = 0;  ///< [m^3] or [m^2]
  /// The overlap is within it of `value`; at most kOverlapError of it, but for values that are not
  /// normal doubles.
  double error = 0;
  bool exact = false;  ///< rationals were needed, and are rounded once
};

/// Not thread safe; one meter per thread. Remembers the exact features of recent bodies.
class OverlapMeter {
 public:
  OverlapMeter();
  ~OverlapMeter();
  OverlapMeter(OverlapMeter&&) noexcept;
  OverlapMeter& operator=(OverlapMeter&&) noexcept;

  /// The volume of the intersection of A and B, exactly [m^3]. 0 where they only touch, and for
  /// flat bodies.
  Rational volume(const Pair& pair);

  /// The area that their projections along a world axis, 0, 1 or 2, have in common, exactly [m^2].
  /// For prisms along that axis it is the overlap of their cross-sections.
  Rational projected_area(const Pair& pair, int axis);

  /// Volume or area to a few digits, faster (docs/peg-figures.md): by double words with a bound of
  /// their error, by rationals where that is not good enough or a sign is in doubt.
  RoundedOverlap rounded_volume(const Pair& pair);
  RoundedOverlap rounded_projected_area(const Pair& pair, int axis);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace touchstone
