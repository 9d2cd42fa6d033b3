// SPDX-License-Identifier: GPL-3.0-or-later
// The corners of a solid's facets in their order.
#pragma once

#include <vector>

#include "reference/exact/exact_body.hpp"

namespace touchstone {

/// The vertices of each facet of a solid, in the order of its nodes, counter-clockwise seen from
/// outside.
std::vector<std::vector<int>> facet_loops(const ExactBody& body);

}  // namespace touchstone
