// SPDX-License-Identifier: GPL-3.0-or-later
// Which points of a long curve a picture needs.
#pragma once

#include <cstddef>
#include <vector>

namespace touchstone {

/// Positions of at most `max_points` points (no fewer than 2 and twice the number of columns), in
/// order: the first, the last, and of each of some buckets of equal length those with the smallest
/// and the largest value of each column. So no spike is lost. All columns are of one length.
std::vector<std::size_t> thinned_places(const std::vector<std::vector<double>>& columns,
                                        std::size_t max_points);

}  // namespace touchstone
