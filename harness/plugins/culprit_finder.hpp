// SPDX-License-Identifier: GPL-3.0-or-later
// Puts questions to workers, and finds the question that is at fault where a worker is lost.
//
// A metric of this program: the question has its verdict, and the next question has a new worker.
//
// A plug-in: the question is asked again alone, each time in a new worker. If it ends differently,
// it is `flaky`. It is asked
//   * once if it ran out of time, but not again if it was alone and for a manifold or a gradient;
//   * else twice.
//
// If several questions were put at once, each is asked alone to find the culprit. If none of them
// fails alone, the first is `flaky`, unless they are only slow:
//   * A call that takes all questions has the time of one, so that a loop does not cost a minute.
//   * If it runs out of time, and none fails alone, it is put once more with the time of all.
//   * If it ends then, and takes about as long, it is slow. Further calls have the time of all.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
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
  /// The last of `asked` cost a worker that had the others before. Asks it again, alone and in new
  /// workers.
  void confirm(std::span<const PluginTask> asked);
  /// Whether the last of `asked` costs the worker because an earlier one spoils the process. Then
  /// the crash is the earlier one's. `alone`: outcome of the last one when asked alone.
  bool blames_earlier(std::span<const PluginTask> asked, const RunOutcome& alone);
  /// Seconds for the answers of a new worker that has the time of all questions, or nothing if one
  /// of them costs it.
  std::optional<double> time_together(std::span<const PluginTask> asked);

  bool asks_again_;
  std::unique_ptr<PluginTransport> transport_;
};

}  // namespace touchstone
