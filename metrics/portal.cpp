// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/portal.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "geometry/rational.hpp"

namespace touchstone {
namespace {

constexpr int kMostExchanges = 400;
/// A support that passes the plane n.k = 1 by less, in parts of |n| and the bodies' size, may be
/// rounding: the proof looks at it.
constexpr double kFlat = 4 * std::numeric_limits<double>::epsilon();

std::uint64_t next_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace

RayBody::RayBody(const Polytope& polytope)
    : solid(polytope.dimension() == 3),
      center_inside(polytope.interior_point_strictly_inside()),
      center(polytope.interior_point()),
      inradius(polytope.inradius()),
      id(next_id()) {
  if (!solid) return;
  map = SupportMap(polytope, center);
  const auto include = [&](const Vec3& v) {
    for (const double entry : v) {
      if (entry != 0) least_exponent = std::min(least_exponent, to_dyadic(entry).exponent);
    }
  };
  include(center);
  for (int i = 0; i < map.count(); ++i) include(map.body_vertex(i));
}

bool Portal::solve(const Vec3& d) {
  const Vec3& k0 = points[0].k;
  const Vec3& k1 = points[1].k;
  const Vec3& k2 = points[2].k;
  // From differences: a small portal far from 0 costs less than the sum of three large products.
  const Vec3 across = (k1 - k0).cross(k2 - k0);
  const double det = across.dot(k0);
  const double inverse = 1 / det;
  n = across * inverse;
  dual = {k1.cross(k2) * inverse, k2.cross(k0) * inverse, k0.cross(k1) * inverse};
  lambda = Vec3(dual[0].dot(d), dual[1].dot(d), dual[2].dot(d));
  return std::isfinite(inverse) && n.allFinite() && lambda.allFinite();
}

PortalSearch::PortalSearch(const RayBody& A, const Mat3& R_WA, const RayBody& B, const Mat3& R_WB,
                           const Vec3& d)
    : A_(A), B_(B), R_WA_(R_WA), R_WB_(R_WB), d_(d) {}

void PortalSearch::begin_inside(double radius) {
  const Vec3 dhat = d_.stableNormalized();
  const Vec3 e1 = dhat.unitOrthogonal();
  const Vec3 e2 = dhat.cross(e1);
  constexpr double kHalfRoot = 0.8660254037844386;  // sqrt(3)/2
  const std::array<Vec3, 3> around = {e1, -0.5 * e1 + kHalfRoot * e2, -0.5 * e1 - kHalfRoot * e2};
  for (std::size_t i = 0; i < 3; ++i) {
    portal_.points[i] = {0.7 * radius * (dhat + around[i]), -1, -1};
  }
  last_a_ = last_b_ = -1;
}

bool PortalSearch::begin_at(const Portal& last) {
  for (std::size_t i = 0; i < 3; ++i) {
    portal_.points[i] = point(last.points[i].a, last.points[i].b);
  }
  last_a_ = last.points[0].a;
  last_b_ = last.points[0].b;
  return portal_.solve(d_) && portal_.lambda.minCoeff() >= 0;
}

PortalPoint PortalSearch::point(int a, int b) const {
  return {R_WB_ * B_.map.arm(b) - R_WA_ * A_.map.arm(a), a, b};
}

PortalPoint PortalSearch::support(const Vec3& u) {
  const Vec3 u_A = -(R_WA_.transpose() * u);
  const Vec3 u_B = R_WB_.transpose() * u;
  last_a_ = last_a_ < 0 ? A_.map.farthest(u_A) : A_.map.farthest(u_A, last_a_);
  last_b_ = last_b_ < 0 ? B_.map.farthest(u_B) : B_.map.farthest(u_B, last_b_);
  ++supports_;
  return point(last_a_, last_b_);
}

bool PortalSearch::refine() {
  const double reach = A_.map.longest() + B_.map.longest();
  for (int exchange = 0; exchange < kMostExchanges; ++exchange) {
    if (!portal_.solve(d_)) return false;
    const PortalPoint entering = support(portal_.n);
    const bool known =
        std::any_of(portal_.points.begin(), portal_.points.end(),
                    [&](const PortalPoint& p) { return p.a == entering.a && p.b == entering.b; });
    const double excess = portal_.n.dot(entering.k) - 1;
    if (known || excess <= kFlat * portal_.n.lpNorm<1>() * reach) return true;
    // The least ratio keeps d in the cone.
    int out = -1;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
      const double step = portal_.dual[static_cast<std::size_t>(i)].dot(entering.k);
      if (!(step > 0)) continue;
      const double ratio = std::max(portal_.lambda[i], 0.0) / step;
      if (!(ratio < least)) continue;
      least = ratio;
      out = i;
    }
    if (out < 0) return false;
    portal_.points[static_cast<std::size_t>(out)] = entering;
  }
  return false;
}

}  // namespace touchstone
