// SPDX-License-Identifier: GPL-3.0-or-later
// The directions d_k = (cos, sin)(2 pi k/K) of a friction cone.
#pragma once

#include <string>
#include <vector>

namespace touchstone {

/// x and y of d_0, then of d_1 and so on, correctly rounded; d_(k + K/2) = -d_k to the last bit.
/// K is even, at least 4.
std::vector<double> cone_directions(int directions);

/// The slip of a contact whose points pass each other at (x, y): the largest -d_k.(x, y), or 0.
double slip_along(const std::vector<double>& directions, double x, double y);

/// K as scenes and tables have it: a number, or "round".
std::string directions_text(int directions);

}  // namespace touchstone
