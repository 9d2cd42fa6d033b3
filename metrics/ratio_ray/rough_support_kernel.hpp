// SPDX-License-Identifier: GPL-3.0-or-later
// Vertices of a body that are about as far along a direction as any, with their arms to single
// precision: where a portal is far from the facet they are as good as the farthest, and the proof
// sees where one is left out. Internal to `ratio_ray`.
//
// * Bodies that SupportMap scans: a scan in single precision, of half the memory.
// * Larger ones: one look into a table (arm_table.hpp), and climbs where that leads no further.
//
// all_singles_below tells whether vertices of a scanned body are below a level for certain.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "geometry/index.hpp"
#include "metrics/arithmetic/singles_kernel.hpp"
#include "metrics/common/climb_kernel.hpp"
#include "metrics/ratio_ray/ray_body.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// A vertex by its place, and its arm, to single precision at least [m].
struct RoughVertex {
  int place;
  Vec3 arm;
};

/// Products of eight arms with one direction.
class SingleDirection {
 public:
  [[gnu::always_inline]] explicit SingleDirection(const Vec3& u)
      : x_(u.data()[0]), y_(u.data()[1]), z_(u.data()[2]) {}

  [[gnu::always_inline]] Singles along(const SingleArmsBlock& arms) const {
    return Singles((Singles(arms.x.data()).v * x_.v + Singles(arms.y.data()).v * y_.v) +
                   Singles(arms.z.data()).v * z_.v);
  }
  /// Product of arm k of the block with the direction in every lane, with the bits of along(arms).
  [[gnu::always_inline]] Singles along(const SingleArmsBlock& arms, std::size_t k) const {
    return Singles((Singles(arms.x[k]).v * x_.v + Singles(arms.y[k]).v * y_.v) +
                   Singles(arms.z[k]).v * z_.v);
  }

 private:
  Singles x_, y_, z_;
};

/// The first lane that is as large as any; any lane where one is not a number.
[[gnu::always_inline]] inline unsigned place_of_largest(const Singles& a) {
  const auto reached = reinterpret_cast<Singles::Mask>(a.v == largest_everywhere(a).v);
  return static_cast<unsigned>(std::countr_zero(bits_of(reached) | 1U << 7U));
}

/// The place among RayBody::singles that is farthest along u but for rounding to single precision;
/// any if u is not a number or out of that range.
[[gnu::always_inline]] inline int farthest_single(const RayBody& body, const Vec3& u) {
  const SingleDirection direction(u);
  const SingleArmsBlock* const block = body.singles.data();
  const std::size_t blocks = body.singles.size();
  if (blocks == 1) return static_cast<int>(place_of_largest(direction.along(block[0])));
  // Two chains: one waits for its own comparison.
  Singles most_0 = direction.along(block[0]);
  Singles most_1 = direction.along(block[1]);
  Singles::Mask best_0 = {0, 1, 2, 3, 4, 5, 6, 7};
  Singles::Mask best_1 = best_0 + 8;
  Singles::Mask place = best_1;
  for (std::size_t i = 2; i < blocks; i += 2) {
    const Singles next_0 = direction.along(block[i]);
    const Singles next_1 = direction.along(block[i + 1]);
    place += 8;
    best_0 = next_0.v > most_0.v ? place : best_0;
    place += 8;
    best_1 = next_1.v > most_1.v ? place : best_1;
    most_0 = larger_single(next_0, most_0);
    most_1 = larger_single(next_1, most_1);
  }
  const Singles::Mask best = most_1.v > most_0.v ? best_1 : best_0;
  return best[place_of_largest(larger_single(most_1, most_0))];
}

/// A vertex about farthest along u, without a bound; the body is_rough().
[[gnu::always_inline]] inline RoughVertex rough_support(const RayBody& body, const Vec3& u) {
  if (body.singles.empty()) {
    const ArmTable::Cell& found = body.arm_table.farthest(u);
    return {found.place, Vec3(found.x, found.y, found.z)};
  }
  constexpr int kVertices = SingleArmsBlock::kVertices;
  // What fills up the last block is below 0, unless u is not a number.
  const int place = std::min(farthest_single(body, u), body.last_place);
  const SingleArmsBlock& arms = body.singles[at(place / kVertices)];
  const auto k = at(place % kVertices);
  return {place, Vec3(arms.x[k], arms.y[k], arms.z[k])};
}

/// Goes on to the farthest vertices from where a look into the tables has ended.
[[gnu::always_inline]] inline void climb_roughly(const RayBody& A, const Vec3& u_A, RoughVertex& a,
                                                 const RayBody& B, const Vec3& u_B,
                                                 RoughVertex& b) {
  const auto end_at = [](const RayBody& body, int place) {
    return RoughVertex{place, body.map.arm(place)};
  };
  if (A.map.scans() || B.map.scans()) {
    a = A.map.scans() ? rough_support(A, u_A) : end_at(A, climb(A.map, lanes_of(u_A), a.place));
    b = B.map.scans() ? rough_support(B, u_B) : end_at(B, climb(B.map, lanes_of(u_B), b.place));
    return;
  }
  Climb climb_A(A.map, lanes_of(u_A), a.place);
  Climb climb_B(B.map, lanes_of(u_B), b.place);
  climb_both(climb_A, climb_B);
  a = end_at(A, climb_A.place());
  b = end_at(B, climb_B.place());
}

/// What two products with a direction u may be apart that are equal, in parts of |u|_1 times the
/// longest arm: of each an arm, an entry of u, a product and two sums are rounded to 24 bits, 5.1
/// of 2^-24 together. Their difference, and the margin where it matters, are rounded once more.
constexpr double kSingleRounding = 14 * 0x1p-24;

/// Whether all vertices, except those in `but` and those known to lie in one plane with them, are
/// certainly below but[0] by `margin` along u. The body has RayBody::singles.
[[gnu::always_inline]] inline bool all_singles_below(const RayBody& body, const Vec3& u,
                                                     const std::array<int, 3>& but, double margin) {
  constexpr int kVertices = SingleArmsBlock::kVertices;
  constexpr int kWord = 64;
  const double size = (std::abs(u.data()[0]) + std::abs(u.data()[1])) + std::abs(u.data()[2]);
  const Singles doubt(kSingleRounding * size * body.map.longest() + margin);
  const SingleDirection direction(u);
  const SingleArmsBlock* const block = body.singles.data();
  const int blocks = static_cast<int>(body.singles.size());
  const Singles limit(direction.along(block[but[0] / kVertices], at(but[0] % kVertices)).v -
                      doubt.v);
  // A bit for each vertex that may be as high.
  const auto reaching = [&](int i) {
    const Singles along = direction.along(block[i]);
    return std::uint64_t{bits_of(reinterpret_cast<Singles::Mask>(along.v < limit.v)) ^ 0xffU};
  };
  const auto bit = [&](int place) {
    return std::uint64_t{1} << static_cast<unsigned>(place % kWord);
  };
  const auto are_known = [&](std::uint64_t bits, int first) {
    return bits == 0 || body.are_known_ties(but, first, bits);
  };
  if (blocks == 2) {
    const std::uint64_t bits = reaching(0) | reaching(1) << 8U;
    return are_known(bits & ~(bit(but[0]) | bit(but[1]) | bit(but[2])), 0);
  }
  for (int first = 0; first < blocks; first += kWord / kVertices) {
    const int count = std::min(blocks - first, kWord / kVertices);
    std::uint64_t bits = 0;
    for (int i = 0; i < count; ++i) bits |= reaching(first + i) << static_cast<unsigned>(8 * i);
    const int word = first / (kWord / kVertices);
    for (const int place : but) bits &= place / kWord == word ? ~bit(place) : ~std::uint64_t{0};
    if (!are_known(bits, kWord * word)) return false;
  }
  return true;
}

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
