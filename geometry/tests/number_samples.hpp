// SPDX-License-Identifier: GPL-3.0-or-later
// Doubles and double-doubles that arithmetic is likely to get wrong, for tests against exact
// rationals: near-cancelling, equal high parts, powers of two and their neighbours, halves of an
// ulp, signed zeros, the ends of the range.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "geometry/arithmetic/double_double.hpp"
#include "geometry/arithmetic/rational.hpp"
#include "geometry/random.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

inline Rational exactly(DoubleDouble a) { return Rational(a.high) + Rational(a.low); }

/// |x| <= factor 2^-bits |y|.
inline bool within(const Rational& x, unsigned factor, unsigned bits, const Rational& y) {
  return (abs(x) << bits) <= factor * abs(y);
}

/// Draws numbers of magnitude 0 or in [2^least, 2^greatest).
class NumberSamples {
 public:
  NumberSamples(Random random, int least, int greatest)
      : random_(random), least_(least), greatest_(greatest) {}

  Random& random() { return random_; }

  /// A number of the range; half of them are within a factor 2^40 of 1, if the range allows.
  double number() {
    const int near_least = std::max(least_, -40);
    const int near_greatest = std::min(greatest_, 40);
    const std::uint64_t kind = random_.below(32);
    if (kind == 0) return signed_(0);
    const int exponent = kind == 1   ? least_
                         : kind == 2 ? greatest_ - 1
                         : kind < 16 ? between(least_, greatest_)
                                     : between(near_least, near_greatest);
    return signed_(std::ldexp(significand(), exponent));
  }

  /// A number that nearly or exactly cancels x, or differs from it by a few ulps or in its low
  /// bits.
  double beside(double x) {
    switch (random_.below(8)) {
      case 0:
        return -x;
      case 1:
        return x;
      case 2:
      case 3:
        return -moved(x);
      case 4:
        return moved(x);
      case 5:
        return in_range(-x * (1 + std::ldexp(random_.uniform(-1, 1), -between(1, 53))));
      case 6:
        return in_range(std::ldexp(-moved(x), between(-60, 60)));
      default:
        return number();
    }
  }

  /// A double-double: high is a number(), low is 0, half an ulp of high, or anything below.
  DoubleDouble double_double() { return with_low(number()); }
  /// A number that nearly or exactly cancels a, or shares only its high part.
  DoubleDouble beside(DoubleDouble a) {
    switch (random_.below(6)) {
      case 0:
        return -a;
      case 1:
        return with_low(-a.high);
      case 2:
        return with_low(a.high);
      case 3:
        return normal(-a.high, beside(a.low));
      case 4:
        return with_low(beside(a.high));
      default:
        return double_double();
    }
  }

  /// A vector whose entries are drawn by number().
  Vec3 vector() { return {number(), number(), number()}; }

 private:
  int between(int least, int greatest) {
    return least + static_cast<int>(random_.below(static_cast<std::uint64_t>(greatest - least)));
  }
  double signed_(double x) { return random_.below(2) == 0 ? x : -x; }
  double in_range(double x) const {
    const double size = std::abs(x);
    return size >= std::ldexp(1.0, least_) && size < std::ldexp(1.0, greatest_) ? x : 0;
  }
  /// x moved by at most three ulps; 0 if that leaves the range.
  double moved(double x) {
    const double to = random_.below(2) == 0 ? std::numeric_limits<double>::infinity() : 0;
    double result = x;
    for (std::uint64_t k = random_.below(4); k > 0; --k)
      result = std::nextafter(result, x < 0 ? -to : to);
    return in_range(result);
  }
  /// A significand in [1, 2): random, of few bits, all ones, or just above a power of two.
  double significand() {
    const std::uint64_t all = (std::uint64_t{1} << 52U) - 1;
    std::uint64_t bits = random_.bits() & all;
    switch (random_.below(8)) {
      case 0:
        bits = 0;
        break;
      case 1:
        bits = random_.below(4);
        break;
      case 2:
        bits = all - random_.below(4);
        break;
      case 3:  // few leading bits
        bits &= all << (52 - 1 - random_.below(12));
        break;
      case 4:  // few leading bits and a few trailing ones: products are close to ties
        bits = (bits & (all << 40U) & all) | random_.below(4);
        break;
      case 5:  // halfway between the halves of a product's split
        bits = (std::uint64_t{1} << (24 + random_.below(6))) - random_.below(3);
        break;
      default:
        break;
    }
    return 1 + static_cast<double>(bits & all) * 0x1p-52;
  }
  DoubleDouble with_low(double high) {
    if (high == 0) return {high, 0};
    const double up = std::nextafter(std::abs(high), std::numeric_limits<double>::infinity());
    const double half = (up - std::abs(high)) / 2;
    switch (random_.below(6)) {
      case 0:
        return {high, signed_(0)};
      case 1:
        return normal(high, signed_(half));
      case 2:
        return normal(high, signed_(std::nextafter(half, 0)));
      case 3:
        return normal(high, signed_(std::ldexp(half * significand(), -between(1, 110))));
      default:
        return normal(high, half * random_.uniform(-1, 1));
    }
  }
  /// `low` is halved until high is the double nearest to the sum.
  static DoubleDouble normal(double high, double low) {
    while (high + low != high) low /= 2;
    return {high, low};
  }

  Random random_;
  int least_;
  int greatest_;
};

}  // namespace touchstone
