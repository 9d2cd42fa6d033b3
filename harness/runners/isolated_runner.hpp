// SPDX-License-Identifier: GPL-3.0-or-later
// A runner whose metric lives in a worker process: a death or an endless loop costs one query, not
// the campaign.
#pragma once

#include <memory>

#include "harness/runners/runner.hpp"

namespace touchstone {

/// Needs options.worker_command. The worker starts with the first batch.
std::unique_ptr<Runner> make_isolated_runner(const MetricRow& row, const RunnerOptions& options);

}  // namespace touchstone
