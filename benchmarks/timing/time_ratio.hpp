// SPDX-License-Identifier: GPL-3.0-or-later
// By how much two metrics differ in time: medians of the ratios of single pairs.
#pragma once

#include <vector>

namespace touchstone {

/// Ratios of pairs [1] of one pass, in the blocks in which they were measured.
using RatioBlocks = std::vector<std::vector<double>>;

struct MedianRatio {
  double ratio = 0;  ///< median over all pairs
  double low = 0;    ///< 95 %, by the bootstrap over passes and blocks
  double high = 0;
};

/// Passes are drawn with replacement, and of each its blocks, since what shifts one pair shifts its
/// neighbours: the layout of memory of a pass, the steps of a motion. At least one ratio. A pure
/// function.
MedianRatio median_ratio(const std::vector<RatioBlocks>& passes);

}  // namespace touchstone
