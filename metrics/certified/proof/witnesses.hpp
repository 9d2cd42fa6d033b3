// SPDX-License-Identifier: GPL-3.0-or-later
// The normal and the witness points of a proven feature of C, each with a bound of its own.
// Internal to `certified`.
//
// The distance is stationary in the feature's direction n and foot x, so what proves it
// (distance_check.hpp) takes both from doubles. The normal and the witness points are n and x
// themselves: what is left over of them has to go. Let c_i be the feature's points, H the distance,
// so that x = H n exactly, and s_i = n.(c_i - c_0), which the check knows to all its digits.
//
// * Facet: n' = n - d with d in the facet's plane and (c_i - c_0).d = s_i. The residual s_i is
//   small, so a solution in doubles has digits enough: n' is off by the square of what n was.
// * Edge or vertex: x' = H n + r, where r = x(w) - H n is what weights w in doubles leave over,
//   less its part along the edge, of which the exact x.e = H s_1 + r.e.
// * Weights: x(w) - H n', evaluated in double-double, has a part t_i along each c_i - c_0;
//   w_i' = w_i - t_i. The witness points are sums of vertices with these weights, in double-double;
//   where one body contributes a single vertex the other's point is H n' away from that.
//
// Where the squares are not small enough (slivers, bodies of unequal size) the whole is made in
// double-double. Edges are made from differences within one body, so that bodies far from each
// other's size cost no digits of the normal. What that leaves open is for integers.
#pragma once

#include <array>
#include <span>

#include "metrics/certified/proof/distance_check.hpp"

namespace touchstone {

/// Witnesses of a feature whose check has no sound ones (MeasuredFeature::refined): from what it
/// leaves over (MeasuredFeature::rest), or in double-double from the pair's own doubles.
Witnesses further_witnesses(const DifferenceSet& set, const DifferencePoint* feature, int count,
                            const MeasuredFeature& measured, bool separated);

/// The witness points where the normal n is known, rounded, and the foot is x = H n, H rounded, of
/// either sign or 0: refined in doubles where |H| is so small that neither rounding shows and the
/// result is sound, else in double-double.
Witnesses contact_witnesses(const DifferenceSet& set, const DifferencePoint* feature, int count,
                            const Vec3& n, double H);

/// Witnesses in integers, all correctly rounded; n is 0 where the foot is. Not sound if the feature
/// does not hold the foot of 0: then it is not the nearest one.
Witnesses exact_witnesses(const DifferenceSet& set, std::span<const DifferencePoint> feature);

/// Whether the planes of two triangles are parallel to an ulp, for certain.
bool parallel(const DifferenceSet& set, const std::array<DifferencePoint, 3>& one,
              const std::array<DifferencePoint, 3>& other);

}  // namespace touchstone
