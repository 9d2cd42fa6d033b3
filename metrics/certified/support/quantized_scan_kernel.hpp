// SPDX-License-Identifier: GPL-3.0-or-later
// Which vertex of 33 to 128 is farthest along a direction, to the rounding of doubles: integers of
// 16 bits name those that may be, mostly one, and doubles compare these. Internal to `certified`.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "metrics/arithmetic/shorts_kernel.hpp"
#include "metrics/certified/support/scanned_arms.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// A direction in the axes of a body, and its size: 1.75 times |u|_1 in world axes, which is no
/// smaller than |u|_1 in any axes.
struct SizedDirection {
  Lanes u;
  double size;
};

/// The products of a scan.
struct QuantizedProducts {
  alignas(32) std::int16_t along[SupportMap::kMaxScanned];
  int count;
  ScreenedPoints occupied;

  /// Directions of sizes between these can be scaled.
  static constexpr double kMinSize = 0x1p-900;
  static constexpr double kMaxSize = 0x1p900;
  [[gnu::always_inline]] static bool in_range(double size) {
    return size > kMinSize && size < kMaxSize;
  }

  /// The vertex farthest along u, the first of several; arm_of(place) is exact. Its size is
  /// in_range(). -1 where are_many().
  template <class ArmOf>
  [[gnu::always_inline]] int scan(const ScannedArms& arms, const ArmOf& arm_of,
                                  const SizedDirection& direction) {
    const ScreenedPoints found = above(products(arms, direction), ScannedArms::kDoubt);
    if (count_of(found) == 1) return first_of(found);
    return are_many(found) ? -1 : farthest_of(found, arm_of, direction.u);
  }

  /// Whether a scan in doubles takes less time than to compare these one by one.
  [[gnu::always_inline]] static bool are_many(const ScreenedPoints& found) {
    return count_of(found) > kMaxCompared;
  }

  /// A vertex farthest along u to the rounding of these integers.
  [[gnu::always_inline]] int rough(const ScannedArms& arms, const SizedDirection& direction) {
    return first_of(above(products(arms, direction), 1));
  }

  /// Stores the products with all arms. The largest, everywhere.
  [[gnu::always_inline]] Shorts products(const ScannedArms& arms, const SizedDirection& direction) {
    const Lanes u = direction.u * scale_of(direction.size);
    Shorts x;
    Shorts y;
    Shorts z;
    round_to_shorts(u, x, y, z);
    occupied = arms.occupied();
    std::int16_t* at = along;
    Shorts most(std::int16_t{-std::numeric_limits<std::int16_t>::max()});
    for (const ScannedArms::Block& block : arms.blocks()) {
      const Shorts next((scaled_product(Shorts(block.x.data()), x).v +
                         scaled_product(Shorts(block.y.data()), y).v) +
                        scaled_product(Shorts(block.z.data()), z).v);
      next.store(at);
      at += ScannedArms::Block::kVertices;
      most = larger_short(next, most);
    }
    count = static_cast<int>(at - along);
    // Up to where they are compared.
    if (count % kCompared != 0) Shorts(std::int16_t{0}).store(at);
    return largest_everywhere(most);
  }

  /// The vertices that may be as far as one.
  [[gnu::always_inline]] ScreenedPoints reaching(int place) const {
    return above(Shorts(along[place]), ScannedArms::kDoubt);
  }

 private:
  static constexpr int kCompared = 32;
  static constexpr int kMaxCompared = 8;

  /// What a direction of such a size is scaled by: without a division, for which the scan would
  /// wait. |u| in world axes is at most size / 1.75, and a rotation keeps lengths to a hundredth.
  [[gnu::always_inline]] static double scale_of(double size) {
    constexpr double kFactor = 1.75 / 2 / 1.01 * ScannedArms::kMaxDirection;
    constexpr std::uint64_t kExponent = 0x7FF0'0000'0000'0000;
    constexpr auto kOfOne =
        std::bit_cast<std::uint64_t>(kFactor) + std::bit_cast<std::uint64_t>(1.0);
    return std::bit_cast<double>(kOfOne - (std::bit_cast<std::uint64_t>(size) & kExponent));
  }

  /// The vertices whose products are below a level by less than so much.
  [[gnu::always_inline]] ScreenedPoints above(const Shorts& level, std::int16_t less) const {
    const Shorts least(level.v - Shorts(less).v);
    const auto word = [&](int first, bool both) {
      const std::uint64_t low = bits_above(along + first, least);
      return both ? low | std::uint64_t{bits_above(along + first + kCompared, least)} << 32U : low;
    };
    // A scan is of more than 32.
    const std::uint64_t first = word(0, true) & occupied[0];
    if (count <= 64) return {first, 0};
    return {first, word(64, count > 64 + kCompared) & occupied[1]};
  }

  [[gnu::always_inline]] static int first_of(const ScreenedPoints& found) {
    return found[0] != 0   ? std::countr_zero(found[0])
           : found[1] != 0 ? 64 + std::countr_zero(found[1])
                           : 0;
  }

  template <class ArmOf>
  [[gnu::always_inline]] static int farthest_of(const ScreenedPoints& found, const ArmOf& arm_of,
                                                const Lanes& u) {
    double most = -std::numeric_limits<double>::infinity();
    int best = 0;
    for (std::size_t word = 0; word < found.size(); ++word) {
      for (std::uint64_t bits = found[word]; bits != 0; bits &= bits - 1) {
        const int i = static_cast<int>(64 * word) + std::countr_zero(bits);
        const double of_i = dot(arm_of(i), u);
        if (!(of_i > most)) continue;
        most = of_i;
        best = i;
      }
    }
    return best;
  }
};

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
