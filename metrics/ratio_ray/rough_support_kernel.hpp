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

/// Eight numbers of single precision in the lanes of one wide register.
struct Singles {
  using Register [[gnu::vector_size(8 * sizeof(float))]] = float;
  using Mask [[gnu::vector_size(8 * sizeof(float))]] = std::int32_t;
  Register v;

  Singles() = default;
  [[gnu::always_inline]] explicit Singles(const Register& lanes) : v(lanes) {}
  [[gnu::always_inline]] explicit Singles(double everywhere)
      : v(Register{} + static_cast<float>(everywhere)) {}
  [[gnu::always_inline]] explicit Singles(const float* eight) {
    __builtin_memcpy(&v, eight, sizeof(v));
  }
};

[[gnu::always_inline]] inline Singles larger_single(const Singles& a, const Singles& b) {
  return Singles(a.v > b.v ? a.v : b.v);
}
/// The largest lane, in each.
[[gnu::always_inline]] inline Singles largest_everywhere(const Singles& a) {
  const Singles b =
      larger_single(a, Singles(__builtin_shufflevector(a.v, a.v, 4, 5, 6, 7, 0, 1, 2, 3)));
  const Singles c =
      larger_single(b, Singles(__builtin_shufflevector(b.v, b.v, 2, 3, 0, 1, 6, 7, 4, 5)));
  return larger_single(c, Singles(__builtin_shufflevector(c.v, c.v, 1, 0, 3, 2, 5, 4, 7, 6)));
}
/// The first lane that is as large as any; any lane where one is not a number.
[[gnu::always_inline]] inline unsigned place_of_largest(const Singles& a) {
  const auto reached = reinterpret_cast<Singles::Mask>(a.v == largest_everywhere(a).v);
#if defined(__x86_64__)
  if constexpr (kFused) {
    const int bits = _mm256_movemask_ps(reinterpret_cast<__m256>(reached));
    return static_cast<unsigned>(std::countr_zero(static_cast<unsigned>(bits) | 1U << 7U));
  }
#endif
  unsigned lane = 0;
  while (lane < 7 && reached[lane] == 0) ++lane;
  return lane;
}

/// A vertex of RayBody::singles that is farthest along u but for rounding to single precision; any
/// vertex if u is not a number or out of that range.
[[gnu::always_inline]] inline int farthest_single(const RayBody& body, const Vec3& u) {
  const Singles x(u.data()[0]);
  const Singles y(u.data()[1]);
  const Singles z(u.data()[2]);
  const float* const block = body.singles.data();
  const auto along = [&](std::size_t i) {
    const float* const at = block + i * kSingleBlock;
    return Singles((Singles(at).v * x.v + Singles(at + 8).v * y.v) + Singles(at + 16).v * z.v);
  };
  const std::size_t blocks = body.singles.size() / kSingleBlock;
  if (blocks == 1) return std::min(static_cast<int>(place_of_largest(along(0))), body.last_place);
  // Two chains: one waits for its own comparison.
  Singles most_0 = along(0);
  Singles most_1 = along(1);
  Singles::Mask best_0 = {0, 1, 2, 3, 4, 5, 6, 7};
  Singles::Mask best_1 = best_0 + 8;
  Singles::Mask place = best_1;
  for (std::size_t i = 2; i < blocks; i += 2) {
    const Singles next_0 = along(i);
    const Singles next_1 = along(i + 1);
    place += 8;
    best_0 = next_0.v > most_0.v ? place : best_0;
    place += 8;
    best_1 = next_1.v > most_1.v ? place : best_1;
    most_0 = larger_single(next_0, most_0);
    most_1 = larger_single(next_1, most_1);
  }
  const Singles::Mask best = most_1.v > most_0.v ? best_1 : best_0;
  return std::min(best[place_of_largest(larger_single(most_1, most_0))], body.last_place);
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
