// SPDX-License-Identifier: GPL-3.0-or-later
// A box along its local axes as its centre and half extents. Shared by metrics.
#pragma once

#include "geometry/arithmetic/double_double_vector.hpp"
#include "geometry/polytope.hpp"

namespace touchstone {

/// Immutable; shared between threads.
class BoxBody {
 public:
  explicit BoxBody(const Polytope& polytope);

  const char* refusal = nullptr;  ///< why it is not a box, or nullptr
  double radius;                  ///< bounding radius [m]
  bool centered = true;           ///< on the local origin
  Dd3 exact_center, exact_half;   ///< centre and half extents, local [m]
  Vec3 center = Vec3::Zero();     ///< exact_center, rounded [m]
  Vec3 half = Vec3::Zero();       ///< exact_half, rounded [m]
};

}  // namespace touchstone
