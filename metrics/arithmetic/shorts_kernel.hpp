// SPDX-License-Identifier: GPL-3.0-or-later
// Sixteen integers of 16 bits in the lanes of one wide register. Shared by metrics.
#pragma once

#include <cstddef>
#include <cstdint>

#include "metrics/arithmetic/lanes_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {

struct Shorts {
  static constexpr std::size_t kCount = 16;
  using Register [[gnu::vector_size(kCount * sizeof(std::int16_t))]] = std::int16_t;
  Register v;

  Shorts() = default;
  [[gnu::always_inline]] explicit Shorts(const Register& lanes) : v(lanes) {}
  [[gnu::always_inline]] explicit Shorts(std::int16_t n)
      : v{n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n} {}
  [[gnu::always_inline]] explicit Shorts(const std::int16_t* sixteen) {
    __builtin_memcpy(&v, sixteen, sizeof(v));
  }
  [[gnu::always_inline]] void store(std::int16_t* sixteen) const {
    __builtin_memcpy(sixteen, &v, sizeof(v));
  }
};

[[gnu::always_inline]] inline Shorts larger_short(const Shorts& a, const Shorts& b) {
  return Shorts(a.v > b.v ? a.v : b.v);
}

/// a b / 2^15, rounded to nearest; no lane is -2^15.
[[gnu::always_inline]] inline Shorts scaled_product(const Shorts& a, const Shorts& b) {
#if defined(TOUCHSTONE_WIDE) && defined(__x86_64__)
  return Shorts(reinterpret_cast<Shorts::Register>(
      _mm256_mulhrs_epi16(reinterpret_cast<__m256i>(a.v), reinterpret_cast<__m256i>(b.v))));
#elif defined(__x86_64__)
  // Without the instruction: from both halves of the product.
  __m128i half_a[2];
  __m128i half_b[2];
  __builtin_memcpy(half_a, &a.v, sizeof half_a);
  __builtin_memcpy(half_b, &b.v, sizeof half_b);
  for (std::size_t i = 0; i < 2; ++i) {
    const __m128i high = _mm_mulhi_epi16(half_a[i], half_b[i]);
    const __m128i low = _mm_mullo_epi16(half_a[i], half_b[i]);
    const __m128i half_up = _mm_and_si128(_mm_srli_epi16(low, 14), _mm_set1_epi16(1));
    half_a[i] =
        _mm_add_epi16(_mm_add_epi16(_mm_add_epi16(high, high), _mm_srli_epi16(low, 15)), half_up);
  }
  Shorts product;
  __builtin_memcpy(&product.v, half_a, sizeof half_a);
  return product;
#else
  Shorts product;
  for (std::size_t i = 0; i < Shorts::kCount; ++i) {
    product.v[i] = static_cast<std::int16_t>((((a.v[i] * b.v[i]) >> 14) + 1) >> 1);
  }
  return product;
#endif
}

/// The largest lane, in each.
[[gnu::always_inline]] inline Shorts largest_everywhere(const Shorts& a) {
#if defined(TOUCHSTONE_WIDE) && defined(__x86_64__)
  // There is an instruction for the least of eight without a sign.
  const auto lanes = reinterpret_cast<__m256i>(a.v);
  const __m128i eight =
      _mm_max_epi16(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
  const __m128i top = _mm_set1_epi16(INT16_MAX);
  const __m128i most = _mm_sub_epi16(top, _mm_minpos_epu16(_mm_sub_epi16(top, eight)));
  return Shorts(reinterpret_cast<Shorts::Register>(_mm256_broadcastw_epi16(most)));
#else
  std::int16_t most = a.v[0];
  for (std::size_t i = 1; i < Shorts::kCount; ++i) most = a.v[i] > most ? a.v[i] : most;
  return Shorts(most);
#endif
}

/// The integers nearest to the first three lanes, everywhere; they have 16 bits.
[[gnu::always_inline]] inline void round_to_shorts(const Lanes& a, Shorts& x, Shorts& y,
                                                   Shorts& z) {
  // The last bits of such a sum are those of the nearest integer.
  const Lanes sum(a.v + 0x1.8p52);
#if defined(TOUCHSTONE_WIDE) && defined(__x86_64__)
  const auto bits = reinterpret_cast<__m256i>(sum.v);
  const __m128i low = _mm256_castsi256_si128(bits);
  const auto everywhere = [](const __m128i& first) {
    return Shorts(reinterpret_cast<Shorts::Register>(_mm256_broadcastw_epi16(first)));
  };
  x = everywhere(low);
  y = everywhere(_mm_srli_si128(low, 8));
  z = everywhere(_mm256_extracti128_si256(bits, 1));
#else
  std::int64_t bits[4];
  __builtin_memcpy(bits, &sum.v, sizeof bits);
  x = Shorts(static_cast<std::int16_t>(bits[0]));
  y = Shorts(static_cast<std::int16_t>(bits[1]));
  z = Shorts(static_cast<std::int16_t>(bits[2]));
#endif
}

/// A bit for each of 32 numbers that is larger than a level.
[[gnu::always_inline]] inline std::uint32_t bits_above(const std::int16_t* of,
                                                       const Shorts& level) {
  const Shorts low(Shorts(of).v > level.v);
  const Shorts high(Shorts(of + Shorts::kCount).v > level.v);
#if defined(TOUCHSTONE_WIDE) && defined(__x86_64__)
  // Each half of a register is packed by itself.
  const __m256i packed =
      _mm256_packs_epi16(reinterpret_cast<__m256i>(low.v), reinterpret_cast<__m256i>(high.v));
  return static_cast<std::uint32_t>(
      _mm256_movemask_epi8(_mm256_permute4x64_epi64(packed, 0b11011000)));
#elif defined(__x86_64__)
  __m128i part[4];
  __builtin_memcpy(part, &low.v, sizeof low.v);
  __builtin_memcpy(part + 2, &high.v, sizeof high.v);
  const auto bits = [](const __m128i& a, const __m128i& b) {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(a, b)));
  };
  return bits(part[0], part[1]) | bits(part[2], part[3]) << 16U;
#else
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < Shorts::kCount; ++i) {
    bits |= std::uint32_t{low.v[i] != 0} << i | std::uint32_t{high.v[i] != 0} << (i + 16);
  }
  return bits;
#endif
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
