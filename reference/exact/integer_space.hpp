// SPDX-License-Identifier: GPL-3.0-or-later
// A pair in integers: every coordinate R v + t of doubles is an integer times one common power of
// two, so that exact geometry needs no fractions and no common divisors.
#pragma once

#include <array>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/pair.hpp"
#include "reference/truth.hpp"

namespace touchstone {

/// A vector of exact integers with the few operations that hulls and nearest points need.
struct IntegerVec3 {
  Integer x;
  Integer y;
  Integer z;

  Integer dot(const IntegerVec3& o) const { return x * o.x + y * o.y + z * o.z; }
  Integer squaredNorm() const {
    return dot(*this);
  }  // NOLINT: named as Eigen names it, for templates over both
  IntegerVec3 cross(const IntegerVec3& o) const {
    return {y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x};
  }
  bool is_zero() const { return x == 0 && y == 0 && z == 0; }

  IntegerVec3 operator-() const { return {-x, -y, -z}; }
  friend IntegerVec3 operator+(const IntegerVec3& a, const IntegerVec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend IntegerVec3 operator-(const IntegerVec3& a, const IntegerVec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend IntegerVec3 operator*(const IntegerVec3& a, const Integer& s) {
    return {a.x * s, a.y * s, a.z * s};
  }
  friend bool operator==(const IntegerVec3& a, const IntegerVec3& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
  }
  friend bool operator<(const IntegerVec3& a, const IntegerVec3& b) {
    const int by_x = cmp(a.x, b.x);
    if (by_x != 0) return by_x < 0;
    const int by_y = cmp(a.y, b.y);
    if (by_y != 0) return by_y < 0;
    return a.z < b.z;
  }
};

/// The shortest integer vector along v (same sense); 0 for 0.
IntegerVec3 primitive(const IntegerVec3& v);

/// The unit vector along v, each entry correctly rounded; v is not 0.
Vec3 rounded_unit(const IntegerVec3& v);

/// v times a power of two such that the largest entry is in [1/2, 1), each entry off by less than
/// 2^-52 of itself (2^-1000 where it underflows); 0 stays 0.
Vec3 rounded_direction(const IntegerVec3& v);

ExactVec3 to_exact(const IntegerVec3& v);

/// numerator 2^exponent / denominator, denominator not 0.
Rational scaled_ratio(const Integer& numerator, const Integer& denominator, long exponent);

/// m 2^exponent = value exactly, m odd or 0 (then exponent = 0). `value` is finite.
struct SplitDouble {
  Integer mantissa;
  long exponent = 0;
};
SplitDouble split(double value);

/// vector 2^exponent = v exactly; v is finite.
struct SplitVec3 {
  IntegerVec3 vector;
  long exponent = 0;
};
SplitVec3 split(const Vec3& v);

/// A posed body whose world coordinates are integers in units of 2^exponent, for any exponent that
/// is not above unit(): R and v have power-of-two units of their own.
class PlacedIntegers {
 public:
  /// Keeps references: the body and its pose have to outlive it.
  PlacedIntegers(const Polytope& body, const Pose& X_WBody);

  /// The largest power of two of which all coordinates are multiples for certain.
  long unit() const;
  /// R v + t; v is a vertex or the interior point.
  IntegerVec3 point(const Vec3& v, long exponent) const;
  /// max u.(R v + t) over the vertices, u not 0; in doubles first, so that few of them are made
  /// integers.
  Integer farthest(const IntegerVec3& u, long exponent) const;

 private:
  const Polytope& body_;
  const Pose& X_;
  long rotation_bit_ = 0;
  long vertex_bit_ = 0;
  std::array<IntegerVec3, 3> rows_;
};

/// A body's world vertices and interior point: world coordinate = integer * 2^exponent.
struct IntegerBody {
  std::vector<IntegerVec3> vertices;  ///< in the order of Polytope::vertices()
  IntegerVec3 interior;
};

struct IntegerPair {
  IntegerBody A;
  IntegerBody B;
  long exponent = 0;
};
IntegerPair to_integers(const Pair& pair);

/// The vertices relative to the world point p, v - p, and a vector besides, times 2^-exponent.
struct IntegerCloud {
  std::vector<IntegerVec3> points;
  IntegerVec3 margin;
  long exponent = 0;
};
IntegerCloud to_integers_about(const Polytope& body, const Pose& X_WBody, const Vec3& p,
                               const Vec3& margin = Vec3::Zero());

}  // namespace touchstone
