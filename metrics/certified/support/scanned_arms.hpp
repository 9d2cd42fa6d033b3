// SPDX-License-Identifier: GPL-3.0-or-later
// How a body is asked for its farthest vertex. The arms of a body that is scanned lie within its
// object, so that a query waits once for both. Internal to `certified`.
//
// * Up to 32 vertices: in doubles.
// * Up to 128: in integers of 16 bits, a quarter of the memory and four times as many in a
//   register. A scan leaves few vertices to be compared in doubles (quantized_scan_kernel.hpp).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "geometry/index.hpp"
#include "geometry/support/support_map.hpp"
#include "metrics/common/prefetch.hpp"

namespace touchstone {

[[gnu::always_inline]] inline int count_of(const ScreenedPoints& points) {
  return std::popcount(points[0]) + std::popcount(points[1]);
}

/// Immutable; shared between threads.
class ScannedArms {
 public:
  enum class Kind : std::uint8_t {
    doubles,    ///< a scan of columns()
    quantized,  ///< a scan of blocks()
    climb,      ///< a climb of the map, for more than 128 vertices
  };
  /// Arms of sixteen vertices in integers, by their entries.
  struct alignas(32) Block {
    static constexpr int kVertices = 16;
    std::array<std::int16_t, kVertices> x, y, z;
  };
  /// The length of the longest arm in these integers.
  static constexpr double kMaxArm = 32'700;
  /// The length of a direction at most, with what a rotation may add to it. A product of an arm and
  /// a direction is divided by 2^15, so it is in the range of 16 bits.
  static constexpr double kMaxDirection = 32'000;
  /// A product that is so many units or more below another is truly below it, by more than
  /// ReachedVertices::kSlack. Of its error,
  ///
  /// * three terms, each rounded to half a unit, are 1.5 units;
  /// * the entries of arm a and direction u, each rounded to half a unit, are at most
  ///   (|u|_1 + |a|_1) / 2^16 <= 1.74 (kMaxArm + kMaxDirection) / 2^16 < 1.73 units.
  ///
  /// Two products err by less than 6.5 units together; the slack is 0.01.
  static constexpr std::int16_t kDoubt = 7;

  explicit ScannedArms(const SupportMap& map);

  Kind kind() const { return kind_; }
  /// The arms by entries, as in SupportMap::columns; of no use unless they are doubles.
  SupportMap::Columns columns() const { return {entries(0), entries(1), entries(2), count_}; }
  /// By place. The last arm again fills up the last block.
  std::span<const Block> blocks() const { return {storage_.blocks.data(), at(count_)}; }
  /// A bit for each place that has a vertex.
  const ScreenedPoints& occupied() const { return occupied_; }

  /// Prefetches what every query reads, whatever the body is.
  void prefetch_first() const { prefetch_bytes(this, sizeof *this - sizeof storage_ + kFirst); }
  /// Prefetches the rest of the arms.
  void prefetch_rest() const {
    prefetch_bytes(reinterpret_cast<const char*>(&storage_) + kFirst, rest_);
  }

 private:
  static constexpr std::size_t kMaxDoubles = std::size_t{3} * SupportMap::kMaxScannedWarm;
  static constexpr std::size_t kMaxBlocks = SupportMap::kMaxScanned / Block::kVertices;
  /// The arms of eight vertices in doubles, or of 32 in integers.
  static constexpr std::size_t kFirst = 2 * sizeof(Block);

  const double* entries(std::ptrdiff_t axis) const {
    return storage_.doubles.data() + axis * count_;
  }
  void fill_doubles(const SupportMap& map);
  void quantize(const SupportMap& map);

  ScreenedPoints occupied_{};
  int count_ = 0;         ///< vertices in doubles, or blocks
  std::size_t rest_ = 0;  ///< size of the arms beyond kFirst [bytes]
  Kind kind_ = Kind::climb;
  union alignas(64) Storage {
    std::array<double, kMaxDoubles> doubles;
    std::array<Block, kMaxBlocks> blocks;
  };
  Storage storage_;
};

}  // namespace touchstone
