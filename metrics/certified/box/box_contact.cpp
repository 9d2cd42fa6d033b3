// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/box/box_contact.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "metrics/arithmetic/dyadic.hpp"
#include "metrics/arithmetic/fixed_integer.hpp"
#include "metrics/arithmetic/fixed_rounding.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kColumnLimbs = 2;
constexpr std::size_t kPointLimbs = 3;
/// Bits for the sign and for sums of three products.
constexpr int kSpareBits = 5;

/// Whether numbers of this magnitude, in units of 2^exponent, fit the limbs.
bool fits(double most, int exponent, std::size_t limbs) {
  return most < std::numeric_limits<double>::infinity() &&
         std::ilogb(most) + 1 - exponent + kSpareBits <= static_cast<int>(64 * limbs);
}

FixedVector<kColumnLimbs> in_units(const SplitVector& v, int exponent) {
  FixedVector<kColumnLimbs> result;
  for (std::size_t i = 0; i < 3; ++i) {
    if (v.entry[i].integer == 0) continue;
    result[i].add_shifted(v.entry[i].integer,
                          static_cast<unsigned>(v.entry[i].exponent - exponent));
  }
  return result;
}

/// A posed corner R v + t, with its doubles split into integers and exponents.
class Corner {
 public:
  Corner(const Pose& X, const Vec3& v)
      : column_{SplitVector(X.R.data()), SplitVector(X.R.data() + 3), SplitVector(X.R.data() + 6)},
        t_(X.t.data()),
        v_(v.data()) {}

  int least_exponent() const {
    int least = t_.least_exponent();
    for (std::size_t j = 0; j < 3; ++j) {
      const int turn = column_[j].least_exponent();
      if (v_.entry[j].integer != 0) least = std::min(least, turn + v_.entry[j].exponent);
    }
    return least;
  }
  /// Adds sign (R v + t), in units of 2^exponent. Sums on the way may wrap around: the total fits.
  void add_to(FixedVector<kPointLimbs>& sum, int sign, int exponent) const {
    for (std::size_t i = 0; i < 3; ++i) {
      add(sum[i], SignedPair{sign} * t_.entry[i].integer, t_.entry[i].exponent, exponent);
      for (std::size_t j = 0; j < 3; ++j) {
        const ScaledInteger& R = column_[j].entry[i];
        const ScaledInteger& v = v_.entry[j];
        if (R.integer == 0 || v.integer == 0) continue;
        add(sum[i], SignedPair{sign * R.integer} * v.integer, R.exponent + v.exponent, exponent);
      }
    }
  }

 private:
  static void add(FixedInteger<kPointLimbs>& sum, SignedPair x, int of_x, int exponent) {
    if (x != 0) sum.add_shifted(x, static_cast<unsigned>(of_x - exponent));
  }

  std::array<SplitVector, 3> column_;
  SplitVector t_;
  SplitVector v_;
};

}  // namespace

std::optional<double> exact_level(const BoxPlane& plane) {
  const SplitVector first(plane.first);
  const SplitVector second(plane.second);
  const int turn = std::min(first.least_exponent(), second.least_exponent());
  const Corner a(plane.X_WA, plane.a);
  const Corner b(plane.X_WB, plane.b);
  const int exponent = std::min(a.least_exponent(), b.least_exponent());
  // R keeps lengths to a thousandth (pose_refusal.hpp).
  const double most = 1.01 * (plane.a.lpNorm<1>() + plane.b.lpNorm<1>()) +
                      (plane.X_WB.t - plane.X_WA.t).lpNorm<1>();
  if (!fits(1.01, turn, kColumnLimbs) || !fits(most, exponent, kPointLimbs)) return std::nullopt;
  const FixedVector<2 * kColumnLimbs> u = cross(in_units(first, turn), in_units(second, turn));
  FixedVector<kPointLimbs> p;
  b.add_to(p, 1, exponent);
  a.add_to(p, -1, exponent);
  const auto along = dot(u, p);
  if (along.sign() == 0) return 0;
  return quotient(along, u, RoundedVector<2 * kColumnLimbs>(u), exponent);
}

}  // namespace touchstone
