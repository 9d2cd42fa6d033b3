// SPDX-License-Identifier: GPL-3.0-or-later
// A metric for those who need its answers within a computation of their own (a simulation): in this
// process under its name, or where it may crash or loop, asked in a worker process, so that this is
// an answer too.
#pragma once

#include <memory>

#include "harness/runners/runner.hpp"
#include "metrics/registry.hpp"

namespace touchstone {

/// What `row` makes, or if runs_in_workers(row) the same through one worker, started at the first
/// question: a crash or a timeout is then no_answer with a note. One thread at a time may use
/// such a metric, whatever the workspace, and a question throws HarnessError where no worker can be
/// had.
std::unique_ptr<Metric> make_guarded_metric(const MetricRow& row, const RunnerOptions& options);

}  // namespace touchstone
