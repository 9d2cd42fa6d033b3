// SPDX-License-Identifier: GPL-3.0-or-later
// All solutions of one round contact in space, in rationals. Internal to the enumeration of steps.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "reference/steps.hpp"
#include "reference/steps/polynomial.hpp"

namespace touchstone {

using RationalVector = std::array<Rational, 3>;
using RationalBlock = std::array<RationalVector, 3>;

struct RationalContact {
  Rational mu;
  RationalBlock W;
  RationalVector q;
};

/// constant + factor.P.
struct ImpulseForm {
  Rational constant;
  RationalVector factor;

  Rational at_impulse(const RationalVector& P) const {
    return constant + factor[0] * P[0] + factor[1] * P[1] + factor[2] * P[2];
  }
};

/// A slip e = (1 - z^2, 2 z) / (1 + z^2), with z an exact root.
struct SlipRoot {
  std::shared_ptr<const RealRoots> roots;
  RootInterval z;
  RationalPolynomial divisor;                 ///< (1 + z^2) D, with c = -q_N / D
  std::array<RationalPolynomial, 3> impulse;  ///< P times that
};

struct RationalSolution {
  ContactSolution::Mode mode = ContactSolution::Mode::open;
  RationalVector P = {};              ///< exact, or of the slip's root to 2^-80
  std::optional<SlipRoot> slip = {};  ///< where P is not exact

  /// Exact signs of a form, and of (mu a_N)^2 - a_x^2 - a_y^2.
  int sign_of(const ImpulseForm& a) const;
  int sign_inside_cone(const std::array<ImpulseForm, 3>& a, const Rational& mu) const;
};

/// Nothing where W is singular, where contacts of all directions of slip are solutions, or where D
/// and q_N are 0, which leaves c open.
std::optional<std::vector<RationalSolution>> rational_solutions(const RationalContact& contact);

}  // namespace touchstone
