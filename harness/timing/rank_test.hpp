// SPDX-License-Identifier: GPL-3.0-or-later
// Whether one sample lies above another, by ranks alone: the Mann-Whitney test, and Holm's
// correction for asking it many times.
#pragma once

#include <span>
#include <vector>

namespace touchstone {

/// Two-sided p-value of Mann and Whitney's U for two samples that are not empty: exact without
/// ties, by the normal approximation with ties (which also stands in for more than kMostExactRanks
/// numbers).
double mann_whitney_p(std::span<const double> x, std::span<const double> y);
inline constexpr std::size_t kMostExactRanks = 120;

/// Holm's step-down adjustment: the i-th smallest of m p-values times m - i + 1, made monotone, at
/// most 1; in the order given. Deciding by adjusted values keeps the chance of any false alarm
/// among all m below the level, whatever their dependence.
std::vector<double> holm_adjusted(const std::vector<double>& p_values);

}  // namespace touchstone
