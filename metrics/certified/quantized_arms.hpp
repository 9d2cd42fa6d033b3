// SPDX-License-Identifier: GPL-3.0-or-later
// The arms of a body of 33 to 128 vertices in integers of 16 bits: a quarter of the memory, and
// four times as many in a register. A scan of them leaves few vertices to be compared in doubles
// (quantized_scan_kernel.hpp). Internal to `certified`.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/support_map.hpp"

namespace touchstone {

/// Immutable; shared between threads.
class QuantizedArms {
 public:
  /// Arms of sixteen vertices, by their entries.
  struct alignas(32) Block {
    static constexpr int kVertices = 16;
    std::array<std::int16_t, kVertices> x, y, z;
  };
  /// The length of the longest arm.
  static constexpr double kLongest = 32'700;
  /// The length of a direction at most, with what a rotation may add to it: no product of an arm
  /// and a direction, in parts of 2^15, is larger than 16 bits.
  static constexpr double kDirection = 32'000;
  /// Products that differ by fewer units may be in the other order. A product is the
  /// sum of three that are rounded to half a unit each; arm and direction are rounded to half a
  /// unit in each entry, which counts as |u|_1 + |a|_1 <= 1.74 (kLongest + kDirection) in halves of
  /// 2^15. Together that is less than 3.24 units, of two products 6.5. ReachedVertices::kSlack is
  /// another 0.01. Numbers are whole, so what is 7 apart is in this order.
  static constexpr std::int16_t kDoubt = 7;

  QuantizedArms() = default;
  explicit QuantizedArms(const SupportMap& map);

  /// Asks for all of their memory.
  void prefetch() const;
  /// Whether the body has a size for which this is of use.
  bool used() const { return !blocks_.empty(); }
  /// By place. The last arm again fills up the last block.
  std::span<const Block> blocks() const { return blocks_; }
  /// A bit for each place that there is.
  const ScreenedPoints& there() const { return there_; }

 private:
  std::vector<Block> blocks_;
  ScreenedPoints there_{};
};

}  // namespace touchstone
