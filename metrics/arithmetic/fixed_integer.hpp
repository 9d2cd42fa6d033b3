// SPDX-License-Identifier: GPL-3.0-or-later
// Signed integers of a fixed number of 64-bit limbs, in two's complement, on the stack: for exact
// signs in a known range at a hundredth of the time of integers that grow. Nothing tells of an
// overflow: who uses them bounds their operands. Internal to the exact metrics.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "geometry/arithmetic/double_double.hpp"

namespace touchstone {

__extension__ using UnsignedPair = unsigned __int128;
__extension__ using SignedPair = __int128;

template <std::size_t kLimbs>
struct FixedInteger {
  std::array<std::uint64_t, kLimbs> limb{};  ///< the least first

  bool negative() const { return limb[kLimbs - 1] >> 63U != 0; }
  int sign() const {
    if (negative()) return -1;
    std::uint64_t any = 0;
    for (const std::uint64_t part : limb) any |= part;
    return any != 0 ? 1 : 0;
  }

  FixedInteger operator+(const FixedInteger& other) const {
    FixedInteger sum;
    UnsignedPair carry = 0;
    for (std::size_t i = 0; i < kLimbs; ++i) {
      carry += UnsignedPair{limb[i]} + other.limb[i];
      sum.limb[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64U;
    }
    return sum;
  }
  FixedInteger operator-(const FixedInteger& other) const {
    FixedInteger difference;
    UnsignedPair borrow = 1;
    for (std::size_t i = 0; i < kLimbs; ++i) {
      borrow += UnsignedPair{limb[i]} + ~other.limb[i];
      difference.limb[i] = static_cast<std::uint64_t>(borrow);
      borrow >>= 64U;
    }
    return difference;
  }
  FixedInteger operator-() const { return FixedInteger{} - *this; }

  /// Adds x 2^shift.
  void add_shifted(SignedPair x, unsigned shift) {
    const std::uint64_t rest = x < 0 ? ~std::uint64_t{0} : 0;
    const auto low = static_cast<std::uint64_t>(static_cast<UnsignedPair>(x));
    const auto high = static_cast<std::uint64_t>(static_cast<UnsignedPair>(x) >> 64U);
    const unsigned bits = shift % 64;
    const unsigned back = 63 - bits;  // shifts by 64 are not defined: by 1 and by this
    std::array<std::uint64_t, kLimbs> moved;
    moved.fill(rest);
    moved[0] = low << bits;
    if constexpr (kLimbs > 1) moved[1] = high << bits | low >> 1U >> back;
    if constexpr (kLimbs > 2) moved[2] = rest << bits | high >> 1U >> back;
    // By whole limbs, one at a time: a loop whose length the shift decides is mispredicted.
    for (std::size_t limbs = 0; limbs < kLimbs; ++limbs) {
      const std::uint64_t mask = limbs < shift / 64 ? ~std::uint64_t{0} : 0;
      for (std::size_t i = kLimbs; i-- > 0;) {
        moved[i] = (moved[i] & ~mask) | (i > 0 ? moved[i - 1] & mask : 0);
      }
    }
    UnsignedPair carry = 0;
    for (std::size_t i = 0; i < kLimbs; ++i) {
      carry += UnsignedPair{limb[i]} + moved[i];
      limb[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64U;
    }
  }
};

/// x 2^shift, which fits.
template <std::size_t kResult, std::size_t kLimbs>
FixedInteger<kResult> shifted(const FixedInteger<kLimbs>& x, unsigned shift) {
  static_assert(kResult >= kLimbs);
  const std::uint64_t sign = x.negative() ? ~std::uint64_t{0} : 0;
  const unsigned bits = shift % 64;
  const unsigned back = 63 - bits;
  FixedInteger<kResult> result;
  std::uint64_t below = 0;
  for (std::size_t i = shift / 64, k = 0; i < kResult; ++i, ++k) {
    const std::uint64_t part = k < kLimbs ? x.limb[k] : sign;
    result.limb[i] = part << bits | below >> 1U >> back;
    below = part;
  }
  return result;
}

/// Exactly: a product needs no more limbs than both together.
template <std::size_t kOne, std::size_t kOther>
[[gnu::always_inline]] inline FixedInteger<kOne + kOther> operator*(const FixedInteger<kOne>& a,
                                                                    const FixedInteger<kOther>& b) {
  FixedInteger<kOne + kOther> product;
  for (std::size_t i = 0; i < kOne; ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < kOther; ++j) {
      const UnsignedPair sum = UnsignedPair{a.limb[i]} * b.limb[j] + product.limb[i + j] + carry;
      product.limb[i + j] = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> 64U);
    }
    product.limb[i + kOther] = carry;
  }
  // So far as of numbers without sign: a negative x stood for x + 2^(64 limbs).
  const auto take_off = [&product](const auto& other, std::size_t from, bool really) {
    const std::uint64_t mask = really ? ~std::uint64_t{0} : 0;
    UnsignedPair borrow = 1;
    for (std::size_t i = 0; i < other.limb.size(); ++i) {
      borrow += UnsignedPair{product.limb[from + i]} + ~(other.limb[i] & mask);
      product.limb[from + i] = static_cast<std::uint64_t>(borrow);
      borrow >>= 64U;
    }
  };
  take_off(b, kOne, a.negative());
  take_off(a, kOther, b.negative());
  return product;
}

/// value 2^exponent.
struct ScaledDoubleDouble {
  DoubleDouble value;  ///< 0 or of a magnitude in [2^63, 2^64]
  int exponent = 0;
};

/// To 2^-105 of itself.
template <std::size_t kLimbs>
ScaledDoubleDouble rounded(const FixedInteger<kLimbs>& x) {
  const bool negative = x.negative();
  const FixedInteger<kLimbs> size = negative ? -x : x;
  std::size_t top = kLimbs;
  while (top > 0 && size.limb[top - 1] == 0) --top;
  if (top == 0) return {};
  const auto part = [&](std::size_t below) {
    return top > below ? size.limb[top - 1 - below] : std::uint64_t{0};
  };
  const auto zeros = static_cast<unsigned>(std::countl_zero(part(0)));
  const unsigned back = 63 - zeros;
  const std::uint64_t first = part(0) << zeros | part(1) >> 1U >> back;
  const std::uint64_t second = part(1) << zeros | part(2) >> 1U >> back;
  // The first 53 bits, and the next.
  const double high = static_cast<double>(first >> 11U) * 0x1p11;
  const double low = static_cast<double>((first & 0x7ffU) << 42U | second >> 22U) * 0x1p-42;
  const DoubleDouble value = quick_two_sum(high, low);
  return {negative ? -value : value, static_cast<int>(64 * (top - 1)) - static_cast<int>(zeros)};
}

template <std::size_t kLimbs>
using FixedVector = std::array<FixedInteger<kLimbs>, 3>;

template <std::size_t kLimbs>
FixedVector<kLimbs> operator+(const FixedVector<kLimbs>& a, const FixedVector<kLimbs>& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
template <std::size_t kLimbs>
FixedVector<kLimbs> operator-(const FixedVector<kLimbs>& a, const FixedVector<kLimbs>& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
template <std::size_t kLimbs>
FixedVector<kLimbs> operator-(const FixedVector<kLimbs>& a) {
  return {-a[0], -a[1], -a[2]};
}
template <std::size_t kOne, std::size_t kOther>
FixedInteger<kOne + kOther> dot(const FixedVector<kOne>& a, const FixedVector<kOther>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <std::size_t kOne, std::size_t kOther>
FixedVector<kOne + kOther> cross(const FixedVector<kOne>& a, const FixedVector<kOther>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
template <std::size_t kOne, std::size_t kOther>
FixedVector<kOne + kOther> scaled(const FixedInteger<kOne>& factor, const FixedVector<kOther>& v) {
  return {factor * v[0], factor * v[1], factor * v[2]};
}
template <std::size_t kLimbs>
bool is_zero(const FixedVector<kLimbs>& v) {
  return v[0].sign() == 0 && v[1].sign() == 0 && v[2].sign() == 0;
}

}  // namespace touchstone
