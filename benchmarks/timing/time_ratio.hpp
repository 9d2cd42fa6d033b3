// SPDX-License-Identifier: GPL-3.0-or-later
// By how much two metrics differ in time: medians of the ratios of single pairs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace touchstone {

/// Ratios of pairs [1] of one pass, in the blocks in which they were measured.
using RatioBlocks = std::vector<std::vector<double>>;

struct MedianRatio {
  double ratio = 0;           ///< median over all pairs
  std::uint64_t passes = 0;   ///< with a ratio
  std::optional<double> low;  ///< 95 %, by the bootstrap over passes and blocks
  std::optional<double> high;
};

/// Fewer passes than this do not show how much passes differ, so no interval is given.
inline constexpr std::uint64_t kMinIntervalPasses = 4;

/// Passes are drawn with replacement, and of each its blocks, since what shifts one pair shifts its
/// neighbours: the layout of memory of a pass, the steps of a motion. At least one ratio. A pure
/// function.
MedianRatio median_ratio(const std::vector<RatioBlocks>& passes);

/// The median ratio of the times of pairs, `times_ns` over `before_ns`, each less `empty_ns` [ns].
/// Pairs that took no longer before do not count; nothing where none is left. A pure function.
std::optional<double> net_ratio(const std::vector<double>& times_ns,
                                const std::vector<double>& before_ns, double empty_ns);

/// Share of right answers below which a metric's time is compared with no other.
inline constexpr double kMinRightShare = 0.999;

/// What two metrics are asked in one pass.
struct RatioPlan {
  std::uint64_t pairs = 0;
  std::uint64_t block = 0;    ///< pairs after which the two take turns
  std::uint64_t at_once = 0;  ///< pairs that are timed together, since clocks tick
};

/// What a metric is asked in batches and one by one, for queries of `metric_ns` [ns]: whole batches
/// of `batch` pairs, in `at_once`, too; a batch shrinks until it takes half a second at most. Times
/// otherwise as those of plan_ratio(). A pure function.
struct BatchPlan {
  std::uint64_t batch = 0;
  RatioPlan pairs;
};
BatchPlan plan_batches(double metric_ns, std::uint64_t batch, double cell_s);

/// For queries of `metric_ns` and `before_ns` [ns]. A pass takes about `cell_s` [s]; where that is
/// too little for a motion, `slow_cell_s` at most, with fewer pairs, but one. A block ends after
/// about a second, so that a run can be stopped. A pure function.
RatioPlan plan_ratio(double metric_ns, double before_ns, double cell_s, double slow_cell_s);

}  // namespace touchstone
