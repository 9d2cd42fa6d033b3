// SPDX-License-Identifier: GPL-3.0-or-later
// Which runner asks a metric: one in this process, or one whose worker processes make crashes and
// endless loops data.
#pragma once

#include <memory>

#include "harness/asking/runner.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// A runner for `row`. Plug-ins, and metrics that run in workers (moved_metrics.hpp), run there if
/// `options` have a worker command; all others in this process.
std::unique_ptr<Runner> make_runner(const MetricRow& row, const RunnerOptions& options);

}  // namespace touchstone
