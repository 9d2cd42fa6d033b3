// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/certificates.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "reference/claims.hpp"
#include "reference/exact/radius_law.hpp"
#include "reference/exact/root_signs.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// The first distance from a body that is tried for a point that is not in it, relative to the
/// largest length; then it is doubled [1].
constexpr double kFirstOffset = 0x1p-58;

double up(double x) { return std::nextafter(x, kInfinity); }
double down(double x) { return std::nextafter(x, -kInfinity); }

/// The smallest double >= sqrt(square); infinite beyond all.
double root_above(const Rational& square) {
  const double root = round_sqrt_to_double(square);
  if (std::isinf(root)) return root;
  return Rational(root) * Rational(root) < square ? up(root) : root;
}

/// Bounds of sign sqrt(square) - r, rounded outward.
DistanceBounds around(int sign, const Rational& square, const Rational& r) {
  const double nearest = round_root_less(sign, square, r);
  if (std::isinf(nearest)) return {down(nearest), up(nearest)};
  const int side = sign_with_root(Rational(-r - Rational(nearest)), Rational(sign), square);
  DistanceBounds bounds;
  bounds.lower = side < 0 ? down(nearest) : nearest;
  bounds.upper = side > 0 ? up(nearest) : nearest;
  return bounds;
}

Rational squared(const Vec3& v) {
  Rational sum = 0;
  for (const double x : v) sum += Rational(x) * Rational(x);
  return sum;
}

Rational squared_distance(const Vec3& p, const Vec3& q) {
  Rational sum = 0;
  for (int i = 0; i < 3; ++i) {
    const Rational off = Rational(p[i]) - Rational(q[i]);
    sum += off * off;
  }
  return sum;
}

/// A length within which the point is of the body, verified, and at most twice what it has to be
/// (or rounding of the largest length); infinite where it is above `limit`.
double offset_from(const Pair& pair, WhichBody body, const Vec3& p, double limit) {
  if (point_within(pair, body, p, 0)) return 0;
  const Polytope& polytope = body == WhichBody::A ? *pair.A : *pair.B;
  const Pose& X = body == WhichBody::A ? pair.X_WA : pair.X_WB;
  const double largest = p.lpNorm<1>() + X.t.lpNorm<1>() + polytope.interior_point().lpNorm<1>() +
                         polytope.bounding_radius() + polytope.radius();
  for (double offset = kFirstOffset * largest;
       offset > 0 && offset <= limit && std::isfinite(offset); offset *= 2) {
    if (point_within(pair, body, p, offset)) return offset;
  }
  return kInfinity;
}

double sum_above(double a, double b) { return b == 0 ? a : up(a + b); }

/// Upper bound of phi by the distance of p, taken as a point of A, from q, taken as a point of B,
/// and by how far each may be from its body; at most `limit` [m].
double apart_at_most(const Pair& pair, const Vec3& p, const Vec3& q, double limit) {
  const double apart = root_above(squared_distance(p, q));
  if (!(apart < limit)) return limit;
  const double of_A = offset_from(pair, WhichBody::A, p, limit);
  if (!(sum_above(apart, of_A) < limit)) return limit;
  return std::min(limit,
                  sum_above(sum_above(apart, of_A), offset_from(pair, WhichBody::B, q, limit)));
}

}  // namespace

DistanceBounds bounds_of_claims(const Pair& pair, const std::optional<Vec3>& normal,
                                const std::optional<WitnessPoints>& witnesses) {
  DistanceBounds bounds;
  if (normal && normal->allFinite() && *normal != Vec3::Zero()) {
    const Rational gap = exact_gap(pair, *normal);
    bounds.lower = around(sgn(gap), gap * gap / squared(*normal), radius_of(pair)).lower;
  }
  if (witnesses && witnesses->p_WA.allFinite() && witnesses->p_WB.allFinite()) {
    const Vec3& p = witnesses->p_WA;
    const Vec3& q = witnesses->p_WB;
    bounds.upper = apart_at_most(pair, p, q, bounds.upper);
    bounds.upper = apart_at_most(pair, p, p, bounds.upper);
    bounds.upper = apart_at_most(pair, q, q, bounds.upper);
  }
  return bounds;
}

DistanceBounds bounds_of_certificate(const Pair& pair, const DistanceCertificate& certificate) {
  assert(certificate.proven);
  DistanceBounds bounds = around(certificate.sign, certificate.phi_squared, radius_of(pair));
  bounds.exact = true;
  return bounds;
}

}  // namespace touchstone
