// SPDX-License-Identifier: GPL-3.0-or-later
// Eight numbers of single precision in the lanes of one wide register. Shared by metrics.
#pragma once

#include <cstdint>

#include "metrics/arithmetic/lanes_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {

struct Singles {
  using Register [[gnu::vector_size(8 * sizeof(float))]] = float;
  using Mask [[gnu::vector_size(8 * sizeof(float))]] = std::int32_t;
  Register v;

  Singles() = default;
  [[gnu::always_inline]] explicit Singles(const Register& lanes) : v(lanes) {}
  [[gnu::always_inline]] explicit Singles(float f) : v{f, f, f, f, f, f, f, f} {}
  [[gnu::always_inline]] explicit Singles(double everywhere)
      : Singles(static_cast<float>(everywhere)) {}
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
/// A bit for each lane whose comparison is true.
[[gnu::always_inline]] inline unsigned bits_of(const Singles::Mask& mask) {
#if defined(__x86_64__)
  if constexpr (kFused) {
    return static_cast<unsigned>(_mm256_movemask_ps(reinterpret_cast<__m256>(mask)));
  }
#endif
  unsigned bits = 0;
  for (unsigned i = 0; i < 8; ++i) bits |= static_cast<unsigned>(mask[i] & 1) << i;
  return bits;
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
