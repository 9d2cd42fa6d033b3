// SPDX-License-Identifier: GPL-3.0-or-later
// Exact vectors as checks of the truth take them apart.
#pragma once

#include "reference/exact_vector.hpp"

namespace touchstone {

/// Whether two vectors point the same way, whatever their (positive) lengths: u x v = 0, u.v > 0.
inline bool same_direction(const ExactVec3& u, const ExactVec3& v) {
  return cross(u, v) == ExactVec3() && dot(u, v) > 0;
}

}  // namespace touchstone
