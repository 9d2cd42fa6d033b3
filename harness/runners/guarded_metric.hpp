// SPDX-License-Identifier: GPL-3.0-or-later
// A metric for those who need its answers within a computation of their own (a simulation): as it
// is, or where it may crash or loop, asked in a worker process, so that this is an answer too.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "harness/runners/runner.hpp"
#include "metrics/registry.hpp"

namespace touchstone {

/// Answers that cannot be any: crashes, time-outs, numbers that are not finite, normals whose
/// length is not 1. Several metrics may count into one object.
class AnswerFaults {
 public:
  void add(const std::string& what);
  std::uint64_t count() const;
  std::string first() const;  ///< what was wrong with one of them

 private:
  mutable std::mutex mutex_;
  std::uint64_t count_ = 0;
  std::string first_;
};

/// What `row` makes, or if its trait `isolated` is set the same through one worker, started at the
/// first question: a fault is then no_answer with a note, and counted in `faults` where that is
/// given. One thread at a time may use such a metric, whatever the workspace, and a question throws
/// HarnessError where no worker can be had.
std::unique_ptr<Metric> make_guarded_metric(const MetricRow& row, const RunnerOptions& options,
                                            std::shared_ptr<AnswerFaults> faults = nullptr);

}  // namespace touchstone
