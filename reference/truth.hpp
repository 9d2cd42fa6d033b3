// SPDX-License-Identifier: GPL-3.0-or-later
// The answer to a pair: exact; rounded, as doubles settle it; and a truth whose rounded numbers are
// known at once and whose exact parts are computed when somebody asks for them. Most answers are
// judged without: 53 bits and a bound on the rest decide.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/pair.hpp"

namespace touchstone {

/// A vector of exact rationals, world frame.
using ExactVec3 = std::array<Rational, 3>;

/// The faces of A and B on which an optimal direction u is attained: all vertices a with u.a least,
/// b with u.b greatest.
struct ExactFeatures {
  std::vector<int> vertices_A;  ///< indices into A.vertices(), extreme ones only, ascending
  std::vector<int> vertices_B;
  int dimension_A = 0;  ///< 0 vertex, 1 edge, 2 face, 3 (u = 0 is never given)
  int dimension_B = 0;
};

/// "vertex-face", "edge-edge", ...: A's feature, then B's.
std::string feature_name(const ExactFeatures& features);

struct RatioTruth {
  Rational rho;
  double rho_rounded = 0;  ///< the double nearest to rho
  /// All extreme optimal u (u.d > 0), from B to A, not normalised.
  std::vector<ExactVec3> directions;
};

/// The exact ratio metric with B fixed: A grows by r about x_A until it meets B in x.
struct FixedBodyTruth {
  Rational r;           ///< 0 where x_A is in B
  ExactVec3 direction;  ///< an optimal one, from B to A, not normalised; 0 where r = 0
  ExactVec3 x_A;        ///< world [m]
  ExactVec3 x;          ///< where they meet, world [m]: there may be other such points
};

/// Where a body has a radius, phi = phi_core - r, phi_core being the signed distance of the cores,
/// and the cores' optimal directions are the bodies' (docs/bodies.md). Else phi_core is phi.
struct Truth {
  int sign = 0;          ///< sign of phi: -1 penetrating, 0 kissing, +1 separated
  Rational phi_squared;  ///< phi_core^2 [m^2]
  double phi = 0;        ///< the double nearest to phi [m]
  /// Every optimal direction, from B to A, exact, not normalised, no two parallel alike. Where
  /// phi_core = 0 the optimal directions form a cone: these are generators of it (extreme rays; for
  /// a linear part, both signs of a basis).
  std::vector<ExactVec3> directions;
  std::vector<Vec3> normals;            ///< unit `directions`, each entry correctly rounded
  std::vector<ExactFeatures> features;  ///< one for each direction
  /// Exact points with witness_A - witness_B = phi n for the first direction. A radius moves those
  /// of the cores by -r_A n and r_B n, which is no fraction: there they are true to 2^-200 radii.
  ExactVec3 witness_A;
  ExactVec3 witness_B;
  std::optional<RatioTruth> ratio;  ///< nothing where rho is undefined
  /// Why it is undefined: "interior points coincide", "body A is flat", ...
  std::string ratio_note;
  Rational radius;        ///< r = r_A + r_B [m]
  int sign_of_cores = 0;  ///< sign of phi_core where r > 0

  int core_sign() const { return radius == 0 ? sign : sign_of_cores; }
};

/// A real number x, correctly rounded, with what the rounding left: |x - (value + tail)| <= doubt.
struct RoundedReal {
  double value = 0;  ///< the double nearest to x
  double tail = 0;
  double doubt = 0;
};

/// What is known of a pair without exact arithmetic.
struct RoundedTruth {
  int sign = 0;     ///< sign of phi, certain
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
  /// A truth without rho, whose phi^2 is known exactly.
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

  bool is_rounded() const { return pair_.A ? touchstone::is_rounded(pair_) : exact_->radius != 0; }
  Rational radius() const;  ///< r = r_A + r_B, exactly [m]
  /// phi_core [m]; its value is the nearest double except for the doubt.
  RoundedReal core_phi() const;
  int core_sign() const;  ///< sign of phi_core, certain

  /// phi_core^2, exactly [m^2].
  const Rational& phi_squared() const;
  /// The truth with everything exact; the first call pays for it. Its `ratio` is there exactly
  /// if rho() is. Throws std::logic_error where the rounded numbers are not those of the exact
  /// ones: then one of the two is wrong, and nothing can be judged by either.
  const Truth& exact() const;
  /// The truth where only one body grows. With A fixed it is that of the pair with its bodies
  /// swapped. Nothing where solve_fixed_body has nothing. `pair` is the pair of this truth; the
  /// first call pays.
  const std::optional<FixedBodyTruth>& fixed_body(const Pair& pair, bool A_is_fixed) const;

 private:
  RoundedTruth rounded_;
  bool with_ratio_ = false;
  Pair pair_;                            ///< empty where the exact truth was given
  std::optional<Rational> phi_squared_;  ///< where it is known without `exact_`
  mutable std::shared_ptr<const Truth> exact_;
  using FixedBodySolved = std::optional<FixedBodyTruth>;
  mutable std::array<std::shared_ptr<const FixedBodySolved>, 2> fixed_body_;  ///< A fixed, B fixed
};

// What was settled in doubles held against the exact truth of the same pair. Every comparison is
// one of rationals.

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
