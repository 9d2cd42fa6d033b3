// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/converge/infeasibility.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace touchstone {
namespace {

/// Share of the sum of all depths that the deepest hundredth has, at least one of them [1].
double share_of_top(std::vector<double> depths) {
  if (depths.empty()) return 0;
  std::sort(depths.begin(), depths.end(), std::greater<>());
  const double sum = std::accumulate(depths.begin(), depths.end(), 0.0);
  const auto top = static_cast<std::ptrdiff_t>((depths.size() + 99) / 100);
  return sum > 0 ? std::accumulate(depths.begin(), depths.begin() + top, 0.0) / sum : 0;
}

}  // namespace

InfeasibilitySum sum_up(const std::vector<InfeasibleStep>& steps) {
  InfeasibilitySum sum;
  sum.steps = steps.size();
  double total = 0;
  double moving = 0;
  double ratios = 0;
  std::vector<double> depths;
  for (const InfeasibleStep& step : steps) {
    depths.push_back(step.depth_m);
    total += step.depth_m;
    ratios += step.ratio;
    sum.max_ratio = std::max(sum.max_ratio, step.ratio);
    if (step.kinetic_J > kRestingEnergy) {
      ++sum.moving_steps;
      moving += step.depth_m;
    }
    if (step.depth_m > sum.max_m) {
      sum.max_m = step.depth_m;
      sum.max_time_s = step.time_s;
    }
    const double C = step.depth_m / (step.speed_squared * step.h * step.h);
    if (step.depth_m > kRoundingDepth && C > sum.constant.C) {
      sum.constant = {C, step.time_s, std::sqrt(step.speed_squared), step.depth_m};
    }
  }
  if (!steps.empty()) {
    sum.average_m = total / static_cast<double>(steps.size());
    sum.average_ratio = ratios / static_cast<double>(steps.size());
  }
  if (sum.moving_steps > 0) sum.moving_average_m = moving / static_cast<double>(sum.moving_steps);
  sum.top_share = share_of_top(std::move(depths));
  return sum;
}

}  // namespace touchstone
