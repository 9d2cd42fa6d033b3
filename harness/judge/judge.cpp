// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/judge/judge.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "geometry/arithmetic/unit_vector.hpp"
#include "harness/judge/parts.hpp"
#include "metrics/curved_bodies.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

/// What a metric's claim allows a value to be off by, in ulps, whatever the tolerance.
double ulps_of(ValueClaim claim) {
  switch (claim) {
    case ValueClaim::tolerance:
      return 0;
    case ValueClaim::one_ulp:
      return 1;
    case ValueClaim::correctly_rounded:
      return 0.5;
  }
  return 0;
}

/// At smaller gaps rounding may take the pair for one of any regime.
bool sign_is_judged(double phi, double size) { return std::abs(phi) > kSignThreshold * size; }

/// Whether the metric was asked about the cores of bodies with a radius.
bool was_asked_of_cores(const Pair& pair, const MetricTraits& traits) {
  return is_rounded(pair) && !takes_radius(traits);
}

/// The sign that names the regime in which a metric answers: that of what it gives, of the bodies
/// or of the cores if it was asked about these; nothing so near to contact that rounding may take
/// the pair for any.
std::optional<int> regime_of(const Pair& pair, const TruthOnDemand& truth,
                             const MetricTraits& traits) {
  const bool cores = was_asked_of_cores(pair, traits);
  const int sign = cores ? truth.core_sign() : sign_less_offset(truth, traits.offset);
  const RoundedReal value = cores ? truth.core_phi() : less_offset(truth, traits.offset);
  if (sign == 0 || sign_is_judged(value.value, pair_size(pair))) return sign;
  return std::nullopt;
}

int sign_of(double x) { return (x > 0) - (x < 0); }

bool is_absent(const std::optional<Vec3>& normal) {
  return !normal || !normal->allFinite() || normal->isZero(0);
}

/// Wrong witness points that carry no information.
bool is_absent(const WitnessPoints& p) {
  return !p.p_WA.allFinite() || !p.p_WB.allFinite() || (p.p_WA.isZero(0) && p.p_WB.isZero(0));
}

/// The exact fixed-body truth, with the bodies swapped if A is fixed; nothing for the plain metric.
std::optional<FixedBodyTruth> fixed_truth(const Pair& pair, const TruthOnDemand& truth,
                                          const MetricTraits& traits) {
  if (traits.fixed == FixedBody::none) return std::nullopt;
  return truth.fixed_body(pair, traits.fixed == FixedBody::A);
}

/// The exact value of a variant of the ratio metric, or nothing: of the plain metric, where doubles
/// decide as a rule, and where the value is undefined.
std::optional<Rational> variant_value(const TruthOnDemand& truth, const MetricTraits& traits,
                                      const std::optional<FixedBodyTruth>& fixed) {
  const bool growth = traits.form == RatioForm::growth;
  if (fixed) {
    if (growth) return fixed->r - 1;
    if (fixed->r == 0) return std::nullopt;
    return 1 - 1 / fixed->r;
  }
  if (!growth || traits.fixed != FixedBody::none || !truth.rho()) return std::nullopt;
  const Rational& rho = truth.exact().ratio->rho;
  return rho / (1 - rho);
}

/// The question, its truth and its scales, in the terms of one metric's traits.
class Judge {
 public:
  Judge(const Pair& pair, const TruthOnDemand& truth, const MetricTraits& traits)
      : pair_(pair),
        truth_(truth),
        traits_(traits),
        fixed_(fixed_truth(pair, truth, traits)),
        variant_(variant_value(truth, traits, fixed_)),
        ratio_(traits.quantity == Quantity::ratio),
        size_(pair_size(pair)),
        sign_(sign_less_offset(truth, traits.offset)),
        expected_(variant_ ? round_to_double(*variant_)
                  : ratio_ ? truth.rho()->value
                           : less_offset(truth, traits.offset).value),
        scale_(ratio_ ? std::max(1.0, std::abs(expected_)) : size_) {}

  /// `own`: a claimed tolerance within which the sign is left open, or 0.
  bool sign_matters(double own) const {
    const double phi = ratio_ ? truth_.phi().value : expected_;
    return sign_is_judged(phi, size_) && std::abs(expected_) > own * scale_;
  }
  /// What the metric promises for pairs such as this one. So near to contact that the sign is left
  /// open it cannot tell the regime: a sign is enough, and what it promises in every regime.
  Gives promised(double own) const {
    const GivesByRegime& by_regime = traits_.gives;
    if (may_be_beyond_reach()) return {false, false, false};
    if (was_asked_of_cores(pair_, traits_)) {
      if (const auto regime = regime_of(pair_, truth_, traits_)) return by_regime.at(*regime);
    } else if (sign_ == 0 || sign_matters(own)) {
      return by_regime.at(sign_);
    }
    return promised_in_any_regime(by_regime);
  }
  bool sign_wrong(int sign, double own) const { return sign_matters(own) && sign != sign_; }
  SignVerdict sign_verdict(int sign, double own) const {
    return sign_wrong(sign, own) ? SignVerdict::wrong_sign : SignVerdict::right;
  }

  void measure(double value, Verdict& verdict) const {
    verdict.error_abs = variant_ ? round_to_double(abs(Rational(value) - *variant_))
                        : ratio_ ? ratio_error_of(value, truth_)
                                 : error_of(value, truth_, traits_.offset);
    verdict.error_rel_size = verdict.error_abs / scale_;
    verdict.ulps = verdict.error_abs / ulp_of(expected_, scale_);
  }

  /// `tighter`: the same at a tolerance that is not greater, or nullptr. What is right there is
  /// right here, except for a sign that was left open there. `own` as in sign_matters.
  Parts judge(const Answer& answer, bool valued, double tolerance, double own,
              const Parts* tighter) const {
    Parts parts = tighter != nullptr ? *tighter : Parts();
    if (valued && (parts.value != ValueVerdict::right || sign_wrong(sign_of(answer.value), own))) {
      parts.value = judge_value(answer.value, tolerance, own);
    }
    if (parts.normal != PartVerdict::valid) {
      parts.normal = valued && is_absent(answer.normal) ? PartVerdict::absent
                                                        : judge_normal(answer.normal, tolerance);
    }
    if (parts.witness != PartVerdict::valid) {
      parts.witness = judge_witnesses(answer, parts.normal == PartVerdict::valid, tolerance);
      const bool spoilt = parts.witness == PartVerdict::invalid;
      if (valued && spoilt && is_absent(*answer.witnesses)) parts.witness = PartVerdict::absent;
    }
    return parts;
  }

 private:
  /// Where the metric need not do more than to say apart. So near to its reach that its rounding
  /// decides, either will do.
  bool may_be_beyond_reach() const {
    return expected_ > traits_.reach - std::max(kSignThreshold, traits_.own_tolerance) * size_;
  }

  ValueVerdict judge_value(double value, double tolerance, double own) const {
    if (sign_wrong(sign_of(value), own)) return ValueVerdict::wrong_sign;
    const double rounding = ulps_of(traits_.value_claim) * ulp_of(expected_, scale_);
    const double limit = std::max(tolerance * scale_, rounding);
    const bool within = variant_ ? abs(Rational(value) - *variant_) <= Rational(limit)
                        : ratio_ ? ratio_error_within(value, truth_, limit)
                                 : error_within(value, truth_, limit, traits_.offset);
    return within ? ValueVerdict::right : ValueVerdict::inaccurate;
  }

  PartVerdict judge_normal(const std::optional<Vec3>& normal, double tolerance) const {
    if (!normal) return PartVerdict::absent;
    return normal_valid(*normal, tolerance) ? PartVerdict::valid : PartVerdict::invalid;
  }

  bool normal_valid(const Vec3& n, double tolerance) const {
    if (!is_unit(n)) return false;
    const double allowance = normal_allowance(traits_.scalar);
    if (fixed_) {
      const double scale = std::max(1.0, round_to_double(abs(1 - 1 / fixed_->r)));
      return traits_.fixed == FixedBody::A
                 ? fixed_body_normal_valid(swapped(pair_), -n, *fixed_, tolerance * scale,
                                           allowance)
                 : fixed_body_normal_valid(pair_, n, *fixed_, tolerance * scale, allowance);
    }
    const double scale = ratio_ ? std::max(1.0, std::abs(truth_.rho()->value)) : size_;
    const bool reaches = ratio_ ? ratio_gap_reaches(pair_, n, truth_, tolerance * scale)
                                : gap_reaches(pair_, n, truth_, tolerance * scale);
    return reaches || near_optimal(pair_, n, truth_, traits_.quantity, allowance);
  }

  bool witness_valid(const WitnessPoints& p, const Vec3* valid_normal, double tolerance) const {
    if (!fixed_) {
      return witnesses_valid(pair_, p, truth_, traits_.quantity, tolerance, valid_normal);
    }
    return traits_.fixed == FixedBody::A
               ? fixed_body_witnesses_valid(swapped(pair_), {p.p_WB, p.p_WA}, *fixed_, tolerance)
               : fixed_body_witnesses_valid(pair_, p, *fixed_, tolerance);
  }

  PartVerdict judge_witnesses(const Answer& answer, bool normal_valid, double tolerance) const {
    if (!answer.witnesses) return PartVerdict::absent;
    return witness_valid(*answer.witnesses, normal_valid ? &*answer.normal : nullptr,
                         tolerance * size_)
               ? PartVerdict::valid
               : PartVerdict::invalid;
  }

  const Pair& pair_;
  const TruthOnDemand& truth_;
  const MetricTraits& traits_;
  std::optional<FixedBodyTruth> fixed_;  ///< with B fixed, or A and B swapped
  std::optional<Rational> variant_;      ///< the value of a variant
  bool ratio_;                           ///< whether it is rho that is judged, not phi
  double size_;                          ///< [m]
  int sign_;                             ///< the right sign: of phi less the offset
  double expected_;                      ///< the right value, correctly rounded
  double scale_;                         ///< what tolerances of values and normals are relative to
};

/// Whether the value that is asked for is defined, and in the range of doubles. Neither is all that
/// belongs to it where r = 0, or so small that rho is not in range.
bool has_ratio(const Pair& pair, const TruthOnDemand& truth, const MetricTraits& traits) {
  if (traits.fixed == FixedBody::none) {
    if (!truth.rho() || !std::isfinite(truth.rho()->value)) return false;
    // Only where rho rounds to 1 may r - 1 be too large.
    return traits.form == RatioForm::rho || truth.rho()->value < 1 ||
           std::isfinite(round_to_double(*variant_value(truth, traits, std::nullopt)));
  }
  const std::optional<FixedBodyTruth> fixed = fixed_truth(pair, truth, traits);
  if (!fixed || fixed->r == 0 || !std::isfinite(round_to_double(1 / fixed->r))) return false;
  return traits.form == RatioForm::rho ||
         std::isfinite(round_to_double(*variant_value(truth, traits, fixed)));
}

/// Whether the metric said beforehand that it may skip such a pair; of the regime as in promised.
bool skipping_declared(const Pair& pair, const TruthOnDemand& truth, const MetricTraits& traits) {
  const std::optional<int> regime = regime_of(pair, truth, traits);
  return regime ? traits.gives.at(*regime).nothing : traits.gives.ever(&Gives::nothing);
}

}  // namespace

Verdict judge(const Pair& pair, const TruthOnDemand& truth, const MetricTraits& traits,
              const RunOutcome& outcome, double tolerance) {
  const bool may_skip =
      outcome.status == RunStatus::skipped && skipping_declared(pair, truth, traits);
  const std::optional<Word> unanswered = word_without_answer(outcome, may_skip);
  if (unanswered && *unanswered != Word::no_answer) return verdict_of(*unanswered);
  // No double is right for a rho beyond the range of doubles.
  if (traits.quantity == Quantity::ratio && !has_ratio(pair, truth, traits)) {
    return verdict_of(Word::not_applicable);
  }
  if (unanswered) return verdict_of(*unanswered);

  const Answer& answer = outcome.answer;
  const bool valued = answer.status == AnswerStatus::answered;
  const Judge judge(pair, truth, traits);
  Verdict verdict;
  if (valued) {
    judge.measure(answer.value, verdict);
  } else {
    verdict.sign = judge.sign_verdict(answer.sign, 0);
  }
  const double own = traits.own_tolerance;
  const bool own_first = own <= tolerance;
  const auto judged_at = [&](bool at_own, const Parts* tighter) {
    return judge.judge(answer, valued, at_own ? own : tolerance, at_own ? own : 0, tighter);
  };
  const Parts tight = judged_at(own_first, nullptr);
  const Parts loose = judged_at(!own_first, &tight);
  const Parts& parts = own_first ? loose : tight;
  verdict.value = parts.value;
  verdict.normal = parts.normal;
  verdict.witness = parts.witness;
  const auto word = [&](const Parts& weighed, SignVerdict sign, double open) {
    return weigh(weighed, sign, valued, judge.promised(open));
  };
  verdict.word = word(parts, verdict.sign, 0);
  const SignVerdict own_sign = valued ? verdict.sign : judge.sign_verdict(answer.sign, own);
  verdict.own_word = word(own_first ? tight : loose, own_sign, own);
  return verdict;
}

}  // namespace touchstone
