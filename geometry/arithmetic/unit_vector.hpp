// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a claimed normal is meant to be a unit vector: one limit for the judge, the properties
// and contacts.
#pragma once

#include <cmath>

#include "geometry/vector.hpp"

namespace touchstone {

/// The largest | |n| - 1 | of a vector n that is meant to be a unit vector [1].
inline constexpr double kUnitLengthTolerance = 1e-6;

/// Whether |n| is 1 to kUnitLengthTolerance. False for NaN.
inline bool is_unit(const Vec3& n) { return std::abs(n.norm() - 1) <= kUnitLengthTolerance; }

}  // namespace touchstone
