// SPDX-License-Identifier: GPL-3.0-or-later
// The separating axis test with only those pairs of edges whose arcs cross on the Gauss map.
//
// A facet of C = B + (-A) is a facet of either body at the farthest vertex of the other, or the sum
// of two edges whose arcs on the sphere of directions cross [gregorius2013]. Departures:
//
// * Crossings are not looked for among all pairs of arcs. Along an arc of one body the support
//   function of the other is the largest of linear functions, convex: where it bends, an arc is
//   crossed. The bends are found by support queries between those that are known, and only where
//   the bound that the known ones give is not above the least depth so far. No edge of the other
//   body is looked at, and none of its facets' normals has to be right.
// * The best candidates are evaluated again in double-double, with full support queries: a
//   direction that is not a facet of C can only be deeper than the truth.
// * The facets are those of the exact hull, and where one body is more than 64 times the other all
//   of it is done in double-double (PreciseGaussQuery).
#pragma once

#include <memory>

#include "metrics/metric_row.hpp"

namespace touchstone {

MetricRow sat_gauss_row();
/// Signed distance when penetrating; sign only when disjoint. Solids.
std::unique_ptr<Metric> make_sat_gauss();

}  // namespace touchstone
