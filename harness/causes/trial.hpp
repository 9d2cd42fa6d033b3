// SPDX-License-Identifier: GPL-3.0-or-later
// Wrong answers on trial: judged again as if something of the answer, or of its question, were
// otherwise.
#pragma once

#include <memory>
#include <optional>

#include "harness/asking/runner.hpp"
#include "harness/campaign/campaign.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// One answer of a metric after the other, on one thread. Right is what counts as right in the exit
/// code: to the asked tolerance where counts_at_asked says so, else to the metric's own.
class Trial {
 public:
  /// The metric outlives the trial. Of the options the runner and the tolerance are used.
  Trial(const MetricRow& metric, const CampaignOptions& options);

  /// The next answer, of any status but no_answer; `pair` is as the metric was asked. `at_asked`:
  /// counts_at_asked of its source.
  void begin(Pair pair, RunOutcome outcome, bool at_asked);

  const Pair& pair() const { return pair_; }
  const Answer& answer() const { return outcome_.answer; }
  const TruthOnDemand& truth() const { return *truth_; }
  double margin = 0;  ///< by which values may be off [m]
  double factor = 1;  ///< by which they may be multiplied [1]

  /// Whether this would have been right.
  bool right_as(const Answer& corrected) const;
  /// Whether the answer is right if `other` was the question.
  bool right_for(const Pair& other);
  /// Whether it is right to `length` [m], the sign left open within it.
  bool right_within(double length) const;

  /// Puts the question again, alone: whether it is answered as it was, and whether rightly.
  bool repeats();
  bool right_again();
  /// Whether the metric is right in a process that was asked nothing before.
  bool right_when_first();
  /// Whether the metric, asked about `other`, is right.
  bool right_on(const Pair& other);

 private:
  bool is_right(const Pair& pair, const TruthOnDemand& truth, const RunOutcome& outcome) const;
  TruthOnDemand truth_of(const Pair& pair);
  /// In the runner that was asked about the failures before.
  RunOutcome ask(const Pair& pair);

  const MetricRow& metric_;
  RunnerOptions runner_options_;
  double tolerance_;
  QuickOracle oracle_;
  std::unique_ptr<Runner> runner_;
  Pair pair_;
  RunOutcome outcome_;
  bool at_asked_ = false;
  std::optional<TruthOnDemand> truth_;
};

}  // namespace touchstone
