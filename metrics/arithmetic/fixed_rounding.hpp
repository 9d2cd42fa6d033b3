// SPDX-License-Identifier: GPL-3.0-or-later
// From integers of a fixed width back to doubles. Internal to the exact metrics.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "metrics/arithmetic/compensated.hpp"
#include "metrics/arithmetic/fixed_integer.hpp"

namespace touchstone {

/// What a direction is as doubles, over a power of two: the largest entry is about 1.
template <std::size_t kLimbs>
struct RoundedVector {
  RoundedVector() = default;
  explicit RoundedVector(const FixedVector<kLimbs>& v) {
    const std::array<ScaledDoubleDouble, 3> entry = {rounded(v[0]), rounded(v[1]), rounded(v[2])};
    exponent = std::numeric_limits<int>::min();
    for (const ScaledDoubleDouble& x : entry) {
      if (x.value.high != 0) exponent = std::max(exponent, x.exponent + 64);
    }
    if (exponent == std::numeric_limits<int>::min()) exponent = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      // Entries so much smaller than others that they underflow are nothing beside them.
      const int down = std::max(entry[i].exponent - exponent, -500);
      const double unit = entry[i].value.high == 0 ? 0 : std::ldexp(1.0, down);
      precise[i] = {entry[i].value.high * unit, entry[i].value.low * unit};
    }
  }
  /// The vector as doubles: its largest entry is about 1, or it is 0.
  Vec3 direction() const { return touchstone::rounded(precise); }
  /// The unit vector, each entry rounded once except for 2^-100; the vector is not 0.
  Vec3 unit() const {
    const DoubleDouble inverse = inverse_length();
    return {(precise[0] * inverse).high, (precise[1] * inverse).high, (precise[2] * inverse).high};
  }
  /// 1 / |precise|, not 0, within 2^-101 of itself: one Newton step from the double's, y, by what
  /// |v|^2 y^2 is less than 1. Three quotients of double-doubles would take four times as long.
  DoubleDouble inverse_length() const {
    const DoubleDouble squared = dot<false>(precise, precise);
    const double y = 1 / std::sqrt(squared.high);
    const DoubleDouble nearly_one = squared * two_product(y, y);
    const double lacking = (1 - nearly_one.high) - nearly_one.low;
    return quick_two_sum(y, 0.5 * lacking * y);
  }
  Dd3 precise{};
  int exponent = 0;
};

/// The sign of |numerator| - m 2^shift |v|.
template <std::size_t kOne, std::size_t kOther>
int compare_length(const FixedInteger<kOne>& numerator, const FixedVector<kOther>& v,
                   std::uint64_t m, int shift) {
  constexpr std::size_t kRoom = 2 * std::max(kOne, kOther) + 4;
  FixedInteger<1> factor;
  factor.limb[0] = m;
  const auto left = numerator * numerator;
  const auto right = (factor * factor) * dot(v, v);
  // They are nearly equal, so what fits one fits the other.
  const auto up = static_cast<unsigned>(2 * std::abs(shift));
  return (shifted<kRoom>(left, shift < 0 ? up : 0) - shifted<kRoom>(right, shift < 0 ? 0 : up))
      .sign();
}

/// numerator / |v| 2^exponent, correctly rounded, and what that leaves out, to 2^-96 of the quotient;
/// nothing if it is out of range.
template <std::size_t kOne, std::size_t kOther>
std::optional<DoubleDouble> quotient(const FixedInteger<kOne>& numerator,
                                     const FixedVector<kOther>& v,
                                     const RoundedVector<kOther>& rounded_v, int exponent) {
  const ScaledDoubleDouble n = rounded(numerator);
  const int scale = n.exponent - rounded_v.exponent;
  DoubleDouble value = n.value * rounded_v.inverse_length();
  const bool negative = value.high < 0;
  if (negative) value = -value;
  // Half way to the next double, which also comes as a tie where v is along an axis, exactly.
  const double next =
      std::nextafter(value.high, value.low > 0 ? std::numeric_limits<double>::infinity() : 0);
  const double spacing = std::abs(next - value.high);
  double nearest = value.high;
  // Good to 2^-96: where that does not tell, the middle is compared exactly.
  constexpr double kOpenPart = 0x1p-40;
  if (!(std::abs(value.low) < 0.5 * spacing * (1 - kOpenPart))) {
    const auto spacings = static_cast<std::uint64_t>(value.high / spacing);
    const std::uint64_t middle = value.low > 0 ? 2 * spacings + 1 : 2 * spacings - 1;
    const int beyond = compare_length(numerator, v, middle, std::ilogb(spacing) - 1 + scale) *
                       (value.low > 0 ? 1 : -1);
    if (beyond > 0 || (beyond == 0 && spacings % 2 == 1)) nearest = next;
  }
  const double result = std::ldexp(nearest, scale + exponent);
  // Smaller ones may have been subnormal on the way.
  constexpr double kMinValue = 1e-290;
  if (!(result > kMinValue && result < std::numeric_limits<double>::infinity()))
    return std::nullopt;
  const double rest = std::ldexp((value.high - nearest) + value.low, scale + exponent);
  return negative ? DoubleDouble{-result, -rest} : DoubleDouble{result, rest};
}

}  // namespace touchstone
