// SPDX-License-Identifier: GPL-3.0-or-later
// The separating axis test of Yi & Drumwright [yi_drumwright], Algorithms 1 (PROJECT) and 2
// (FIND-MTLD) as printed.
//
// Value: phi = -min_overlap [m] when the bodies overlap or kiss; `sign_only`, +1, as soon as an
// axis separates them. The normal is Algorithm 2's min_axis: -v where A's upper end overlaps B's
// lower end, v otherwise, so it points from B to A.
//
// Where this differs from the page:
// * The axes are sets there, so axes known to be equal or opposite already in a body's own frame
//   (the six normals and twelve edges of a box) are projected once. In general the cost stays
//   O(n^3), as in the paper's experiments.
// * Projections are taken about the bodies' interior points, and the distance of these along the
//   axis is added. That is found in twice the digits: positions far from the origin, or bodies far
//   from their own, then cost none.
// * Axes whose gaps are the largest within rounding are evaluated again in double-double, from the
//   vertices as they stand: doubles alone would round a body away beside one a million times as
//   large. The more nearly parallel two edges are, the less certain is the gap along their axis.
//   What double-doubles leave in doubt is decided in integers.
// * Axes come from the facets and edges of the exact hull: what the polytope merged is not plane,
//   and beside a body 1e10 times smaller what it hides is as large as that.
// * Poses need not be exactly orthonormal: a world normal is R^-T n, normalised.
// * Algorithm 2's extremal vertices p_A, p_B define a contact plane; they are not witness points
//   (p_A - p_B is not phi n in general), so none are given.
#pragma once

#include <memory>

#include "metrics/metric_row.hpp"

namespace touchstone {

MetricRow sat_row();
MetricRow sat_float32_row();

std::unique_ptr<Metric> make_sat();

/// The test in single precision: what is handed in is rounded to float first, and only the offset
/// of the interior points is found in doubles.
std::unique_ptr<Metric> make_sat_float32();

}  // namespace touchstone
