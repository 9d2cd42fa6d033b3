// SPDX-License-Identifier: GPL-3.0-or-later
// The pair that a single-precision implementation is asked about.
#pragma once

#include "geometry/body.hpp"
#include "geometry/pair.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// Every vertex, interior point, radius and pose entry rounded to the nearest float, the bodies made anew
/// from these. A given interior point stays given. Rejects a coordinate beyond the range of float
/// and a rotation that is not orthonormal after rounding.
Result<Pair> rounded_to_float(const Pair& pair);
/// The lengths of curved cores are rounded so, too. Rejects also lengths that make_body rejects.
Result<ConvexPair> rounded_to_float(const ConvexPair& pair);

}  // namespace touchstone
