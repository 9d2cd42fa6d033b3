// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/causes/trial.hpp"

#include <array>
#include <utility>

#include "harness/judge/bracket_judge.hpp"
#include "harness/judge/judge.hpp"
#include "harness/runners/make_runner.hpp"

namespace touchstone {
namespace {

RunOutcome ask_alone(Runner& runner, const TrialBodies& bodies) {
  const std::array<AskedPair, 1> batch = {
      std::visit([](const auto& pair) { return AskedPair(&pair); }, bodies)};
  return std::move(runner.run(batch).front());
}

}  // namespace

Trial::Trial(const MetricRow& metric, const CampaignOptions& options)
    : metric_(metric), runner_options_(options.runner), tolerance_(options.tolerance) {
  runner_options_.asks_again = false;
}

void Trial::begin(TrialBodies bodies, RunOutcome outcome, bool at_asked) {
  bodies_ = std::move(bodies);
  at_asked_ = at_asked;
  outcome_ = std::move(outcome);
  truth_ = truth_of(bodies_);
  const auto* curved = std::get_if<ConvexPair>(&bodies_);
  if (curved == nullptr) return;
  const Verdict verdict = verdict_on(bodies_, *truth_, metric_.traits, outcome_);
  if (verdict.word == Word::undecided) truth_ = find_bracket(*curved);
}

const Pose& Trial::X_WA() const {
  return std::visit([](const auto& pair) -> const Pose& { return pair.X_WA; }, bodies_);
}

const Pose& Trial::X_WB() const {
  return std::visit([](const auto& pair) -> const Pose& { return pair.X_WB; }, bodies_);
}

double Trial::size() const {
  return std::visit([](const auto& pair) { return pair_size(pair); }, bodies_);
}

double Trial::phi() const {
  const auto* bracket = std::get_if<Bracket>(&*truth_);
  const double phi = bracket != nullptr ? bracket->lower / 2 + bracket->upper / 2
                                        : std::get<TruthOnDemand>(*truth_).phi().value;
  return phi - metric_.traits.offset;
}

bool Trial::right_as(const Answer& corrected) const {
  RunOutcome outcome = outcome_;
  outcome.answer = corrected;
  return is_right(bodies_, *truth_, outcome);
}

bool Trial::right_for(const TrialBodies& other) {
  return is_right(other, truth_of(other), outcome_);
}

bool Trial::right_within(double length) const {
  MetricTraits traits = metric_.traits;
  traits.own_tolerance = length / size();
  return verdict_on(bodies_, *truth_, traits, outcome_).own_word == Word::right;
}

bool Trial::repeats() {
  const RunOutcome again = ask(bodies_);
  const Answer& before = outcome_.answer;
  return again.status == outcome_.status && again.answer.status == before.status &&
         again.answer.value == before.value && again.answer.normal == before.normal;
}

bool Trial::right_again() { return is_right(bodies_, *truth_, ask(bodies_)); }

bool Trial::right_when_first() {
  return is_right(bodies_, *truth_, ask_alone(*make_runner(metric_, runner_options_), bodies_));
}

bool Trial::right_on(const TrialBodies& other) {
  return is_right(other, truth_of(other), ask(other));
}

RunOutcome Trial::ask(const TrialBodies& bodies) {
  if (!runner_) runner_ = make_runner(metric_, runner_options_);
  return ask_alone(*runner_, bodies);
}

Verdict Trial::verdict_on(const TrialBodies& bodies, const Known& truth, const MetricTraits& traits,
                          const RunOutcome& outcome) const {
  if (const auto* bracket = std::get_if<Bracket>(&truth)) {
    return judge_by_bracket(std::get<ConvexPair>(bodies), *bracket, traits, outcome, tolerance_);
  }
  return judge(std::get<Pair>(bodies), std::get<TruthOnDemand>(truth), traits, outcome, tolerance_);
}

bool Trial::is_right(const TrialBodies& bodies, const Known& truth,
                     const RunOutcome& outcome) const {
  const Verdict verdict = verdict_on(bodies, truth, metric_.traits, outcome);
  return verdict.word == Word::right || (!at_asked_ && verdict.own_word == Word::right);
}

Trial::Known Trial::truth_of(const TrialBodies& bodies) {
  if (const auto* curved = std::get_if<ConvexPair>(&bodies)) {
    return find_bracket(*curved, kShortBudget);
  }
  return oracle_.solve(std::get<Pair>(bodies), metric_.traits.quantity == Quantity::ratio);
}

}  // namespace touchstone
