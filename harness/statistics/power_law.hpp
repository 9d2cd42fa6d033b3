// SPDX-License-Identifier: GPL-3.0-or-later
// Fits of y = c x^exponent, and how well a mean is known.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace touchstone {

struct PowerLaw {
  double exponent = 0;
  double half_width = 0;  ///< half the 95 % confidence interval of the exponent; 0 for two points
};

/// The power law by ordinary least squares of log y on log x, its interval from Student's
/// distribution with n - 2 degrees of freedom. Nothing where fewer than two x differ, or where a
/// number is not above 0.
std::optional<PowerLaw> fit_power_law(std::span<const std::pair<double, double>> points);

/// The exponent of fit_power_law for x and y of equal number.
std::optional<double> log_slope(const std::vector<double>& x, const std::vector<double>& y);

/// 0 if there are no values.
double mean_of(const std::vector<double>& values);

/// Half of the 95 % confidence interval of the mean, from Student's distribution. Nothing below two
/// values.
std::optional<double> mean_half_width(const std::vector<double>& values);

}  // namespace touchstone
