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
// double-double (precise_witnesses). Edges are made from differences within one body, so that
// bodies far from each other's size cost no digits of the normal. What that leaves open is for
// exact_distance.hpp.
#pragma once

#include <array>

#include "geometry/arithmetic/registers.hpp"
#include "metrics/certified/proof/distance_check.hpp"

namespace touchstone {

struct Witnesses {
  /// Each entry of `n` is within 2^-55 and rounding of the feature's, each coordinate of the points
  /// within a quarter of an ulp, or 2^-56 sizes, and rounding of a true witness point's.
  bool sound = false;
  Vec3 n = Vec3::Zero();  ///< unit: from 0 to the nearest point, or the outward normal
  Vec3 p_WA = Vec3::Zero();
  Vec3 p_WB = Vec3::Zero();
  int corner_outside = -1;  ///< not sound: the corner whose weight is negative for certain
};

/// What a direction may be off beside rounding [1].
inline constexpr double kDirectionOff = 0x1p-55;
/// What a point may be off beside rounding, in sizes [1].
inline constexpr double kPartOfSizeOff = 0x1p-56;

/// Witnesses from what a check in doubles leaves over (MeasuredFeature::rest).
Witnesses refined_witnesses(const DifferenceSet& set, const DifferencePoint* feature, int count,
                            const MeasuredFeature& measured,
                            Registers registers = machine_registers());

/// Witnesses in double-double from the pair's own doubles.
Witnesses precise_witnesses(const DifferenceSet& set, const DifferencePoint* feature, int count,
                            bool separated);

/// The witness points where the normal n is known, rounded, and the foot is x = H n, H rounded, of
/// either sign or 0: by refined_witnesses() where |H| is so small that neither rounding shows and
/// the result is sound, else in double-double.
Witnesses contact_witnesses(const DifferenceSet& set, const DifferencePoint* feature, int count,
                            const Vec3& n, double H, Registers registers = machine_registers());

/// Whether the planes of two triangles are parallel to an ulp, for certain.
bool parallel(const DifferenceSet& set, const std::array<DifferencePoint, 3>& one,
              const std::array<DifferencePoint, 3>& other);

}  // namespace touchstone
