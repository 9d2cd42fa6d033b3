// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/statistics/power_law.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace touchstone {
namespace {

/// 97.5 % quantile of Student's distribution with so many degrees of freedom, at least 1. Beyond 30
/// it is that of 30.
double student_quantile(std::size_t freedom) {
  constexpr std::array<double, 30> kQuantiles = {
      12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
      2.2010,  2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
      2.0796,  2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423};
  return kQuantiles.at(std::min(freedom, kQuantiles.size()) - 1);
}

}  // namespace

std::optional<PowerLaw> fit_power_law(std::span<const std::pair<double, double>> points) {
  std::vector<double> log_x;
  std::vector<double> log_y;
  for (const auto& [x, y] : points) {
    if (!(x > 0 && y > 0)) return std::nullopt;
    log_x.push_back(std::log(x));
    log_y.push_back(std::log(y));
  }
  if (points.size() < 2) return std::nullopt;
  const double mean_x = mean_of(log_x);
  const double mean_y = mean_of(log_y);
  double xx = 0;
  double xy = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    xx += (log_x[i] - mean_x) * (log_x[i] - mean_x);
    xy += (log_x[i] - mean_x) * (log_y[i] - mean_y);
  }
  constexpr double kOneX = 1e-12;  // logarithms that differ by no more are one
  if (!(xx > kOneX)) return std::nullopt;
  PowerLaw law;
  law.exponent = xy / xx;
  if (points.size() == 2) return law;
  double residual = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double off = log_y[i] - mean_y - law.exponent * (log_x[i] - mean_x);
    residual += off * off;
  }
  const std::size_t freedom = points.size() - 2;
  law.half_width =
      student_quantile(freedom) * std::sqrt(residual / static_cast<double>(freedom) / xx);
  return law;
}

std::optional<double> log_slope(const std::vector<double>& x, const std::vector<double>& y) {
  if (x.size() != y.size()) return std::nullopt;
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i < x.size(); ++i) points.emplace_back(x[i], y[i]);
  const auto law = fit_power_law(points);
  return law ? std::optional(law->exponent) : std::nullopt;
}

double mean_of(const std::vector<double>& values) {
  if (values.empty()) return 0;
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

std::optional<double> mean_half_width(const std::vector<double>& values) {
  if (values.size() < 2) return std::nullopt;
  const double middle = mean_of(values);
  double squares = 0;
  for (const double value : values) squares += (value - middle) * (value - middle);
  const std::size_t freedom = values.size() - 1;
  const auto n = static_cast<double>(values.size());
  return student_quantile(freedom) * std::sqrt(squares / static_cast<double>(freedom) / n);
}

}  // namespace touchstone
