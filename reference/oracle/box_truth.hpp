// SPDX-License-Identifier: GPL-3.0-or-later
// The truth of two boxes in doubles and double words with proven bounds: either certain, or left
// to the exact oracle.
//
// A box is c + sum of mu_k w_k with |mu_k| <= h_k: w_k the columns of its R as they stand, h_k its
// half extents. A - B is then the zonotope c + sum over all six, c = c_A - c_B (the signs of
// B's w_k do not matter), and
//     gap(u) = u.c - sum_k h_k |u.w_k|.
//   Depth: the facets have the normals +- w_i x w_j; these 15 are all normals of faces (a face
//     of A has the normal w_2 x w_3, whatever R is) and all products of edges.
//   Distance: min |c + sum mu_k w_k| over |mu_k| <= h_k is a least-squares problem with bounds
//     (Stark & Parker 1995, "Bounded-variable least squares"). At its solution x, w_k.x = 0 where
//     |mu_k| < h_k (at most two k) and mu_k = -h_k sign(w_k.x) elsewhere; conversely a point with
//     these signs is the solution.
//   Ratio: rho = max over u.d > 0 of gap(u) / (u.d), at one of the same 30 normals.
// A choice (which normal, which signs) is made in doubles and only trusted if it is certain; the
// number itself is evaluated in double words and only trusted if its rounding is.
#pragma once

#include <optional>

#include "reference/arithmetic/fused.hpp"
#include "reference/truth.hpp"

namespace touchstone {

/// {x : |x - centre| <= half, entry by entry}, local frame, exactly.
struct LocalBox {
  Vec3 centre;  ///< [m]
  Vec3 half;    ///< [m], positive
};

/// The polytope as a box along its local axes, if it is one and centre and half extents are
/// doubles.
std::optional<LocalBox> as_box(const Polytope& polytope);

/// The truth of two boxes; nothing where doubles leave a doubt: near contact, ties, (almost)
/// parallel edges, interior points that (almost) coincide or are not inside, sizes beyond 1e+-30, R
/// not orthonormal to a hundredth. Without `fused` the fused multiply-adds are calls of a function:
/// the same bits, and slower.
std::optional<RoundedTruth> settle_boxes(const Pair& pair, const LocalBox& A, const LocalBox& B,
                                         bool with_ratio, bool fused = has_fused());

}  // namespace touchstone
