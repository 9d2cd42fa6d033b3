// SPDX-License-Identifier: GPL-3.0-or-later
// A truth whose rounded numbers are known at once and whose exact parts are computed when somebody
// asks for them. Most answers are judged without: 53 bits and a bound on the rest decide.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "geometry/pair.hpp"
#include "reference/truth.hpp"

namespace touchstone {

/// A real number x, correctly rounded, with what the rounding left: |x - (value + tail)| <= doubt.
struct RoundedReal {
  double value = 0;  ///< the double nearest to x
  double tail = 0;
  double doubt = 0;
};

/// What is known of a pair without exact arithmetic.
struct RoundedTruth {
  int sign = 0;     ///< of phi, certain
  RoundedReal phi;  ///< [m]
  /// Within kNormalError of a unit optimal direction, from B to A, world; zero where none is known.
  Vec3 normal = Vec3::Zero();
  std::optional<RoundedReal> rho;  ///< nothing where rho is undefined or was not asked for
};
inline constexpr double kNormalError = 1e-12;

/// Copies share what is computed. Not to be used by two threads at once, as any object.
class TruthOnDemand {
 public:
  /// Everything is known already.
  TruthOnDemand(Truth truth);  // NOLINT(google-explicit-constructor): a truth is one on demand
  /// The exact parts are those of the pair, which is kept alive; with rho if `with_ratio`.
  TruthOnDemand(Pair pair, RoundedTruth rounded, bool with_ratio);
  /// The same without rho, of which phi^2 is known exactly.
  TruthOnDemand(Pair pair, RoundedTruth rounded, Rational phi_squared);

  int sign() const { return rounded_.sign; }
  const RoundedReal& phi() const { return rounded_.phi; }
  const Vec3& normal() const { return rounded_.normal; }
  const std::optional<RoundedReal>& rho() const { return rounded_.rho; }

  bool with_ratio() const { return with_ratio_; }  ///< whether rho was asked for
  /// What was settled in doubles and not proven otherwise; nullptr where there is no such thing.
  const RoundedTruth* settled() const { return pair_.A && !phi_squared_ ? &rounded_ : nullptr; }
  /// Why no double is rho: it is undefined, or beyond their range. Empty where one is, or where rho
  /// was not asked for.
  std::string ratio_note() const;

  /// phi^2, exactly [m^2].
  const Rational& phi_squared() const;
  /// The same truth with everything exact; the first call pays for it. Its `ratio` is there exactly
  /// if rho() is. Throws std::logic_error where the rounded numbers are not those of the exact
  /// ones: then one of the two is wrong, and nothing can be judged by either.
  const Truth& exact() const;

 private:
  RoundedTruth rounded_;
  bool with_ratio_ = false;
  Pair pair_;                            ///< empty where the exact truth was given
  std::optional<Rational> phi_squared_;  ///< where it is known without `exact_`
  mutable std::shared_ptr<const Truth> exact_;
};

}  // namespace touchstone
