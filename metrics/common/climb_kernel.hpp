// SPDX-License-Identifier: GPL-3.0-or-later
// The climb to the vertex of a larger body that is farthest along a direction, inlined into the
// search that asks: eight neighbours are looked at together, in wide registers. It goes the way
// that SupportMap's climb goes. Two bodies climb in turns, so that the waits for their memory
// overlap. Shared by metrics.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "geometry/loop_bound.hpp"
#include "geometry/support/support_map.hpp"
#include "metrics/common/scan_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

class Climb {
 public:
  [[gnu::always_inline]] Climb(const SupportMap& map, const Lanes& u, int start)
      : map_(map),
        x_(everywhere(u[0])),
        y_(everywhere(u[1])),
        z_(everywhere(u[2])),
        best_(start),
        bound_("climb to the farthest vertex: step to a neighbour", map.count()) {
    const double* arm = map.arm(start).data();
    most_ = (u[0] * arm[0] + u[1] * arm[1]) + u[2] * arm[2];
  }

  /// Goes to the farthest neighbour. False if none is farther. Each place is farther than the one
  /// before, so that none comes twice.
  [[gnu::always_inline]] bool step() {
    bound_.step();
    const int from = best_;
    next_most_ = -std::numeric_limits<double>::infinity();
    look(map_.near_neighbours(from));
    const auto more = map_.neighbour_blocks(from);
    for (std::size_t k = SupportMap::kBlock; k < more.size(); k += SupportMap::kBlock) {
      look(more.data() + k);
    }
    return best_ != from;
  }

  int place() const { return best_; }
  /// How much farther the place is than the next of its neighbours, once step() was false.
  double lead() const { return most_ - next_most_; }

 private:
  [[gnu::always_inline]] Lanes four_along(const std::int32_t* others) const {
    // Four numbers are read from each vertex on, and the first three are used.
    const Rows arms(four_at(map_.arm(others[0]).data()), four_at(map_.arm(others[1]).data()),
                    four_at(map_.arm(others[2]).data()), four_at(map_.arm(others[3]).data()));
    return (arms.x * x_ + arms.y * y_) + arms.z * z_;
  }

  [[gnu::always_inline]] void look(const std::int32_t* others) {
    const Lanes first = four_along(others);
    const Lanes second = four_along(others + 4);
    const Lanes top = largest_everywhere(larger(first, second));
    next_most_ = next_most_ < top[0] ? top[0] : next_most_;
    if (!(top[0] > most_)) return;
    most_ = top[0];
    const unsigned farthest = bits_of(first == top) | bits_of(second == top) << 4U;
    best_ = others[std::countr_zero(farthest)];
  }

  const SupportMap& map_;
  Lanes x_, y_, z_;
  int best_;
  double most_;
  double next_most_ = -std::numeric_limits<double>::infinity();
  LoopBound bound_;
};

/// Climbs in both bodies, in turns, until neither has a farther neighbour.
[[gnu::always_inline]] inline void climb_both(Climb& A, Climb& B) {
  bool moves_A = true;
  bool moves_B = true;
  do {
    if (moves_A) moves_A = A.step();
    if (moves_B) moves_B = B.step();
  } while (moves_A || moves_B);
}

/// The place where a climb from `start` ends. Not inlined, so that searches that scan do not carry
/// its registers.
[[gnu::noinline]] inline int climb(const SupportMap& map, Lanes u, int start) {
  Climb climb(map, u, start);
  while (climb.step()) {
  }
  return climb.place();
}

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
