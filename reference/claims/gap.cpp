// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/index.hpp"
#include "reference/claims.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>

#include "reference/arithmetic/double_word.hpp"
#include "reference/arithmetic/fused.hpp"
#include "reference/claims/rounding.hpp"
#include "reference/exact/exact_difference.hpp"
#include "reference/exact/radius_law.hpp"
#include "reference/exact/root_signs.hpp"

namespace touchstone {
namespace {

/// Outside these magnitudes products of three may leave the range of doubles: then only exact
/// arithmetic will do.
constexpr double kMinFiltered = 1e-90;
constexpr double kMaxFiltered = 1e90;

/// A double and a bound on its distance from the exact value; an infinite bound where doubles
/// cannot say.
struct BoundedDouble {
  double value = 0;
  double error = std::numeric_limits<double>::infinity();
};

/// Far above what an underflow can lose under the limits above, far below anything of interest.
constexpr double kProductUnderflow = 1e-200;

/// A bound on the length that does not underflow: |x| <= |x_1| + |x_2| + |x_3|.
double length_bound(const Vec3& x) { return x.lpNorm<1>(); }

/// Least and greatest u.(R v), as w.v with w = R'u.
///
/// With roundoff h = kEps/2 and W = |R|'|u| entry by entry, w is off by at most 3h W; then w.v by
/// 3h W.|v| + 3h |w|.|v| (+ h^2) <= 6h |W||v| = 3 kEps |W||v|, and so is the extreme one over all
/// v. |W||v| itself is computed low by at most 10h of itself: a factor of 4 instead of 3 covers
/// that.
class LocalSupport {
 public:
  LocalSupport(const Polytope& body, const Pose& X, const Vec3& u) : body_(body) {
    w_ = X.R.transpose() * u;
    const double w_bound = length_bound(X.R.cwiseAbs().transpose() * u.cwiseAbs());
    // No vertex is farther from the local origin; the radius is rounded, hence the last factor.
    const double v_bound =
        (length_bound(body.interior_point()) + body.bounding_radius()) * (1 + 1e-12);
    error_ = 4 * kEps * w_bound * v_bound + kProductUnderflow;
  }

  BoundedDouble at(const Vec3& v) const { return {w_.dot(v), error_}; }

  BoundedDouble least() const { return {-most(-1), error_}; }
  BoundedDouble greatest() const { return {most(1), error_}; }

 private:
  /// The greatest sign w.v.
  double most(double sign) const {
    double best = -std::numeric_limits<double>::infinity();
    for (const Vec3& v : body_.vertices()) best = std::max(best, sign * w_.dot(v));
    return best;
  }

  const Polytope& body_;
  Vec3 w_;
  double error_ = 0;
};

/// Whether no intermediate of the filters can overflow, nor underflow by more than
/// kProductUnderflow covers.
bool in_range(const Pair& pair, const Vec3& u) {
  for (const double x : u) {
    if (x != 0 && !(std::abs(x) > kMinFiltered && std::abs(x) < kMaxFiltered)) return false;
  }
  const auto bounded = [](const Polytope& body, const Pose& X) {
    return length_bound(body.interior_point()) + body.bounding_radius() + length_bound(X.t) <
           kMaxFiltered;
  };
  return bounded(*pair.A, pair.X_WA) && bounded(*pair.B, pair.X_WB);
}

/// u.(s - t): the subtraction is off by h |s - t|, the dot product by 3h |u| |s - t|.
BoundedDouble bounded_along(const Vec3& u, const Vec3& s, const Vec3& t) {
  const Vec3 difference = s - t;
  return {u.dot(difference),
          3 * kEps * length_bound(u) * length_bound(difference) + kProductUnderflow};
}

BoundedDouble bounded_sum(const BoundedDouble& a, const BoundedDouble& b) {
  const double value = a.value + b.value;
  return {value, (a.error + b.error) * (1 + kEps) + kEps * std::abs(value)};
}

BoundedDouble bounded_gap(const Pair& pair, const Vec3& u) {
  if (!in_range(pair, u)) return {};
  const BoundedDouble a = LocalSupport(*pair.A, pair.X_WA, u).least();
  const BoundedDouble b = LocalSupport(*pair.B, pair.X_WB, u).greatest();
  return bounded_sum(bounded_sum(a, {-b.value, b.error}),
                     bounded_along(u, pair.X_WA.t, pair.X_WB.t));
}

/// What BoundedDouble is, with twice the digits.
struct BoundedPair {
  DoubleWord value;
  double error = std::numeric_limits<double>::infinity();
};

/// Bounds the errors of double words, relative to the sum of the magnitudes of the products: none
/// of these is in more than twenty operations, and each is off by 5 u^2 at most, u = 2^-53.
/// Below 1e-140 a low part may underflow: kProductUnderflow is far above that.
constexpr double kPreciseGap = 0x1p-98;

/// The greatest sign u.(R v). Two errors apart, doubles tell vertices apart; the third error covers
/// the rounding of that comparison.
BoundedPair precise_most(const Polytope& body, const Pose& X, const Vec3& u, double sign) {
  std::array<DoubleWord, 3> w;
  for (int i = 0; i < 3; ++i) {
    w.at(at(i)) = DoubleWord::product(X.R(0, i), sign * u[0]) +
                  DoubleWord::product(X.R(1, i), sign * u[1]) +
                  DoubleWord::product(X.R(2, i), sign * u[2]);
  }
  const LocalSupport in_doubles(body, X, sign * u);
  const auto [greatest, error] = in_doubles.greatest();
  std::optional<DoubleWord> most;
  for (const Vec3& v : body.vertices()) {
    if (in_doubles.at(v).value < greatest - 3 * error) continue;
    const DoubleWord here = w[0] * v[0] + w[1] * v[1] + w[2] * v[2];
    if (!most || (here - *most).high > 0) most = here;
  }
  // The bound in doubles is 4 kEps times the lengths of w and v.
  return {*most, kPreciseGap / (4 * kEps) * error + kProductUnderflow};
}

BoundedPair precise_gap(const Pair& pair, const Vec3& u) {
  if (!in_range(pair, u)) return {};
  const BoundedPair a = precise_most(*pair.A, pair.X_WA, u, -1);
  const BoundedPair b = precise_most(*pair.B, pair.X_WB, u, 1);
  DoubleWord value = -(a.value + b.value);
  double error = a.error + b.error;
  for (int i = 0; i < 3; ++i) {
    const DoubleWord apart = DoubleWord::sum(pair.X_WA.t[i], -pair.X_WB.t[i]);
    value = value + apart * u[i];
    error += kPreciseGap * std::abs(apart.high * u[i]) + kProductUnderflow;
  }
  return {value, error};
}

/// Whether gap(u) >= |u| (phi - tolerance), phi being that of the cores; nothing where phi, or this
/// arithmetic, has too few digits.
std::optional<bool> precisely_reaches(const Pair& pair, const Vec3& u, const RoundedReal& phi,
                                      double tolerance) {
  const BoundedPair gap = precise_gap(pair, u);
  const DoubleWord uu = DoubleWord::product(u[0], u[0]) + DoubleWord::product(u[1], u[1]) +
                        DoubleWord::product(u[2], u[2]);
  if (!(uu.high > 0) || !std::isfinite(gap.error)) return std::nullopt;
  const DoubleWord norm = sqrt(uu);
  const DoubleWord bar = DoubleWord::sum(phi.value, -tolerance) + DoubleWord{phi.tail, 0};
  const double excess = (gap.value - norm * bar).high;
  const double doubt =
      2 * gap.error + norm.high * (2 * phi.doubt + kPreciseGap * (std::abs(phi.value) + tolerance));
  if (excess > doubt) return true;
  if (excess < -doubt) return false;
  return std::nullopt;
}

/// gap(u) and u.d, computed from the same rotated u.
struct GapAndAlongD {
  BoundedDouble gap;
  BoundedDouble along_d;
};

GapAndAlongD bounded_gap_and_along_d(const Pair& pair, const Vec3& u) {
  if (!in_range(pair, u)) return {};
  const LocalSupport A(*pair.A, pair.X_WA, u);
  const LocalSupport B(*pair.B, pair.X_WB, u);
  const BoundedDouble apart = bounded_along(u, pair.X_WA.t, pair.X_WB.t);
  const auto difference = [&](const BoundedDouble& a, const BoundedDouble& b) {
    return bounded_sum(bounded_sum(a, {-b.value, b.error}), apart);
  };
  return {difference(A.least(), B.greatest()),
          difference(A.at(pair.A->interior_point()), B.at(pair.B->interior_point()))};
}

/// |value - x|. The first difference is exact where it is small beside x (Sterbenz) and else off by
/// h of itself, the second as well.
BoundedDouble bounded_error(double value, const RoundedReal& x) {
  const double first = value - x.value;
  const double error = std::abs(first - x.tail);
  const bool exact_first = std::abs(first) <= 0.5 * std::abs(x.value);
  return {error, x.doubt + 2 * kEps * (error + (exact_first ? 0 : std::abs(first)))};
}

/// u.u
Rational squared(const Vec3& u) {
  const SplitVec3 exact = split(u);
  return scaled_ratio(exact.vector.squaredNorm(), 1, 2 * exact.exponent);
}

/// For the cores g / sqrt(uu) >= s sqrt(P) - tau, both sides times sqrt(uu): S1 = g + tau sqrt(uu) >= S2 = s
/// sqrt(P uu). Different signs decide; equal ones leave S1^2 - S2^2 = g^2 + (tau^2 - P) uu + 2 g
/// tau sqrt(uu).
bool exactly_reaches(const Rational& g, const Rational& uu, const TruthOnDemand& truth,
                     const Rational& tau) {
  const int sign_1 = sign_with_root(g, tau, uu);
  if (sign_1 != truth.core_sign()) return sign_1 > truth.core_sign();
  const int squares = sign_with_root(Rational(g * g + (tau * tau - truth.phi_squared()) * uu),
                                     Rational(2 * g * tau), uu);
  return sign_1 >= 0 ? squares >= 0 : squares <= 0;
}

/// numerator / denominator 2^exponent, each step within one unit of its last place.
double rounded_quotient(const mpz_class& numerator, const mpz_class& denominator, long exponent) {
  if (numerator == 0) return 0;
  long e_n = 0;
  long e_d = 0;
  const double n = mpz_get_d_2exp(&e_n, numerator.get_mpz_t());
  const double d = mpz_get_d_2exp(&e_d, denominator.get_mpz_t());
  const long e = std::clamp(e_n - e_d + exponent, -3000L, 3000L);
  return std::ldexp(n / d, static_cast<int>(e));
}

/// m 2^e - n / d = (m 2^e d - n) / d.
double rounded_difference(const Integer& m, long e, const Rational& fraction) {
  Integer difference = m * fraction.get_den();
  Integer n = fraction.get_num();
  (e >= 0 ? difference : n) <<= static_cast<mp_bitcnt_t>(std::abs(e));
  difference -= n;
  return rounded_quotient(difference, fraction.get_den(), std::min(e, 0L));
}

/// The sign of phi - x, exactly.
int side_of_phi(const TruthOnDemand& truth, const Rational& x) {
  return sign_with_root(Rational(-x - truth.radius()), Rational(truth.core_sign()),
                        truth.phi_squared());
}

/// |value - (phi - offset)| with a relative error of at most 1e-15.
double exact_error(double value, const TruthOnDemand& truth, double offset) {
  if (truth.is_rounded() || offset != 0) {
    const Rational both = Rational(value) + Rational(offset) + truth.radius();
    return std::abs(round_root_less(truth.core_sign(), truth.phi_squared(), both));
  }
  const double magnitude = std::abs(value);
  const double phi = std::abs(truth.phi().value);
  const bool same_side = (value > 0 && truth.sign() > 0) || (value < 0 && truth.sign() < 0);
  if (!same_side) return magnitude + phi;
  // Far apart, phi's own rounding is small beside the difference.
  if (magnitude >= 2 * phi || phi >= 2 * magnitude) return std::abs(magnitude - phi);
  // |value| - |phi| = (|value| - f) + (f - |phi|), f = |phi| rounded. The first difference is exact
  // (Sterbenz); the second is (f^2 - phi^2) / (f + |phi|), its numerator exact before it is
  // rounded. It is half an ulp at most: no cancellation worth a bit.
  const auto [f, e] = split(phi);
  return std::abs((magnitude - phi) +
                  rounded_difference(f * f, 2 * e, truth.phi_squared()) / (2 * phi));
}

}  // namespace

Rational exact_gap(const Pair& pair, const Vec3& u) {
  assert(u.allFinite() && u != Vec3::Zero());
  const ExactDifference C(pair);
  const SplitVec3 exact = split(u);
  return scaled_ratio(-C.reach(exact.vector), 1, C.exponent() + exact.exponent);
}

Rational exact_along_d(const Pair& pair, const Vec3& u) {
  const ExactDifference C(pair);
  const SplitVec3 exact = split(u);
  return scaled_ratio(C.d().dot(exact.vector), 1, C.exponent() + exact.exponent);
}

Rational exact_d_squared(const Pair& pair) {
  const ExactDifference C(pair);
  return scaled_ratio(C.d().squaredNorm(), 1, 2 * C.exponent());
}

// Doubles settle every pair that is not close to it.
bool interior_points_coincide(const Pair& pair) {
  const Vec3& p_A = pair.A->interior_point();
  const Vec3& p_B = pair.B->interior_point();
  for (int i = 0; i < 3; ++i) {
    const double a = pair.X_WA.R.row(i).dot(p_A) + pair.X_WA.t[i];
    const double b = pair.X_WB.R.row(i).dot(p_B) + pair.X_WB.t[i];
    // Rounding of both sums: at most 4 ulps of the sum of magnitudes each, far below 1e-14 of it.
    const double magnitude = pair.X_WA.R.row(i).cwiseAbs().dot(p_A.cwiseAbs()) +
                             pair.X_WB.R.row(i).cwiseAbs().dot(p_B.cwiseAbs()) +
                             std::abs(pair.X_WA.t[i]) + std::abs(pair.X_WB.t[i]);
    if (std::abs(a - b) > 1e-14 * magnitude) return false;
    if (exact_along_d(pair, Vec3::Unit(i)) != 0) return false;
  }
  return true;
}

// A radius takes as much from both sides: it is the cores' gap that has to reach phi_core.
bool gap_reaches(const Pair& pair, const Vec3& u, const TruthOnDemand& truth, double tolerance) {
  const RoundedReal cores = truth.core_phi();
  const double phi = cores.value;
  const BoundedDouble gap = bounded_gap(pair, u);
  const double norm = u.norm();                  // off by 3h of itself
  const double bar = phi - tolerance;            // off by h |phi| + h |bar|, with a radius by more
  const double margin = gap.value - norm * bar;  // the product by 5h |bar| norm more
  const double doubt = gap.error +
                       kEps * (norm * (std::abs(phi) + 6 * std::abs(bar)) + std::abs(margin)) +
                       (truth.is_rounded() ? 2 * norm * cores.doubt : 0) + kProductUnderflow;
  if (margin > doubt) return true;
  if (margin < -doubt) return false;
  const auto decided = with_fused([&] { return precisely_reaches(pair, u, cores, tolerance); });
  if (decided) return *decided;
  return exactly_reaches(exact_gap(pair, u), squared(u), truth, Rational(tolerance));
}

bool ratio_gap_reaches(const Pair& pair, const Vec3& u, const TruthOnDemand& truth,
                       double tolerance, double length) {
  const double rho = truth.rho()->value;
  const auto [gap, along_d] = bounded_gap_and_along_d(pair, u);
  if (along_d.value < -along_d.error) return false;
  if (along_d.value > along_d.error) {
    const double bar = rho - tolerance;
    const double margin = gap.value - along_d.value * bar;
    const double doubt =
        gap.error + std::abs(bar) * along_d.error +
        kEps * ((along_d.value + along_d.error) * (std::abs(rho) + 4 * std::abs(bar)) +
                std::abs(margin)) +
        kProductUnderflow;
    if (margin > doubt) return true;
    // gap - rho (u.d) + length |u|: the last product is off by 4h of itself, its sum by h more.
    const double slack = length * u.norm();
    const double shortfall = gap.value - along_d.value * rho;
    const double shortfall_doubt = gap.error + std::abs(rho) * along_d.error +
                                   kEps * (3 * (along_d.value + along_d.error) * std::abs(rho) +
                                           std::abs(shortfall) + 3 * slack) +
                                   kProductUnderflow;
    if (shortfall + slack > shortfall_doubt) return true;
    if (margin < -doubt && shortfall + slack < -shortfall_doubt) return false;
  }
  const Rational exact_d = exact_along_d(pair, u);
  if (sgn(exact_d) <= 0) return false;
  const Rational& exact_rho = truth.exact().ratio->rho;
  const Rational exact = exact_gap(pair, u);
  if (exact >= (exact_rho - Rational(tolerance)) * exact_d) return true;
  return sign_with_root(Rational(exact - exact_rho * exact_d), Rational(length), squared(u)) >= 0;
}

RoundedReal less_offset(const TruthOnDemand& truth, double offset) {
  const RoundedReal& phi = truth.phi();
  if (offset == 0) return phi;
  const Rational middle = Rational(phi.value) + Rational(phi.tail) - Rational(offset);
  return rounded_real(middle, Rational(phi.doubt));
}

int sign_less_offset(const TruthOnDemand& truth, double offset) {
  if (offset == 0) return truth.sign();
  const RoundedReal x = less_offset(truth, offset);
  if (std::abs(x.value) > 2 * (std::abs(x.tail) + x.doubt)) return x.value > 0 ? 1 : -1;
  return side_of_phi(truth, Rational(offset));
}

double error_of(double value, const TruthOnDemand& truth, double offset) {
  const BoundedDouble error = bounded_error(value, less_offset(truth, offset));
  return error.error <= kErrorAccuracy * error.value ? error.value
                                                     : exact_error(value, truth, offset);
}

double ratio_error_of(double value, const TruthOnDemand& truth) {
  const BoundedDouble error = bounded_error(value, *truth.rho());
  if (error.error <= kErrorAccuracy * error.value) return error.value;
  const auto [m, e] = split(value);
  return std::abs(rounded_difference(m, e, truth.exact().ratio->rho));
}

bool error_within(double value, const TruthOnDemand& truth, double limit, double offset) {
  const BoundedDouble error = bounded_error(value, less_offset(truth, offset));
  if (error.value + error.error < limit) return true;
  if (error.value - error.error > limit) return false;
  // middle - limit <= phi <= middle + limit
  const Rational middle = Rational(value) + Rational(offset);
  return side_of_phi(truth, Rational(middle - Rational(limit))) >= 0 &&
         side_of_phi(truth, Rational(middle + Rational(limit))) <= 0;
}

bool ratio_error_within(double value, const TruthOnDemand& truth, double limit) {
  const BoundedDouble error = bounded_error(value, *truth.rho());
  if (error.value + error.error < limit) return true;
  if (error.value - error.error > limit) return false;
  return abs(Rational(value) - truth.exact().ratio->rho) <= Rational(limit);
}

double ulp_of(double truth, double size) {
  const double magnitude = std::abs(truth == 0 ? size : truth);
  return std::nextafter(magnitude, std::numeric_limits<double>::infinity()) - magnitude;
}

}  // namespace touchstone
