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
#include "reference/exact/exact_difference.hpp"
#include "reference/exact/radius_law.hpp"
#include "reference/exact/simplex.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxPoints = 3;

DistanceCertificate refused_distance(std::string reason) {
  DistanceCertificate certificate;
  certificate.reason = std::move(reason);
  return certificate;
}

DistanceCertificate proven(int sign, Rational phi_squared, const IntegerVec3& u) {
  DistanceCertificate certificate;
  certificate.proven = true;
  certificate.sign = sign;
  certificate.phi_squared = std::move(phi_squared);
  certificate.direction = to_exact(u);
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

/// Points of C.
struct Points {
  std::array<IntegerVec3, 4> c;
  std::size_t count = 0;
};

Points points_of(const ExactDifference& C, const std::array<VertexPair, kMaxPoints>& named,
                 int count) {
  Points points;
  for (; points.count < static_cast<std::size_t>(count); ++points.count) {
    points.c[points.count] = C.point(named[points.count]);
  }
  return points;
}

/// The point of the points' hull nearest to 0, its coordinates and weights over one scale.
using Nearest = NearestOnSimplex<Integer, IntegerVec3>;

/// With x = scale c: gap(-c) = c.c, times scale^2.
DistanceCertificate check_separated(const ExactDifference& C, const Nearest& nearest) {
  const IntegerVec3& x = nearest.point;
  const Integer square = x.dot(x);
  if (-square < nearest.scale * C.reach(-x)) {
    return refused_distance("a point of C is nearer than its nearest point");
  }
  const Integer scale_squared = nearest.scale * nearest.scale;
  return proven(1, scaled_ratio(square, scale_squared, 2 * C.exponent()), -x);
}

DistanceCertificate check_penetrating(const Pair& pair, const ExactDifference& C,
                                      const Points& points,
                                      const std::vector<PairTriangle>& cycle) {
  if (points.count < 3) return refused_distance("its nearest points span no plane");
  IntegerVec3 n = (points.c[1] - points.c[0]).cross(points.c[2] - points.c[0]);
  Integer level = n.dot(points.c[0]);
  if (level == 0) {
    return refused_distance(n.is_zero() ? "its nearest points span no plane"
                                        : "its plane contains 0");
  }
  if (level < 0) {
    n = -n;
    level = -level;
  }
  if (level < C.reach(n)) return refused_distance("a point of C is beyond its plane");
  Rational phi_squared = scaled_ratio(level * level, n.squaredNorm(), 2 * C.exponent());
  if (std::string reason = why_no_ball(pair, cycle, phi_squared); !reason.empty()) {
    return refused_distance(std::move(reason));
  }
  return proven(-1, std::move(phi_squared), n);
}

/// A direction across v, which may be 0.
IntegerVec3 across(const IntegerVec3& v) {
  const IntegerVec3 x{1, 0, 0};
  for (const IntegerVec3& axis : {x, IntegerVec3{0, 1, 0}}) {
    IntegerVec3 u = v.cross(axis);
    if (!u.is_zero()) return u;
  }
  return x;
}

/// A normal of the plane through 0 and the points, as far as they span one.
IntegerVec3 normal_through_origin(const Points& points) {
  IntegerVec3 longest;
  for (std::size_t i = 0; i < points.count; ++i) {
    if (!points.c[i].is_zero()) longest = points.c[i];
    for (std::size_t j = 0; j < i; ++j) {
      IntegerVec3 u = points.c[j].cross(points.c[i]);
      if (!u.is_zero()) return u;
    }
  }
  return across(longest);
}

/// With 0 in the hull of the nearest points.
DistanceCertificate check_kissing(const ExactDifference& C, const Points& support) {
  const IntegerVec3 u = normal_through_origin(support);
  for (const IntegerVec3& n : {u, -u}) {
    if (C.reach(n) <= 0) return proven(0, 0, n);
  }
  return refused_distance("points of C are on both sides of the plane through its support and 0");
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
  // A tail below the normal doubles has lost digits, or all.
  return {value, tail, 0x1p-50 * std::abs(tail) + std::numeric_limits<double>::denorm_min()};
}

}  // namespace

DistanceCertificate check_distance_certificate(const Pair& pair, const DistanceProof& proof) {
  if (std::string reason = malformed(pair, proof); !reason.empty()) {
    return refused_distance(std::move(reason));
  }
  const ExactDifference C(pair);
  const Points points = points_of(C, proof.nearest, proof.nearest_count);
  if (!proof.cycle.empty()) return check_penetrating(pair, C, points, proof.cycle);
  const Nearest nearest = nearest_on_simplex<Integer, IntegerVec3>(points.c, points.count);
  if (!nearest.point.is_zero()) return check_separated(C, nearest);
  return check_kissing(C, points_of(C, proof.support, proof.support_count));
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
  truth = with_radii(pair, truth, certificate.phi_squared);
  return {pair, std::move(truth), certificate.phi_squared};
}

}  // namespace touchstone
