// SPDX-License-Identifier: GPL-3.0-or-later
// The distance of disjoint bodies by the algorithm of Gilbert, Johnson and Keerthi, in doubles.
//
// [gilbert1988gjk], with these differences: the point of a simplex nearest to the origin is found
// by regions of its faces [ericson2004] in place of Johnson's recursion, because that copes with
// flat simplices; a query begins with the simplex that the last one between the same shapes ended
// with; and where the bodies are so near that rounding turns the direction between them, that
// direction is made again from the simplex in double-double.
#pragma once

#include <memory>

#include "metrics/metric.hpp"

namespace touchstone {

/// Value, normal and witness points when disjoint; sign only when not. Bodies of any dimension.
std::unique_ptr<Metric> make_gjk();

}  // namespace touchstone
