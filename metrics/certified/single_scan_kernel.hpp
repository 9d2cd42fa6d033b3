// SPDX-License-Identifier: GPL-3.0-or-later
// Which vertex of 33 to 128 is farthest along a direction, to the rounding of doubles: single
// precision names those that may be, mostly one, and doubles compare these. Internal to
// `certified`.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "metrics/arithmetic/singles_kernel.hpp"
#include "metrics/certified/single_arms.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// The products of a scan.
struct SingleProducts {
  alignas(32) float along[SupportMap::kMaxScanned];
  int count;
  double size;  ///< |u|_1, in which their rounding is measured

  /// Whether products with such a direction are in range.
  [[gnu::always_inline]] static bool takes(double size_of_u) {
    return size_of_u > SingleArms::kShortest && size_of_u < SingleArms::kLongest;
  }

  /// The vertex farthest along u, the first of several. `size_of_u` is |u|_1, and takes() it.
  [[gnu::always_inline]] int scan(const SingleArms& arms, const SupportMap::Columns& exact,
                                  const Lanes& u, double size_of_u) {
    const Singles x(u[0]);
    const Singles y(u[1]);
    const Singles z(u[2]);
    count = arms.count();
    size = size_of_u;
    const float* block = arms.blocks();
    Singles most = products(block, x, y, z);
    most.store(along);
    for (int i = SingleArms::kBlock; i < count; i += SingleArms::kBlock) {
      block += SingleArms::kNumbers;
      const Singles next = products(block, x, y, z);
      next.store(along + i);
      most = larger_single(next, most);
    }
    const float top = largest_everywhere(most).v[0];
    const ScreenedPoints found = reaching(top, SingleArms::kRounding);
    if (std::popcount(found[0]) + std::popcount(found[1]) == 1) {
      return found[0] != 0 ? std::countr_zero(found[0]) : 64 + std::countr_zero(found[1]);
    }
    return farthest_of(found, exact, u);
  }

  /// The vertices that are not farther than `slack` size below a level.
  [[gnu::always_inline]] ScreenedPoints reaching(float level, double slack) const {
    const Singles least(static_cast<double>(level) - slack * size);
    ScreenedPoints found{};
    for (int i = 0; i < count; i += SingleArms::kBlock) {
      const std::uint64_t below =
          bits_of(reinterpret_cast<Singles::Mask>(Singles(along + i).v < least.v));
      found[static_cast<std::size_t>(i / 64)] |= (below ^ 0xffU) << static_cast<unsigned>(i % 64);
    }
    return found;
  }

 private:
  [[gnu::always_inline]] static Singles products(const float* block, const Singles& x,
                                                 const Singles& y, const Singles& z) {
    return Singles((Singles(block).v * x.v + Singles(block + 8).v * y.v) +
                   Singles(block + 16).v * z.v);
  }

  [[gnu::always_inline]] static int farthest_of(const ScreenedPoints& found,
                                                const SupportMap::Columns& exact, const Lanes& u) {
    double most = -std::numeric_limits<double>::infinity();
    int best = 0;
    for (std::size_t word = 0; word < found.size(); ++word) {
      for (std::uint64_t bits = found[word]; bits != 0; bits &= bits - 1) {
        const int i = static_cast<int>(64 * word) + std::countr_zero(bits);
        const double of_i = (exact.x[i] * u[0] + exact.y[i] * u[1]) + exact.z[i] * u[2];
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
