// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/campaign/error_histogram.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <string>

namespace touchstone {

const std::array<double, kErrorBins + 1>& error_edges() {
  static const auto kEdges = [] {
    constexpr std::array<const char*, 4> kQuarters = {
        "1", "1.77827941003892280123", "3.16227766016837933200", "5.62341325190349080395"};
    std::array<double, kErrorBins + 1> edges{};
    for (std::size_t k = 0; k < edges.size(); ++k) {
      const int exponent = kFirstErrorBin / 4 + static_cast<int>(k / 4);
      const std::string text = kQuarters.at(k % 4) + ("e" + std::to_string(exponent));
      std::from_chars(text.data(), text.data() + text.size(), edges.at(k));
    }
    return edges;
  }();
  return kEdges;
}

void ErrorHistogram::add(double error) {
  const auto& edges = error_edges();
  if (error == 0) {
    ++zero;
  } else if (error < edges.front()) {
    ++below;
  } else if (!(error < edges.back())) {
    ++above;
  } else {
    const auto* const end = std::upper_bound(edges.begin(), edges.end(), error);
    ++bins.at(static_cast<std::size_t>(end - edges.begin()) - 1);
  }
}

void ErrorHistogram::merge(const ErrorHistogram& later) {
  for (std::size_t k = 0; k < bins.size(); ++k) bins.at(k) += later.bins.at(k);
  zero += later.zero;
  below += later.below;
  above += later.above;
}

std::uint64_t ErrorHistogram::count() const {
  return std::accumulate(bins.begin(), bins.end(), zero + below + above);
}

}  // namespace touchstone
