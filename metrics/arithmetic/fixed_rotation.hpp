// SPDX-License-Identifier: GPL-3.0-or-later
// Points of a placed body in integers of a fixed width (fixed_integer.hpp). All doubles of a pair
// are multiples of one power of two, the unit. Internal to the exact metrics.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "geometry/pose.hpp"
#include "metrics/arithmetic/fixed_integer.hpp"

namespace touchstone {

/// A finite double as integer 2^exponent. It keeps trailing zeros: that is faster, and a unit of
/// them is smaller by at most 52 bits than it has to be.
struct WholeDouble {
  std::int64_t integer = 0;
  int exponent = 0;

  WholeDouble() = default;
  explicit WholeDouble(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const auto field = static_cast<int>(bits >> 52U & 0x7ffU);
    const std::uint64_t leading = field != 0 ? std::uint64_t{1} << 52U : 0;
    const auto size = static_cast<std::int64_t>((bits & 0xfffffffffffffU) | leading);
    const auto sign = static_cast<std::int64_t>(bits) >> 63U;
    integer = (size ^ sign) - sign;
    exponent = std::max(field, 1) - 1075;
  }
  /// This number without trailing zeros.
  WholeDouble odd() const {
    WholeDouble result;
    if (integer == 0) return result;
    const int zeros = std::countr_zero(static_cast<std::uint64_t>(integer));
    result.integer = integer >> zeros;
    result.exponent = exponent + zeros;
    return result;
  }
};

using WholeVector = std::array<WholeDouble, 3>;

inline WholeVector whole(const Vec3& v) {
  return {WholeDouble(v[0]), WholeDouble(v[1]), WholeDouble(v[2])};
}
/// v without trailing zeros.
inline WholeVector odd(const Vec3& v) {
  return {WholeDouble(v[0]).odd(), WholeDouble(v[1]).odd(), WholeDouble(v[2]).odd()};
}

/// The least and the largest exponent of entries other than 0.
struct ExponentRange {
  static constexpr int kNone = 1 << 20;
  int least = kNone;
  int most = -kNone;

  void add(const WholeDouble& x) {
    least = std::min(least, x.integer != 0 ? x.exponent : kNone);
    most = std::max(most, x.integer != 0 ? x.exponent : -kNone);
  }
  void add(const WholeVector& v) {
    for (const WholeDouble& x : v) add(x);
  }
  bool empty() const { return most == -kNone; }
};

/// R of a pose, entry by entry.
struct WholeRotation {
  std::array<WholeDouble, 9> entry;  ///< by columns, as Eigen stores them
  ExponentRange range;

  explicit WholeRotation(const Mat3& R) {
    for (std::size_t i = 0; i < 9; ++i) {
      entry[i] = WholeDouble(R.data()[i]);
      range.add(entry[i]);
    }
  }
};

/// A pose without trailing zeros, so that a unit of all that it places is as large as can be.
struct OddPose {
  WholeRotation R;
  WholeVector t;

  explicit OddPose(const Pose& X) : R(X.R), t(odd(X.t)) {
    R.range = {};
    for (WholeDouble& x : R.entry) {
      x = x.odd();
      R.range.add(x);
    }
  }
};

/// Adds sign a b, in units of 2^unit; `sign` is 1 or -1.
template <std::size_t kLimbs>
[[gnu::always_inline]] inline void add_product(FixedInteger<kLimbs>& sum, const WholeDouble& a,
                                               const WholeDouble& b, int sign, int unit) {
  const SignedPair product = SignedPair{sign * a.integer} * b.integer;
  // A product of 0 has any exponent.
  if (product == 0) return;
  const auto shift = static_cast<unsigned>(a.exponent + b.exponent - unit);
  if (shift < 64) {
    const auto low = static_cast<std::uint64_t>(static_cast<UnsignedPair>(product));
    const auto high = static_cast<std::int64_t>(product >> 64U);
    const unsigned back = 63 - shift;  // shifts by 64 are not defined: by 1 and by this
    const std::array<std::uint64_t, 3> moved = {
        low << shift, static_cast<std::uint64_t>(high) << shift | low >> 1U >> back,
        static_cast<std::uint64_t>(high >> 1U >> back)};
    const auto rest = static_cast<std::uint64_t>(high >> 63U);
    UnsignedPair carry = 0;
    for (std::size_t i = 0; i < kLimbs; ++i) {
      carry += UnsignedPair{sum.limb[i]} + (i < moved.size() ? moved[i] : rest);
      sum.limb[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64U;
    }
    return;
  }
  sum.add_shifted(product, shift);
}

/// Adds sign R v, world axes.
template <std::size_t kLimbs>
void add_rotated(FixedVector<kLimbs>& sum, const WholeRotation& R, const WholeVector& v, int sign,
                 int unit) {
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < 3; ++i) {
      add_product(sum[i], R.entry[3 * k + i], v[k], sign, unit);
    }
  }
}

/// Adds sign v.
template <std::size_t kLimbs>
void add_vector(FixedVector<kLimbs>& sum, const WholeVector& v, int sign, int unit) {
  WholeDouble one;
  one.integer = 1;
  for (std::size_t i = 0; i < 3; ++i) add_product(sum[i], v[i], one, sign, unit);
}

}  // namespace touchstone
