// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/box/box_contact.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <limits>

#include "metrics/arithmetic/fixed_rounding.hpp"

namespace touchstone {
namespace {

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
template <std::size_t kLimbs>
void add_placed(FixedVector<kLimbs>& sum, int sign, const OddPose& X, const WholeVector& v,
                int exponent) {
  add_vector(sum, X.t, sign, exponent);
  add_rotated(sum, X.R, v, sign, exponent);
}

/// The entries of three or fewer columns, in units of a power of two of their own.
struct Columns {
  std::array<WholeVector, 3> column;
  ExponentRange range;

  explicit Columns(std::initializer_list<const double*> columns) {
    std::size_t k = 0;
    for (const double* entries : columns) {
      column[k] = odd(Vec3(entries));
      range.add(column[k++]);
    }
  }
  bool fit(std::size_t limbs) const { return fits(1.01, range.least, limbs); }
  template <std::size_t kLimbs>
  FixedVector<kLimbs> at(std::size_t k) const {
    FixedVector<kLimbs> v{};
    add_vector(v, column[k], 1, range.least);
    return v;
  }
};

/// b - a in the world, in units of 2^exponent.
struct Difference {
  const ExactPoses& X_W;
  WholeVector a, b;
  int exponent;
  double most;  ///< bound on its entries [m]

  Difference(const ExactPoses& poses, const BoxPlane& plane)
      : X_W(poses), a(odd(plane.a)), b(odd(plane.b)) {
    exponent = std::min(least_exponent(X_W.A, a), least_exponent(X_W.B, b));
    // R keeps lengths to a thousandth (pose_refusal.hpp).
    most = 1.01 * (plane.a.lpNorm<1>() + plane.b.lpNorm<1>()) + X_W.apart;
  }
  bool fits_in(std::size_t limbs) const { return fits(most, exponent, limbs); }
  template <std::size_t kLimbs>
  FixedVector<kLimbs> vector() const {
    FixedVector<kLimbs> p{};
    add_placed(p, 1, X_W.B, b, exponent);
    add_placed(p, -1, X_W.A, a, exponent);
    return p;
  }
};

template <std::size_t kColumnLimbs, std::size_t kPointLimbs>
std::optional<DoubleDouble> level_of(const Columns& columns, const Difference& difference) {
  const FixedVector<2 * kColumnLimbs> u =
      cross(columns.at<kColumnLimbs>(0), columns.at<kColumnLimbs>(1));
  const auto along = dot(u, difference.vector<kPointLimbs>());
  if (along.sign() == 0) return DoubleDouble{};
  return quotient(along, u, RoundedVector<2 * kColumnLimbs>(u), difference.exponent);
}

template <std::size_t kLimbs>
int side_of(const Columns& columns) {
  return dot(cross(columns.at<kLimbs>(0), columns.at<kLimbs>(1)), columns.at<kLimbs>(2)).sign();
}

}  // namespace

ExactPoses::ExactPoses(const Pose& X_WA, const Pose& X_WB)
    : A(X_WA), B(X_WB), apart((X_WB.t - X_WA.t).lpNorm<1>()) {}

std::optional<DoubleDouble> exact_level(const ExactPoses& poses, const BoxPlane& plane) {
  const Columns columns({plane.first, plane.second});
  const Difference difference(poses, plane);
  if (columns.fit(2) && difference.fits_in(3)) return level_of<2, 3>(columns, difference);
  if (columns.fit(3) && difference.fits_in(4)) return level_of<3, 4>(columns, difference);
  return std::nullopt;
}

std::optional<int> exact_side(const double* first, const double* second, const double* column) {
  const Columns columns({first, second, column});
  if (columns.fit(2)) return side_of<2>(columns);
  if (columns.fit(3)) return side_of<3>(columns);
  return std::nullopt;
}

}  // namespace touchstone
