// SPDX-License-Identifier: GPL-3.0-or-later
// The pair that a single-precision implementation is asked about.
#pragma once

#include "geometry/pair.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// Every vertex, interior point, radius and pose entry rounded to the nearest float, the bodies made anew
/// from these. A given interior point stays given. Rejects a coordinate beyond the range of float
/// and a rotation that is not orthonormal after rounding.
Result<Pair> rounded_to_float(const Pair& pair);

}  // namespace touchstone
