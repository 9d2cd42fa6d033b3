// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/pose.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>

#include "geometry/arithmetic/double_double.hpp"
#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

std::string format(const char* pattern, double value) {
  std::array<char, 160> text{};
  std::snprintf(text.data(), text.size(), pattern, value);
  return text.data();
}

/// The rotation of q/|q| entry by entry: integer polynomials of degree 2 in q over q.q, each
/// rounded once. Scaling q by a power of two to integers changes nothing.
Mat3 exact_quaternion_matrix(const std::array<double, 4>& q) {
  int exponent = INT_MAX;
  for (const double entry : q) {
    if (entry != 0) exponent = std::min(exponent, to_dyadic(entry).exponent);
  }
  std::array<mpz_class, 4> integer;
  for (int i = 0; i < 4; ++i) set_scaled(integer[i], q[i], exponent);
  const auto& [w, x, y, z] = integer;
  const mpz_class ww = w * w;
  const mpz_class xx = x * x;
  const mpz_class yy = y * y;
  const mpz_class zz = z * z;
  const mpz_class length = ww + xx + yy + zz;
  const mpz_class xy = x * y;
  const mpz_class xz = x * z;
  const mpz_class yz = y * z;
  const mpz_class wx = w * x;
  const mpz_class wy = w * y;
  const mpz_class wz = w * z;
  const std::array<mpz_class, 9> entries = {
      ww + xx - yy - zz, 2 * (xy - wz), 2 * (xz + wy), 2 * (xy + wz),    ww - xx + yy - zz,
      2 * (yz - wx),     2 * (xz - wy), 2 * (yz + wx), ww - xx - yy + zz};
  Mat3 R;
  for (int i = 0; i < 9; ++i) R(i / 3, i % 3) = round_quotient(entries[i], length);
  return R;
}

/// The rotation of q/|q| in double-double. Entries are at most 1. A square is exact, a sum of four
/// is off by 10 2^-106 relative to q.q, the quotient by as much again: 2^-100 bounds the entry's
/// error. Empty where that leaves open which double is nearest, or where squares leave the range of
/// doubles.
std::optional<Mat3> rounded_quaternion_matrix(const std::array<double, 4>& q) {
  constexpr double kError = 0x1p-100;
  constexpr double kMin = 1e-60;
  constexpr double kMax = 1e60;
  double largest = 0;
  for (const double entry : q) largest = std::max(largest, std::abs(entry));
  if (!(largest > kMin && largest < kMax)) return std::nullopt;
  const auto& [w, x, y, z] = q;
  const DoubleDouble ww = two_product(w, w);
  const DoubleDouble xx = two_product(x, x);
  const DoubleDouble yy = two_product(y, y);
  const DoubleDouble zz = two_product(z, z);
  const DoubleDouble ww_xx = ww + xx;
  const DoubleDouble yy_zz = yy + zz;
  const DoubleDouble ww_minus_xx = ww - xx;
  const DoubleDouble yy_minus_zz = yy - zz;
  const DoubleDouble inverse = DoubleDouble{1, 0} / (ww_xx + yy_zz);
  const DoubleDouble twice_inverse{2 * inverse.high, 2 * inverse.low};
  const DoubleDouble xy = two_product(x, y);
  const DoubleDouble xz = two_product(x, z);
  const DoubleDouble yz = two_product(y, z);
  const DoubleDouble wx = two_product(w, x);
  const DoubleDouble wy = two_product(w, y);
  const DoubleDouble wz = two_product(w, z);
  const std::array<DoubleDouble, 9> entries = {(ww_xx - yy_zz) * inverse,
                                               (xy - wz) * twice_inverse,
                                               (xz + wy) * twice_inverse,
                                               (xy + wz) * twice_inverse,
                                               (ww_minus_xx + yy_minus_zz) * inverse,
                                               (yz - wx) * twice_inverse,
                                               (xz - wy) * twice_inverse,
                                               (yz + wx) * twice_inverse,
                                               (ww_minus_xx - yy_minus_zz) * inverse};
  Mat3 R;
  for (int i = 0; i < 9; ++i) {
    const DoubleDouble& entry = entries[at(i)];
    if (entry.high + (entry.low - kError) != entry.high ||
        entry.high + (entry.low + kError) != entry.high) {
      return std::nullopt;
    }
    R(i / 3, i % 3) = entry.high;
  }
  return R;
}

Mat3 quaternion_matrix(const std::array<double, 4>& q) {
  const std::optional<Mat3> rounded = rounded_quaternion_matrix(q);
  return rounded ? *rounded : exact_quaternion_matrix(q);
}

}  // namespace

Result<Pose> make_pose(const Mat3& R, const Vec3& t) {
  constexpr double kFewDigits = 1e-3;  // what rounding to four digits or more leaves
  if (!R.allFinite()) return Error{"R is not finite"};
  if (!t.allFinite()) return Error{"t is not finite"};
  const double worst = (R.transpose() * R - Mat3::Identity()).cwiseAbs().maxCoeff();
  if (!(worst <= kOrthonormalTolerance)) {
    const bool rounded = worst < kFewDigits;
    return Error{format("R: rows/columns not orthonormal to 1e-6 (worst |R'R - I| = %.3g)", worst) +
                 (rounded ? ": give more digits, or q" : "")};
  }
  if (!(R.determinant() > 0)) return Error{"R mirrors (det < 0)"};
  return Pose{R, t};
}

Result<Pose> make_pose(const std::array<double, 4>& q_wxyz, const Vec3& t) {
  if (!std::all_of(q_wxyz.begin(), q_wxyz.end(), [](double x) { return std::isfinite(x); })) {
    return Error{"q is not finite"};
  }
  if (!t.allFinite()) return Error{"t is not finite"};
  if (std::all_of(q_wxyz.begin(), q_wxyz.end(), [](double x) { return x == 0; })) {
    return Error{"q has zero length"};
  }
  return Pose{quaternion_matrix(q_wxyz), t};
}

}  // namespace touchstone
