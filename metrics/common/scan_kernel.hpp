// SPDX-License-Identifier: GPL-3.0-or-later
// Which vertex of a small body is farthest along a direction, inlined into the search that asks.
// The products, and so the answers, are those of geometry/support_scan.hpp. Shared by metrics.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "geometry/support_map.hpp"
#include "metrics/arithmetic/lanes_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

[[gnu::always_inline]] inline Lanes four_at(const double* from) {
  Lanes lanes;
  std::memcpy(&lanes.v, from, sizeof lanes.v);
  return lanes;
}

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

/// The products with a direction of up to kMost vertices, which a scan has made.
template <int kMost>
struct ScannedProducts {
  alignas(32) double along[kMost];
  int count;

  /// The first vertex farthest along u; 0 if u is not a number.
  [[gnu::always_inline]] int scan(const SupportMap::Columns& of, const Lanes& u) {
    const Lanes x = everywhere(u[0]);
    const Lanes y = everywhere(u[1]);
    const Lanes z = everywhere(u[2]);
    count = of.count;
    Lanes most_0 = four_along(of, 0, x, y, z);
    Lanes most_1 = four_along(of, 4, x, y, z);
    if (of.count == kScanBlock) {
      const Lanes most = largest_everywhere(larger(most_0, most_1));
      std::memcpy(along, &most_0.v, sizeof most_0.v);
      std::memcpy(along + 4, &most_1.v, sizeof most_1.v);
      return first_of(bits_of(reinterpret_cast<Mask>(most_0.v == most.v)) |
                      bits_of(reinterpret_cast<Mask>(most_1.v == most.v)) << 4U);
    }
    std::memcpy(along, &most_0.v, sizeof most_0.v);
    std::memcpy(along + 4, &most_1.v, sizeof most_1.v);
    for (int i = kScanBlock; i < of.count; i += kScanBlock) {
      const Lanes next_0 = four_along(of, i, x, y, z);
      const Lanes next_1 = four_along(of, i + 4, x, y, z);
      std::memcpy(along + i, &next_0.v, sizeof next_0.v);
      std::memcpy(along + i + 4, &next_1.v, sizeof next_1.v);
      most_0 = larger(next_0, most_0);
      most_1 = larger(next_1, most_1);
    }
    const Lanes most = largest_everywhere(larger(most_0, most_1));
    for (int word = 0; word < of.count; word += 64) {
      std::uint64_t bits = 0;
      for (int i = 0; i < 64 && word + i < of.count; i += 4) {
        bits |=
            std::uint64_t{bits_of(reinterpret_cast<Mask>(four_at(along + word + i).v == most.v))}
            << static_cast<unsigned>(i);
      }
      if (bits != 0) return word + std::countr_zero(bits);
    }
    return 0;
  }

  /// The vertices that reach a level; all if it is not a number.
  [[gnu::always_inline]] ScreenedPoints reaching(double level) const {
    const Lanes least = everywhere(level);
    ScreenedPoints found{};
    for (int i = 0; i < count; i += 4) {
      const std::uint64_t below = bits_of(reinterpret_cast<Mask>(four_at(along + i).v < least.v));
      found[static_cast<std::size_t>(i / 64)] |= (below ^ 15U) << static_cast<unsigned>(i % 64);
    }
    return found;
  }

 private:
  [[gnu::always_inline]] static int first_of(unsigned bits) {
    return bits == 0 ? 0 : std::countr_zero(bits);
  }
};

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
