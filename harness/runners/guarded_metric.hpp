// SPDX-License-Identifier: GPL-3.0-or-later
// A metric for those who need its answers within a computation of their own (a simulation): in this
// process under its name, or where it may crash or loop, asked in a worker process, so that this is
// an answer too.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "harness/asking/runner.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// Questions that a metric takes and leaves without an answer: it crashed, ran out of time or gave
/// up, or the answer cannot be one (numbers that are not finite, a normal whose length is not 1).
/// Several metrics may count into one object.
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

/// `metric` in this process under `name`, to which its faults are charged. Where a loop of it
/// exceeds its bound or it throws, that is no_answer with a note, and its workspace is a fresh one.
/// Several threads may use it, each with a workspace of its own.
std::unique_ptr<Metric> make_named_metric(std::string name, std::unique_ptr<Metric> metric);

/// What `row` makes, by make_named_metric, or if runs_in_workers(row) the same through one worker,
/// started at the first question: a fault is then no_answer with a note, and counted in `faults`
/// where that is given. One thread at a time may use such a metric, whatever the workspace, and a
/// question throws HarnessError where no worker can be had.
std::unique_ptr<Metric> make_guarded_metric(const MetricRow& row, const RunnerOptions& options,
                                            std::shared_ptr<AnswerFaults> faults = nullptr);

}  // namespace touchstone
