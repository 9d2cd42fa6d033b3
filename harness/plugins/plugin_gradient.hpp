// SPDX-License-Identifier: GPL-3.0-or-later
// The gradients that a plug-in gives (touchstone.gradient/1), asked for in a worker.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "geometry/pair.hpp"
#include "geometry/result.hpp"
#include "harness/plugins/contact_questions.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// The answer to a question for a gradient.
struct FoundGradient {
  /// Whether such a pair is taken; if false, there is no answer, and no fault.
  bool applicable = true;
  std::string unanswered = {};  ///< why there is no answer; empty if there is one
  /// Nothing: an answer without. Numbers may be anything.
  std::optional<ClaimedGradient> gradient = {};
};

/// One instance of a plug-in. One thread at a time may use it.
class PluginGradients {
 public:
  explicit PluginGradients(std::unique_ptr<ContactQuestions> plugin) : plugin_(std::move(plugin)) {}
  /// Asks for the gradient of each pair. A fault such as a crash or a limit of time is no answer.
  /// Throws HarnessError where no worker can be had.
  std::vector<FoundGradient> find(std::span<const Pair* const> pairs);

 private:
  std::unique_ptr<ContactQuestions> plugin_;
};

/// What gives the gradients of a row's plug-in; nullptr where it does not have the interface.
/// Rejects, in a line, a plug-in that cannot be started any more.
Result<std::unique_ptr<PluginGradients>> make_plugin_gradients(const MetricRow& row,
                                                               const RunnerOptions& options);

}  // namespace touchstone
