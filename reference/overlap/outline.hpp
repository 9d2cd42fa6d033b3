// SPDX-License-Identifier: GPL-3.0-or-later
// The outline of points in a plane, exactly.
#pragma once

#include <array>
#include <vector>

#include "geometry/rational.hpp"

namespace touchstone {

using Integer2 = std::array<Integer, 2>;

/// The extreme points of the convex hull, counter-clockwise from the least one (Andrew's monotone
/// chain). Of points on one line its two ends, of equal ones a single point.
std::vector<Integer2> outline(std::vector<Integer2> points);

}  // namespace touchstone
