// SPDX-License-Identifier: GPL-3.0-or-later
// The arms of a body of 33 to 128 vertices in single precision: half the memory, and twice as many
// in a register. A scan of them leaves few vertices to be compared in doubles
// (single_scan_kernel.hpp). Internal to `certified`.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "geometry/support_map.hpp"

namespace touchstone {

/// Immutable; shared between threads.
class SingleArms {
 public:
  /// Arms of eight vertices, by their entries.
  struct alignas(32) Block {
    static constexpr int kVertices = 8;
    std::array<float, kVertices> x, y, z;
  };
  /// How far the difference of two products with a direction u may be off, in parts of |u|_1 times
  /// the longest arm: of each product an arm, an entry of u, a product and two sums are rounded to
  /// 24 bits, so that both are off by less than 10.1 of 2^-24 together. One more is the
  /// rounding of a level, one more ReachedVertices::kSlack.
  static constexpr double kRounding = 14 * 0x1p-24;
  /// Products with directions between these are in the range of single precision [|u|_1].
  static constexpr double kShortest = 0x1p-60;
  static constexpr double kLongest = 0x1p60;

  SingleArms() = default;
  explicit SingleArms(const SupportMap& map);

  /// Asks for all of their memory.
  void prefetch() const {
    for (const Block& block : blocks_) __builtin_prefetch(&block);
  }
  /// Whether the body has a size for which this is of use.
  bool used() const { return !blocks_.empty(); }
  /// By place. What fills up the last block is not a number, which no comparison takes for farther.
  std::span<const Block> blocks() const { return blocks_; }
  /// The arms here are those of the map times this power of two; the longest is about 1.
  double scale() const { return scale_; }

 private:
  double scale_ = 1;
  std::vector<Block> blocks_;
};

}  // namespace touchstone
