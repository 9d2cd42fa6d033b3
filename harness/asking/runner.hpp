// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever puts batches of questions to one metric.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "harness/asking/answer_times.hpp"
#include "harness/asking/asked_pair.hpp"
#include "harness/asking/run_outcome.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

struct RunnerOptions {
  /// How to start the supervisor of workers: a command line, to which the runner appends what the
  /// workers are to ask and their limit of memory. Empty: isolated metrics run in-process as well.
  std::vector<std::string> worker_command;
  double query_limit_s = 2;  ///< CPU time of one query in a worker [s]
  /// Wall-clock time without progress (the worker sleeps, or waits for a lock) after which it is
  /// killed: timed_out [s]. 0: the default of what is asked.
  double wall_limit_s = 0;
  /// Address space of a worker, so that a leak ends in no_answer or crashed and not with the
  /// machine; 0: no limit. Not enforced under sanitizers, which reserve more than any limit
  /// [bytes].
  std::uint64_t memory_limit_bytes = std::uint64_t{8} << 30U;
  /// Whether answers shall bring a DistanceProof: metrics in this process and libraries have it.
  bool wants_proof = false;
  /// Batches to a library follow each other as steps of a motion, and what it remembers may help.
  bool keeps_warm_start = false;
  /// Whether a question that costs a plug-in its worker is asked again, to see if it is flaky.
  bool asks_again = true;
  /// Where answers of plug-ins are counted with their times; may be nullptr. Shared, as a thread
  /// that was left behind may still add to it.
  std::shared_ptr<AnswerTimes> times = nullptr;
};

/// One metric, one thread: its workspace, prepared shapes and, if isolated, its worker process live
/// here.
class Runner {
 public:
  virtual ~Runner() = default;
  /// One outcome for each pair, in order. Pairs for which why_not_applicable() has a reason are not
  /// put to the metric. Throws HarnessError if no worker can start.
  virtual std::vector<RunOutcome> run(std::span<const AskedPair> batch) = 0;
};

/// Whether the question makes sense for a metric with these traits; the reason if not, else empty.
std::string why_not_applicable(const MetricTraits& traits, const Pair& pair);

}  // namespace touchstone
