// SPDX-License-Identifier: GPL-3.0-or-later
// What was settled in doubles held against the exact truth of the same pair. Every comparison is
// one of rationals.
#pragma once

#include <string>

#include "reference/oracle/truth_on_demand.hpp"

namespace touchstone {

/// What of a rounded truth holds. What it does not claim holds.
struct RoundedTruthCheck {
  bool sign = true;
  bool phi = true;           ///< the double nearest to phi
  bool phi_enclosed = true;  ///< |phi - (value + tail)| <= doubt
  bool normal = true;        ///< within kNormalError of an optimal direction
  bool rho = true;  ///< there is one where the exact truth has one, the double nearest to it
  bool rho_enclosed = true;

  bool holds() const { return sign && phi && phi_enclosed && normal && rho && rho_enclosed; }
};

/// `exact` was solved with rho if `rounded` was settled with it.
RoundedTruthCheck check_rounded_truth(const RoundedTruth& rounded, const Truth& exact);

/// What does not hold, in words, with what it is and what it should be; empty where all holds.
std::string fault_of(const RoundedTruth& rounded, const Truth& exact);

}  // namespace touchstone
