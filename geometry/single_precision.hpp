// SPDX-License-Identifier: GPL-3.0-or-later
// The pair that a single-precision implementation is asked about.
#pragma once

#include "geometry/pair.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// Every vertex, interior point and pose entry rounded to the nearest float, the bodies made anew
/// from these. The interior point stays given where it was given. The reason where no pair is left:
/// a coordinate beyond the range of float, a rotation that is one no more.
Result<Pair> rounded_to_float(const Pair& pair);

}  // namespace touchstone
