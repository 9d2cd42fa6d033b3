// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/box/box_contact.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "metrics/arithmetic/fixed_rotation.hpp"
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

/// The least exponent of the terms of R v + t.
int least_exponent(const OddPose& X, const WholeVector& v) {
  ExponentRange of_t;
  of_t.add(X.t);
  int least = of_t.least;
  for (std::size_t k = 0; k < 3; ++k) {
    if (v[k].integer == 0) continue;
    ExponentRange of_column;
    for (std::size_t i = 0; i < 3; ++i) of_column.add(X.R.entry[3 * k + i]);
    least = std::min(least, of_column.least + v[k].exponent);
  }
  return least;
}

/// Adds sign (R v + t), in units of 2^exponent. Sums on the way may wrap around: the total fits.
void add_placed(FixedVector<kPointLimbs>& sum, int sign, const OddPose& X, const WholeVector& v,
                int exponent) {
  add_vector(sum, X.t, sign, exponent);
  add_rotated(sum, X.R, v, sign, exponent);
}

}  // namespace

std::optional<double> exact_level(const BoxPlane& plane) {
  const WholeVector first = odd(Vec3(plane.first));
  const WholeVector second = odd(Vec3(plane.second));
  ExponentRange of_columns;
  of_columns.add(first);
  of_columns.add(second);
  const int column_exponent = of_columns.least;
  const OddPose X_WA(plane.X_WA);
  const OddPose X_WB(plane.X_WB);
  const WholeVector a = odd(plane.a);
  const WholeVector b = odd(plane.b);
  const int exponent = std::min(least_exponent(X_WA, a), least_exponent(X_WB, b));
  // R keeps lengths to a thousandth (pose_refusal.hpp).
  const double most = 1.01 * (plane.a.lpNorm<1>() + plane.b.lpNorm<1>()) +
                      (plane.X_WB.t - plane.X_WA.t).lpNorm<1>();
  if (!fits(1.01, column_exponent, kColumnLimbs) || !fits(most, exponent, kPointLimbs))
    return std::nullopt;
  FixedVector<kColumnLimbs> v{};
  FixedVector<kColumnLimbs> w{};
  add_vector(v, first, 1, column_exponent);
  add_vector(w, second, 1, column_exponent);
  const FixedVector<2 * kColumnLimbs> u = cross(v, w);
  FixedVector<kPointLimbs> p{};
  add_placed(p, 1, X_WB, b, exponent);
  add_placed(p, -1, X_WA, a, exponent);
  const auto along = dot(u, p);
  if (along.sign() == 0) return 0;
  return quotient(along, u, RoundedVector<2 * kColumnLimbs>(u), exponent);
}

}  // namespace touchstone
