// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_run.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "benchmarks/timing/time_fit.hpp"
#include "benchmarks/timing/time_group.hpp"

namespace touchstone {
namespace {

/// What a metric's traits rule out before anything is measured: one line for each family and size.
void add_ruled_out(const TimeOptions& options, TimeRecord& record) {
  for (const MetricRow* row : options.metrics) {
    for (const TimeGroup& group : options.groups) {
      std::string reason = why_not_timed(options, *row, group);
      if (reason.empty()) continue;
      record.left_out.push_back(
          {{row->name, group.family->name, "", "", {group.size.a, group.size.b}},
           std::move(reason)});
    }
  }
}

}  // namespace

TimeOptions quick_time_options() {
  TimeOptions options;
  options.groups = quick_time();
  options.cell_s = 0.06;
  options.slow_cell_s = 0.3;
  options.budget_s = 35;
  return options;
}

std::string why_not_timed(const TimeOptions& options, const MetricRow& row,
                          const TimeGroup& group) {
  if (row.traits.boxes_only && !group.family->boxes) return "takes boxes only";
  const int largest = row.traits.largest_default_vertices;
  if (!options.beyond_default_sizes && group.size.larger() > static_cast<std::uint64_t>(largest)) {
    return "not run by default above " + std::to_string(largest) + " vertices";
  }
  return {};
}

TimeRecord run_time(const TimeOptions& options) {
  QuickOracle oracle;
  std::vector<std::unique_ptr<TimeGroupRun>> groups;
  std::uint64_t total = 0;
  for (const TimeGroup& group : options.groups) {
    groups.push_back(std::make_unique<TimeGroupRun>(options, group, oracle));
    total += groups.back()->cells() * kTimePasses;
  }
  std::uint64_t finished = 0;
  const auto done = [&] {
    ++finished;
    if (options.progress) options.progress(finished, total);
  };
  const auto seconds = [](std::chrono::steady_clock::duration d) {
    return std::chrono::duration<double>(d).count();
  };
  const auto begin = std::chrono::steady_clock::now();
  for (int pass = 0; pass < kTimePasses; ++pass) {
    const auto begin_of_pass = std::chrono::steady_clock::now();
    for (const auto& group : groups) group->measure(done);
    if (options.stop_requested && options.stop_requested()) break;
    const auto now = std::chrono::steady_clock::now();
    // The next pass takes as long as this one at most: the first also plans and judges.
    if (pass > 0 && seconds(now - begin) + seconds(now - begin_of_pass) > options.budget_s) break;
  }
  TimeRecord record;
  for (const auto& group : groups) group->report(record);
  add_ruled_out(options, record);
  record.fits = fit_times(record.results);
  return record;
}

}  // namespace touchstone
