// SPDX-License-Identifier: GPL-3.0-or-later
// How the questions of a runner reach a worker, and its answers come back: through memory that is
// shared with it, or through the standard streams of a plug-in's program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "geometry/result.hpp"
#include "harness/asking/runner.hpp"
#include "harness/manifold/manifold.hpp"
#include "harness/plugins/plugin_channel.hpp"
#include "harness/plugins/worker_watch.hpp"
#include "metrics/gradient.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// What a worker may use up.
struct PluginLimits {
  double cpu_s = 2;                ///< processor time of one question [s]
  double wall_s = 10;              ///< time without progress [s]
  std::uint64_t memory_bytes = 0;  ///< limit of address space; 0: none
  /// Time for the harness's own work in a worker of ours: to start, and to rebuild the bodies of a
  /// batch [s]. 0: all that a worker does is a plug-in's, and has wall_s.
  double harness_s = 0;
};

/// By default, time without progress of a library, and of one batch of a program [s].
inline constexpr double kLibraryWallLimitS = 10;
inline constexpr double kProcessWallLimitS = 30;

/// Time that a worker of ours has for the harness's own work: to start, to rebuild bodies [s].
inline constexpr double kHarnessLimitS = 120;

/// What `options` say; where they say nothing of wall-clock time, `default_wall_s`.
inline PluginLimits plugin_limits(const RunnerOptions& options, double default_wall_s) {
  return {options.query_limit_s, options.wall_limit_s > 0 ? options.wall_limit_s : default_wall_s,
          options.memory_limit_bytes};
}

/// A question for a manifold or a gradient.
struct ContactQuestion {
  const Pair* pair = nullptr;
  plugin_channel::Wanted wanted = plugin_channel::Wanted::distance;
  double reach = 0;  ///< look-ahead of a manifold [m]
  bool cold = true;  ///< warm starts are forgotten before it
};

/// What a plug-in answers to it. Points and gradient may be anything yet.
struct PluginReply {
  RunOutcome outcome = {};
  std::vector<ManifoldPoint> points = {};
  std::optional<ClaimedGradient> gradient = {};
};

/// A question, and where its outcome goes.
struct PluginTask {
  AskedPair pair;
  RunOutcome* outcome = nullptr;
  const ContactQuestion* contact = nullptr;  ///< nullptr: it is for a distance
  PluginReply* reply = nullptr;              ///< where points and gradient go; may be nullptr
};

/// What the questions of a batch, which are of one kind, are about.
inline plugin_channel::Wanted wanted_of(std::span<const PluginTask> tasks) {
  const ContactQuestion* contact = tasks.front().contact;
  return contact != nullptr ? contact->wanted : plugin_channel::Wanted::distance;
}

/// How one batch went.
struct PluginAttempt {
  enum class Loss {
    none,     ///< every question that was put has its outcome
    culprit,  ///< the last one cost the worker: its outcome says how. The others have theirs
    batch     ///< one of several cost the worker, as `end` says. None has an outcome
  };
  std::size_t asked = 0;  ///< questions that were put, from the first on; at least one
  Loss loss = Loss::none;
  RunOutcome end = {};  ///< how the worker ended, where `loss` is Loss::batch
};

/// One worker at a time, which starts when it is needed.
class PluginTransport {
 public:
  virtual ~PluginTransport() = default;
  /// Puts as many of the tasks as one batch holds.
  virtual PluginAttempt put_batch(std::span<const PluginTask> tasks) = 0;
  /// Puts them, and again what had an answer in a batch that may have more than one culprit.
  virtual PluginAttempt attempt(std::span<const PluginTask> tasks) { return put_batch(tasks); }
  /// The next batch has a new worker.
  virtual void end_worker() = 0;
  /// Whether a call that takes all questions has the time of all, and not of one.
  bool is_patient = true;
  /// Starts the first worker of a plug-in. What that says of itself, as JSON, or why there is
  /// nothing to ask.
  virtual Result<std::string> claims() { return Error{"is no plug-in"}; }
};

/// The worker asks the metric of `row`, which is one of this program.
std::unique_ptr<PluginTransport> make_metric_transport(const MetricRow& row,
                                                       const RunnerOptions& options);
std::unique_ptr<PluginTransport> make_library_transport(const MetricRow& row,
                                                        const RunnerOptions& options);
std::unique_ptr<PluginTransport> make_process_transport(const MetricRow& row,
                                                        const RunnerOptions& options);
/// A transport to a library, or to a metric of this program behind the same interface (kOwnMetric),
/// which keeps in `watch` what its workers cost. Bodies are prepared before the questions are put.
/// With several threads each of them answers all questions of a batch, at the same time, and the
/// tasks have one batch behind the other: tasks[t * n + k] is question k of n on thread t.
std::unique_ptr<PluginTransport> make_watched_transport(const MetricRow& row,
                                                        const RunnerOptions& options,
                                                        WorkerWatch& watch,
                                                        const std::uint32_t& threads);
/// The one of the first three that `row` is for.
std::unique_ptr<PluginTransport> make_transport(const MetricRow& row, const RunnerOptions& options);

/// Workers in a row that end before they are ready. No further one is started then, and `crashed`
/// is the verdict on every question that is left.
inline constexpr int kMaxFailedStarts = 2;

/// Counts failed starts in a row.
class FailedStarts {
 public:
  void clear() { count_ = 0; }
  void add(std::string why) {
    ++count_;
    why_ = std::move(why);
  }
  bool are_too_many() const { return count_ >= kMaxFailedStarts; }
  /// Why the last start failed, in words.
  const std::string& why() const { return why_; }
  /// The outcome of a question for which there is no worker.
  RunOutcome outcome() const {
    return {RunStatus::crashed, {}, "cannot be started any more: " + why_};
  }

 private:
  int count_ = 0;
  std::string why_;
};

}  // namespace touchstone
