// SPDX-License-Identifier: GPL-3.0-or-later
// phi and rho of bodies whose world vertices are integers: the second route behind the poses. Tests
// of rates move bodies by steps that no pose in doubles holds.
#pragma once

#include <optional>

#include "geometry/arithmetic/rational.hpp"
#include "reference/exact/integer_space.hpp"

namespace touchstone {

/// The number sign sqrt(square).
struct SignedRoot {
  int sign = 0;
  Rational square;
};

/// phi as solve_explicit finds it, of the cores [m].
SignedRoot solve_explicit(const IntegerPair& pair);

/// rho as solve_ratio_program finds it.
std::optional<Rational> solve_ratio_program(const IntegerPair& pair);

}  // namespace touchstone
