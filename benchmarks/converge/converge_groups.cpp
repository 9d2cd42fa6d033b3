// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <string>

#include "benchmarks/converge/converge_run.hpp"
#include "harness/statistics/statistics.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

ConvergePoint point_of(const std::vector<const ConvergeRun*>& runs) {
  ConvergePoint point;
  point.dt = runs.front()->dt;
  point.runs = static_cast<int>(runs.size());
  std::vector<double> averages, shares, moving, ratios;
  for (const ConvergeRun* run : runs) {
    const InfeasibilitySum& sum = run->infeasibility;
    averages.push_back(sum.average_m);
    shares.push_back(sum.top_share);
    moving.push_back(sum.moving_average_m);
    ratios.push_back(sum.average_ratio);
    point.max_m = std::max(point.max_m, sum.max_m);
    point.constant = std::max(point.constant, sum.constant.C);
    if (run->start == 0) point.potential_end_J = run->potential_end_J;
    point.kinetic_end_J = std::max(point.kinetic_end_J, run->kinetic_end_J);
    point.highest_J = std::max(point.highest_J, run->highest_J);
    point.unsolved += run->unsolved;
  }
  point.average_m = mean_of(averages);
  const auto [least, largest] = std::minmax_element(averages.begin(), averages.end());
  point.least_m = *least;
  point.largest_m = *largest;
  point.top_share = mean_of(shares);
  point.moving_average_m = mean_of(moving);
  point.average_ratio = mean_of(ratios);
  point.over_h_squared = point.largest_m / (point.dt * point.dt);
  return point;
}

/// Why averages of two steps or more follow no power of h; empty if they may.
std::string why_no_slope(const std::vector<ConvergePoint>& points) {
  if (points.size() < 2) return "";
  double largest = 0;
  bool zero = false;
  bool rounding = false;
  bool falls = true;
  for (std::size_t i = 0; i < points.size(); ++i) {
    largest = std::max(largest, points[i].average_m);
    zero |= !(points[i].average_m > 0);
    rounding |= points[i].average_m < kRoundingDepth;
    falls &= i == 0 || points[i].average_m < points[i - 1].average_m;
  }
  if (zero) return "an average is 0";
  if (rounding) return "an average is below the 1e-12 m to which depths are rounded";
  if (largest > kContactLength || falls) return "";
  return "averages are below the 1e-7 m to which contacts are met, and do not fall with h";
}

/// The averages against h, of all starts and of each; nothing where the mean of all is 0 at one h.
std::optional<ConvergeSlope> slope_of(const std::vector<ConvergePoint>& points,
                                      const std::map<int, std::vector<double>>& of_start) {
  std::vector<double> dt, mean, max, constant, ratio;
  for (const ConvergePoint& point : points) {
    dt.push_back(point.dt);
    mean.push_back(point.average_m);
    max.push_back(point.max_m);
    constant.push_back(point.constant);
    ratio.push_back(point.average_ratio);
  }
  const auto of_mean = log_slope(dt, mean);
  if (!of_mean) return std::nullopt;
  ConvergeSlope slope;
  slope.of_mean = *of_mean;
  std::vector<double> own;
  for (const auto& [start, averages] : of_start) {
    if (averages.size() != dt.size()) continue;
    const auto of_this = log_slope(dt, averages);
    if (!of_this) continue;
    own.push_back(*of_this);
    if (start == 0) slope.of_first = *of_this;
  }
  slope.starts = static_cast<int>(own.size());
  if (!own.empty()) slope.mean = mean_of(own);
  slope.half_width = mean_half_width(own);
  slope.of_max = log_slope(dt, max);
  slope.of_constant = log_slope(dt, constant);
  slope.of_ratio = log_slope(dt, ratio);
  return slope;
}

void append_reason(std::string& why, const std::string& reason) {
  why += (why.empty() ? "" : "; ") + reason;
}

}  // namespace

std::string why_wrong(const std::string& fault, std::uint64_t unsolved, const EnergyGains& gains) {
  std::string why = fault.empty() ? "" : "ended early: " + fault;
  if (unsolved > 0) append_reason(why, "unsolved steps: " + std::to_string(unsolved));
  if (gains.wrong_steps == 0) return why;
  const WrongGain& first = gains.first_wrong;
  append_reason(why, "steps that gained energy from nothing: " + std::to_string(gains.wrong_steps) +
                         ", first " + short_text(first.gain_J) + " J at " +
                         short_text(first.time_s) + " s (" + first.bodies + ")");
  return why;
}

std::string why_wrong(const ConvergeRun& run) {
  std::string why = why_wrong(run.fault, run.unsolved, run.gains);
  if (run.unanswered > 0)
    append_reason(why, "queries unanswered: " + std::to_string(run.unanswered));
  if (run.highest_J > kWrongGain * run.scale_J) {
    append_reason(why, "came to " + short_text(run.highest_J) + " J above its start");
  }
  return why;
}

std::vector<ConvergeGroup> converge_groups(const std::vector<ConvergeRun>& runs) {
  struct Sorted {
    std::map<double, std::vector<const ConvergeRun*>, std::greater<>> by_dt;
  };
  std::vector<ConvergeGroup> groups;
  std::vector<Sorted> sorted;
  for (const ConvergeRun& run : runs) {
    const auto same = [&run](const ConvergeGroup& group) {
      return group.scene == run.scene && group.pattern == run.pattern && group.gamma == run.gamma;
    };
    const auto found = std::find_if(groups.begin(), groups.end(), same);
    const auto number = static_cast<std::size_t>(found - groups.begin());
    if (found == groups.end()) {
      groups.push_back({run.scene, run.pattern, run.gamma, {}, std::nullopt, {}});
      sorted.emplace_back();
    }
    sorted[number].by_dt[run.dt].push_back(&run);
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    std::map<int, std::vector<double>> of_start;
    for (const auto& [dt, of_dt] : sorted[i].by_dt) {
      groups[i].points.push_back(point_of(of_dt));
      for (const ConvergeRun* run : of_dt) {
        of_start[run->start].push_back(run->infeasibility.average_m);
      }
    }
    groups[i].no_slope = why_no_slope(groups[i].points);
    if (groups[i].no_slope.empty()) groups[i].slope = slope_of(groups[i].points, of_start);
  }
  return groups;
}

}  // namespace touchstone
