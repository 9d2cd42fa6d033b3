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
  float doubt;  ///< products that differ by less may be equal

  /// Whether products with such a direction are in range.
  [[gnu::always_inline]] static bool takes(double size_of_u) {
    return size_of_u > SingleArms::kShortest && size_of_u < SingleArms::kLongest;
  }

  /// The vertex farthest along u, the first of several; arm_of(place) is exact. `size_of_u` is not
  /// smaller than |u|_1, and takes() it.
  template <class ArmOf>
  [[gnu::always_inline]] int scan(const SingleArms& arms, const ArmOf& arm_of, const Lanes& u,
                                  double size_of_u) {
    doubt = static_cast<float>(SingleArms::kRounding * size_of_u);
    const ScreenedPoints found = reaching(largest_everywhere(products(arms, u)));
    if (std::popcount(found[0]) + std::popcount(found[1]) == 1) {
      return found[0] != 0 ? std::countr_zero(found[0]) : 64 + std::countr_zero(found[1]);
    }
    return farthest_of(found, arm_of, u);
  }

  /// A vertex farthest along u to the rounding of single precision.
  [[gnu::always_inline]] int rough(const SingleArms& arms, const Lanes& u) {
    doubt = 0;
    const ScreenedPoints found = reaching(largest_everywhere(products(arms, u)));
    return found[0] != 0   ? std::countr_zero(found[0])
           : found[1] != 0 ? 64 + std::countr_zero(found[1])
                           : 0;
  }

  /// For reaching().
  [[gnu::always_inline]] void measure(const SingleArms& arms, const Lanes& u, double size_of_u) {
    doubt = static_cast<float>(SingleArms::kRounding * size_of_u);
    products(arms, u);
  }

  /// The vertices that may be as far as one.
  [[gnu::always_inline]] ScreenedPoints reaching(int place) const {
    return reaching(Singles(along[place]));
  }

 private:
  static constexpr int kCompared = 32;

  /// The largest products along u, in the lanes of one register.
  [[gnu::always_inline]] Singles products(const SingleArms& arms, const Lanes& u) {
    const Singles x(u[0]);
    const Singles y(u[1]);
    const Singles z(u[2]);
    float* at = along;
    Singles most(-std::numeric_limits<float>::infinity());
    for (const SingleArms::Block& block : arms.blocks()) {
      const Singles next((Singles(block.x.data()).v * x.v + Singles(block.y.data()).v * y.v) +
                         Singles(block.z.data()).v * z.v);
      next.store(at);
      at += SingleArms::Block::kVertices;
      most = larger_single(next, most);
    }
    count = static_cast<int>(at - along);
    // Up to where they are compared.
    const Singles nothing(-std::numeric_limits<float>::infinity());
    for (; (at - along) % kCompared != 0; at += SingleArms::Block::kVertices) nothing.store(at);
    return most;
  }

  [[gnu::always_inline]] ScreenedPoints reaching(const Singles& level) const {
    const Singles least(level.v - Singles(doubt).v);
    const auto word = [&](int first, bool both) {
      const std::uint64_t low = bits_reaching(along + first, least);
      return both ? low | std::uint64_t{bits_reaching(along + first + kCompared, least)} << 32U
                  : low;
    };
    // A scan is of more than 32.
    return {word(0, true), count > 2 * kCompared ? word(2 * kCompared, count > 3 * kCompared) : 0};
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
