// SPDX-License-Identifier: GPL-3.0-or-later
// By how much two metrics differ in time: medians of the ratios of single pairs.
#pragma once

#include <vector>

namespace touchstone {

/// Ratios of pairs [1], in the blocks in which they were measured.
using RatioBlocks = std::vector<std::vector<double>>;

struct MedianRatio {
  double ratio = 0;  ///< median over all pairs
  double low = 0;    ///< 95 %, by the bootstrap over blocks
  double high = 0;
};

/// Blocks are drawn with replacement, since what disturbs one pair disturbs its neighbours: the
/// steps of a motion, and the layout of memory of a pass. At least one ratio. A pure function.
MedianRatio median_ratio(const RatioBlocks& blocks);

}  // namespace touchstone
