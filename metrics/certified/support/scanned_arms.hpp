// SPDX-License-Identifier: GPL-3.0-or-later
// How a body is asked for its farthest vertex. The arms of a body that is scanned lie right behind
// its object, so that a query waits once for both. Internal to `certified`.
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

  /// Room for the arms of eight vertices in doubles, or of 32 in integers [bytes].
  static constexpr std::size_t kUnit = 192;
  static constexpr std::size_t kMaxUnits = 4;
  /// How many units the arms of a body take.
  static std::size_t units(const Polytope& body);

  /// Doubles are the map's columns(), which it has put where room_for_doubles() says; integers are
  /// made here. `room` is an ArmsRoom of so many units, which outlives this.
  ScannedArms(const SupportMap& map, std::byte* room);
  /// The room itself if the arms are doubles, else nullptr.
  static double* room_for_doubles(const Polytope& body, std::byte* room);

  Kind kind() const { return kind_; }
  /// The arms by entries, as in SupportMap::columns; of no use unless they are doubles.
  SupportMap::Columns columns() const { return {entries(0), entries(1), entries(2), count_}; }
  /// By place. The last arm again fills up the last block.
  std::span<const Block> blocks() const { return {static_cast<const Block*>(room_), at(count_)}; }
  /// A bit for each place that has a vertex.
  const ScreenedPoints& occupied() const { return occupied_; }

  /// Prefetches what every query reads, whatever the body is: this, and the arms behind it.
  void prefetch_first() const { prefetch_bytes(this, 64 + kUnit); }
  /// Prefetches the rest of the arms.
  void prefetch_rest() const {
    // A room of no units has no address to add to.
    for (std::size_t i = kUnit; i < kUnit + rest_; i += 64) {
      __builtin_prefetch(static_cast<const std::byte*>(room_) + i);
    }
  }

 private:
  const double* entries(std::ptrdiff_t axis) const {
    return static_cast<const double*>(room_) + axis * count_;
  }
  void quantize(const SupportMap& map, Block* blocks);

  ScreenedPoints occupied_{};
  const void* room_;
  int count_ = 0;           ///< vertices in doubles, or blocks
  std::uint32_t rest_ = 0;  ///< size of the arms beyond the first unit [bytes]
  Kind kind_ = Kind::climb;
};

template <std::size_t kUnits>
struct alignas(64) ArmsRoom {
  std::array<std::byte, kUnits * ScannedArms::kUnit> bytes;
};

}  // namespace touchstone
