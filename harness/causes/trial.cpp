// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/causes/trial.hpp"

#include <array>
#include <utility>

#include "harness/judge/judge.hpp"
#include "harness/runners/make_runner.hpp"

namespace touchstone {
namespace {

RunOutcome ask_alone(Runner& runner, const Pair& pair) {
  const std::array<AskedPair, 1> batch = {&pair};
  return std::move(runner.run(batch).front());
}

}  // namespace

Trial::Trial(const MetricRow& metric, const CampaignOptions& options)
    : metric_(metric), runner_options_(options.runner), tolerance_(options.tolerance) {
  runner_options_.asks_again = false;
}

void Trial::begin(Pair pair, RunOutcome outcome, bool at_asked) {
  pair_ = std::move(pair);
  at_asked_ = at_asked;
  outcome_ = std::move(outcome);
  truth_ = truth_of(pair_);
}

bool Trial::right_as(const Answer& corrected) const {
  RunOutcome outcome = outcome_;
  outcome.answer = corrected;
  return is_right(pair_, *truth_, outcome);
}

bool Trial::right_for(const Pair& other) { return is_right(other, truth_of(other), outcome_); }

bool Trial::right_within(double length) const {
  MetricTraits traits = metric_.traits;
  traits.own_tolerance = length / pair_size(pair_);
  return judge(pair_, *truth_, traits, outcome_, tolerance_).own_word == Word::right;
}

bool Trial::repeats() {
  const RunOutcome again = ask(pair_);
  const Answer& before = outcome_.answer;
  return again.status == outcome_.status && again.answer.status == before.status &&
         again.answer.value == before.value && again.answer.normal == before.normal;
}

bool Trial::right_again() { return is_right(pair_, *truth_, ask(pair_)); }

bool Trial::right_when_first() {
  return is_right(pair_, *truth_, ask_alone(*make_runner(metric_, runner_options_), pair_));
}

bool Trial::right_on(const Pair& other) { return is_right(other, truth_of(other), ask(other)); }

RunOutcome Trial::ask(const Pair& pair) {
  if (!runner_) runner_ = make_runner(metric_, runner_options_);
  return ask_alone(*runner_, pair);
}

bool Trial::is_right(const Pair& pair, const TruthOnDemand& truth,
                     const RunOutcome& outcome) const {
  const Verdict verdict = judge(pair, truth, metric_.traits, outcome, tolerance_);
  return verdict.word == Word::right || (!at_asked_ && verdict.own_word == Word::right);
}

TruthOnDemand Trial::truth_of(const Pair& pair) {
  return oracle_.solve(pair, metric_.traits.quantity == Quantity::ratio);
}

}  // namespace touchstone
