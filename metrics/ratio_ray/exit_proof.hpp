// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a portal found in doubles is the facet in which the ray leaves K, and rho from it, to an
// ulp. Internal to `ratio_ray`.
//
// Value. Let n be any vector, w_i the exact weights with sum 1 and sum w_i k_i = d/r. Then
//
//   n.(d - sum w_i k_i)/(n.d) = 1 - 1/r = rho,
//
// whatever n is. Weights that are off by e_i (their sum stays 1) change it by
// sum e_i (n.k_i - n.k_0)/(n.d), a product of two roundings, as n is nearly normal to the plane. So
// n and w may be doubles; only the vectors d and d - sum w_i k_i = p_A - p_B, the difference of the
// witness points, are needed in double-double, made entry by entry in lanes (lanes_kernel.hpp).
//
// For bodies that all but kiss, rho is below the rounding of double-double; the facet and the
// points are proven all the same, and exact_value.hpp computes rho.
//
// Weights. With that rho, p_A - p_B - rho d is sum e_i (k_i - k_0), which lies in the plane. The
// plane's dual vectors have a relative error `doubt`, and so have the e_i that they give. So the
// corrected weights are off by second order, or by the rounding of double-double; the points, whose
// sums are in double-double, by that times the edges.
//
// Normal. n.(k_i - k_0) should be 0. The same dual vectors turn n until it is, to second order.
//
// Facet. The ray passes through the triangle if all w_i are positive beyond their rounding. K has
// no point beyond the plane if a vertex a_0 of the portal is farthest in A and b_0 in B. A vertex
// is farthest if none of its neighbours (along edges of the exact hull) is farther. Doubles settle
// the vertices that are below by more than any rounding. Three pairs that are linked by vertices
// they share tie exactly, and so do further corners of a facet that is exactly flat. All others
// must be below in double-double. Integers decide what that leaves open.
//
// exit_proof_kernel.hpp has what every query needs; here is what few do.
#pragma once

#include "geometry/arithmetic/double_double_vector.hpp"
#include "metrics/arithmetic/center_offset.hpp"
#include "metrics/ratio_ray/portal.hpp"

namespace touchstone {

/// Rounding of a sum of a few products in double-double, in parts of its largest term: each
/// operation errs by 2^-103 at most, and there are less than 50 of them.
///
/// Bound in lanes, for an entry of d - sum w_i k_i - rho d. L is the reach of K; c is the sum of
/// the distances of the interior points from their bodies' origins. Rotating a vertex, with its
/// weighted edges, takes 12 roundings of low parts below 2^-51 (L + c), each by 2^-53 of the part.
/// Adding up the vertices, the translations and rho d takes 12 more, of parts below
/// 2^-52 (L + c + |d|). In all that is less than 2^-98 (L + c + |d|). The product with n takes 8
/// more.
inline constexpr double kDoubleDouble = 5e-30;
/// What an unproven part may add to rho, in parts of it: with the rounding to a double, half an
/// ulp, all stays within one.
inline constexpr double kPartOfUlp = 0x1p-56;

/// How far the search's points, normal and weights are off, in parts of a double's spacing. A point
/// k = R_B b - R_A a is made by some 10 roundings of numbers of the size of K: the arms' own (2),
/// the products of matrix and arm (3 each) and the difference, all of which at worst add up. n and
/// the weights come from differences of three such points, each twice, by some 10 more.
inline constexpr double kSearchRounding = 64;
/// Largest `doubt`: above it, corrections by the dual vectors are no better than what they correct.
inline constexpr double kMaxDoubt = 0x1p-8;
/// How far a witness point's coordinate may be off before it is rounded: a quarter of an ulp, in
/// parts of the coordinate, and kNothing, in parts of the smaller body, where it all but vanishes.
inline constexpr double kPartOfPoint = 0x1p-55;
inline constexpr double kNothing = 0x1p-70;

/// |a|_1, rounded.
inline double norm_1(const Dd3& a) { return rounded(a).lpNorm<1>(); }

/// d = x_A - x_B, world.
CenterOffset ray_direction(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB);

/// The arithmetic in which vertices are compared with a portal's plane.
enum class Precision { doubles, double_double };

struct PortalVerdict {
  bool proven = false;
  /// Places of a pair of vertices that is certainly beyond the plane, if one was seen; else -1.
  int beyond_a = -1;
  int beyond_b = -1;
};

/// Checks in double-double that no vertex is beyond the portal's plane. Looks at the vertices that
/// doubles leave in doubt: `margin` bounds the rounding of n.k. n_A is -n in A's axes, n_B is n in
/// B's axes.
PortalVerdict look_closely(const Vec3& n_A, const Vec3& n_B, double margin, const RayBody& A,
                           const Mat3& R_WA, const RayBody& B, const Mat3& R_WB,
                           const Portal& portal);

/// Whether doubles see all vertices below the portal's plane but for known ties: false where a
/// vertex is left open. The portal's pairs are connected by vertices that they share.
bool all_below_but_known_ties(const Vec3& n_A, const Vec3& n_B, double margin, const RayBody& A,
                              const RayBody& B, const Portal& portal);

}  // namespace touchstone
