// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/metric_runners.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <string>

#include "harness/runners/make_runner.hpp"
#include "harness/runners/moved_metrics.hpp"

namespace touchstone {

MetricRunners::MetricRunners(const std::vector<const MetricRow*>& metrics,
                             const RunnerOptions& options)
    : metrics_(metrics), options_(options), runners_(metrics.size()) {
  rlimit limit{};
  memory_is_short_ = options.memory_limit_bytes > 0 && getrlimit(RLIMIT_AS, &limit) == 0 &&
                     limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < options.memory_limit_bytes;
}

std::vector<RunOutcome> MetricRunners::ask(std::size_t metric, std::span<const Pair* const> pairs) {
  const MetricRow& row = *metrics_[metric];
  auto& runner = runners_[metric];
  if (!runner) runner = make_runner(row, options_);
  auto outcomes = runner->run(pairs);
  // SIGKILL means that the machine ran out of memory. That says nothing about the metric unless it
  // happens again: retry once.
  const bool killed = std::any_of(outcomes.begin(), outcomes.end(), [](const RunOutcome& o) {
    return o.status == RunStatus::crashed && o.detail == "SIGKILL";
  });
  if (killed) outcomes = runner->run(pairs);
  if (runs_in_workers(row)) {
    for (const RunOutcome& outcome : outcomes) blame_memory(row, outcome);
  }
  return outcomes;
}

/// With less memory than a worker is promised, its death says nothing about its metric.
void MetricRunners::blame_memory(const MetricRow& metric, const RunOutcome& outcome) const {
  if (!memory_is_short_) return;
  const bool died = outcome.status == RunStatus::crashed;
  const bool gave_up = outcome.status == RunStatus::completed &&
                       outcome.answer.note.find("bad_alloc") != std::string::npos;
  if (!died && !gave_up) return;
  throw HarnessError("a worker for " + metric.name + " ended (" + outcome.detail +
                     ") under a memory limit below the " +
                     std::to_string(options_.memory_limit_bytes >> 20U) +
                     " MB that it is promised: raise the limit (ulimit -v)");
}

}  // namespace touchstone
