// SPDX-License-Identifier: GPL-3.0-or-later
// Wrong answers on trial: judged again as if something of the answer, or of its question, were
// otherwise.
#pragma once

#include <memory>
#include <optional>
#include <variant>

#include "geometry/body.hpp"
#include "harness/asking/runner.hpp"
#include "harness/campaign/campaign.hpp"
#include "reference/bracket.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// Two polytopes, or two bodies of which a core is curved: those are judged by a bracket.
using TrialBodies = std::variant<Pair, ConvexPair>;

/// One answer of a metric after the other, on one thread. Right is what counts as right in the exit
/// code: to the asked tolerance where counts_at_asked says so, else to the metric's own.
class Trial {
 public:
  /// The metric outlives the trial. Of the options the runner and the tolerance are used.
  Trial(const MetricRow& metric, const CampaignOptions& options);

  /// The next answer, of any status but no_answer; `bodies` are as the metric was asked.
  /// `at_asked`: counts_at_asked of its source.
  void begin(TrialBodies bodies, RunOutcome outcome, bool at_asked);

  const TrialBodies& bodies() const { return bodies_; }
  const Pose& X_WA() const;
  const Pose& X_WB() const;
  double size() const;  ///< the pair's [m]
  const Answer& answer() const { return outcome_.answer; }
  /// phi less the metric's offset, rounded; the middle of a bracket, which is not finite where it
  /// has a bound only [m].
  double phi() const;
  double margin = 0;  ///< by which values may be off [m]
  double factor = 1;  ///< by which they may be multiplied [1]

  /// Whether this would have been right.
  bool right_as(const Answer& corrected) const;
  /// Whether the answer is right if `other` was the question.
  bool right_for(const TrialBodies& other);
  /// Whether it is right to `length` [m], the sign left open within it.
  bool right_within(double length) const;

  /// Puts the question again, alone: whether it is answered as it was, and whether rightly.
  bool repeats();
  bool right_again();
  /// Whether the metric is right in a process that was asked nothing before.
  bool right_when_first();
  /// Whether the metric, asked about `other`, is right.
  bool right_on(const TrialBodies& other);

 private:
  using Known = std::variant<TruthOnDemand, Bracket>;
  Verdict verdict_on(const TrialBodies& bodies, const Known& truth, const MetricTraits& traits,
                     const RunOutcome& outcome) const;
  bool is_right(const TrialBodies& bodies, const Known& truth, const RunOutcome& outcome) const;
  Known truth_of(const TrialBodies& bodies);
  /// In the runner that was asked about the failures before.
  RunOutcome ask(const TrialBodies& bodies);

  const MetricRow& metric_;
  RunnerOptions runner_options_;
  double tolerance_;
  QuickOracle oracle_;
  std::unique_ptr<Runner> runner_;
  TrialBodies bodies_;
  RunOutcome outcome_;
  bool at_asked_ = false;
  std::optional<Known> truth_;
};

}  // namespace touchstone
