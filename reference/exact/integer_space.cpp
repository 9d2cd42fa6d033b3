// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact/integer_space.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone {
namespace {

constexpr long kNoExponent = std::numeric_limits<long>::max();

/// The power of two of a double's last set bit; kNoExponent for 0.
long last_bit(double value) {
  if (value == 0) return kNoExponent;
  int exponent = 0;
  auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  exponent -= 53;
  while ((mantissa & 1) == 0) {
    mantissa /= 2;
    ++exponent;
  }
  return exponent;
}

long last_bit(const Vec3& v) {
  return std::min({last_bit(v.x()), last_bit(v.y()), last_bit(v.z())});
}

/// value / 2^exponent, which must be an integer.
Integer scaled(double value, long exponent) {
  if (value == 0) return 0;
  int e = 0;
  Integer result(std::ldexp(std::frexp(value, &e), 53));
  const long shift = e - 53 - exponent;
  if (shift >= 0) return result << static_cast<mp_bitcnt_t>(shift);
  return result >> static_cast<mp_bitcnt_t>(
                       -shift);  // only zero bits fall off: `exponent` is at most that of the last
}

IntegerVec3 scaled(const Vec3& v, long exponent) {
  return {scaled(v.x(), exponent), scaled(v.y(), exponent), scaled(v.z(), exponent)};
}

/// A posed body before its scale is chosen: R and v have power-of-two units of their own.
class Placed {
 public:
  Placed(const Polytope& body, const Pose& X) : body_(body), X_(X) {
    long rotation_bit = kNoExponent;
    for (int k = 0; k < 9; ++k) rotation_bit = std::min(rotation_bit, last_bit(X.R.data()[k]));
    long vertex_bit = last_bit(body.interior_point());
    for (const Vec3& v : body.vertices()) vertex_bit = std::min(vertex_bit, last_bit(v));
    rotation_bit_ = rotation_bit == kNoExponent ? 0 : rotation_bit;
    vertex_bit_ = vertex_bit == kNoExponent ? 0 : vertex_bit;
    for (int i = 0; i < 3; ++i) rows_.push_back(scaled(Vec3(X.R.row(i)), rotation_bit_));
  }

  /// The largest power of two of which all coordinates are multiples for certain.
  long unit() const { return std::min(rotation_bit_ + vertex_bit_, last_bit(X_.t)); }

  /// R v + t in units of 2^exponent, exponent <= unit().
  IntegerVec3 at(const Vec3& v_local, long exponent) const {
    const IntegerVec3 v = scaled(v_local, vertex_bit_);
    const auto shift = static_cast<mp_bitcnt_t>(rotation_bit_ + vertex_bit_ - exponent);
    const IntegerVec3 t = scaled(X_.t, exponent);
    return {(rows_[0].dot(v) << shift) + t.x, (rows_[1].dot(v) << shift) + t.y,
            (rows_[2].dot(v) << shift) + t.z};
  }

  IntegerBody all(long exponent) const {
    IntegerBody result;
    result.vertices.reserve(body_.vertices().size());
    for (const Vec3& v : body_.vertices()) result.vertices.push_back(at(v, exponent));
    result.interior = at(body_.interior_point(), exponent);
    return result;
  }

 private:
  const Polytope& body_;
  const Pose& X_;
  long rotation_bit_ = 0;
  long vertex_bit_ = 0;
  std::vector<IntegerVec3> rows_;
};

}  // namespace

IntegerVec3 primitive(const IntegerVec3& v) {
  Integer divisor = gcd(gcd(v.x, v.y), v.z);
  if (divisor <= 1) return v;
  IntegerVec3 result = v;
  for (Integer* entry : {&result.x, &result.y, &result.z}) {
    mpz_divexact(entry->get_mpz_t(), entry->get_mpz_t(), divisor.get_mpz_t());
  }
  return result;
}

Vec3 rounded_unit(const IntegerVec3& v) {
  const Integer norm2 = v.squaredNorm();
  const auto entry = [&](const Integer& x) {
    const Integer square = x * x;
    Rational ratio(square, norm2);
    ratio.canonicalize();
    const double magnitude = round_sqrt_to_double(ratio);
    return x < 0 ? -magnitude : magnitude;
  };
  return {entry(v.x), entry(v.y), entry(v.z)};
}

ExactVec3 to_exact(const IntegerVec3& v) { return {Rational(v.x), Rational(v.y), Rational(v.z)}; }

Rational scaled_ratio(const Integer& numerator, const Integer& denominator, long exponent) {
  Rational result(numerator, denominator);
  result.canonicalize();
  if (exponent >= 0) return result << static_cast<mp_bitcnt_t>(exponent);
  return result >> static_cast<mp_bitcnt_t>(-exponent);
}

SplitDouble split(double value) {
  if (value == 0) return {};
  const long exponent = last_bit(value);
  return {scaled(value, exponent), exponent};
}

IntegerPair to_integers(const Pair& pair) {
  const Placed A(*pair.A, pair.X_WA);
  const Placed B(*pair.B, pair.X_WB);
  const long exponent = std::min(A.unit(), B.unit());
  return {A.all(exponent), B.all(exponent), exponent};
}

IntegerCloud to_integers_about(const Polytope& body, const Pose& X_WBody, const Vec3& p,
                               const Vec3& margin) {
  const Placed placed(body, X_WBody);
  IntegerCloud result;
  result.exponent = std::min({placed.unit(), last_bit(p), last_bit(margin)});
  result.margin = scaled(margin, result.exponent);
  const IntegerVec3 center = scaled(p, result.exponent);
  result.points.reserve(body.vertices().size());
  for (const Vec3& v : body.vertices()) {
    result.points.push_back(placed.at(v, result.exponent) - center);
  }
  return result;
}

}  // namespace touchstone
