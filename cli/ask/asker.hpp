// SPDX-License-Identifier: GPL-3.0-or-later
// Puts cases to the oracle and to metrics, and judges what the metrics answer.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/ask/ask_contacts.hpp"
#include "cli/ask/ask_gradient.hpp"
#include "cli/ask/ask_ratio.hpp"
#include "cli/ask/witness_offsets.hpp"
#include "cli/choice/metric_choice.hpp"
#include "harness/cases/case.hpp"
#include "harness/judge/judge.hpp"
#include "harness/shrink/shrinker.hpp"
#include "metrics/metric_row.hpp"
#include "reference/certificates.hpp"
#include "reference/oracle.hpp"
#include "reference/overlap.hpp"

namespace touchstone {

/// What is asked about each case.
struct AskQuestion {
  RatioQuestion ratio;
  bool overlap = false;
  bool gradient = false;
  bool contacts = false;  ///< also the contact points
  bool claims = false;    ///< some case has a claim
  bool shrink = false;
  double tolerance = kDefaultTolerance;  ///< largest right error, relative to size [1]
  MetricChoice metrics = {};
};

/// Whether a failure makes the exit code 1, by the rule of verify.
bool counts_as_wrong(const MetricRow& metric, const Verdict& verdict, const Case& c,
                     double tolerance, bool is_plugin);

/// "claim" or "claim by NAME".
inline std::string claim_name(const CaseClaim& claim) {
  return claim.by.empty() ? "claim" : "claim by " + claim.by;
}

/// One metric's answer, or what a case claims. A metric whose question makes no sense here has no
/// verdict.
struct MetricReply {
  const MetricRow* metric = nullptr;
  std::string case_id;
  RunOutcome outcome;
  Verdict verdict;
  std::optional<WitnessOffsets> witnesses;
  DistanceBounds bounds;  ///< bounds on phi that the normal, the points and the certificate prove
  /// Result of checking the answer's certificate: empty if it holds, else the reason why not;
  /// nullopt if the answer has no certificate.
  std::optional<std::string> certificate;
  std::optional<ShrunkFailure> shrunk;  ///< the failure shrunk, if that was asked for
  std::string why_not_shrunk;           ///< why the failure could not be; else empty
  bool counts_as_wrong = false;         ///< by the rule of verify

  bool completed() const { return outcome.status == RunStatus::completed; }
  /// Whether it is an answer with a value.
  bool valued() const { return completed() && outcome.answer.status == AnswerStatus::answered; }
  /// Whether the answer's value was held against the truth: not if it is NaN or one of several.
  bool measured() const { return verdict.value != ValueVerdict::not_given; }
  /// That a failure at the asked `tolerance` is right at the metric's own; else empty.
  std::string right_within(double tolerance) const;
  /// "phi", "rho" or "r - 1".
  std::string_view value_name() const;
};

struct Asked {
  const Case& c;
  Truth truth;
  std::optional<Rational> overlap;             ///< volume, where it was asked for [m^3]
  std::optional<RatioReply> ratio;             ///< with --fixed-body or --ratio-form
  std::optional<GradientReply> gradient = {};  ///< with --gradient
  ContactReply contacts = {};                  ///< empty unless they were asked for
  std::optional<MetricReply> claim = {};       ///< the case's own claim, judged
  std::vector<MetricReply> replies = {};

  /// Whether the claim or an answer counts as wrong, by the rule of verify.
  bool counts_as_wrong() const;
};

/// The question outlives it, and it the replies of claims.
class Asker {
 public:
  explicit Asker(const AskQuestion& question) : question_(question) {}

  /// The exact part: without replies of metrics. The case outlives what is returned.
  Asked truth_of(const Case& c);
  /// Puts these cases to each metric one after the other, in a batch as verify does: what a metric
  /// remembers of one it may use for the next. ask_metrics() then takes these answers. Cases whose
  /// bodies are no polytopes are left out. The cases outlive it.
  void ask_in_sequence(const std::vector<Case>& cases);
  /// Adds what each metric answers, and judges what the case claims.
  void ask_metrics(Asked& asked);

 private:
  void judge_claim(Asked& asked);
  MetricReply ask(const MetricRow& metric, const Asked& asked);
  RunnerOptions runner_of(const MetricRow& metric) const;
  RunOutcome outcome_of(const MetricRow& metric, const Case& c, const Pair& seen) const;
  MetricReply judged(const MetricRow& metric, const Pair& pair, const Truth& truth,
                     RunOutcome outcome) const;

  const AskQuestion& question_;
  std::deque<MetricRow> claimed_;  ///< owns what replies of claims name as their metric
  Oracle oracle_;
  OverlapMeter overlap_;
  /// What each metric answered in a sequence.
  std::map<std::pair<const MetricRow*, const Case*>, RunOutcome> in_sequence_;
};

}  // namespace touchstone
