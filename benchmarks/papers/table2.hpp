// SPDX-License-Identifier: GPL-3.0-or-later
// Table II of Yi & Drumwright (yi_drumwright): the time of one simulation step, whole and by its
// parts, with their own pipeline for contacts and with ours.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "contact/registry.hpp"

namespace touchstone {

struct Table2Paper {
  double ms = 0;  ///< mean of a step, 2.7 GHz laptop of 2016
  /// Shares of a step (section V-C) [%].
  double contact_percent = 0;  ///< contact determination, V-Clip apart
  double vclip_percent = 0;
  /// Above 100 in one scenario.
  double sum_percent() const { return contact_percent + vclip_percent; }
};

struct Table2Row {
  std::string scenario;
  std::array<int, 2> vertices{};
  std::string contacts;  ///< method
  int steps = 0;         ///< timed
  /// Medians and means per step [ms].
  double median_ms = 0, mean_ms = 0;
  double contact_ms = 0, solve_ms = 0, rest_ms = 0;
  std::optional<double> vclip_ms;  ///< median of V-Clip's part of `contact_ms`, where it is asked
  /// Shares of the time of all steps but the slowest twentieth, as a profile has them [%].
  double contact_percent = 0;  ///< finding contacts, V-Clip apart
  std::optional<double> vclip_percent;
  std::optional<Table2Paper> paper;
};

struct Table2Options {
  MetricSource metric_source;
  std::vector<std::string> contacts = {"certified", "vclip_sat"};
  int steps = 300;      ///< steps that each method takes of each scenario
  double limit_s = 10;  ///< after so long a method takes no more steps of a scenario
  std::function<void(std::uint64_t, std::uint64_t)> progress;
};

/// The methods take turns, step by step, so that what else the machine does meets both.
std::vector<Table2Row> run_table2(const Table2Options& options);

/// Time of a pair of support queries of hulls of eight vertices, what the machine is measured by
/// [ns].
double support_pair_ns();

}  // namespace touchstone
