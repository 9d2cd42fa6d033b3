// SPDX-License-Identifier: GPL-3.0-or-later
// Doubles as integers over a power of two, without a call: for integers of a fixed width, where a
// query takes fifty of them apart. Internal to the exact metrics.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace touchstone {

/// integer 2^exponent, the integer odd; of 0 the exponent is above all others.
struct ScaledInteger {
  ScaledInteger() = default;
  /// Splits x, which is finite.
  explicit ScaledInteger(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const auto field = static_cast<int>(bits >> 52U & 0x7ffU);
    std::uint64_t size = bits & 0xfffffffffffffU;
    if (field != 0) size |= std::uint64_t{1} << 52U;
    if (size == 0) return;
    const int zeros = std::countr_zero(size);
    integer = static_cast<std::int64_t>(size >> zeros);
    if (x < 0) integer = -integer;
    exponent = std::max(field, 1) - 1075 + zeros;
  }
  std::int64_t integer = 0;
  int exponent = std::numeric_limits<int>::max();
};

/// The three entries of a vector, each split.
struct SplitVector {
  SplitVector() = default;
  explicit SplitVector(const double* v)
      : entry{ScaledInteger(v[0]), ScaledInteger(v[1]), ScaledInteger(v[2])} {}
  int least_exponent() const {
    return std::min({entry[0].exponent, entry[1].exponent, entry[2].exponent});
  }
  std::array<ScaledInteger, 3> entry;
};

}  // namespace touchstone
