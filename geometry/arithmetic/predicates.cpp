// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/arithmetic/predicates.hpp"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <vector>

#include "geometry/arithmetic/double_double.hpp"
#include "geometry/arithmetic/rational.hpp"

namespace touchstone {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

Kernel::Point_3 to_cgal(const Vec3& p) { return {p.x(), p.y(), p.z()}; }

/// Rounding error of a 2x2 determinant of differences, relative to its permanent [1]: Shewchuk's
/// ccwerrboundA = (3 + 16 u) u, u = 2^-53, rounded up.
constexpr double kMinorError = 0x1p-51;
/// Bound of what underflow takes from a few products, itself a normal number.
constexpr double kProductUnderflow = 0x1p-1000;

/// The sign of u[y] v[z] - u[z] v[y] for rounded differences u and v of points, or 0 where rounding
/// leaves it open.
int filtered_minor(const Vec3& u, const Vec3& v, int y, int z) {
  const double plus = u[y] * v[z];
  const double minus = u[z] * v[y];
  const double det = plus - minus;
  const double error = kMinorError * (std::abs(plus) + std::abs(minus)) + kProductUnderflow;
  return static_cast<int>(det > error) - static_cast<int>(det < -error);
}

/// The differences of `points` from the first one as integers, all divided by the same power of
/// two: one for each place of `differences`.
void find_differences(std::span<const Vec3* const> points, std::span<Integer3> differences) {
  int exponent = INT_MAX;
  for (const Vec3* point : points) {
    for (int i = 0; i < 3; ++i) {
      if ((*point)[i] != 0) exponent = std::min(exponent, to_dyadic((*point)[i]).exponent);
    }
  }
  mpz_class from;
  for (int i = 0; i < 3; ++i) {
    set_scaled(from, (*points[0])[i], exponent);
    for (std::size_t k = 1; k < points.size(); ++k) {
      mpz_class& difference = differences[k - 1][i];
      set_scaled(difference, (*points[k])[i], exponent);
      difference -= from;
    }
  }
}

mpz_class exact_minor(const Integer3& u, const Integer3& v, int axis) {
  const int y = (axis + 1) % 3;
  const int z = (axis + 2) % 3;
  return u[y] * v[z] - u[z] * v[y];
}

/// (b - a) x (c - a) in double-double.
struct RoundedNormal {
  Dd3 entries;         ///< in error by less than 2^-98 bound
  double bound = 0;    ///< largest magnitude of a product in the entries
  double largest = 0;  ///< largest magnitude of an entry
};

RoundedNormal rounded_normal(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Dd3 u = difference(b, a);
  const Dd3 v = difference(c, a);
  RoundedNormal normal{cross(u, v)};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      normal.bound = std::max(normal.bound, std::abs(u[i].high * v[j].high));
    }
    normal.largest = std::max(normal.largest, std::abs(normal.entries[i].high));
  }
  return normal;
}

/// (a / b).high, mostly by the first step of three. It suffices where the quotient rounds alike at
/// both ends of an interval that holds the exact quotient and that of operator/, which are within
/// 2^-100 of each other.
double quotient(DoubleDouble a, DoubleDouble b) {
  const double q = a.high / b.high;
  const DoubleDouble product = two_product(q, b.high);
  const double rest = ((a.high - product.high) - product.low) + (a.low - q * b.low);
  const double step = rest / b.high;
  const double error = 0x1p-97 * std::abs(q);
  const double rounded = q + (step - error);
  return rounded == q + (step + error) ? rounded : (a / b).high;
}

Vec3 normalised(const Dd3& v) {
  const DoubleDouble length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  // + 0.0: no negative zeros.
  return {quotient(v[0], length) + 0.0, quotient(v[1], length) + 0.0, quotient(v[2], length) + 0.0};
}

/// A normal in integers, up to a power of two.
struct WholeNormal {
  Integer3 entries;
  std::size_t bits = 0;  ///< bits of the largest entry
};

/// The normal along the vector area of a polygon: the sum over a fan of triangles.
WholeNormal whole_normal(std::span<const Vec3* const> corners) {
  std::vector<Integer3> sides(corners.size() - 1);
  find_differences(corners, sides);
  WholeNormal normal;
  for (int axis = 0; axis < 3; ++axis) {
    mpz_class& entry = normal.entries[axis];
    for (std::size_t k = 0; k + 1 < sides.size(); ++k) {
      entry += exact_minor(sides[k], sides[k + 1], axis);
    }
    if (entry != 0) normal.bits = std::max(normal.bits, mpz_sizeinbase(entry.get_mpz_t(), 2));
  }
  return normal;
}

WholeNormal whole_normal(const Vec3& a, const Vec3& b, const Vec3& c) {
  return whole_normal(std::array{&a, &b, &c});
}

Vec3 scaled_and_rounded(const WholeNormal& normal) {
  const mpz_class scale = mpz_class(1) << normal.bits;
  return {round_quotient(normal.entries[0], scale), round_quotient(normal.entries[1], scale),
          round_quotient(normal.entries[2], scale)};
}

}  // namespace

int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = b - a;
  const Vec3 v = c - a;
  const Vec3 w = d - a;
  double det = 0;
  double permanent = 0;
  double reach = 0;
  for (int i = 0; i < 3; ++i) {
    const int j = i == 2 ? 0 : i + 1;
    const int k = i == 0 ? 2 : i - 1;
    const double plus = u[j] * v[k];
    const double minus = u[k] * v[j];
    const double height = std::abs(w[i]);
    det += (plus - minus) * w[i];
    permanent += (std::abs(plus) + std::abs(minus)) * height;
    reach += height;
  }
  const double error =
      kOrientationError * permanent + (kProductUnderflow * reach + kProductUnderflow);
  if (det > error) return 1;
  if (det < -error) return -1;
  // Also reached on overflow above: a comparison with a NaN is false.
  return CGAL::orientation(to_cgal(a), to_cgal(b), to_cgal(c), to_cgal(d));
}

int orientation_along(int axis, const Vec3& a, const Vec3& b, const Vec3& c) {
  const int y = (axis + 1) % 3;
  const int z = (axis + 2) % 3;
  if (const int sign = filtered_minor(b - a, c - a, y, z); sign != 0) return sign;
  const auto project = [&](const Vec3& p) { return Kernel::Point_2(p[y], p[z]); };
  return CGAL::orientation(project(a), project(b), project(c));
}

bool collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 u = b - a;
  const Vec3 v = c - a;
  for (int axis = 0; axis < 3; ++axis) {
    if (filtered_minor(u, v, (axis + 1) % 3, (axis + 2) % 3) != 0) return false;
  }
  return CGAL::collinear(to_cgal(a), to_cgal(b), to_cgal(c));
}

Vec3 exact_normal(const Vec3& a, const Vec3& b, const Vec3& c) {
  return scaled_and_rounded(whole_normal(a, b, c));
}

Vec3 exact_normal(std::span<const Vec3> polygon) {
  std::vector<const Vec3*> corners;
  corners.reserve(polygon.size());
  for (const Vec3& corner : polygon) corners.push_back(&corner);
  return scaled_and_rounded(whole_normal(corners));
}

Dd3 precise_normal(const Vec3& a, const Vec3& b, const Vec3& c) {
  RoundedNormal rounded = rounded_normal(a, b, c);
  if (rounded.largest > 0x1p-8 * rounded.bound && rounded.largest > 1e-130) {
    int exponent = 0;
    std::frexp(rounded.largest, &exponent);
    const double unit = std::ldexp(1, -exponent);
    for (DoubleDouble& entry : rounded.entries) entry = {unit * entry.high, unit * entry.low};
    return rounded.entries;
  }
  const auto [normal, bits] = whole_normal(a, b, c);
  const mpz_class scale = mpz_class(1) << bits;
  Dd3 precise;
  for (std::size_t i = 0; i < 3; ++i) {
    Rational entry(normal[i], scale);
    entry.canonicalize();
    const double high = round_to_double(entry);
    precise[i] = {high, round_to_double(entry - Rational(high))};
  }
  return precise;
}

Vec3 unit_normal(const Vec3& a, const Vec3& b, const Vec3& c) {
  const RoundedNormal rounded = rounded_normal(a, b, c);
  // The entries are in error by less than 2^-98 bound: here by less than 2^-58 of the largest.
  if (rounded.largest > 0x1p-40 * rounded.bound && rounded.largest > 1e-130) {
    return normalised(rounded.entries);
  }
  return normalised(exactly(exact_normal(a, b, c)));
}

}  // namespace touchstone
