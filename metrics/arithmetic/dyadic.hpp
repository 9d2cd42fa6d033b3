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

#include "metrics/arithmetic/fixed_integer.hpp"

namespace touchstone {

/// integer 2^exponent, the integer odd; of 0 the exponent is above all others.
struct SplitDouble {
  SplitDouble() = default;
  /// Splits x, which is finite.
  explicit SplitDouble(double x) {
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
      : entry{SplitDouble(v[0]), SplitDouble(v[1]), SplitDouble(v[2])} {}
  int least_exponent() const {
    return std::min({entry[0].exponent, entry[1].exponent, entry[2].exponent});
  }
  std::array<SplitDouble, 3> entry;
};

/// Adds sign a b, in units of 2^unit; `sign` is 1 or -1. Sums on the way may wrap around.
template <std::size_t kLimbs>
void add_product(FixedInteger<kLimbs>& sum, const SplitDouble& a, const SplitDouble& b, int sign,
                 int unit) {
  if (a.integer == 0 || b.integer == 0) return;
  sum.add_shifted(SignedPair{sign * a.integer} * b.integer,
                  static_cast<unsigned>(a.exponent + b.exponent - unit));
}
/// Adds sign a, in units of 2^unit.
template <std::size_t kLimbs>
void add_signed(FixedInteger<kLimbs>& sum, const SplitDouble& a, int sign, int unit) {
  if (a.integer == 0) return;
  sum.add_shifted(SignedPair{sign * a.integer}, static_cast<unsigned>(a.exponent - unit));
}

}  // namespace touchstone
