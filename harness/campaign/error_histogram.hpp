// SPDX-License-Identifier: GPL-3.0-or-later
// How many errors there are of each size: the errors of a row's values relative to size (of ratio
// metrics to max(1, |rho|)), in quarters of a decade.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace touchstone {

inline constexpr std::size_t kErrorBins = 96;
/// Bin k takes errors in [10^((kFirstErrorBin + k)/4), 10^((kFirstErrorBin + k + 1)/4)): from
/// 1e-20 up to 1e4.
inline constexpr int kFirstErrorBin = -80;

/// Where the bins begin, and where the last one ends: 10^(k/4), each rounded to the nearest double.
/// Read from digits, so that a case is in the same bin on every machine.
const std::array<double, kErrorBins + 1>& error_edges();

struct ErrorHistogram {
  std::array<std::uint64_t, kErrorBins> bins{};
  std::uint64_t zero = 0;   ///< errors that are exactly 0
  std::uint64_t below = 0;  ///< others below the first bin
  std::uint64_t above = 0;  ///< others from the end of the last bin on: infinite ones too

  void add(double error);
  void merge(const ErrorHistogram& later);
  /// All that were added.
  std::uint64_t count() const;
  friend bool operator==(const ErrorHistogram&, const ErrorHistogram&) = default;
};

}  // namespace touchstone
