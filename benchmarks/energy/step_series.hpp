// SPDX-License-Identifier: GPL-3.0-or-later
// The times of the steps of a run, and their medians.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "dynamics/simulation.hpp"

namespace touchstone {

struct StepSeries {
  std::vector<double> contact_ms, solve_ms, rest_ms, total_ms;

  void add(const StepTimes& step) {
    contact_ms.push_back(step.contact * 1e3);
    solve_ms.push_back(step.solve * 1e3);
    rest_ms.push_back((step.total - step.contact - step.solve) * 1e3);
    total_ms.push_back(step.total * 1e3);
  }
};

/// 0 of none.
inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace touchstone
