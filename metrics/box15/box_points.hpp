// SPDX-License-Identifier: GPL-3.0-or-later
// One pair of witness points of two boxes that overlap, along the axis of their depth. Internal to
// `box15`.
//
// With u the axis from B to A, columns whose product with u is not 0 are at an end of their range:
// they make the faces of A and of B that meet. The others span these faces. C = B + (-A) has a facet
// across u, the zonogon of their sums [-1, 1] r v about its middle, and the foot of 0 on it is q
// from there. q is mu <= 1 times a point of the zonogon's outline. On the side along a column v_k
// all columns that are not parallel to v_k are at an end: their coefficients are +-mu, and what is
// left of q is along v_k. In double-double: nearly parallel columns are told apart to 2^-90.
#pragma once

#include "metrics/common/box_axes.hpp"
#include "metrics/common/box_body.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// p_A in A and p_B in B with p_A - p_B = phi n, in the manifold of the axis [world, m]. `n`: the
/// axis, unit, from B to A.
WitnessPoints points_of_boxes(const BoxBody& A, const Pose& X_WA, const BoxBody& B,
                              const Pose& X_WB, const BoxAxis& axis, const Vec3& n);

}  // namespace touchstone
