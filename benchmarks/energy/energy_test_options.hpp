// SPDX-License-Identifier: GPL-3.0-or-later
// For tests: how runs of scenes find the metrics of this build.
#pragma once

#include "benchmarks/energy/energy_run.hpp"
#include "metrics/registry.hpp"

namespace touchstone {

inline EnergyOptions energy_test_options() {
  EnergyOptions made;
  made.metric_source = [](std::string_view name) -> std::unique_ptr<Metric> {
    const MetricRow* row = find_metric(name);
    return row == nullptr ? nullptr : row->make();
  };
  return made;
}

}  // namespace touchstone
