// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact/integer_space.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Products w.v of doubles are wrong by less, in parts of |w|_1 times the largest coordinate: w is
/// rounded once, then come three products and two sums.
constexpr double kProductError = 1e-14;

constexpr long kNoExponent = std::numeric_limits<long>::max();

/// The power of two of a double's last set bit; kNoExponent for 0.
long last_bit(double value) {
  if (value == 0) return kNoExponent;
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto field = static_cast<long>(bits >> 52U & 0x7ffU);
  std::uint64_t mantissa = bits & 0xfffffffffffffU;
  if (field != 0) mantissa |= std::uint64_t{1} << 52U;
  return std::max(field, 1L) - 1075 + std::countr_zero(mantissa);
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

IntegerBody all_of(const Polytope& body, const PlacedIntegers& placed, long exponent) {
  IntegerBody result;
  result.vertices.reserve(body.vertices().size());
  for (const Vec3& v : body.vertices()) result.vertices.push_back(placed.point(v, exponent));
  result.interior = placed.point(body.interior_point(), exponent);
  return result;
}

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

Vec3 rounded_direction(const IntegerVec3& v) {
  const std::array<const Integer*, 3> entries{&v.x, &v.y, &v.z};
  std::array<double, 3> part{};
  std::array<long, 3> exponent{};
  long largest = std::numeric_limits<long>::min();
  for (std::size_t k = 0; k < 3; ++k) {
    part[k] = mpz_get_d_2exp(&exponent[k], entries[k]->get_mpz_t());
    if (part[k] != 0) largest = std::max(largest, exponent[k]);
  }
  Vec3 rounded = Vec3::Zero();
  for (std::size_t k = 0; k < 3; ++k) {
    if (part[k] == 0) continue;
    const long shift = std::max(exponent[k] - largest, -2000L);
    rounded[static_cast<Eigen::Index>(k)] = std::ldexp(part[k], static_cast<int>(shift));
  }
  return rounded;
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

SplitVec3 split(const Vec3& v) {
  const long bit = last_bit(v);
  const long exponent = bit == kNoExponent ? 0 : bit;
  return {scaled(v, exponent), exponent};
}

PlacedIntegers::PlacedIntegers(const Polytope& body, const Pose& X_WBody)
    : body_(body), X_(X_WBody) {
  long rotation_bit = kNoExponent;
  for (int k = 0; k < 9; ++k) rotation_bit = std::min(rotation_bit, last_bit(X_.R.data()[k]));
  long vertex_bit = last_bit(body.interior_point());
  for (const Vec3& v : body.vertices()) vertex_bit = std::min(vertex_bit, last_bit(v));
  rotation_bit_ = rotation_bit == kNoExponent ? 0 : rotation_bit;
  vertex_bit_ = vertex_bit == kNoExponent ? 0 : vertex_bit;
  for (int i = 0; i < 3; ++i) {
    rows_[at(i)] = scaled(Vec3(X_.R.row(i)), rotation_bit_);
  }
}

long PlacedIntegers::unit() const { return std::min(rotation_bit_ + vertex_bit_, last_bit(X_.t)); }

IntegerVec3 PlacedIntegers::point(const Vec3& v_local, long exponent) const {
  const IntegerVec3 v = scaled(v_local, vertex_bit_);
  const auto shift = static_cast<mp_bitcnt_t>(rotation_bit_ + vertex_bit_ - exponent);
  const IntegerVec3 t = scaled(X_.t, exponent);
  return {(rows_[0].dot(v) << shift) + t.x, (rows_[1].dot(v) << shift) + t.y,
          (rows_[2].dot(v) << shift) + t.z};
}

Integer PlacedIntegers::farthest(const IntegerVec3& u, long exponent) const {
  const IntegerVec3 local = rows_[0] * u.x + rows_[1] * u.y + rows_[2] * u.z;  // R' u
  const Vec3 w = rounded_direction(local);
  assert(w != Vec3::Zero());
  double most = -std::numeric_limits<double>::infinity();
  double coordinate = 0;
  for (const Vec3& v : body_.vertices()) {
    most = std::max(most, w.dot(v));
    coordinate = std::max(coordinate, v.lpNorm<Eigen::Infinity>());
  }
  const double doubt = 2 * kProductError * w.lpNorm<1>() * coordinate;
  std::optional<Integer> best;
  for (const Vec3& v : body_.vertices()) {
    if (w.dot(v) < most - doubt) continue;
    Integer along = local.dot(scaled(v, vertex_bit_));
    if (!best || *best < along) best = std::move(along);
  }
  const auto shift = static_cast<mp_bitcnt_t>(rotation_bit_ + vertex_bit_ - exponent);
  return (*best << shift) + u.dot(scaled(X_.t, exponent));
}

IntegerPair to_integers(const Pair& pair) {
  const PlacedIntegers A(*pair.A, pair.X_WA);
  const PlacedIntegers B(*pair.B, pair.X_WB);
  const long exponent = std::min(A.unit(), B.unit());
  return {all_of(*pair.A, A, exponent), all_of(*pair.B, B, exponent), exponent};
}

IntegerCloud to_integers_about(const Polytope& body, const Pose& X_WBody, const Vec3& p,
                               const Vec3& margin) {
  const PlacedIntegers placed(body, X_WBody);
  IntegerCloud result;
  result.exponent = std::min({placed.unit(), last_bit(p), last_bit(margin)});
  result.margin = scaled(margin, result.exponent);
  const IntegerVec3 center = scaled(p, result.exponent);
  result.points.reserve(body.vertices().size());
  for (const Vec3& v : body.vertices()) {
    result.points.push_back(placed.point(v, result.exponent) - center);
  }
  return result;
}

}  // namespace touchstone
