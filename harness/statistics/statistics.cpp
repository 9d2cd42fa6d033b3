// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/statistics/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

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

struct Ranked {
  double u = 0;         ///< pairs (x, y) with x > y, equal ones half
  double tie_term = 0;  ///< sum of t^3 - t over groups of t equal numbers
};

Ranked rank(std::span<const double> x, std::span<const double> y) {
  Ranked result;
  std::vector<double> all(x.begin(), x.end());
  all.insert(all.end(), y.begin(), y.end());
  std::sort(all.begin(), all.end());
  for (std::size_t k = 0; k < all.size();) {
    std::size_t end = k;
    while (end < all.size() && all[end] == all[k]) ++end;
    const auto t = static_cast<double>(end - k);
    result.tie_term += t * t * t - t;
    k = end;
  }
  for (const double a : x) {
    for (const double b : y) result.u += a > b ? 1 : (a == b ? 0.5 : 0);
  }
  return result;
}

/// P(U <= u) where every order of m + n numbers is alike likely. With c(m, n, u) the number of
/// orders, c(m, n, u) = c(m-1, n, u-n) + c(m, n-1, u): the largest number is an x and beats all n
/// y, or it is a y.
double exact_lower_tail(std::size_t m, std::size_t n, std::size_t u) {
  const std::size_t width = u + 1;
  // shares[j][w] = c(i, j, w) / (number of orders of i and j numbers), for the current i.
  std::vector<std::vector<double>> shares(n + 1, std::vector<double>(width, 0.0));
  for (auto& row : shares) row[0] = 1;
  for (std::size_t i = 1; i <= m; ++i) {
    for (std::size_t j = 0; j <= n; ++j) {
      // The largest of i + j numbers is an x with probability i / (i + j).
      const double x_last = static_cast<double>(i) / static_cast<double>(i + j);
      for (std::size_t w = width; w-- > 0;) {
        const double if_x = w >= j ? shares[j][w - j] : 0;
        const double if_y = j > 0 ? shares[j - 1][w] : 0;
        shares[j][w] = x_last * if_x + (1 - x_last) * if_y;
      }
    }
  }
  return std::accumulate(shares[n].begin(), shares[n].end(), 0.0);
}

/// Variance of U; 0 where all numbers are equal.
double variance_of(const Ranked& ranked, double m, double n) {
  const double total = m + n;
  return m * n / 12 * (total + 1 - ranked.tie_term / (total * (total - 1)));
}

/// That a normal number of mean 0 is as far from 0, or farther, on either side.
double normal_p(double distance, double variance) {
  if (!(variance > 0)) return 1;
  return std::min(1.0, std::erfc(std::max(0.0, distance) / std::sqrt(2 * variance)));
}

}  // namespace

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

std::optional<MedianInterval> median_interval(std::vector<double> numbers) {
  constexpr double kNormal95 = 1.96;
  const auto n = static_cast<double>(numbers.size());
  if (numbers.size() < 6) return std::nullopt;
  std::sort(numbers.begin(), numbers.end());
  // The number of samples below the median is binomial: n/2 with deviation sqrt(n)/2.
  const double half_ranks = kNormal95 * std::sqrt(n) / 2;
  const auto low = static_cast<std::size_t>(std::max(0.0, std::floor(n / 2 - half_ranks - 0.5)));
  return MedianInterval{numbers[low], median(numbers), numbers[numbers.size() - 1 - low]};
}

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

double mann_whitney_p(std::span<const double> x, std::span<const double> y) {
  const Ranked ranked = rank(x, y);
  const auto m = static_cast<double>(x.size());
  const auto n = static_cast<double>(y.size());
  const double nearer = std::min(ranked.u, m * n - ranked.u);
  if (ranked.tie_term == 0 && x.size() + y.size() <= kMaxExactRanks) {
    const double tail =
        exact_lower_tail(x.size(), y.size(), static_cast<std::size_t>(std::llround(nearer)));
    return std::min(1.0, 2 * tail);
  }
  // Half a step back towards the mean: U takes whole values, the normal distribution does not.
  return normal_p(m * n / 2 - nearer - 0.5, variance_of(ranked, m, n));
}

std::optional<RatioInterval> ratio_interval(std::span<const double> x, std::span<const double> y) {
  constexpr double kTail = 0.025;
  constexpr double kQuantile = 1.959963984540054;  // normal distribution's, at 1 - kTail
  const std::size_t m = x.size();
  const std::size_t n = y.size();
  // Quotients below and above the interval.
  std::size_t outside = 0;
  if (m + n <= kMaxExactRanks) {
    while (outside < m * n / 2 && exact_lower_tail(m, n, outside) <= kTail) ++outside;
  } else {
    const auto mn = static_cast<double>(m * n);
    const double deviation = std::sqrt(mn * static_cast<double>(m + n + 1) / 12);
    outside = static_cast<std::size_t>(std::max(0.0, mn / 2 - kQuantile * deviation));
  }
  if (outside == 0) return std::nullopt;
  std::vector<double> ratios;
  ratios.reserve(m * n);
  for (const double a : x) {
    for (const double b : y) ratios.push_back(b / a);
  }
  std::sort(ratios.begin(), ratios.end());
  return RatioInterval{ratios[outside - 1], ratios[ratios.size() - outside]};
}

double stratified_rank_p(const std::vector<Stratum>& strata) {
  if (strata.size() == 1) return mann_whitney_p(strata.front().x, strata.front().y);
  double sum = 0;
  double variance = 0;
  double least_weight = std::numeric_limits<double>::infinity();
  for (const Stratum& stratum : strata) {
    const Ranked ranked = rank(stratum.x, stratum.y);
    const auto m = static_cast<double>(stratum.x.size());
    const auto n = static_cast<double>(stratum.y.size());
    const double weight = 1 / (m + n + 1);
    sum += weight * (ranked.u - m * n / 2);
    variance += weight * weight * variance_of(ranked, m, n);
    least_weight = std::min(least_weight, weight);
  }
  if (strata.empty()) return 1;
  return normal_p(std::abs(sum) - 0.5 * least_weight, variance);
}

std::vector<double> holm_adjusted(const std::vector<double>& p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> adjusted(p_values.size());
  double least = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const double p = p_values[order[k]] * static_cast<double>(order.size() - k);
    least = std::min(1.0, std::max(least, p));
    adjusted[order[k]] = least;
  }
  return adjusted;
}

}  // namespace touchstone
