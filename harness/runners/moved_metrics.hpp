// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics that run in workers because they failed in this process.
#pragma once

#include <string>

#include "metrics/metric_row.hpp"

namespace touchstone {

/// CPU time of one query in this process, beyond which its metric is moved to workers [s]: 60; in
/// the build of the tests what TOUCHSTONE_PLANT_LIMIT says. In workers it has as much.
double in_process_limit_s();

/// From now on the metric of this name runs in workers, whatever its trait says. To be called while
/// nothing else runs.
void move_to_workers(std::string name);
bool is_moved(const MetricRow& row);
/// Whether `row` runs in workers where there is a command for them.
bool runs_in_workers(const MetricRow& row);

}  // namespace touchstone
