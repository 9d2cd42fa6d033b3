// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/index.hpp"
#include "reference/claims.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "reference/arithmetic/double_word.hpp"
#include "reference/claims/rounding.hpp"
#include "reference/exact/root_signs.hpp"
#include "reference/exact_vector.hpp"
#include "reference/rounded_witness.hpp"

namespace touchstone {
namespace {

constexpr double kMaxLength = 1e90;          ///< beyond it squares may overflow [m]
constexpr double kSquareUnderflow = 1e-150;  ///< above what an underflow of squares can lose [m]
constexpr double kMinNormal = 0.5;           ///< shortest normal that is divided by in doubles [1]
/// Rounding that a coordinate of a witness point is allowed, in units of its last place.
constexpr double kWitnessUlps = 4;

/// What is left of an offset x + y sqrt(m) when it is moved towards 0 by up to `margin`.
struct RootNumber {
  Rational x;
  Rational y;
};
RootNumber moved(const RootNumber& offset, const Rational& margin, const Rational& m) {
  if (sign_with_root(offset.x - margin, offset.y, m) > 0) return {offset.x - margin, offset.y};
  if (sign_with_root(offset.x + margin, offset.y, m) < 0) return {offset.x + margin, offset.y};
  return {0, 0};
}

/// Whether |offset| <= tolerance, its coordinates moved first, for offsets x + y sqrt(m): with the
/// sums over the coordinates it is x.x + y.y m - tolerance^2 + 2 x.y sqrt(m) <= 0.
bool exactly_within(const std::array<RootNumber, 3>& offset, const Rational& m, double tolerance,
                    const Vec3& margin) {
  Rational rational = -Rational(tolerance) * Rational(tolerance);
  Rational root = 0;
  for (int i = 0; i < 3; ++i) {
    const RootNumber left = moved(offset.at(at(i)), Rational(margin[i]), m);
    rational += left.x * left.x + left.y * left.y * m;
    root += 2 * left.x * left.y;
  }
  return sign_with_root(rational, root, m) <= 0;
}

Rational difference(const WitnessPoints& p, int i) {
  return Rational(p.p_WA[i]) - Rational(p.p_WB[i]);
}

/// With phi = s sqrt(c), phi n/|n| = (s n / n.n) sqrt(c n.n).
bool exactly_apart_along(const WitnessPoints& p, const Vec3& n, const TruthOnDemand& truth,
                         double tolerance, const Vec3& margin) {
  if (truth.is_rounded()) return rounded_apart_along(p, exact(n), truth, tolerance, margin);
  Rational nn = 0;
  for (int i = 0; i < 3; ++i) nn += Rational(n[i]) * Rational(n[i]);
  std::array<RootNumber, 3> offset;
  for (int i = 0; i < 3; ++i) {
    offset.at(at(i)) = {difference(p, i), -truth.sign() * Rational(n[i]) / nn};
  }
  return exactly_within(offset, truth.phi_squared() * nn, tolerance, margin);
}

/// Whether |(p_A - p_B) - x| <= tolerance where x is known to within `error`; nothing if rounding
/// leaves it open. p_A - p_B is off by h of its length, the difference and its norm by 4h more; h =
/// kEps / 2.
std::optional<bool> differ_by(const WitnessPoints& p, const Vec3& x, double error,
                              double tolerance) {
  const Vec3 w = p.p_WA - p.p_WB;
  const double off = (w - x).norm();
  const double doubt = error + 4 * kEps * (w.norm() + off) + kSquareUnderflow;
  if (!(doubt < kMaxLength)) return std::nullopt;
  if (off + doubt < tolerance) return true;
  if (off - doubt > tolerance) return false;
  return std::nullopt;
}

/// Whether |(p_A - p_B) - phi n/|n|| <= tolerance in double words; nothing where phi, or this
/// arithmetic, has too few digits. The errors of all operations are 60 u^2 at most, u = 2^-53;
/// low parts that underflow are far below kSquareUnderflow.
std::optional<bool> precisely_apart_along(const WitnessPoints& p, const Vec3& n,
                                          const RoundedReal& phi, double tolerance) {
  constexpr double kPreciseOffset = 0x1p-98;
  const DoubleWord nn = DoubleWord::product(n[0], n[0]) + DoubleWord::product(n[1], n[1]) +
                        DoubleWord::product(n[2], n[2]);
  const DoubleWord along = (DoubleWord{phi.value, 0} + DoubleWord{phi.tail, 0}) / sqrt(nn);
  Vec3 off;
  double reach = std::abs(phi.value);
  for (int i = 0; i < 3; ++i) {
    const DoubleWord apart = DoubleWord::sum(p.p_WA[i], -p.p_WB[i]);
    off[i] = (apart - along * DoubleWord{n[i], 0}).high;
    reach += std::abs(apart.high);
  }
  const double doubt =
      2 * phi.doubt + kPreciseOffset * reach + 4 * kEps * off.norm() + kSquareUnderflow;
  if (!(reach < kMaxLength)) return std::nullopt;
  if (off.norm() + doubt < tolerance) return true;
  if (off.norm() - doubt > tolerance) return false;
  return std::nullopt;
}

double ulp(double magnitude) {
  return std::nextafter(magnitude, std::numeric_limits<double>::infinity()) - magnitude;
}

/// No coordinate of the body is larger: R does not lengthen by more than 1e-6.
double largest_coordinate(const Polytope& body, const Pose& X) {
  return X.t.lpNorm<Eigen::Infinity>() +
         1.0001 * (body.interior_point().lpNorm<1>() + body.bounding_radius()) + body.radius();
}

Vec3 margins(const Vec3& p, const ExactRange& range) {
  Vec3 margin;
  for (int i = 0; i < 3; ++i) {
    const auto k = at(i);
    const Rational claimed(p[i]);
    const double nearest = claimed < range.low[k]    ? round_to_double(range.low[k])
                           : range.high[k] < claimed ? round_to_double(range.high[k])
                                                     : p[i];
    margin[i] = nearest == 0 ? 0 : kWitnessUlps * ulp(std::abs(nearest));
  }
  return margin;
}

/// The conditions as they stand, without a margin.
bool right_within(const Pair& pair, const WitnessPoints& p, const TruthOnDemand& truth,
                  Quantity quantity, double tolerance, const Vec3* valid_normal) {
  if (!point_within(pair, WhichBody::A, p.p_WA, tolerance) ||
      !point_within(pair, WhichBody::B, p.p_WB, tolerance)) {
    return false;
  }
  if (quantity == Quantity::ratio) return apart_by_rho(pair, p, truth, tolerance);
  return (valid_normal != nullptr && apart_along(p, *valid_normal, truth, tolerance)) ||
         apart_by_phi(p, truth, tolerance);
}

/// Where the cores touch, any direction between the truth's is optimal: that in which the points
/// are apart counts as the answer's own, if it is one; else a zero vector.
Vec3 direction_of_points(const Pair& pair, const WitnessPoints& p, const TruthOnDemand& truth,
                         double tolerance) {
  const Vec3 n = (p.p_WB - p.p_WA).stableNormalized();
  const bool optimal = n.allFinite() && !n.isZero(0) && gap_reaches(pair, n, truth, tolerance);
  return optimal ? n : Vec3::Zero();
}

/// The true witness points with the direction that they belong to, and whether two points are apart
/// as they are. Of rounded bodies they are the cores' moved.
struct TrueAnswer {
  TruePoints points;
  ExactVec3 direction;  ///< used where a body has a radius

  bool is_apart(const WitnessPoints& p, const TruthOnDemand& truth, double tolerance,
                const Vec3& margin) const {
    return truth.is_rounded() ? rounded_apart_along(p, direction, truth, tolerance, margin)
                              : apart_by(p, points.apart, tolerance, margin);
  }
};

std::vector<TrueAnswer> true_answers(const Pair& pair, const TruthOnDemand& truth,
                                     Quantity quantity, const Vec3* valid_normal) {
  std::vector<TrueAnswer> all;
  for (TruePoints& points : true_points(pair, truth, quantity)) {
    all.push_back({std::move(points), {}});
  }
  if (!truth.is_rounded()) return all;
  const Truth& known = truth.exact();
  for (std::size_t k = 0; k < all.size(); ++k) {
    const bool own = known.core_sign() == 0 && valid_normal != nullptr;
    all[k].direction = own ? exact(*valid_normal) : known.directions[k];
    all[k].points = moved_by_radii(pair, all[k].direction, std::move(all[k].points));
  }
  return all;
}

}  // namespace

WitnessMargins witness_margins(const WitnessPoints& p, const TruePoints& truth) {
  return {margins(p.p_WA, truth.A), margins(p.p_WB, truth.B)};
}

bool witnesses_valid(const Pair& pair, const WitnessPoints& p, const TruthOnDemand& truth,
                     Quantity quantity, double tolerance, const Vec3* valid_normal) {
  if (!p.p_WA.allFinite() || !p.p_WB.allFinite()) return false;
  if (truth.sign() == 0 || quantity == Quantity::ratio) valid_normal = nullptr;
  Vec3 own = Vec3::Zero();
  if (truth.is_rounded() && truth.core_sign() == 0 && valid_normal == nullptr) {
    own = direction_of_points(pair, p, truth, tolerance);
    if (!own.isZero(0)) valid_normal = &own;
  }
  if (right_within(pair, p, truth, quantity, tolerance, valid_normal)) return true;
  // Only margins can help, and none is larger than that of the largest coordinate; sqrt(3) of
  // both: below 4.
  const double largest =
      std::max(largest_coordinate(*pair.A, pair.X_WA), largest_coordinate(*pair.B, pair.X_WB));
  const double most = tolerance + 4 * kWitnessUlps * ulp(largest);
  if (!right_within(pair, p, truth, quantity, most, valid_normal)) return false;
  const std::vector<TrueAnswer> all = true_answers(pair, truth, quantity, valid_normal);
  return std::any_of(all.begin(), all.end(), [&](const TrueAnswer& answer) {
    const WitnessMargins margin = witness_margins(p, answer.points);
    const Vec3 both = margin.A + margin.B;
    return point_within(pair, WhichBody::A, p.p_WA, tolerance, margin.A) &&
           point_within(pair, WhichBody::B, p.p_WB, tolerance, margin.B) &&
           (answer.is_apart(p, truth, tolerance, both) ||
            (valid_normal != nullptr && apart_along(p, *valid_normal, truth, tolerance, both)));
  });
}

bool fixed_body_witnesses_valid(const Pair& pair, const WitnessPoints& p,
                                const FixedBodyTruth& truth, double tolerance) {
  if (!p.p_WA.allFinite() || !p.p_WB.allFinite()) return false;
  const Rational inverse_r = 1 / truth.r;
  const double shrink = round_to_double(inverse_r);
  ExactVec3 apart;
  ExactVec3 on_A;
  for (std::size_t i = 0; i < 3; ++i) {
    apart[i] = (1 - inverse_r) * (truth.x_A[i] - Rational(p.p_WB[static_cast<Eigen::Index>(i)]));
    on_A[i] = truth.x_A[i] + inverse_r * (truth.x[i] - truth.x_A[i]);
  }
  const Vec3 margin_A = margins(p.p_WA, {on_A, on_A});
  const Vec3 margin_B = margins(p.p_WB, {truth.x, truth.x});
  return point_within(pair, WhichBody::A, p.p_WA, tolerance, margin_A) &&
         point_within(pair, WhichBody::B, p.p_WB, tolerance, margin_B) &&
         apart_by(p, apart, std::max(1.0, shrink) * tolerance, margin_A + shrink * margin_B);
}

bool apart_along(const WitnessPoints& p, const Vec3& n, const TruthOnDemand& truth,
                 double tolerance, const Vec3& margin) {
  const double norm = n.norm();
  if (margin.isZero(0) && norm > kMinNormal && norm < kMaxLength) {
    const double phi = truth.phi().value;
    // phi is off by h, the norm by 3h, the product and the quotient by h each.
    const double error = 4 * kEps * std::abs(phi) + kSquareUnderflow;
    if (const auto decided = differ_by(p, n * (phi / norm), error, tolerance)) return *decided;
    if (const auto decided = precisely_apart_along(p, n, truth.phi(), tolerance)) return *decided;
  }
  return exactly_apart_along(p, n, truth, tolerance, margin);
}

bool apart_by_phi(const WitnessPoints& p, const TruthOnDemand& truth, double tolerance) {
  if (truth.sign() == 0) {
    const auto decided = differ_by(p, Vec3::Zero(), 0, tolerance);
    return decided ? *decided : apart_by(p, {0, 0, 0}, tolerance);
  }
  // One direction can say yes in doubles; only all of them can say no.
  const double phi = truth.phi().value;
  if (!truth.normal().isZero(0) &&
      differ_by(p, phi * truth.normal(), 2 * kNormalError * std::abs(phi), tolerance) == true) {
    return true;
  }
  const Truth& known = truth.exact();
  return std::any_of(known.directions.begin(), known.directions.end(), [&](const ExactVec3& u) {
    return truth.is_rounded() ? rounded_apart_along(p, u, truth, tolerance, Vec3::Zero())
                              : apart_by(p, exact_phi_n(known, u), tolerance);
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
  const double error = 6 * kEps * std::abs(rho) * terms + kSquareUnderflow;
  if (const auto decided = differ_by(p, rho * d, error, tolerance)) return *decided;
  return apart_by(p, exact_rho_d(pair, truth.exact().ratio->rho), tolerance);
}

bool apart_by(const WitnessPoints& p, const ExactVec3& apart, double tolerance,
              const Vec3& margin) {
  std::array<RootNumber, 3> offset;
  for (int i = 0; i < 3; ++i) {
    const auto k = at(i);
    offset[k] = {difference(p, i) - apart[k], 0};
  }
  return exactly_within(offset, 0, tolerance, margin);
}

}  // namespace touchstone
