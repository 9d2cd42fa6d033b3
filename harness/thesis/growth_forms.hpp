// SPDX-License-Identifier: GPL-3.0-or-later
// Remark 2.19 of Hart's thesis [hart2007thesis]: f_1(r) = (r - 1)/r and f_2(r) = r - 1 define true
// metrics. Neither fulfils the triangle inequality. What makes f_2 a distance to work with is
//
//   s/(R_A + R_B) <= |f_2| <= s/(r_A + r_B),
//
// s depth or distance, R and r bounding radii and inradii about the interior points: it holds of
// all overlaps, where Theorem 2.16 needs small ones for f_1. For r = max u.d / h_K(u) over unit u,
// and so f_2 = max gap(u) / h_K(u), in which r_A + r_B <= h_K <= R_A + R_B.
#pragma once

#include "harness/check/paper_claim.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// f_k, k = 1 or 2.
Rational growth_form(int k, const Rational& r);

struct FormBounds {
  ClaimFinding lower, upper;
};
/// `f` is f_2 of the pair.
FormBounds form_bounds(const Pair& pair, const Truth& truth, const Rational& f);

/// Two cubes of half extent 1 whose centres are `apart` [m], a whole number.
Case row_of_cubes(double apart);
/// Adds what is claimed of a pair to the rows of f_1 and f_2.
void judge_forms(Oracle& oracle, const Case& c, std::vector<CheckRow>& rows);
CheckReport check_forms(const ClaimOptions& options);

}  // namespace touchstone
