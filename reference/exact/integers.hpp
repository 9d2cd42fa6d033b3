// SPDX-License-Identifier: GPL-3.0-or-later
// Exact integers for the oracle. Every input is a double, hence an integer times a power of two:
// vectors are kept as integers in a common unit 2^k, directions as integers up to a positive
// factor, and no fraction arises before the answer is written.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

/// The unit of a list of zeros: coarser than any other.
inline constexpr int kCoarsestUnit = std::numeric_limits<int>::max();

/// The greatest k such that x is an integer times 2^k; kCoarsestUnit for x = 0.
int unit_of(double x);

/// Points of doubles as integers in their common unit, made when first asked for: most decisions
/// are taken without.
class IntegerPoints {
 public:
  /// The points are kept by reference.
  explicit IntegerPoints(const std::vector<Vec3>& points) : points_(points) {}
  int unit() const {
    make();
    return unit_;
  }
  const std::vector<Integer3>& all() const {
    make();
    return integers_;
  }
  const Integer3& operator[](int v) const { return all()[v]; }
  /// To be called where the points change.
  void forget() { integers_.clear(); }

 private:
  void make() const;

  const std::vector<Vec3>& points_;
  mutable std::vector<Integer3> integers_;
  mutable int unit_ = 0;
};

/// `out` must not alias an operand.
void set_dot(Integer& out, const Integer3& a, const Integer3& b);
void set_cross(Integer3& out, const Integer3& a, const Integer3& b);
void set_difference(Integer3& out, const Integer3& a, const Integer3& b);
/// out = rows . a
void set_product(Integer3& out, const std::array<Integer3, 3>& rows, const Integer3& a);
void negate(Integer3& a);
bool is_zero(const Integer3& a);
/// The sign of a.b.
int dot_sign(const Integer3& a, const Integer3& b);

/// Divides by the greatest common divisor of the entries.
void make_primitive(Integer3& a);

/// A vector of doubles v with |v|_max in [1/2, 1] and |v 2^exponent - a| <= 2^-52 |a|; zero stays
/// zero.
struct ScaledVec3 {
  Vec3 v = Vec3::Zero();
  int exponent = 0;
};
ScaledVec3 to_scaled(const Integer3& a);

/// The relative error of to_unit's directions, as a distance on the unit sphere [1].
inline constexpr double kToUnitError = 0x1p-49;
/// a / |a| in doubles, a not zero.
Vec3 to_unit(const Integer3& a);

/// The double nearest to sqrt(num / den) * 2^exponent, num >= 0, den > 0.
double round_sqrt_quotient(const Integer& num, const Integer& den, long exponent);

/// num / den * 2^exponent, den not zero.
Rational make_rational(const Integer& num, const Integer& den, long exponent);

}  // namespace touchstone
