// SPDX-License-Identifier: GPL-3.0-or-later
// The distance of disjoint bodies by the algorithm of Gilbert, Johnson and Keerthi, in doubles.
//
// [gilbert1988gjk], with these differences: the point of a simplex nearest to the origin is found
// by regions of its faces [ericson2005] in place of Johnson's recursion, because that copes with
// flat simplices; a query begins with the simplex that the last one between the same shapes ended
// with; and where the bodies are so near that rounding turns the direction between them, it is
// made of the simplex' features: the normal of a triangle, or a foot in double-double. Where
// doubles do not know it, or rounding of the larger body's arms is visible on the smaller one, the
// search goes on in double-double (gjk/precise_search.hpp), and what that leaves open is decided in
// integers (exact_distance.hpp).
#pragma once

#include <memory>

#include "geometry/arithmetic/registers.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

MetricRow gjk_row();
/// Value, normal and witness points when disjoint; sign only when not. Bodies of any dimension.
std::unique_ptr<Metric> make_gjk();
/// The metric compiled for `registers`, which this machine must have. The bits do not differ.
std::unique_ptr<Metric> make_gjk(Registers registers);

}  // namespace touchstone
