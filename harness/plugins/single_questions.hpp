// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to a plug-in about manifolds and gradients, one by one, in a worker.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "geometry/pair.hpp"
#include "geometry/result.hpp"
#include "harness/asking/runner.hpp"
#include "harness/manifold/manifold.hpp"
#include "harness/plugins/plugin_channel.hpp"
#include "metrics/gradient.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// What a question other than for a distance is about.
struct SpecialQuestion {
  plugin_channel::Wanted wanted = plugin_channel::Wanted::distance;
  double reach = 0;  ///< look-ahead of a manifold [m]
  bool cold = true;  ///< warm starts are forgotten before it; a program has none
};

/// What a plug-in answers to it. Points and gradient may be anything yet.
struct PluginReply {
  RunOutcome outcome = {};
  std::vector<ManifoldPoint> points = {};
  std::optional<ClaimedGradient> gradient = {};
};

/// One instance of a plug-in, which is started anew after a fault. One thread at a time may use it.
class SingleQuestions {
 public:
  virtual ~SingleQuestions() = default;
  /// A crash, a limit of time and the like are the outcome. Throws HarnessError where no worker can
  /// be had.
  PluginReply ask(const Pair& pair, const SpecialQuestion& question);
  /// What the plug-in says of itself as it starts, as JSON.
  const std::string& claims() const { return claims_; }

 protected:
  SingleQuestions(const MetricTraits& traits, std::string claims)
      : traits_(traits), claims_(std::move(claims)) {}

 private:
  virtual PluginReply put(const Pair& pair, const SpecialQuestion& question) = 0;

  MetricTraits traits_;
  std::string claims_;
};

/// The instance of a row's plug-in. Rejects, in a line, one that cannot be started any more.
Result<std::unique_ptr<SingleQuestions>> make_single_questions(const MetricRow& row,
                                                               const RunnerOptions& options);
/// The one of a program (docs/process-plugin.md).
Result<std::unique_ptr<SingleQuestions>> make_process_questions(const MetricRow& row,
                                                                const RunnerOptions& options);

/// Why a plug-in gives no manifold or gradient, though it takes the pair: "it crashed: ...". Empty
/// if its answer counts.
std::string why_unanswered(const RunOutcome& outcome);

}  // namespace touchstone
