// SPDX-License-Identifier: GPL-3.0-or-later
// What a basis found in doubles says of rho, correctly rounded, or that it may not be the optimal
// one. Internal to `ratio_facets`.
//
// In the world row k is W_k.(x - x_i) <= t beta_k with W_k = cof(R) n_k and beta_k = det(R) b_k:
// polynomials of the doubles of the question. With f_k = W_k.d on B and 0 on A, z = x - x_A, and
// M_k the 3 x 3 minors of the four W, with signs, sum M_k W_k = 0. The basis is dual feasible if
// all M_k are of one sign, and then
//
//   r = sum M_k f_k / sum M_k beta_k,   rho = sum M_k (f_k - beta_k) / sum M_k f_k,
//
// (with B fixed, f_k = W_k.d - beta_k on B, which has no beta_k of t then), in double-double with a
// bound on every rounding: rho is given where all numbers within that bound of it round to the same
// double.
//
// The basis is optimal if no row outside is violated. Most are below by more than the rounding of
// doubles (FacetSimplex::bounds). Where more than three facets meet in a corner that touches, all
// their rows are as tight as rounding lets them be: these are looked at with z in double-double.
// One step of refinement with the inverse X in doubles, E = 1 - X B, leaves |E| of the error that z
// has in doubles, some 1e-22 of it all. A row that is violated there enters the basis.
//
// Multipliers beyond doubt and rows below beyond doubt make the basis the only optimal one: the
// answer does not depend on how it was found.
#pragma once

#include <array>
#include <optional>

#include "metrics/metric.hpp"
#include "metrics/ratio_facets/facet_simplex.hpp"

namespace touchstone {

/// Normal and witness points of the half-spaces, each entry correctly rounded.
struct FacetParts {
  Vec3 normal = Vec3::Zero();
  WitnessPoints witnesses;
  Vec3 x_W = Vec3::Zero();
};

/// The optimum of the program, however it was found.
struct FacetExit {
  double rho = 0;
  DoubleDouble r;
  FacetBasis basis;
  /// Multipliers of the basis's rows, scaled to sum multiplier b = 1 with unit normals [1/m].
  std::array<double, 4> multiplier{};
  // Set only where the basis is proven in double-double.
  Vec3 m = Vec3::Zero();  ///< out of A where the bodies meet, world, of any length
  Dd3 z{};                ///< x - x_A, world [m]
  // Set only where the basis is solved in integers.
  int pivots = 0;
  std::optional<FacetParts> parts;
};

/// What is known of a basis: the exit, or a row that has to enter, or (neither) nothing, as
/// rounding leaves something open.
struct FacetVerdict {
  std::optional<FacetExit> exit;
  FacetEntry violated;
};

FacetVerdict judge_facet_basis(const FacetBody& A, const Mat3& R_WA, const FacetBody& B,
                               const Mat3& R_WB, const CenterOffset& ray,
                               const FacetSimplex& simplex);

}  // namespace touchstone
