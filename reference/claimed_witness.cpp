// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/claimed_witness.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>

#include "reference/gap.hpp"

namespace touchstone {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr double kLargest = 1e90;        ///< beyond it squares may overflow
constexpr double kUnderflow = 1e-150;    ///< above what an underflow of squares can lose
constexpr double kSmallestNormal = 0.5;  ///< of what is to be divided by

Rational squared_norm(const ExactVec3& v) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }

/// The exact root of a rational that is a square.
Rational exact_sqrt(const Rational& square) {
  assert(mpz_perfect_square_p(square.get_num_mpz_t()) != 0);
  assert(mpz_perfect_square_p(square.get_den_mpz_t()) != 0);
  return {mpz_class(sqrt(square.get_num())), mpz_class(sqrt(square.get_den()))};
}

/// phi n for the optimal direction u, exactly: with n = u / |u| and the rational gap(u) = phi |u|
/// it is u gap(u) / (u.u).
ExactVec3 exact_phi_n(const Truth& truth, const ExactVec3& u) {
  const Rational uu = squared_norm(u);
  const Rational factor = truth.sign * exact_sqrt(truth.phi_squared * uu) / uu;
  return {u[0] * factor, u[1] * factor, u[2] * factor};
}

ExactVec3 exact_rho_d(const Pair& pair, const Rational& rho) {
  return {rho * exact_along_d(pair, Vec3::UnitX()), rho * exact_along_d(pair, Vec3::UnitY()),
          rho * exact_along_d(pair, Vec3::UnitZ())};
}

/// Whether |(p_A - p_B) - difference| <= tolerance, exactly.
bool differ_by(const WitnessPoints& p, const ExactVec3& difference, double tolerance) {
  ExactVec3 left;
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    left[k] = Rational(p.p_WA[i]) - Rational(p.p_WB[i]) - difference[k];
  }
  return squared_norm(left) <= Rational(tolerance) * Rational(tolerance);
}

/// Whether |w - phi n/|n|| <= tolerance, exactly, for phi = s sqrt(c): squared, it reads
/// w.w + c - tolerance^2 <= 2 s (w.n) sqrt(c / n.n), and both sides' signs and squares decide.
bool exactly_apart_along(const WitnessPoints& p, const Vec3& n, const TruthOnDemand& truth,
                         double tolerance) {
  Rational ww = 0;
  Rational wn = 0;
  Rational nn = 0;
  for (int i = 0; i < 3; ++i) {
    const Rational w = Rational(p.p_WA[i]) - Rational(p.p_WB[i]);
    const Rational entry(n[i]);
    ww += w * w;
    wn += w * entry;
    nn += entry * entry;
  }
  const Rational left = ww + truth.phi_squared() - Rational(tolerance) * Rational(tolerance);
  const int right_sign = truth.sign() * sgn(wn);
  const Rational right_squared = 4 * wn * wn * truth.phi_squared() / nn;
  if (left <= 0) return right_sign >= 0 || left * left >= right_squared;
  return right_sign > 0 && left * left <= right_squared;
}

/// Whether |(p_A - p_B) - x| <= tolerance where x is known to within `error`; nothing if rounding
/// leaves it open. p_A - p_B is off by h of its length, the difference and its norm by 4h more; h =
/// kEps / 2.
std::optional<bool> differ_by(const WitnessPoints& p, const Vec3& x, double error,
                              double tolerance) {
  const Vec3 w = p.p_WA - p.p_WB;
  const double off = (w - x).norm();
  const double doubt = error + 4 * kEps * (w.norm() + off) + kUnderflow;
  if (!(doubt < kLargest)) return std::nullopt;
  if (off + doubt < tolerance) return true;
  if (off - doubt > tolerance) return false;
  return std::nullopt;
}

double ulp(double magnitude) {
  return std::nextafter(magnitude, std::numeric_limits<double>::infinity()) - magnitude;
}

}  // namespace

double witness_tolerance(const Pair& pair, const WitnessPoints& p, const TruthOnDemand& truth,
                         double tolerance) {
  // No coordinate of a body is larger: R does not lengthen by more than 1e-6.
  const auto bound = [](const Polytope& body, const Pose& X) {
    return X.t.lpNorm<Eigen::Infinity>() +
           1.0001 * (body.interior_point().lpNorm<1>() + body.bounding_radius());
  };
  const double largest = std::max(bound(*pair.A, pair.X_WA), bound(*pair.B, pair.X_WB));
  if (2 * ulp(largest) <= tolerance) return tolerance;
  const double claimed =
      std::max(p.p_WA.lpNorm<Eigen::Infinity>(), p.p_WB.lpNorm<Eigen::Infinity>());
  double counted = std::min(claimed, largest);
  for (std::size_t k = 0; k < 3; ++k) {
    counted = std::max({counted, round_to_double(abs(truth.exact().witness_A[k])),
                        round_to_double(abs(truth.exact().witness_B[k]))});
  }
  return std::max(tolerance, 2 * ulp(counted));
}

bool apart_along(const WitnessPoints& p, const Vec3& n, const TruthOnDemand& truth,
                 double tolerance) {
  const double norm = n.norm();
  if (norm > kSmallestNormal && norm < kLargest) {
    const double phi = truth.phi().value;
    // phi is off by h, the norm by 3h, the product and the quotient by h each.
    const double error = 4 * kEps * std::abs(phi) + kUnderflow;
    if (const auto decided = differ_by(p, n * (phi / norm), error, tolerance)) return *decided;
  }
  return exactly_apart_along(p, n, truth, tolerance);
}

bool apart_by_phi(const WitnessPoints& p, const TruthOnDemand& truth, double tolerance) {
  if (truth.sign() == 0) {
    const auto decided = differ_by(p, Vec3::Zero(), 0, tolerance);
    return decided ? *decided : differ_by(p, ExactVec3{0, 0, 0}, tolerance);
  }
  // One direction can say yes in doubles; only all of them can say no.
  const double phi = truth.phi().value;
  if (!truth.normal().isZero(0) &&
      differ_by(p, phi * truth.normal(), 2 * kNormalError * std::abs(phi), tolerance) == true) {
    return true;
  }
  const Truth& exact = truth.exact();
  return std::any_of(exact.directions.begin(), exact.directions.end(), [&](const ExactVec3& u) {
    return differ_by(p, exact_phi_n(exact, u), tolerance);
  });
}

bool apart_by_rho(const Pair& pair, const WitnessPoints& p, const TruthOnDemand& truth,
                  double tolerance) {
  const Vec3 apart = pair.X_WA.t - pair.X_WB.t;
  const Vec3 d =
      apart + pair.X_WA.R * pair.A->interior_point() - pair.X_WB.R * pair.B->interior_point();
  const double rho = truth.rho()->value;
  // R x is off by 3h |R||x|, the sums by 3h of their terms, the product with rho, itself off by h,
  // by 2h: 8h in all.
  const double terms = apart.lpNorm<1>() + 2 * (pair.A->interior_point().lpNorm<1>() +
                                                pair.B->interior_point().lpNorm<1>());
  const double error = 6 * kEps * std::abs(rho) * terms + kUnderflow;
  if (const auto decided = differ_by(p, rho * d, error, tolerance)) return *decided;
  return differ_by(p, exact_rho_d(pair, truth.exact().ratio->rho), tolerance);
}

}  // namespace touchstone
