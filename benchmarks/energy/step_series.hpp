// SPDX-License-Identifier: GPL-3.0-or-later
// The times of the steps of a run, and their medians.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dynamics/stepping/simulation.hpp"

namespace touchstone {

/// Times of a run's steps [ms]. A long run keeps those of every second, fourth, ... step alone,
/// so that memory does not grow with it.
class StepSeries {
 public:
  static constexpr std::size_t kMaxKept = 1 << 16;

  std::vector<double> contact_ms, solve_ms, rest_ms, total_ms;

  void add(const StepTimes& step) {
    if (seen_++ % every_ != 0) return;
    if (total_ms.size() == kMaxKept) {
      for (auto* values : {&contact_ms, &solve_ms, &rest_ms, &total_ms}) keep_every_second(*values);
      every_ *= 2;
    }
    contact_ms.push_back(step.contact * 1e3);
    solve_ms.push_back(step.solve * 1e3);
    rest_ms.push_back(std::max(0.0, step.total - step.contact - step.solve) * 1e3);
    total_ms.push_back(step.total * 1e3);
  }

 private:
  static void keep_every_second(std::vector<double>& values) {
    for (std::size_t i = 0; 2 * i < values.size(); ++i) values[i] = values[2 * i];
    values.resize((values.size() + 1) / 2);
  }

  std::uint64_t seen_ = 0;
  std::uint64_t every_ = 1;
};

}  // namespace touchstone
