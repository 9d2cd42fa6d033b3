// SPDX-License-Identifier: GPL-3.0-or-later
// All that tests ask of our metrics: the rows of the registry and the variants of the ratio
// metrics.
#pragma once

#include <string>
#include <vector>

#include "metrics/registry.hpp"

namespace touchstone {

inline std::vector<std::string> names_of_every_row() {
  std::vector<std::string> names;
  for (const auto rows : {metric_registry(), ratio_variants()}) {
    for (const MetricRow& row : rows) names.push_back(row.name);
  }
  return names;
}

/// The row of one of these names.
inline const MetricRow& row_named(const std::string& name) {
  const MetricRow* row = find_metric(name);
  return row != nullptr ? *row : *find_metric(name, ratio_variants());
}

}  // namespace touchstone
