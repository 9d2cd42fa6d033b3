// SPDX-License-Identifier: GPL-3.0-or-later
// What Hart's thesis [hart2007thesis] says of pairs of bodies, held to the exact truth over
// families of cases. A claim that does not hold as it is printed has a subject that is known to
// violate it, and one for the repaired claim.
#pragma once

#include <string>
#include <vector>

#include "harness/check/paper_claim.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// Remark 2.18: Theorem 2.16 with one body fixed, s the depth or distance and D = |x_A - x_B|:
/// s/D <= |rho^| <= s/eps, rho^ = 1 - 1/r^. As printed a ball of radius eps about x_A is in A; where
/// A is in B to its centre, A shrinks to a point and rho^ has no bound. With a ball of 2 eps it
/// holds: of A's half width w >= 2 eps along the least translation w - s >= eps is left.
struct FixedBodyBound {
  ClaimFinding lower;     ///< s/D <= |rho^|, and both have one sign
  ClaimFinding separate;  ///< apart: rho^ <= s/eps
  ClaimFinding overlap;   ///< overlapping by s <= eps: -s/eps <= rho^
};
/// A grows, B is fixed. `balls`: how many eps the ball in A has. Nothing is checked where r^ is 0
/// or undefined, or an inradius may be all rounding.
FixedBodyBound fixed_body_bound(const Pair& pair, const Truth& truth,
                                const std::optional<Rational>& r, int balls);
/// A cube of half extent 1 whose centre is .1 above a fixed block: rho^ = -9, s = .9.
Case fixed_body_example();
CheckReport check_fixed_body(const ClaimOptions& options);

/// A case of the source "example", which has what a claim is about.
Case example_case(const std::string& name, Pair pair);
/// The options with such cases before all others.
CheckOptions with_examples(const ClaimOptions& options, std::vector<Case> examples);

const std::vector<PaperClaim>& pair_claims();

}  // namespace touchstone
