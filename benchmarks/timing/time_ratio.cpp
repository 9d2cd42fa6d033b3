// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_ratio.hpp"

#include <algorithm>
#include <cstdint>

#include "geometry/random.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kResamples = 1000;
constexpr double kTail = 0.025;  ///< on each side of the interval

double median(std::vector<double>& numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  if (numbers.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(numbers.begin(), middle)) / 2;
}

}  // namespace

MedianRatio median_ratio(const std::vector<RatioBlocks>& passes) {
  std::vector<double> drawn;
  const auto draw = [&drawn](const std::vector<double>& block) {
    drawn.insert(drawn.end(), block.begin(), block.end());
  };
  for (const RatioBlocks& blocks : passes) {
    for (const auto& block : blocks) draw(block);
  }
  const double ratio = median(drawn);
  Random random(passes.size());
  std::vector<double> medians;
  for (std::uint64_t k = 0; k < kResamples; ++k) {
    drawn.clear();
    for (std::size_t p = 0; p < passes.size(); ++p) {
      const RatioBlocks& blocks = passes[random.below(passes.size())];
      for (std::size_t b = 0; b < blocks.size(); ++b) draw(blocks[random.below(blocks.size())]);
    }
    // All that was drawn may be empty.
    medians.push_back(drawn.empty() ? ratio : median(drawn));
  }
  std::sort(medians.begin(), medians.end());
  const auto below = static_cast<std::size_t>(kTail * static_cast<double>(kResamples));
  return {ratio, medians[below], medians[kResamples - 1 - below]};
}

}  // namespace touchstone
