// SPDX-License-Identifier: GPL-3.0-or-later
// Vertices of a body that are about as far along a direction as any: where a portal is far from the
// facet they are as good as the farthest, and the proof sees where one is left out. Internal to
// `ratio_ray`.
//
// * Bodies that SupportMap scans: a scan in single precision, of half the memory.
// * Larger ones: where SupportMap's climb begins, mostly at its end.
//
// And which corners of a small body are not below a level.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "metrics/arithmetic/lanes_kernel.hpp"
#include "metrics/ratio_ray/ray_body.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

[[gnu::always_inline]] inline Lanes loaded(const double* four) {
  Lanes lanes;
  __builtin_memcpy(&lanes.v, four, sizeof(lanes.v));
  return lanes;
}

/// The products of u with the vertices of kBlocks blocks, made as SupportMap makes them.
template <std::size_t kBlocks>
struct CornersAlong {
  std::array<Lanes, kBlocks> along;

  [[gnu::always_inline]] CornersAlong(const double* block, const Vec3& u) {
    const Lanes x = everywhere(u.data()[0]);
    const Lanes y = everywhere(u.data()[1]);
    const Lanes z = everywhere(u.data()[2]);
    for (std::size_t i = 0; i < kBlocks; ++i, block += kCornerBlock) {
      along[i] = (loaded(block) * x + loaded(block + 4) * y) + loaded(block + 8) * z;
    }
  }
  /// A bit for each one below `level`.
  [[gnu::always_inline]] std::uint32_t below(double level) const {
    const Lanes limit = everywhere(level);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < kBlocks; ++i) {
      bits |= bits_of(reinterpret_cast<Mask>(along[i].v < limit.v)) << (4 * i);
    }
    return bits;
  }
};

static_assert(kMaxCorners == 16);

/// A bit for each place whose product with u is not below `level`.
[[gnu::always_inline]] inline std::uint32_t corners_not_below(const RayBody& body, const Vec3& u,
                                                              double level) {
  const double* block = body.corners.data();
  const std::uint32_t below = body.corners.size() == 2 * kCornerBlock
                                  ? CornersAlong<2>(block, u).below(level)
                                  : CornersAlong<4>(block, u).below(level);
  return ~below & body.all_corners;
}

using Floats [[gnu::vector_size(8 * sizeof(float))]] = float;
using FloatMask [[gnu::vector_size(8 * sizeof(float))]] = std::int32_t;

[[gnu::always_inline]] inline Floats eight_of(const float* eight) {
  Floats lanes;
  __builtin_memcpy(&lanes, eight, sizeof(lanes));
  return lanes;
}
[[gnu::always_inline]] inline Floats larger_of(const Floats& a, const Floats& b) {
  return a > b ? a : b;
}
/// The largest lane, in each.
[[gnu::always_inline]] inline Floats largest_everywhere(const Floats& a) {
  const Floats b = larger_of(a, __builtin_shufflevector(a, a, 4, 5, 6, 7, 0, 1, 2, 3));
  const Floats c = larger_of(b, __builtin_shufflevector(b, b, 2, 3, 0, 1, 6, 7, 4, 5));
  return larger_of(c, __builtin_shufflevector(c, c, 1, 0, 3, 2, 5, 4, 7, 6));
}
/// A bit for each lane whose comparison is true.
[[gnu::always_inline]] inline std::uint32_t marked(const FloatMask& mask) {
#if defined(__x86_64__)
  if constexpr (kFused) {
    return static_cast<std::uint32_t>(_mm256_movemask_ps(reinterpret_cast<__m256>(mask)));
  }
#endif
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < 8; ++i) bits |= static_cast<std::uint32_t>(mask[i] & 1) << i;
  return bits;
}

/// A vertex of RayBody::singles that is farthest along u but for rounding to single precision; any
/// vertex if u is not a number or out of that range.
[[gnu::always_inline]] inline int farthest_single(const RayBody& body, const Vec3& u) {
  const Floats x = Floats{} + static_cast<float>(u.data()[0]);
  const Floats y = Floats{} + static_cast<float>(u.data()[1]);
  const Floats z = Floats{} + static_cast<float>(u.data()[2]);
  const float* const block = body.singles.data();
  const auto along = [&](std::size_t i) {
    const float* const at = block + i * kSingleBlock;
    return (eight_of(at) * x + eight_of(at + 8) * y) + eight_of(at + 16) * z;
  };
  const std::size_t blocks = body.singles.size() / kSingleBlock;
  const Floats first = along(0);
  if (blocks == 1) {
    const std::uint32_t reached = marked(FloatMask(first == largest_everywhere(first)));
    return std::min(std::countr_zero(reached | 1U << 7U), body.last_place);
  }
  // Two chains: one waits for its own comparison.
  Floats most_0 = first;
  Floats most_1 = along(1);
  FloatMask best_0 = {0, 1, 2, 3, 4, 5, 6, 7};
  FloatMask best_1 = best_0 + 8;
  FloatMask place = best_1;
  for (std::size_t i = 2; i < blocks; i += 2) {
    const Floats next_0 = along(i);
    const Floats next_1 = along(i + 1);
    place += 8;
    best_0 = next_0 > most_0 ? place : best_0;
    place += 8;
    best_1 = next_1 > most_1 ? place : best_1;
    most_0 = larger_of(next_0, most_0);
    most_1 = larger_of(next_1, most_1);
  }
  const FloatMask best = most_1 > most_0 ? best_1 : best_0;
  const Floats most = larger_of(most_1, most_0);
  const std::uint32_t reached = marked(FloatMask(most == largest_everywhere(most)));
  return std::min(best[std::countr_zero(reached | 1U << 7U)], body.last_place);
}

/// `last` >= 0: the answer to a similar question.
[[gnu::always_inline]] inline int rough_support(const RayBody& body, const Vec3& u, int last) {
  if (!body.singles.empty()) return farthest_single(body, u);
  if (last >= 0) return body.map.nearly_farthest(u, last);
  return body.map.scans() ? body.map.nearly_farthest(u) : body.map.start(u);
}

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
