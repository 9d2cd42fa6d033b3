// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_ratio.hpp"

#include <algorithm>
#include <cmath>

#include "benchmarks/timing/time_pairs.hpp"
#include "geometry/random.hpp"
#include "harness/statistics/statistics.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kResamples = 1000;
constexpr double kTail = 0.025;  ///< on each side of the interval
/// In each pass, of one motion each; fewer of slow metrics.
constexpr double kMaxBlocks = 8;
/// What is between two readings of the clock takes at least about so long: clocks tick every 10 ns
/// on some machines [ns].
constexpr double kLeast_ns = 1000;
constexpr double kMaxBlock_ns = 1e9;

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
  const auto any = [](const std::vector<double>& block) { return !block.empty(); };
  const auto measured = static_cast<std::uint64_t>(
      std::count_if(passes.begin(), passes.end(), [&any](const RatioBlocks& blocks) {
        return std::any_of(blocks.begin(), blocks.end(), any);
      }));
  if (measured < kMinIntervalPasses) return {ratio, measured, {}, {}};
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
  return {ratio, measured, medians[below], medians[kResamples - 1 - below]};
}

std::optional<double> net_ratio(const std::vector<double>& times_ns,
                                const std::vector<double>& before_ns, double empty_ns) {
  std::vector<double> ratios;
  for (std::size_t k = 0; k < times_ns.size(); ++k) {
    const double before = before_ns[k] - empty_ns;
    if (before > 0) ratios.push_back(std::max(0.0, times_ns[k] - empty_ns) / before);
  }
  if (ratios.empty()) return std::nullopt;
  return median(ratios);
}

BatchPlan plan_batches(double metric_ns, std::uint64_t batch, double cell_s) {
  const double both_ns = 2 * metric_ns;
  const double most = std::floor(kMaxBlock_ns / both_ns);
  const double of_one = std::clamp(static_cast<double>(batch), 1.0, std::max(1.0, most));
  const auto batches = [&](double pairs) {
    return of_one * std::max(1.0, std::ceil(pairs / of_one));
  };
  const double at_once = batches(kLeast_ns / metric_ns);
  const double block =
      batches(std::min(std::max(at_once, static_cast<double>(kTimeMotionSteps)), most));
  const double blocks = std::clamp(std::floor(1e9 * cell_s / (both_ns * block)), 1.0, kMaxBlocks);
  return {static_cast<std::uint64_t>(of_one),
          {static_cast<std::uint64_t>(blocks * block), static_cast<std::uint64_t>(block),
           static_cast<std::uint64_t>(std::min(at_once, block))}};
}

RatioPlan plan_ratio(double metric_ns, double before_ns, double cell_s, double slow_cell_s) {
  constexpr auto kMotion = static_cast<double>(kTimeMotionSteps);
  const double both_ns = metric_ns + before_ns;
  const double blocks = std::floor(1e9 * cell_s / (both_ns * kMotion));
  const double of_one = std::clamp(1e9 * slow_cell_s / both_ns, 1.0, kMotion);
  const double pairs = blocks >= 1 ? std::min(blocks, kMaxBlocks) * kMotion : std::floor(of_one);
  const double block = std::floor(std::clamp(kMaxBlock_ns / both_ns, 1.0, kMotion));
  const double at_once = std::ceil(kLeast_ns / std::min(metric_ns, before_ns));
  return {static_cast<std::uint64_t>(pairs), static_cast<std::uint64_t>(block),
          static_cast<std::uint64_t>(std::clamp(at_once, 1.0, block))};
}

}  // namespace touchstone
