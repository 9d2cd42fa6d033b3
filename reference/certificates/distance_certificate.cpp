// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/certificates.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "reference/certificates/closed_cycle.hpp"
#include "reference/exact/exact_support.hpp"
#include "reference/exact/integer_space.hpp"
#include "reference/exact/simplex.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxPoints = 3;

DistanceCertificate refused(std::string reason) {
  DistanceCertificate certificate;
  certificate.reason = std::move(reason);
  return certificate;
}

DistanceCertificate proven(int sign, Rational phi_squared, const BigDyadicVec3& u) {
  DistanceCertificate certificate;
  certificate.proven = true;
  certificate.sign = sign;
  certificate.phi_squared = std::move(phi_squared);
  certificate.direction = {u.x.to_rational(), u.y.to_rational(), u.z.to_rational()};
  certificate.normal = rounded_direction(u).normalized();
  return certificate;
}

bool exists(const Pair& pair, const VertexPair& named) {
  const auto is_of = [](int v, const Polytope& body) {
    return v >= 0 && static_cast<std::size_t>(v) < body.vertices().size();
  };
  return is_of(named.vertex_A, *pair.A) && is_of(named.vertex_B, *pair.B);
}

/// Why the proof cannot even be read, or empty.
std::string malformed(const Pair& pair, const DistanceProof& proof) {
  const auto in_range = [](int count, int least) {
    return count >= least && count <= static_cast<int>(kMaxPoints);
  };
  if (!in_range(proof.nearest_count, 1)) return "it does not name one to three nearest points";
  if (!in_range(proof.support_count, 0)) return "it does not name up to three support points";
  const auto named = [&](const VertexPair& v) { return exists(pair, v); };
  const bool all =
      std::all_of(proof.nearest.begin(), proof.nearest.begin() + proof.nearest_count, named) &&
      std::all_of(proof.support.begin(), proof.support.begin() + proof.support_count, named) &&
      std::all_of(proof.cycle.begin(), proof.cycle.end(),
                  [&](const PairTriangle& t) { return std::all_of(t.begin(), t.end(), named); });
  return all ? "" : "a vertex does not exist";
}

/// b - a.
BigDyadicVec3 point_of(const Pair& pair, const VertexPair& v) {
  return exactly_placed(pair.X_WB, pair.B->vertices()[static_cast<std::size_t>(v.vertex_B)]) -
         exactly_placed(pair.X_WA, pair.A->vertices()[static_cast<std::size_t>(v.vertex_A)]);
}

struct Points {
  std::array<BigDyadicVec3, kMaxPoints> c;
  std::size_t count = 0;
};

Points points_of(const Pair& pair, const std::array<VertexPair, kMaxPoints>& named, int count) {
  Points points;
  for (; points.count < static_cast<std::size_t>(count); ++points.count) {
    points.c[points.count] = point_of(pair, named[points.count]);
  }
  return points;
}

/// In units of 2^exponent, exactly.
Integer in_units(const BigDyadic& x, long exponent) {
  if (x.sign() == 0) return 0;
  assert(x.exponent >= exponent);
  return x.mantissa << static_cast<mp_bitcnt_t>(x.exponent - exponent);
}

/// The point of the points' hull nearest to 0, its coordinates and weights over one scale.
struct Nearest {
  BigDyadicVec3 point;  ///< times `scale` [m]
  BigDyadic scale;      ///< > 0 [1]
};

Nearest nearest_of(const Points& points) {
  long exponent = 0;
  for (std::size_t k = 0; k < points.count; ++k) {
    for (const BigDyadic* x : {&points.c[k].x, &points.c[k].y, &points.c[k].z}) {
      if (x->sign() != 0) exponent = std::min(exponent, x->exponent);
    }
  }
  std::array<IntegerVec3, 4> c;
  for (std::size_t k = 0; k < points.count; ++k) {
    const BigDyadicVec3& p = points.c[k];
    c[k] = {in_units(p.x, exponent), in_units(p.y, exponent), in_units(p.z, exponent)};
  }
  const auto found = nearest_on_simplex<Integer, IntegerVec3>(c, points.count);
  const auto dyadic = [exponent](const Integer& x) { return BigDyadic(x, exponent); };
  return {{dyadic(found.point.x), dyadic(found.point.y), dyadic(found.point.z)},
          BigDyadic(found.scale, 0)};
}

/// With x = scale c: gap(-c) = c.c, times scale^2.
DistanceCertificate check_separated(const Pair& pair, const Nearest& nearest) {
  const BigDyadicVec3& x = nearest.point;
  const BigDyadic square = x.dot(x);
  if (-square < nearest.scale * exact_reach(pair, -x)) {
    return refused("a point of C is nearer than its nearest point");
  }
  const Rational scale = nearest.scale.to_rational();
  return proven(1, square.to_rational() / (scale * scale), -x);
}

DistanceCertificate check_penetrating(const Pair& pair, const Points& points,
                                      const std::vector<PairTriangle>& cycle) {
  if (points.count < 3) return refused("its nearest points span no plane");
  BigDyadicVec3 n = (points.c[1] - points.c[0]).cross(points.c[2] - points.c[0]);
  BigDyadic level = n.dot(points.c[0]);
  if (level.sign() == 0) {
    return refused(n.is_zero() ? "its nearest points span no plane" : "its plane contains 0");
  }
  if (level.sign() < 0) {
    n = -n;
    level = -level;
  }
  if (level < exact_reach(pair, n)) return refused("a point of C is beyond its plane");
  const BigDyadic square = n.dot(n);
  if (std::string reason = why_no_ball(pair, cycle, level, square); !reason.empty()) {
    return refused(std::move(reason));
  }
  return proven(-1, (level * level).to_rational() / square.to_rational(), n);
}

/// A direction across v, which may be 0.
BigDyadicVec3 across(const BigDyadicVec3& v) {
  for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(0, 1, 0)}) {
    BigDyadicVec3 u = v.cross(BigDyadicVec3(axis));
    if (!u.is_zero()) return u;
  }
  return BigDyadicVec3(Vec3(1, 0, 0));
}

/// A normal of the plane through 0 and the points, as far as they span one.
BigDyadicVec3 normal_through_origin(const Points& points) {
  BigDyadicVec3 longest;
  for (std::size_t i = 0; i < points.count; ++i) {
    if (!points.c[i].is_zero()) longest = points.c[i];
    for (std::size_t j = 0; j < i; ++j) {
      BigDyadicVec3 u = points.c[j].cross(points.c[i]);
      if (!u.is_zero()) return u;
    }
  }
  return across(longest);
}

/// With 0 in the hull of the nearest points.
DistanceCertificate check_kissing(const Pair& pair, const Points& support) {
  const BigDyadicVec3 u = normal_through_origin(support);
  for (const BigDyadicVec3& n : {u, -u}) {
    if (exact_reach(pair, n).sign() <= 0) return proven(0, 0, n);
  }
  return refused("points of C are on both sides of the plane through its support and 0");
}

/// phi = value + (phi^2 - value^2) / (value + phi), and value + phi is 2 value to half an ulp.
RoundedReal rounded_with_tail(const DistanceCertificate& certificate) {
  const double value = rounded_phi(certificate);
  const Rational rest = certificate.phi_squared - Rational(value) * Rational(value);
  if (sgn(rest) == 0) return {value, 0, 0};
  const double ulp =
      std::nextafter(std::abs(value), std::numeric_limits<double>::infinity()) - std::abs(value);
  // Where the tail would underflow no more is known than the rounding says.
  if (std::abs(value) < 1e-250) return {value, 0, ulp};
  const double tail = round_to_double(rest / (2 * Rational(value)));
  return {value, tail, 0x1p-50 * std::abs(tail)};
}

}  // namespace

DistanceCertificate check_distance_certificate(const Pair& pair, const DistanceProof& proof) {
  if (std::string reason = malformed(pair, proof); !reason.empty()) {
    return refused(std::move(reason));
  }
  const Points points = points_of(pair, proof.nearest, proof.nearest_count);
  if (!proof.cycle.empty()) return check_penetrating(pair, points, proof.cycle);
  const Nearest nearest = nearest_of(points);
  if (!nearest.point.is_zero()) return check_separated(pair, nearest);
  return check_kissing(pair, points_of(pair, proof.support, proof.support_count));
}

double rounded_phi(const DistanceCertificate& certificate) {
  assert(certificate.proven);
  return certificate.sign * round_sqrt_to_double(certificate.phi_squared);
}

TruthOnDemand proven_truth(const Pair& pair, const DistanceCertificate& certificate) {
  RoundedTruth truth;
  truth.sign = certificate.sign;
  truth.phi = rounded_with_tail(certificate);
  if (truth.sign != 0) truth.normal = certificate.normal;
  return {pair, std::move(truth), certificate.phi_squared};
}

}  // namespace touchstone
