// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/statistics/quantile.hpp"

#include <algorithm>
#include <cmath>

namespace touchstone {

double quantile(std::vector<double> samples, double q) {
  std::sort(samples.begin(), samples.end());
  const double place = q * static_cast<double>(samples.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const std::size_t above = std::min(below + 1, samples.size() - 1);
  const double part = place - static_cast<double>(below);
  return samples[below] + part * (samples[above] - samples[below]);
}

double median(std::vector<double> samples) {
  if (samples.empty()) return 0;
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  if (samples.size() % 2 == 1) return *middle;
  const double below = *std::max_element(samples.begin(), middle);
  return below + 0.5 * (*middle - below);
}

}  // namespace touchstone
