// SPDX-License-Identifier: GPL-3.0-or-later
// The sets of nearly active pairs A (4.10) and events E (4.8) of Hart's thesis [hart2007thesis]
// with the tolerances of 7.1: "A is empty exactly if E is", and (4.11), the least component over E
// is the least Phi over A. Of one pair at a time.
//
// An event's point is on its own facets grown by t. Rows are scaled to b = 1, so that E_3 and E_4
// say t - 1 <= eps_x. E_2 as printed asks for 0 <= component - Phi, which by Theorem 3.13 only
// active events fulfil: E is then decided by rho alone. Mended it asks for 0 <= Phi - component.
#pragma once

#include "geometry/pair.hpp"
#include "harness/check/paper_claim.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

struct SetTolerances {
  Rational eps_t = Rational(1, 10), eps_x = Rational(1, 100);  ///< those of 7.1 [1]
};

struct ActiveSets {
  bool pair_active = false;    ///< the pair is in A
  bool printed_empty = true;   ///< E with E_2 as printed, decided by the exact rho
  std::uint64_t mended = 0;    ///< events in E with E_2 mended, in doubles
  double least_component = 0;  ///< over these
};
/// `rho` is exactly that of the pair, whose bodies are solids.
ActiveSets active_sets(const Pair& pair, const Rational& rho, const SetTolerances& tolerances);

/// The pair with A on its ray from x_B so far out that r is about `target`; r is that of the pair.
Pair with_growth(const Pair& pair, double r, double target);

CheckReport check_sets(const ClaimOptions& options);

}  // namespace touchstone
