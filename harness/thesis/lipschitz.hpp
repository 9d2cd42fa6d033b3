// SPDX-License-Identifier: GPL-3.0-or-later
// Lemma 6.4 of Hart's thesis [hart2007thesis]: under Assumption A1, which bounds derivatives on
// Omega_eps, rho is Lipschitz. The constant follows from the bodies. Let A move by e at its interior
// point, and its other points by at most delta more; R = r_A + r_B is the radius of a ball in K. As
// K of the new place is in (1 + delta/R) K of the old one, and r is the gauge of d in K,
//
//   r' - r <= (delta r + e)/R, and with rho = 1 - 1/r
//   |rho' - rho| <= (delta/max(r, r') + e/(r r'))/R <= (1 + eps)^2 (delta + e)/R on Omega_eps.
//
// There is no constant for all places: rho falls without bound as the interior points meet.
#pragma once

#include "harness/check/paper_claim.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// The eps of Omega_eps that is looked at [1].
inline constexpr int kAllowed = 1;

/// How far A moves between two poses, rounded up [m].
struct Moved {
  Rational e;      ///< its interior point
  Rational delta;  ///< its other points beside it, at most
};
Moved moved(const Polytope& A, const Pose& from, const Pose& to);

struct LipschitzFindings {
  ClaimFinding r, rho_allowed, rho_anywhere;
};
/// `before` and `after` are r of the pair in two places, `R` is below r_A + r_B.
LipschitzFindings lipschitz(const Rational& before, const Rational& after, const Moved& way,
                            const Rational& R);

CheckReport check_lipschitz(const ClaimOptions& options);

}  // namespace touchstone
