// SPDX-License-Identifier: GPL-3.0-or-later
// The error of the contact law at one contact, in double words with a bound and in rationals.
// Internal to the judge of steps.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "geometry/arithmetic/rational.hpp"
#include "reference/arithmetic/bounded.hpp"
#include "reference/steps.hpp"

namespace touchstone {

/// One contact's impulses and velocities. In the plane the second tangential entries are 0.
template <class Number>
struct ContactState {
  Number c{};                   ///< normal impulse [N s]
  std::array<Number, 2> f{};    ///< friction [N s]
  Number w_N{};                 ///< normal velocity [m/s]
  std::array<Number, 2> w_T{};  ///< tangential velocity [m/s]
  Number m{};                   ///< mass [kg]
  Number mu{};
};

/// Squares of the two parts of the error, times m, so that they are rational but for one root:
/// min(c, m w_N)^2 and a + b sqrt(s).
struct ExactError {
  Rational normal;
  Rational a, b, s;
  /// Whether both are at most `allowed`.
  bool is_within(const Rational& allowed) const;
  /// Root of (the larger error / `unit_squared`), rounded once at the end: squares of doubles may
  /// leave their range.
  double size(const Rational& unit_squared) const;
};

ExactError exact_error(const StepQuestion& question, const ContactState<Rational>& at);

/// The larger square, or nothing where the bounds do not tell which formula holds.
std::optional<Bounded> bounded_error(const StepQuestion& question, const ContactState<Bounded>& at);

}  // namespace touchstone
