// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/thinned_curve.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace touchstone {
namespace {

std::set<std::size_t> extremes(const std::vector<std::vector<double>>& columns, std::size_t size,
                               std::size_t buckets) {
  std::set<std::size_t> places = {0, size - 1};
  for (std::size_t k = 0; k < buckets; ++k) {
    const auto begin = static_cast<std::ptrdiff_t>(k * size / buckets);
    const auto end = static_cast<std::ptrdiff_t>((k + 1) * size / buckets);
    for (const std::vector<double>& column : columns) {
      const auto [low, high] = std::minmax_element(column.begin() + begin, column.begin() + end);
      places.insert(static_cast<std::size_t>(low - column.begin()));
      places.insert(static_cast<std::size_t>(high - column.begin()));
    }
  }
  return places;
}

}  // namespace

std::vector<std::size_t> thinned_places(const std::vector<std::vector<double>>& columns,
                                        std::size_t max_points) {
  const std::size_t size = columns.empty() ? 0 : columns.front().size();
  std::vector<std::size_t> all(size);
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (size <= max_points) return all;
  // A bucket of a smooth curve has its extremes at its ends: two points then, at worst two of each
  // column.
  for (std::size_t buckets = max_points / 2; buckets > 0; buckets -= (buckets + 7) / 8) {
    const auto places = extremes(columns, size, buckets);
    if (places.size() <= max_points) return {places.begin(), places.end()};
  }
  return {0, size - 1};
}

}  // namespace touchstone
