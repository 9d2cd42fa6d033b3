// SPDX-License-Identifier: GPL-3.0-or-later
// All solutions of one round contact in space, in rationals. Internal to the enumeration of steps.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "reference/steps.hpp"

namespace touchstone {

using RationalVector = std::array<Rational, 3>;
using RationalBlock = std::array<RationalVector, 3>;

struct RationalContact {
  Rational mu;
  RationalBlock W;
  RationalVector q;
};

struct RationalSolution {
  ContactSolution::Mode mode = ContactSolution::Mode::open;
  RationalVector P = {};  ///< exact, but for 2^-80 of the slip's direction
};

/// Nothing where W is singular, or where contacts of all directions of slip are solutions.
std::optional<std::vector<RationalSolution>> rational_solutions(const RationalContact& contact);

}  // namespace touchstone
