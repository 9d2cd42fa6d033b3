// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a portal found in doubles is the facet in which the ray leaves K, and rho from it, to an
// ulp. Internal to `ratio_ray`.
//
// Value. Let n be any vector, w_i the exact weights with sum 1 and sum w_i k_i = d/r. Then
//
//   (n.d - sum w_i n.k_i)/(n.d) = 1 - 1/r = rho,
//
// whatever n is. Weights that are off by e_i (their sum stays 1) change it by
// sum e_i (n.k_i - n.k_0)/(n.d), a product of two roundings, as n is nearly normal to the plane. So
// n and w may be doubles; only n.d and n.k_i are needed in double-double (compensated.hpp).
//
// Facet. The ray passes through the triangle if all w_i are positive beyond their rounding. K has
// no point beyond the plane if a vertex a_0 of the portal is farthest in A and b_0 in B. A vertex
// is farthest if no neighbour (edge of the exact hull) is farther. Neighbours are compared in
// doubles where they are below by more than any rounding; three pairs that hang together by
// vertices they share tie exactly, and so do further corners of a facet that is flat exactly; all
// else has to be below in double-double. What is not is left to integers.
#pragma once

#include <array>

#include "metrics/arithmetic/center_offset.hpp"
#include "metrics/arithmetic/double_double_vector.hpp"
#include "metrics/ray/portal.hpp"

namespace touchstone {

/// Rounding of a sum of a few products in double-double, in parts of its largest term: each
/// operation errs by 2^-103 at most, and there are less than 50 of them.
inline constexpr double kDoubleDouble = 5e-30;
/// What an unproven part may add to rho, in parts of it: with the rounding to a double, half an
/// ulp, all stays within one.
inline constexpr double kPartOfUlp = 0x1p-56;

/// How far the search's points, normal and weights are off, in parts of a double's spacing. A point
/// k = b - R_B^-1 R_A a is made by some 25 roundings of numbers of the size of K: cofactors and
/// their determinant (8 in a row), the product of two matrices (4), of matrix and arm (4), the arm
/// and the difference (3), all of which at worst add up. n and the weights come from differences of
/// three such points, each twice.
inline constexpr double kSearchRounding = 64;

struct ExitValue {
  bool proven = false;
  int beyond_a =
      -1;  ///< of a pair that is beyond the plane for certain, if one was seen, by places
  int beyond_b = -1;
  double rho = 0;
  double r = 0;
  Vec3 weight = Vec3::Zero();
};

/// d = x_A - x_B, world.
CenterOffset ray_direction(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB);

/// The portal that `search` ended with is of vertices.
ExitValue prove_exit(const RayBody& A, const Mat3& R_WA, const RayBody& B, const Mat3& R_WB,
                     const CenterOffset& ray, const PortalSearch& search);

}  // namespace touchstone
