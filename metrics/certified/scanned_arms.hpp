// SPDX-License-Identifier: GPL-3.0-or-later
// How a body is asked for its farthest vertex, and the arms of one that is scanned, beside what
// else a query reads first, so that all of it is asked for at once. Internal to `certified`.
//
// * Up to 32 vertices: in doubles.
// * Up to 128: in integers of 16 bits, a quarter of the memory and four times as many in a
//   register. A scan leaves few vertices to be compared in doubles (quantized_scan_kernel.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "geometry/support_map.hpp"
#include "metrics/common/prefetch.hpp"

namespace touchstone {

/// Immutable; shared between threads.
class ScannedArms {
 public:
  enum class Kind : std::uint8_t {
    doubles,    ///< a scan of columns()
    quantized,  ///< a scan of blocks()
    by_map,     ///< a scan by the map, of lengths that integers are not scaled to
    climb,      ///< of more than 128 vertices, by the map
  };
  /// Arms of sixteen vertices in integers, by their entries.
  struct alignas(32) Block {
    static constexpr int kVertices = 16;
    std::array<std::int16_t, kVertices> x, y, z;
  };
  /// The length of the longest arm in these integers.
  static constexpr double kLongest = 32'700;
  /// The length of a direction at most, with what a rotation may add to it: no product of an arm
  /// and a direction, in parts of 2^15, is larger than 16 bits.
  static constexpr double kDirection = 32'000;
  /// Products that differ by fewer units may be in the other order. A product is the sum of three
  /// that are rounded to half a unit each; arm and direction are rounded to half a unit in each
  /// entry, which counts as |u|_1 + |a|_1 <= 1.74 (kLongest + kDirection) in halves of 2^15.
  /// Together that is less than 3.24 units, of two products 6.5. ReachedVertices::kSlack is
  /// another 0.01. Numbers are whole, so what is 7 apart is in this order.
  static constexpr std::int16_t kDoubt = 7;

  explicit ScannedArms(const SupportMap& map);

  Kind kind() const { return kind_; }
  /// As SupportMap::columns.
  SupportMap::Columns columns() const {
    const double* x = storage_.doubles.data();
    const double* y = x + count_;
    return {x, y, y + count_, count_};
  }
  /// By place. The last arm again fills up the last block.
  std::span<const Block> blocks() const {
    return {storage_.blocks.data(), static_cast<std::size_t>(count_)};
  }
  /// A bit for each place that there is.
  const ScreenedPoints& there() const { return there_; }

  /// Asks for what a query reads whatever the body is.
  void prefetch_first() const { prefetch_bytes(this, sizeof *this - sizeof storage_ + kFirst); }
  /// Asks for the rest of the arms.
  void prefetch_rest() const {
    if (bytes_ > kFirst) prefetch_bytes(&storage_.blocks[kFirst / sizeof(Block)], bytes_ - kFirst);
  }

 private:
  static constexpr std::size_t kMaxDoubles = std::size_t{3} * SupportMap::kMaxScannedWarm;
  static constexpr std::size_t kMaxBlocks = SupportMap::kMaxScanned / Block::kVertices;
  /// The arms of eight vertices in doubles, or of 32 in integers.
  static constexpr std::size_t kFirst = 2 * sizeof(Block);

  void fill_doubles(const SupportMap& map);
  void quantize(const SupportMap& map);

  ScreenedPoints there_{};
  int count_ = 0;          ///< of columns or blocks
  std::size_t bytes_ = 0;  ///< of arms
  Kind kind_ = Kind::climb;
  union alignas(64) Storage {
    std::array<double, kMaxDoubles> doubles;
    std::array<Block, kMaxBlocks> blocks;
  };
  Storage storage_;
};

}  // namespace touchstone
