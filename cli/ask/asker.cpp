// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/asker.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "harness/campaign/tally.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/compare/accuracy.hpp"
#include "harness/judge/bracket_judge.hpp"
#include "harness/judge/question.hpp"
#include "harness/runners/make_runner.hpp"
#include "metrics/registry.hpp"
#include "reference/claims.hpp"
#include "schema/number_text.hpp"

namespace touchstone {

bool counts_as_wrong(const MetricRow& metric, const Verdict& verdict, const Case& c,
                     double tolerance, bool is_plugin) {
  if (!is_failure(verdict.word)) return false;
  if (verdict.word == Word::flaky || verdict.word == Word::order_dependent) return true;
  const MetricTraits& traits = metric.traits;
  // A case that no family of the program makes is read from a file or from meshes.
  const bool of_ones_own = is_plugin || find_family(c.family) == nullptr;
  const bool at_asked = traits.claims_exact || (of_ones_own && traits.scalar != Scalar::float32);
  if (!at_asked && !is_failure(verdict.own_word)) return false;
  const std::string& name = metric.plain.empty() ? metric.name : metric.plain;
  return of_ones_own ||
         !is_known_fault(committed_accuracy(Extent::plain), name, c, tolerance, verdict.word);
}

namespace {

/// Whether answers bring ratio certificates. A growth form computes the same r as its plain metric.
bool certifies_ratio(const MetricRow& metric) {
  const MetricTraits& traits = metric.traits;
  if (traits.quantity != Quantity::ratio || traits.fixed != FixedBody::none) return false;
  const MetricRow* plain = metric.plain.empty() ? &metric : find_metric(metric.plain);
  return plain != nullptr && plain->traits.gives_certificate;
}

/// What the answer proves of this pair, whatever its value.
void add_proof(const Pair& pair, MetricReply& reply) {
  const Answer& answer = reply.outcome.answer;
  if (reply.outcome.status != RunStatus::completed) return;
  reply.bounds = bounds_of_claims(pair, answer.normal, answer.witnesses);
  if (answer.proof) {
    const DistanceCertificate certificate = check_distance_certificate(pair, *answer.proof);
    reply.certificate = certificate.reason;
    if (certificate.proven) reply.bounds = bounds_of_certificate(pair, certificate);
  } else if (answer.ratio && certifies_ratio(*reply.metric)) {
    reply.certificate = check_ratio_certificate(pair, *answer.ratio).reason;
  }
}

/// What says what a case claims: a metric that promises as much as is there, to this tolerance.
MetricRow claimed_metric(const CaseClaim& claim, double tolerance) {
  MetricRow row;
  row.name = claim_name(claim);
  row.traits.gives = gives_of(claim);
  row.traits.flat = true;
  row.traits.own_tolerance = tolerance;
  return row;
}

}  // namespace

std::string_view MetricReply::value_name() const {
  if (metric->traits.quantity != Quantity::ratio) return "phi";
  return metric->traits.form == RatioForm::rho ? "rho" : "r - 1";
}

bool Asked::counts_as_wrong() const {
  return (claim && claim->counts_as_wrong) ||
         std::any_of(replies.begin(), replies.end(),
                     [](const MetricReply& reply) { return reply.counts_as_wrong; });
}

std::string MetricReply::right_within(double tolerance) const {
  // Only a looser tolerance explains what is not right to this one.
  const bool looser = metric->traits.own_tolerance > tolerance;
  if (!looser || !is_failure(verdict.word) || verdict.own_word != Word::right) return "";
  return "right to its own tolerance, " + exact_text(metric->traits.own_tolerance) +
         ", but not to " + exact_text(tolerance) +
         (counts_as_wrong ? "" : "; the exit code does not count it");
}

Asked Asker::truth_of(const Case& c) {
  const Pair& pair = c.pair();
  Asked asked{c, oracle_.solve(pair), {}, {}};
  if (question_.overlap) asked.overlap = overlap_.volume(pair);
  if (question_.ratio.asked) asked.ratio = solve_ratio(pair, asked.truth, question_.ratio);
  if (question_.gradient) asked.gradient = find_gradient(pair, asked.truth);
  if (question_.contacts) asked.contacts = find_contacts(pair);
  return asked;
}

void Asker::judge_claim(Asked& asked) {
  const Case& c = asked.c;
  const MetricRow& row = claimed_.emplace_back(claimed_metric(*c.claim, question_.tolerance));
  RunOutcome outcome;
  outcome.answer = answer_of(*c.claim);
  asked.claim = judged(row, c.pair(), asked.truth, std::move(outcome));
  asked.claim->case_id = c.id;
  // The tolerance is the claim's own, so within it the sign is open.
  asked.claim->verdict.word = asked.claim->verdict.own_word;
  add_proof(c.pair(), *asked.claim);
  asked.claim->counts_as_wrong = is_failure(asked.claim->verdict.word);
}

void Asker::ask_metrics(Asked& asked) {
  if (asked.c.claim) judge_claim(asked);
  const MetricChoice& metrics = question_.metrics;
  for (const MetricRow* metric : metrics.rows) {
    MetricReply reply = ask(*metric, asked);
    reply.case_id = asked.c.id;
    add_proof(asked.c.pair(), reply);
    reply.counts_as_wrong = counts_as_wrong(*metric, reply.verdict, asked.c, question_.tolerance,
                                            metrics.is_plugin(*metric));
    if (question_.shrink && is_failure(reply.verdict.word)) {
      auto shrunk = shrink(asked.c.pair(), suspect_metric(*metric, metrics.runner_for(*metric),
                                                          question_.tolerance));
      if (shrunk) {
        reply.shrunk = std::move(shrunk).value();
      } else {
        reply.why_not_shrunk = shrunk.reason();
      }
    }
    asked.replies.push_back(std::move(reply));
  }
}

MetricReply Asker::ask(const MetricRow& metric, const Asked& asked) {
  Question question(asked.c.pair());
  const auto seen = question.pair_for(metric.traits);
  if (!seen.ok()) {
    MetricReply reply;
    reply.metric = &metric;
    reply.outcome.status = RunStatus::not_applicable;
    reply.outcome.detail = seen.reason();
    reply.verdict.word = Word::not_applicable;
    reply.verdict.own_word = Word::not_applicable;
    return reply;
  }
  const Pair& pair = *seen.value();
  return judged(metric, pair, &pair == &asked.c.pair() ? asked.truth : oracle_.solve(pair),
                outcome_of(metric, asked.c, pair));
}

RunnerOptions Asker::runner_of(const MetricRow& metric) const {
  RunnerOptions options = question_.metrics.runner_for(metric);
  options.wants_proof = true;
  return options;
}

RunOutcome Asker::outcome_of(const MetricRow& metric, const Case& c, const Pair& seen) const {
  const auto found = in_sequence_.find({&metric, &c});
  if (found != in_sequence_.end()) return found->second;
  const std::array<AskedPair, 1> batch = {&seen};
  return make_runner(metric, runner_of(metric))->run(batch).front();
}

void Asker::ask_in_sequence(const std::vector<Case>& cases) {
  for (const MetricRow* metric : question_.metrics.rows) {
    std::deque<Question> questions;
    std::vector<AskedPair> batch;
    std::vector<const Case*> asked;
    for (const Case& c : cases) {
      if (!std::holds_alternative<Pair>(c.bodies)) continue;
      const auto seen = questions.emplace_back(c.pair()).pair_for(metric->traits);
      if (!seen.ok()) continue;
      batch.emplace_back(seen.value());
      asked.push_back(&c);
    }
    std::vector<RunOutcome> outcomes = make_runner(*metric, runner_of(*metric))->run(batch);
    for (std::size_t k = 0; k < asked.size(); ++k) {
      in_sequence_[{metric, asked[k]}] = std::move(outcomes[k]);
    }
  }
}

MetricReply Asker::judged(const MetricRow& metric, const Pair& pair, const Truth& truth,
                          RunOutcome outcome) const {
  MetricReply reply;
  reply.metric = &metric;
  reply.outcome = std::move(outcome);
  reply.verdict = judge(pair, truth, metric.traits, reply.outcome, question_.tolerance);
  if (reply.verdict.word == Word::not_applicable && reply.outcome.says_nothing) {
    reply.outcome.status = RunStatus::not_applicable;
  }
  const bool ratio = metric.traits.quantity == Quantity::ratio;
  if (ratio && reply.verdict.word == Word::not_applicable && reply.outcome.detail.empty()) {
    reply.outcome.detail =
        (truth.ratio ? "" : "rho is undefined: ") + TruthOnDemand(truth).ratio_note();
  }
  // The points of a fixed body differ by another multiple of another vector.
  if (reply.outcome.status == RunStatus::completed && metric.traits.fixed == FixedBody::none) {
    reply.witnesses = witness_offsets(pair, truth, metric.traits.quantity, reply.outcome.answer);
  }
  return reply;
}

}  // namespace touchstone
