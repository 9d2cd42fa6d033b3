// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one metric over a batch of pairs: in-process, or in a worker process so that crashes and
// endless loops are data.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/pair.hpp"
#include "metrics/registry.hpp"

namespace touchstone {

/// The harness itself failed (a worker that cannot start, an oracle that throws): not a verdict on
/// any metric.
class HarnessError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class RunStatus {
  completed,      ///< the metric returned: see the answer's own status
  crashed,        ///< the process died by a signal or exited
  timed_out,      ///< over the limit of CPU time
  skipped,        ///< the algorithm itself said that it does not take this question
  not_applicable  ///< the question was not put: flat body, no box, sizes out of range, or
                  ///< undefined ratio
};

/// What a runner found by asking the same question again.
enum class RunFault : std::uint8_t {
  none,
  flaky,           ///< asked alone and twice, it ended in another way
  order_dependent  ///< the answer depends on the questions that were asked before
};

struct RunOutcome {
  RunStatus status = RunStatus::completed;
  Answer answer;
  std::string detail;  ///< signal name, exception text, why it is skipped or not applicable
  RunFault fault = RunFault::none;
  /// Of a crash: a program wrote what is not in its protocol, which no pair of bodies explains.
  bool breaks_protocol = false;
};

struct RunnerOptions {
  /// How to start a worker: the command line of a process that calls serve_worker() for the metric
  /// named by its last argument, which the runner appends. Empty: isolated metrics run in-process
  /// as well.
  std::vector<std::string> worker_command;
  double query_limit_s = 2;  ///< CPU time of one query in a worker [s]
  /// Wall-clock time after which a worker that neither answers nor uses up its CPU time (asleep, or
  /// with the timer's signal blocked) is killed: timed_out. 0: 10 query_limit_s + 30 [s].
  double wall_limit_s = 0;
  /// Address space of a worker, so that a leak ends in no_answer or crashed and not with the
  /// machine; 0: no limit. Not enforced under sanitizers, which reserve more than any limit
  /// [bytes].
  std::uint64_t memory_limit_bytes = std::uint64_t{8} << 30U;
  /// Whether answers shall bring a DistanceProof. In this process only: workers send none.
  bool wants_proof = false;
  /// Of a plug-in: batches follow each other as steps of a motion, and what it remembers may help.
  bool keeps_warm_start = false;
  /// Of a plug-in: whether a question that costs its worker is asked again, to see if it is flaky.
  bool asks_again = true;
};

/// One metric, one thread: its workspace, prepared shapes and, if isolated, its worker process live
/// here.
class Runner {
 public:
  virtual ~Runner() = default;
  /// One outcome for each pair, in order. Pairs for which why_not_applicable() has a reason are not
  /// put to the metric. Throws HarnessError if no worker can start.
  virtual std::vector<RunOutcome> run(std::span<const Pair* const> batch) = 0;
};

/// A runner for `row`, in-process unless the row's trait `isolated` is set and a worker command is
/// given.
std::unique_ptr<Runner> make_runner(const MetricRow& row, const RunnerOptions& options);

/// Whether the question makes sense for a metric with these traits; the reason if not, else empty.
std::string why_not_applicable(const MetricTraits& traits, const Pair& pair);

/// The worker's side: answers queries from standard input on standard output until it ends. Returns
/// the exit code.
int serve_worker(std::string_view metric, std::span<const MetricRow> rows = metric_registry());

}  // namespace touchstone
