// SPDX-License-Identifier: GPL-3.0-or-later
// Quantiles, fits of y = c x^exponent, how well a mean is known, and whether one sample lies above
// another by ranks alone: the Mann-Whitney test, that test over several strata (van Elteren), and
// Holm's correction for asking many times.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace touchstone {

/// The value below which a share q of the samples lies, q in [0, 1]: linear between the two sorted
/// samples next to q (n - 1), where n > 0 is their number.
double quantile(std::vector<double> samples, double q);

/// quantile(samples, 0.5), without sorting; 0 if there are no samples.
double median(std::vector<double> samples);

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

/// Two-sided p-value of Mann and Whitney's U for two samples that are not empty: exact without
/// ties, by the normal approximation with ties (which also stands in for more than kMaxExactRanks
/// numbers).
double mann_whitney_p(std::span<const double> x, std::span<const double> y);
inline constexpr std::size_t kMaxExactRanks = 120;

/// Median of positive numbers with an interval that holds that of their distribution with 95 %
/// confidence, by order statistics alone.
struct MedianInterval {
  double low = 0;
  double median = 0;
  double high = 0;
};
/// Nothing below six numbers, for which there is no such interval.
std::optional<MedianInterval> median_interval(std::vector<double> numbers);

/// An interval of quotients.
struct RatioInterval {
  double low = 0;
  double high = 0;
};

/// By which factors y may be larger than x: those that a Mann-Whitney test at the 95 % level does
/// not reject (Hodges and Lehmann's interval, of quotients). Nothing where the samples, positive
/// numbers, are too small for any such interval.
std::optional<RatioInterval> ratio_interval(std::span<const double> x, std::span<const double> y);

/// Two samples that are only compared with each other, neither of them empty.
struct Stratum {
  std::span<const double> x;
  std::span<const double> y;
};

/// Two-sided p-value of "in every stratum x and y are of one distribution", against one of the two
/// being the larger throughout: van Elteren's sum of U - mn/2 over the strata, each divided by m +
/// n + 1, by the normal approximation. Of a single stratum it is mann_whitney_p.
double stratified_rank_p(const std::vector<Stratum>& strata);

/// Holm's step-down adjustment: the i-th smallest of m p-values times m - i + 1, made monotone, at
/// most 1; in the order given. Deciding by adjusted values keeps the chance of any false alarm
/// among all m below the level, whatever their dependence.
std::vector<double> holm_adjusted(const std::vector<double>& p_values);

}  // namespace touchstone
