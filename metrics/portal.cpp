// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/portal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone {
namespace {

constexpr int kMostExchanges = 400;
/// A support that passes the plane n.k = 1 by less, in parts of |n| and the bodies' size, may be
/// rounding: the proof looks at it.
constexpr double kFlat = 4 * std::numeric_limits<double>::epsilon();

/// The square of the sine between u and v; 1 if they are not within a right angle.
double squared_sine(const Vec3& u, const Vec3& v) {
  const double along = u.dot(v);
  return along > 0 ? 1 - along * along / (u.squaredNorm() * v.squaredNorm()) : 1;
}

}  // namespace

Vec3 unit_along(const Vec3& v) {
  const double squared = v.squaredNorm();
  if (squared > 1e-200 && squared < 1e200) return v / std::sqrt(squared);
  return v.stableNormalized();
}

std::array<Vec3, 3> three_around(const Vec3& dhat) {
  constexpr double kHalfRoot = 0.8660254037844386;  // sqrt(3)/2
  const Vec3 e1 = dhat.unitOrthogonal();
  const Vec3 e2 = dhat.cross(e1);
  return {e1, -0.5 * e1 + kHalfRoot * e2, -0.5 * e1 - kHalfRoot * e2};
}

bool Portal::solve(const Vec3& d) {
  const Vec3& k0 = points[0].k;
  const Vec3& k1 = points[1].k;
  const Vec3& k2 = points[2].k;
  // From differences, and within the plane: a small portal far from 0 would lose all digits in
  // triple products of its points.
  const Vec3 e1 = k1 - k0;
  const Vec3 e2 = k2 - k0;
  const Vec3 across = e1.cross(e2);
  const double inverse = 1 / across.dot(k0);
  n = across * inverse;
  dual = {k1.cross(k2) * inverse, k2.cross(k0) * inverse, k0.cross(k1) * inverse};
  const double r = n.dot(d);
  weight = weights_at(d / r);
  lambda = r * weight;
  const double longest = std::max({e1.squaredNorm(), e2.squaredNorm(), (e2 - e1).squaredNorm()});
  slope = std::sqrt(longest / across.squaredNorm());
  return std::isfinite(inverse) && std::isfinite(slope) && n.allFinite() && lambda.allFinite();
}

Vec3 Portal::weights_at(const Vec3& x) const {
  const Vec3 e1 = points[1].k - points[0].k;
  const Vec3 e2 = points[2].k - points[0].k;
  const Vec3 y = x - points[0].k;
  const Vec3 across = e1.cross(e2);
  const double squared = across.squaredNorm();
  const double w1 = across.dot(y.cross(e2)) / squared;
  const double w2 = across.dot(e1.cross(y)) / squared;
  return {1 - w1 - w2, w1, w2};
}

PortalSearch::PortalSearch(const RayBody& A, const Mat3& R_WA, const RayBody& B, const Mat3& R_WB,
                           const Vec3& d)
    : A_(A), B_(B) {
  // R need not be orthonormal: its inverse, not its transpose.
  R_BW_.row(0) = R_WB.col(1).cross(R_WB.col(2));
  R_BW_.row(1) = R_WB.col(2).cross(R_WB.col(0));
  R_BW_.row(2) = R_WB.col(0).cross(R_WB.col(1));
  R_BW_ *= 1 / R_BW_.row(0).dot(R_WB.col(0));
  R_BA_.noalias() = R_BW_ * R_WA;
  d_.noalias() = R_BW_ * d;
}

void PortalSearch::begin_inside(double radius) {
  const Vec3 dhat = unit_along(d_);
  const std::array<Vec3, 3> around = three_around(dhat);
  // At 45 degrees from d: lambda are equal and n is along d.
  const double s = 0.7 * radius;
  const double third = 1 / (3 * s);
  for (std::size_t i = 0; i < 3; ++i) {
    portal_.points[i] = {s * (dhat + around[i]), -1, -1};
    portal_.dual[i] = third * (dhat + 2 * around[i]);
  }
  portal_.n = dhat / s;
  portal_.lambda.setConstant(third * d_.dot(dhat));
  last_a_ = last_b_ = -1;
}

bool PortalSearch::begin_at(const Portal& last) {
  for (std::size_t i = 0; i < 3; ++i) {
    const PortalPoint& p = last.points[i];
    portal_.points[i] = {B_.map.arm(p.b) - R_BA_ * A_.map.arm(p.a), p.a, p.b};
  }
  last_a_ = last.points[0].a;
  last_b_ = last.points[0].b;
  return portal_.solve(d_) && portal_.lambda.minCoeff() >= 0;
}

/// Rank one: `entering` in the place `out`, where step = dual . entering.
void PortalSearch::enter(const PortalPoint& entering, std::size_t out, const Vec3& step,
                         double excess) {
  const auto o = static_cast<Eigen::Index>(out);
  const double inverse = 1 / step[o];
  const Vec3 row = portal_.dual[out] * inverse;
  const double lambda = portal_.lambda[o] * inverse;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    portal_.dual[i] -= step[k] * row;
    portal_.lambda[k] = std::max(portal_.lambda[k] - step[k] * lambda, 0.0);
  }
  portal_.dual[out] = row;
  portal_.lambda[o] = lambda;
  portal_.n -= excess * row;
  portal_.points[out] = entering;
}

bool PortalSearch::refine() {
  const double reach = A_.map.longest() + B_.map.longest();
  Vec3 last_n = portal_.n;
  for (int exchange = 0; exchange < kMostExchanges; ++exchange) {
    const Vec3& n = portal_.n;
    const Vec3 n_A = -(R_BA_.transpose() * n);
    const double turned = last_a_ < 0 ? 1 : squared_sine(n, last_n);
    last_a_ = turned < A_.map.near() ? A_.map.farthest(n_A, last_a_) : A_.map.farthest(n_A);
    last_b_ = turned < B_.map.near() ? B_.map.farthest(n, last_b_) : B_.map.farthest(n);
    last_n = n;
    ++supports_;
    const PortalPoint entering = {B_.map.arm(last_b_) - R_BA_ * A_.map.arm(last_a_), last_a_,
                                  last_b_};
    const double excess = n.dot(entering.k) - 1;
    const auto is = [&](const PortalPoint& p) { return p.a == last_a_ && p.b == last_b_; };
    const bool known = is(portal_.points[0]) || is(portal_.points[1]) || is(portal_.points[2]);
    if (known || excess <= kFlat * n.lpNorm<1>() * reach) return portal_.solve(d_);
    // The least ratio keeps d in the cone.
    const Vec3 step(portal_.dual[0].dot(entering.k), portal_.dual[1].dot(entering.k),
                    portal_.dual[2].dot(entering.k));
    int out = -1;
    for (int i = 0; i < 3; ++i) {
      if (!(step[i] > 0)) continue;
      if (out < 0 || portal_.lambda[i] * step[out] < portal_.lambda[out] * step[i]) out = i;
    }
    if (out < 0) return false;
    enter(entering, static_cast<std::size_t>(out), step, excess);
  }
  return false;
}

}  // namespace touchstone
