// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/statistics/rank_test.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace touchstone {
namespace {

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
