// SPDX-License-Identifier: GPL-3.0-or-later
// Puts questions to workers, and finds out which of them a fault is of.
//
// A question that costs a metric of this program its worker has its verdict, and the next question
// a new worker.
//
// A question that costs a plug-in the worker is asked again alone, each time in a new worker: once
// if it ran out of time (alone, for a manifold or a gradient, not at all), else twice. Where it does not end in the same way it is `flaky`. Where
// several questions were put at once, each is asked alone to find the culprit; if none of them
// fails alone, the first is `flaky`.
#pragma once

#include <chrono>
#include <memory>
#include <span>

#include "harness/plugins/plugin_transport.hpp"

namespace touchstone {

class CulpritFinder {
 public:
  CulpritFinder(const MetricRow& row, const RunnerOptions& options);

  /// Puts the tasks, which are of one kind, in batches. Counts into `times`, which may be nullptr.
  void ask(std::span<const PluginTask> tasks, AnswerTimes* times = nullptr);
  PluginTransport& transport() { return *transport_; }

 private:
  /// Finds the culprit of a batch that ended as `end` after `spent`.
  void ask_alone(std::span<const PluginTask> tasks, const RunOutcome& end,
                 std::chrono::steady_clock::duration spent, AnswerTimes* times);
  /// Asks the last of `asked`, which cost the worker that had the others before, again: alone and
  /// in new workers.
  void confirm(std::span<const PluginTask> asked);
  /// Whether the last of `asked`, which alone ends as `alone`, costs the worker since another one
  /// before it spoils the process. Then the crash is that one's.
  bool blames_earlier(std::span<const PluginTask> asked, const RunOutcome& alone);
  /// Whether one of the questions costs a new worker.
  bool costs_worker(std::span<const PluginTask> asked);

  bool asks_again_;
  std::unique_ptr<PluginTransport> transport_;
};

}  // namespace touchstone
