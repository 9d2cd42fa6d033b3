// SPDX-License-Identifier: GPL-3.0-or-later
// The unit test of Yi & Drumwright as a metric: the explicit convex hull of all vertex differences.
//
// C = B + (-A) is the hull of b - a over all world vertices a of A, b of B. Its point q nearest to
// the origin 0 (nearest on the boundary where 0 is inside) is the answer: q = p_B - p_A = -phi n, n
// from B to A. O(V_A V_B log) differences, solids only. Nothing is kept from query to query: CGAL's
// hull allocates its own lists.
#pragma once

#include <memory>

#include "metrics/metric_row.hpp"

namespace touchstone {

MetricRow minkowski_row();
MetricRow minkowski_float_row();

/// Exact ring arithmetic throughout (CGAL::Mpzf): world vertices R v + t, differences, hull and
/// nearest feature. Value, normal and witness coordinates are each rounded once, to the nearest
/// double.
std::unique_ptr<Metric> make_minkowski();

/// The explicit hull in plain doubles: the hull's predicates are exact, but of rounded
/// differences. The distance is the least over bounded triangles: the least plane offset instead is
/// wrong for half of all pairs of parallel rotated boxes, whose facets break into slivers with
/// arbitrary normals. Values are good to 1e-14 where bodies are of like sizes and near each other
/// and their own origins; at contact the normal may be lost. Coordinates between 1e-30 and 1e30.
std::unique_ptr<Metric> make_minkowski_float();

}  // namespace touchstone
