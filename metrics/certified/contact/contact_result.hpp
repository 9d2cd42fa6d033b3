// SPDX-License-Identifier: GPL-3.0-or-later
// What the searches of contact_search.hpp answer. Internal to `certified`.
#pragma once

#include <array>

#include "metrics/certified/support/difference.hpp"

namespace touchstone {

struct ContactResult {
  double phi = 0;         ///< correctly rounded [m]
  double tail = 0;        ///< what that leaves out, to 2^-96 of phi [m]
  Vec3 n = Vec3::Zero();  ///< unit, from B to A, rounded from its integers
  int count = 0;
  std::array<DifferencePoint, 3> nearest;
  /// Whether `nearest` holds the point nearest to 0 exactly, so that it proves a phi > 0, or
  /// supports C where phi = 0.
  bool holds = false;
};

}  // namespace touchstone
