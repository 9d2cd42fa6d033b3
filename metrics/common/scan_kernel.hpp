// SPDX-License-Identifier: GPL-3.0-or-later
// Which vertex of a small body is farthest along a direction, inlined into the search that asks.
// The products, and so the answers, are those of geometry/support/support_scan.hpp. Shared by
// metrics.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

#include "geometry/support/support_map.hpp"
#include "metrics/arithmetic/lanes_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// The largest lane, in each.
[[gnu::always_inline]] inline Lanes largest_everywhere(const Lanes& a) {
  const Lanes b = larger(a, Lanes(__builtin_shufflevector(a.v, a.v, 2, 3, 0, 1)));
  return larger(b, Lanes(__builtin_shufflevector(b.v, b.v, 1, 0, 3, 2)));
}

/// Products of four vertices with a direction, whose entries are everywhere in x, y and z.
[[gnu::always_inline]] inline Lanes four_along(const SupportMap::Columns& of, int first,
                                               const Lanes& x, const Lanes& y, const Lanes& z) {
  return (four_at(of.x + first) * x + four_at(of.y + first) * y) + four_at(of.z + first) * z;
}

/// The products of a scan with up to kMost vertices.
template <int kMost>
struct ScannedProducts {
  static_assert(kMost % kScanBlock == 0 && kMost <= 64);
  alignas(32) double along[kMost];
  Lanes most;  ///< the largest of them, in each lane
  int count;

  /// The first vertex farthest along u; 0 if u is not a number.
  [[gnu::always_inline]] int scan(const SupportMap::Columns& of, const Lanes& u) {
    const Lanes x = everywhere(u[0]);
    const Lanes y = everywhere(u[1]);
    const Lanes z = everywhere(u[2]);
    count = of.count;
    Lanes most_0 = four_along(of, 0, x, y, z);
    Lanes most_1 = four_along(of, 4, x, y, z);
    store(0, most_0, most_1);
    // Unrolled, so that shifts and places are constants.
#pragma GCC unroll 8
    for (int i = kScanBlock; i < kMost; i += kScanBlock) {
      if (i >= of.count) break;
      const Lanes next_0 = four_along(of, i, x, y, z);
      const Lanes next_1 = four_along(of, i + 4, x, y, z);
      store(i, next_0, next_1);
      most_0 = larger(next_0, most_0);
      most_1 = larger(next_1, most_1);
    }
    most = largest_everywhere(larger(most_0, most_1));
    return first_at(most);
  }

  /// The first vertex farthest along the scan's direction of those that are below the farthest; 0
  /// if there is none.
  [[gnu::always_inline]] int scan_next() const {
    const Lanes lowest = everywhere(-std::numeric_limits<double>::infinity());
    Lanes next = lowest;
#pragma GCC unroll 8
    for (int i = 0; i < kMost; i += 4) {
      if (i > 4 && i >= count) break;
      const Lanes four = four_at(along + i);
      next = larger(select(four < most, four, lowest), next);
    }
    return first_at(largest_everywhere(next));
  }

  /// A bit for each vertex that reaches a level; for all if it is not a number.
  [[gnu::always_inline]] std::uint64_t reaching(double level) const {
    const Lanes least = everywhere(level);
    std::uint64_t found = 0;
    for (int i = 0; i < count; i += 4) {
      const unsigned below = bits_of(four_at(along + i) < least);
      found |= std::uint64_t{below ^ 15U} << static_cast<unsigned>(i);
    }
    return found;
  }

 private:
  /// The first vertex at a level; 0 if there is none.
  [[gnu::always_inline]] int first_at(const Lanes& level) const {
    std::uint64_t bits = 0;
#pragma GCC unroll 8
    for (int i = 0; i < kMost; i += kScanBlock) {
      if (i > 0 && i >= count) break;
      const unsigned eight =
          bits_of(four_at(along + i) == level) | bits_of(four_at(along + i + 4) == level) << 4U;
      bits |= std::uint64_t{eight} << static_cast<unsigned>(i);
    }
    return bits == 0 ? 0 : std::countr_zero(bits);
  }
  [[gnu::always_inline]] void store(int first, const Lanes& a, const Lanes& b) {
    std::memcpy(along + first, &a.v, sizeof a.v);
    std::memcpy(along + first + 4, &b.v, sizeof b.v);
  }
};

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
