// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/shrink/failure_kind.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

#include "geometry/single_precision.hpp"
#include "harness/campaign/tally.hpp"
#include "harness/judge/bracket_judge.hpp"
#include "harness/judge/question.hpp"
#include "harness/runners/make_runner.hpp"
#include "harness/shrink/pair_draft.hpp"
#include "reference/bracket.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

/// Features of one optimal direction, the lower dimension first: "vertex-face".
std::string features_text(const ExactFeatures& features) {
  static const std::array<const char*, 4> kNames = {"vertex", "edge", "face", "body"};
  const auto [low, high] = std::minmax(features.dimension_A, features.dimension_B);
  return std::string(kNames.at(static_cast<std::size_t>(low))) + "-" +
         kNames.at(static_cast<std::size_t>(high));
}

/// What an answer says of the sign of phi.
int sign_said(const Answer& answer, double size) {
  if (answer.status == AnswerStatus::sign_only) return answer.sign;
  const bool valued = answer.status == AnswerStatus::answered;
  if (!valued || !(std::abs(answer.value) > kSignThreshold * size)) return 0;
  return answer.value > 0 ? 1 : -1;
}

/// All of a kind that is not of the truth; `size` is the pair's [m].
FailureKind kind_of(const RunOutcome& outcome, const Verdict& verdict, double size) {
  FailureKind kind;
  kind.word = verdict.word;
  kind.at_own = is_failure(verdict.own_word);
  kind.status = outcome.status;
  if (outcome.status == RunStatus::completed) {
    kind.answer = outcome.answer.status;
    kind.said = sign_said(outcome.answer, size);
  }
  if (outcome.status == RunStatus::crashed) {
    // The line that it wrote is another one each time.
    kind.breaks_protocol = outcome.breaks_protocol;
    kind.signal = outcome.breaks_protocol ? "breaks the protocol" : outcome.detail;
  }
  return kind;
}

/// The features of every optimal direction, each once.
std::vector<std::string> features_of(const Truth& truth) {
  std::set<std::string> features;
  for (const ExactFeatures& f : truth.features) features.insert(features_text(f));
  return {features.begin(), features.end()};
}

/// The names of the curved cores, each once.
std::vector<std::string> curved_names(const ConvexPair& pair) {
  std::set<std::string> names;
  for (const ConvexBody* body : {&pair.A, &pair.B}) {
    if (body->is_curved()) names.emplace(curved_name(body->core()));
  }
  return {names.begin(), names.end()};
}

double error_of_failure(const Pair& pair, const TruthOnDemand& truth, const MetricTraits& traits,
                        const RunOutcome& outcome, const Verdict& verdict) {
  const bool valued = verdict.value != ValueVerdict::not_given;
  if (verdict.word == Word::inaccurate || (verdict.word == Word::wrong_sign && valued)) {
    return verdict.error_rel_size;
  }
  if (verdict.word != Word::invalid_normal) return 0;
  const Vec3& n = *outcome.answer.normal;
  if (!n.allFinite() || n.isZero(0)) return 0;
  const double gap = round_to_double(exact_gap(pair, n));
  if (traits.quantity == Quantity::ratio) {
    const double along = round_to_double(exact_along_d(pair, n));
    return along > 0 ? std::abs(truth.rho()->value - gap / along) : 0;
  }
  // The radius takes as much from phi as from the gap.
  return std::abs(truth.core_phi().value - gap / n.norm()) / pair_size(pair);
}

double error_of_failure(const ConvexPair& pair, const Bracket& bracket, const RunOutcome& outcome,
                        const Verdict& verdict) {
  const bool valued = verdict.value != ValueVerdict::not_given;
  if (verdict.word == Word::inaccurate || (verdict.word == Word::wrong_sign && valued)) {
    return verdict.error_rel_size;
  }
  if (verdict.word != Word::invalid_normal) return 0;
  const Vec3& n = *outcome.answer.normal;
  if (!n.allFinite() || n.isZero(0) || !std::isfinite(bracket.lower)) return 0;
  return std::max(0.0, bracket.lower - proven_gap(pair, n).upper) / pair_size(pair);
}

const char* sign_text(std::optional<int> sign) {
  if (!sign) return "sign not proven";
  if (*sign < 0) return "penetrating";
  return *sign == 0 ? "kissing" : "separated";
}

/// Whether the metric was asked, and not about what it does not take. Says so in the verdict.
bool was_applicable(Examined& examined) {
  const RunOutcome& outcome = examined.outcome;
  const bool not_applicable = outcome.status == RunStatus::not_applicable &&
                              outcome.answer.status == AnswerStatus::no_answer;
  if (not_applicable) examined.verdict.word = Word::not_applicable;
  return !not_applicable;
}

}  // namespace

Ask ask_metric(const MetricRow& metric, const RunnerOptions& options) {
  const std::shared_ptr<Runner> runner = make_runner(metric, options);
  return [runner](const auto& pair) {
    const std::array<AskedPair, 1> batch = {&pair};
    return std::move(runner->run(batch).front());
  };
}

std::string kind_text(const FailureKind& kind) {
  std::string text = kind.manifold.empty() ? std::string(word_name(kind.word)) : kind.manifold;
  if (!kind.signal.empty()) text += " (" + kind.signal + ")";
  const bool completed = kind.status == RunStatus::completed && kind.manifold.empty();
  if (completed && kind.answer == AnswerStatus::sign_only) {
    text += std::string(" (says ") + sign_text(kind.said) + ", no more)";
  } else if (completed && kind.answer == AnswerStatus::answered && kind.said != kind.sign) {
    text += std::string(" (says ") + sign_text(kind.said) + ")";
  }
  text += std::string(", ") + sign_text(kind.sign);
  for (const std::string& feature : kind.features) {
    text += (&feature == &kind.features.front() ? ", " : " and ") + feature;
  }
  if (!kind.at_own) text += ", right at its own tolerance";
  return text;
}

bool similar_error(double error, double other) {
  constexpr double kFactor = 10;
  return error == other || (error <= kFactor * other && other <= kFactor * error);
}

Examined Examiner::examine(const CaseBodies& bodies, const Ask& ask, bool in_full) {
  if (const auto* pair = std::get_if<Pair>(&bodies)) return examine_polytopes(*pair, ask);
  if (const auto* curved = std::get_if<ConvexPair>(&bodies))
    return examine_curved(*curved, ask, in_full);
  Examined examined;
  examined.outcome = {RunStatus::not_applicable, {}, "a body is a union"};
  examined.verdict.word = Word::not_applicable;
  return examined;
}

Examined Examiner::examine_curved(const ConvexPair& bodies, const Ask& ask, bool in_full) const {
  Examined examined;
  const bool is_single = traits_.scalar == Scalar::float32;
  const auto seen = is_single ? rounded_to_float(bodies) : Result<ConvexPair>(bodies);
  if (!seen) {
    examined.outcome = {RunStatus::not_applicable, {}, seen.reason()};
    examined.verdict.word = Word::not_applicable;
    return examined;
  }
  const ConvexPair& pair = seen.value();
  examined.outcome = ask(pair);
  if (!was_applicable(examined)) return examined;
  Bracket bracket = find_bracket(pair, kShortBudget);
  const double size = pair_size(pair);
  examined.verdict = judge_by_bracket(pair, bracket, traits_, examined.outcome, tolerance_);
  if (in_full && examined.verdict.word == Word::undecided) {
    bracket = find_bracket(pair);
    examined.verdict = judge_by_bracket(pair, bracket, traits_, examined.outcome, tolerance_);
  }
  examined.bracket_width = (bracket.upper - bracket.lower) / size;
  if (!is_failure(examined.verdict.word)) return examined;
  FailureKind& kind = examined.kind.emplace(kind_of(examined.outcome, examined.verdict, size));
  kind.sign = proven_sign(bracket);
  kind.features = curved_names(pair);
  examined.error = error_of_failure(pair, bracket, examined.outcome, examined.verdict);
  return examined;
}

Examined Examiner::examine_polytopes(const Pair& pair, const Ask& ask) {
  Examined examined;
  Question question(pair);
  const auto seen = question.pair_for(traits_);
  if (!seen) {
    examined.outcome = {RunStatus::not_applicable, {}, seen.reason()};
    examined.verdict.word = Word::not_applicable;
    return examined;
  }
  const Pair& asked = *seen.value();
  const bool ratio = traits_.quantity == Quantity::ratio;
  const TruthOnDemand& truth = question.truth_for(traits_, oracle_, ratio);
  std::string manifold;
  examined.outcome = ask(asked);
  if (words_) {
    manifold = words_(asked, truth);
    if (manifold.empty()) return examined;
  } else {
    if (!was_applicable(examined)) return examined;
    examined.verdict = judge(asked, truth, traits_, examined.outcome, tolerance_);
    if (!is_failure(examined.verdict.word)) return examined;
  }
  FailureKind& kind =
      examined.kind.emplace(kind_of(examined.outcome, examined.verdict, pair_size(asked)));
  kind.manifold = manifold;
  kind.sign = truth.exact().sign;
  kind.features = features_of(truth.exact());
  examined.features = truth.exact().features;
  if (words_) return examined;
  examined.error = error_of_failure(asked, truth, traits_, examined.outcome, examined.verdict);
  return examined;
}

}  // namespace touchstone
