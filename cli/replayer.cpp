// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/replayer.hpp"

#include <array>

#include "cli/witness_offsets.hpp"
#include "harness/judge/judge.hpp"
#include "harness/judge/question.hpp"

namespace touchstone {

Replayed Replayer::replay(const MetricRow& metric) {
  Question question(pair_);
  const auto seen = question.pair_for(metric.traits);
  if (!seen.ok()) {
    Replayed replayed;
    replayed.metric = &metric;
    replayed.outcome.status = RunStatus::not_applicable;
    replayed.outcome.detail = seen.reason();
    replayed.verdict.word = Word::not_applicable;
    replayed.verdict.own_word = Word::not_applicable;
    return replayed;
  }
  const Pair& pair = *seen.value();
  return &pair == &pair_ ? run(metric, pair, truth_) : run(metric, pair, oracle_.solve(pair));
}

Replayed Replayer::run(const MetricRow& metric, const Pair& pair, const Truth& truth) const {
  Replayed replayed;
  replayed.metric = &metric;
  const std::array<const Pair*, 1> batch = {&pair};
  replayed.outcome = make_runner(metric, plugin_.runner_for(metric))->run(batch).front();
  replayed.verdict = judge(pair, truth, metric.traits, replayed.outcome, tolerance_);
  if (replayed.verdict.word == Word::not_applicable && replayed.outcome.detail.empty()) {
    replayed.outcome.detail =
        (truth.ratio ? "" : "rho is undefined: ") + TruthOnDemand(truth).ratio_note();
  }
  if (replayed.outcome.status == RunStatus::completed) {
    replayed.witnesses =
        witness_offsets(pair, truth, metric.traits.quantity, replayed.outcome.answer);
  }
  return replayed;
}

}  // namespace touchstone
