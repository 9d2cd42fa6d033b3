// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/judge.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

#include "reference/gap.hpp"

namespace touchstone {
namespace {

constexpr double kUnitTolerance =
    1e-6;  // of | |n| - 1 |: beyond it a normal is not meant to be one [1]

Rational squared_norm(const ExactVec3& v) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }

int sign_of(double x) { return (x > 0) - (x < 0); }

double ulp(double x) {
  const double magnitude = std::abs(x);
  return std::nextafter(magnitude, std::numeric_limits<double>::infinity()) - magnitude;
}

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

/// rho d, exactly.
ExactVec3 exact_rho_d(const Pair& pair, const RatioTruth& ratio) {
  return {ratio.rho * exact_along_d(pair, Vec3::UnitX()),
          ratio.rho * exact_along_d(pair, Vec3::UnitY()),
          ratio.rho * exact_along_d(pair, Vec3::UnitZ())};
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
bool along_normal(const WitnessPoints& p, const Vec3& n, const Truth& truth, double tolerance) {
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
  const Rational left = ww + truth.phi_squared - Rational(tolerance) * Rational(tolerance);
  const int right_sign = truth.sign * sgn(wn);
  const Rational right_squared = 4 * wn * wn * truth.phi_squared / nn;
  if (left <= 0) return right_sign >= 0 || left * left >= right_squared;
  return right_sign > 0 && left * left <= right_squared;
}

/// The question, its truth and its scales, in the terms of one metric's quantity.
class Judge {
 public:
  Judge(const Pair& pair, const Truth& truth, Quantity quantity, double tolerance)
      : pair_(pair),
        truth_(truth),
        ratio_(quantity == Quantity::ratio ? &*truth.ratio : nullptr),
        size_(pair_size(pair)),
        tolerance_(tolerance) {}

  bool sign_matters() const { return std::abs(truth_.phi) > kSignThreshold * size_; }
  /// Whether a metric with these traits promises a value for this pair.
  bool value_promised(const MetricTraits& traits) const {
    return sign_matters() && (truth_.sign > 0 ? traits.when_separated : traits.when_penetrating);
  }
  bool sign_wrong(int sign) const { return sign_matters() && sign != truth_.sign; }

  void judge_value(double value, Verdict& verdict) const {
    const double expected = ratio_ != nullptr ? ratio_->rho_rounded : truth_.phi;
    const double scale = ratio_ != nullptr ? std::max(1.0, std::abs(expected)) : size_;
    verdict.error_abs = ratio_ != nullptr ? round_to_double(abs(Rational(value) - ratio_->rho))
                                          : error_of(value, truth_);
    verdict.error_rel_size = verdict.error_abs / scale;
    verdict.ulps = verdict.error_abs / ulp(expected != 0 ? expected : scale);
    // Far apart, a correctly rounded value may be off by more than the tolerance.
    const double half_ulp = expected != 0 ? 0.5 * ulp(expected) : 0;
    if (sign_wrong(sign_of(value))) {
      verdict.value = ValueVerdict::wrong_sign;
    } else if (verdict.error_abs <= std::max(tolerance_ * scale, half_ulp)) {
      verdict.value = ValueVerdict::right;
    } else {
      verdict.value = ValueVerdict::inaccurate;
    }
  }

  PartVerdict judge_normal(const std::optional<Vec3>& normal) const {
    if (!normal) return PartVerdict::absent;
    return normal_valid(*normal) ? PartVerdict::valid : PartVerdict::invalid;
  }

  /// `valid_normal`: the answer's own, if it was found valid. Near a tie it may differ from every
  /// exactly optimal direction, and the witness points that go with it are as good as the others.
  PartVerdict judge_witnesses(const std::optional<WitnessPoints>& witnesses,
                              const std::optional<Vec3>& valid_normal) const {
    if (!witnesses) return PartVerdict::absent;
    return witnesses_valid(*witnesses, valid_normal) ? PartVerdict::valid : PartVerdict::invalid;
  }

 private:
  bool normal_valid(const Vec3& n) const {
    // Written so that NaN fails.
    if (!(std::abs(n.norm() - 1) <= kUnitTolerance)) return false;
    return ratio_ != nullptr ? ratio_normal_valid(n)
                             : gap_reaches(pair_, n, truth_, tolerance_ * size_);
  }

  /// |gap(n)/(n.d) - rho| <= tol max(1, |rho|), and n.d > 0.
  bool ratio_normal_valid(const Vec3& n) const {
    const Rational along = exact_along_d(pair_, n);
    if (along <= 0) return false;
    const Rational scale = std::max<Rational>(1, abs(ratio_->rho));
    const Rational off = abs(exact_gap(pair_, n) - ratio_->rho * along);
    return off <= Rational(tolerance_) * scale * along;
  }

  bool witnesses_valid(const WitnessPoints& p, const std::optional<Vec3>& valid_normal) const {
    if (!p.p_WA.allFinite() || !p.p_WB.allFinite()) return false;
    // Far from the origin, the nearest doubles to the exact points may be off by more than the
    // tolerance.
    double largest = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      largest = std::max({largest, round_to_double(abs(truth_.witness_A[k])),
                          round_to_double(abs(truth_.witness_B[k]))});
    }
    const double tolerance = std::max(tolerance_ * size_, 2 * ulp(largest));
    if (!point_within(pair_, Body::A, p.p_WA, tolerance) ||
        !point_within(pair_, Body::B, p.p_WB, tolerance)) {
      return false;
    }
    if (ratio_ != nullptr) return differ_by(p, exact_rho_d(pair_, *ratio_), tolerance);
    if (truth_.sign == 0) return differ_by(p, {0, 0, 0}, tolerance);
    if (valid_normal && along_normal(p, *valid_normal, truth_, tolerance)) return true;
    return std::any_of(truth_.directions.begin(), truth_.directions.end(), [&](const ExactVec3& u) {
      return differ_by(p, exact_phi_n(truth_, u), tolerance);
    });
  }

  const Pair& pair_;
  const Truth& truth_;
  const RatioTruth* ratio_;  ///< nullptr for Euclidean metrics
  double size_;              ///< [m]
  double tolerance_;         ///< relative [1]
};

/// The most serious of a completed run's findings.
Word weigh(const Verdict& verdict) {
  if (verdict.value == ValueVerdict::wrong_sign || verdict.sign == SignVerdict::wrong_sign) {
    return Word::wrong_sign;
  }
  if (verdict.value == ValueVerdict::inaccurate) return Word::inaccurate;
  if (verdict.normal == PartVerdict::invalid) return Word::invalid_normal;
  if (verdict.witness == PartVerdict::invalid) return Word::invalid_witness;
  return Word::right;
}

Verdict only(Word word) {
  Verdict verdict;
  verdict.word = word;
  return verdict;
}

}  // namespace

std::string_view word_name(Word word) {
  switch (word) {
    case Word::crashed:
      return "crashed";
    case Word::timed_out:
      return "timed_out";
    case Word::no_answer:
      return "no_answer";
    case Word::wrong_sign:
      return "wrong_sign";
    case Word::inaccurate:
      return "inaccurate";
    case Word::invalid_normal:
      return "invalid_normal";
    case Word::invalid_witness:
      return "invalid_witness";
    case Word::right:
      return "right";
    case Word::not_applicable:
      return "not_applicable";
  }
  return "";
}

Verdict judge(const Pair& pair, const Truth& truth, const MetricTraits& traits,
              const RunOutcome& outcome, double tolerance) {
  switch (outcome.status) {
    case RunStatus::crashed:
      return only(Word::crashed);
    case RunStatus::timed_out:
      return only(Word::timed_out);
    case RunStatus::not_applicable:
      return only(Word::not_applicable);
    case RunStatus::completed:
      break;
  }
  if (traits.quantity == Quantity::ratio && !truth.ratio) return only(Word::not_applicable);

  const Answer& answer = outcome.answer;
  const bool valued = answer.status == AnswerStatus::answered && std::isfinite(answer.value);
  if (!valued && answer.status != AnswerStatus::sign_only) return only(Word::no_answer);

  const Judge judge(pair, truth, traits.quantity, tolerance);
  Verdict verdict;
  if (valued) {
    judge.judge_value(answer.value, verdict);
  } else {
    verdict.sign = judge.sign_wrong(answer.sign) ? SignVerdict::wrong_sign : SignVerdict::right;
  }
  verdict.normal = judge.judge_normal(answer.normal);
  verdict.witness = judge.judge_witnesses(
      answer.witnesses, verdict.normal == PartVerdict::valid ? answer.normal : std::nullopt);
  verdict.word = weigh(verdict);
  // A sign where a value was promised keeps its columns, but is no answer.
  if (!valued && verdict.word == Word::right && judge.value_promised(traits)) {
    verdict.word = Word::no_answer;
  }
  return verdict;
}

}  // namespace touchstone
