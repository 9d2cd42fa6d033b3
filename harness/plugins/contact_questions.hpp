// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to a plug-in about manifolds and gradients, in batches, in a worker.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "harness/asking/runner.hpp"
#include "harness/plugins/culprit_finder.hpp"
#include "harness/plugins/plugin_transport.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// One instance of a plug-in, which is started anew after a fault. One thread at a time may use it.
class ContactQuestions {
 public:
  ContactQuestions(const MetricRow& row, const RunnerOptions& options)
      : traits_(row.traits), finder_(row, options) {}

  /// Starts the plug-in. What it says of itself, as JSON, or why it cannot be asked.
  Result<std::string> claims() { return finder_.transport().claims(); }
  /// Puts the questions, which are of one kind, one after the other. A crash, a limit of time and
  /// the like are the outcome. Throws HarnessError where no worker can be had.
  std::vector<PluginReply> ask(std::span<const ContactQuestion> questions);

 private:
  MetricTraits traits_;
  CulpritFinder finder_;
};

/// Why a plug-in gives no manifold or gradient, though it takes the pair: "it crashed: ...". Empty
/// if its answer counts.
std::string why_unanswered(const RunOutcome& outcome);

}  // namespace touchstone
