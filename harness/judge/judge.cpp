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

/// At smaller gaps rounding may take the pair for one of any regime.
bool sign_is_judged(double phi, double size) { return std::abs(phi) > kSignThreshold * size; }

/// What rounding turns the direction of a search in doubles by, with a margin [rad]: on the larger
/// core that costs as much of the gap, times its reach.
constexpr double kDirectionError = 64 * 0x1p-53;

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
class TruthJudge : public PartsJudge {
 public:
  TruthJudge(const Pair& pair, const TruthOnDemand& truth, const MetricTraits& traits)
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
  /// So near to contact that the sign is left open no metric can tell the regime.
  Gives promised(double own) const override {
    const GivesByRegime& by_regime = traits_.gives;
    if (may_be_beyond_reach()) return {false, false, false};
    if (was_asked_of_cores(pair_, traits_)) {
      if (const auto regime = regime_of(pair_, truth_, traits_)) return by_regime.at(*regime);
    } else if (sign_ == 0 || sign_matters(own)) {
      return by_regime.at(sign_);
    }
    return promised_in_any_regime(by_regime);
  }
  PartVerdict sign(int said, double own) const override {
    return sign_matters(own) && said != sign_ ? PartVerdict::invalid : PartVerdict::valid;
  }
  /// "Apart" is said of cores if these were asked about, all else of bodies (rounded_bodies.hpp).
  PartVerdict sign_alone(int said, double own) const override {
    if (said <= 0 || !was_asked_of_cores(pair_, traits_)) return sign(said, own);
    const bool overlap = truth_.core_phi().value < -std::max(kSignThreshold, own) * size_;
    return overlap ? PartVerdict::invalid : PartVerdict::valid;
  }

  void measure(double value, Verdict& verdict) const override {
    verdict.error_abs = variant_ ? round_to_double(abs(Rational(value) - *variant_))
                        : ratio_ ? ratio_error_of(value, truth_)
                                 : error_of(value, truth_, traits_.offset);
    verdict.error_rel_size = verdict.error_abs / scale_;
    verdict.ulps = verdict.error_abs / ulp_of(expected_, scale_);
  }

  ValueVerdict value(double said, double tolerance, double own) const override {
    if (sign((said > 0) - (said < 0), own) != PartVerdict::valid) return ValueVerdict::wrong_sign;
    const double limit = std::max(tolerance * scale_, ulp_of(expected_, scale_));
    const bool within = variant_ ? abs(Rational(said) - *variant_) <= Rational(limit)
                        : ratio_ ? ratio_error_within(said, truth_, limit)
                                 : error_within(said, truth_, limit, traits_.offset);
    return within ? ValueVerdict::right : ValueVerdict::inaccurate;
  }

  PartVerdict normal(const Vec3& n, double tolerance) const override {
    return normal_valid(n, tolerance) ? PartVerdict::valid : PartVerdict::invalid;
  }

  PartVerdict witnesses(const WitnessPoints& p, const Vec3* valid_normal,
                        double tolerance) const override {
    return witness_valid(p, valid_normal, tolerance * size_) ? PartVerdict::valid
                                                             : PartVerdict::invalid;
  }

 private:
  /// Where the metric need not do more than to say apart. So near to its reach that its rounding
  /// decides, either will do.
  bool may_be_beyond_reach() const {
    return expected_ > traits_.reach - std::max(kSignThreshold, traits_.own_tolerance) * size_;
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

/// Whether the metric claims no value of these cores, and what it says of them is true or nothing.
bool claims_no_value(const Pair& pair, const TruthOnDemand& truth, const MetricTraits& traits,
                     const Answer& answer) {
  if (answer.status == AnswerStatus::answered || traits.gives.separated.value) return false;
  const bool is_true = answer.status == AnswerStatus::no_answer || answer.sign > 0;
  return is_true && regime_of(pair, truth, traits) == 1;
}

/// Whether the value and the parts are right of the cores to the digits of doubles, and these are
/// beyond what the metric claims of the bodies.
bool doubles_are_too_coarse(const Pair& pair, const TruthOnDemand& truth,
                            const MetricTraits& traits, const Answer& answer) {
  if (answer.status != AnswerStatus::answered || answer.tail || truth.core_phi().value == 0) {
    return false;
  }
  const double size = pair_size(pair);
  const double tolerated = traits.own_tolerance * size;
  const double ulp = ulp_of(truth.core_phi().value, 0);
  const double reach = std::max(pair.A->bounding_radius(), pair.B->bounding_radius());
  const double coarse = std::max(2 * ulp, kDirectionError * reach);
  if (coarse <= tolerated || std::abs(answer.value - truth.phi().value) > 2 * ulp + tolerated) {
    return false;
  }
  const double loosened = (coarse + tolerated) / size;
  return judge_answer(TruthJudge(pair, truth, traits), answer, loosened, loosened).own_word ==
         Word::right;
}

}  // namespace

Verdict judge(const Pair& pair, const TruthOnDemand& truth, const MetricTraits& traits,
              const RunOutcome& outcome, double tolerance) {
  const bool may_skip =
      outcome.status == RunStatus::skipped && skipping_declared(pair, truth, traits);
  const std::optional<Word> unanswered = word_without_answer(outcome, may_skip);
  if (unanswered && *unanswered != Word::no_answer) return verdict_of(*unanswered);
  // No double is right for a rho beyond the range of doubles.
  const bool ratio = traits.quantity == Quantity::ratio;
  const Answer& answer = outcome.answer;
  const bool of_cores = !ratio && was_asked_of_cores(pair, traits);
  if (ratio ? !has_ratio(pair, truth, traits)
            : of_cores && claims_no_value(pair, truth, traits, answer)) {
    return verdict_of(Word::not_applicable);
  }
  if (unanswered) return verdict_of(*unanswered);
  const Verdict verdict =
      judge_answer(TruthJudge(pair, truth, traits), answer, traits.own_tolerance, tolerance);
  const bool excused = of_cores && verdict.own_word != Word::right &&
                       doubles_are_too_coarse(pair, truth, traits, answer);
  return excused ? verdict_of(Word::not_applicable) : verdict;
}

}  // namespace touchstone
