// SPDX-License-Identifier: GPL-3.0-or-later
// What two bodies overlap by, exactly: the volume of their intersection, or in the plane its area.
#pragma once

#include <memory>

#include "geometry/pair.hpp"
#include "geometry/rational.hpp"

namespace touchstone {

/// Always exact: doubles only tell which facets and planes meet where their error leaves no doubt.
/// Not thread safe; one meter per thread. Remembers the exact features of recent bodies.
class OverlapMeter {
 public:
  OverlapMeter();
  ~OverlapMeter();
  OverlapMeter(OverlapMeter&&) noexcept;
  OverlapMeter& operator=(OverlapMeter&&) noexcept;

  /// Of the intersection of A and B [m^3]. 0 where they only touch, and of flat bodies.
  Rational volume(const Pair& pair);

  /// Of the intersection of their projections along a world axis, 0, 1 or 2 [m^2]. Of prisms
  /// along that axis it is what their cross-sections overlap by.
  Rational projected_area(const Pair& pair, int axis);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace touchstone
