// SPDX-License-Identifier: GPL-3.0-or-later
// A metric for those who need its answers within a computation of their own (a simulation): as it
// is, or where it may crash or loop, asked in a worker process, so that this is an answer too.
#pragma once

#include <memory>

#include "harness/runners/runner.hpp"
#include "metrics/registry.hpp"

namespace touchstone {

/// What `row` makes, or if its trait `isolated` is set the same through a worker for each
/// workspace: a crash or a timeout is then no_answer with a note. Throws HarnessError where no
/// worker can be had.
std::unique_ptr<Metric> make_guarded_metric(const MetricRow& row, const RunnerOptions& options);

}  // namespace touchstone
