// SPDX-License-Identifier: GPL-3.0-or-later
// The unit in which the filters of this room bound the rounding of doubles.
#pragma once

#include <limits>

namespace touchstone {

/// 2^-52: twice the unit roundoff.
inline constexpr double kEps = std::numeric_limits<double>::epsilon();

}  // namespace touchstone
