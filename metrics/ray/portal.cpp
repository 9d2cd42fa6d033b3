// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ray/portal.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "metrics/arithmetic/inverse.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMostExchanges = 400;
/// Of the first supports against d, measured on spheres and flat ellipsoids of 8 to 128 points.
constexpr double kTilt = 0.3;
/// What they have to gain: far above rounding.
constexpr double kTiltGain = 1e-6;
/// A support that passes the plane n.k = 1 by less, in parts of |n| and the bodies' size, may be
/// rounding: the proof looks at it.
constexpr double kFlat = 16 * std::numeric_limits<double>::epsilon();

/// Whether the squared sine of the angle between u and v is below `limit`.
bool close(const Vec3& u, const Vec3& v, double limit) {
  const double along = u.dot(v);
  const double lengths = u.squaredNorm() * v.squaredNorm();
  return along > 0 && lengths - along * along < limit * lengths;
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
  // From differences, and within the plane: a small portal far from 0 would lose all digits in
  // triple products of its points.
  const Vec3 e1 = points[1].k - k0;
  const Vec3 e2 = points[2].k - k0;
  const Vec3 across = e1.cross(e2);
  const double height = across.dot(k0);
  const double along = across.dot(d);
  const double squared = across.squaredNorm();
  const double longest = std::max({e1.squaredNorm(), e2.squaredNorm(), (e2 - e1).squaredNorm()});
  n = across * (1 / height);
  r = along / height;
  const Vec3 y = d * (height / along) - k0;
  const double w1 = across.dot(y.cross(e2)) / squared;
  const double w2 = across.dot(e1.cross(y)) / squared;
  weight = Vec3(1 - w1 - w2, w1, w2);
  slope = std::sqrt(longest / squared);
  return std::isfinite(slope) && n.allFinite() && weight.allFinite();
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
    : A_(A), B_(B), R_BW_(inverse_of(R_WB)) {
  R_BA_.noalias() = R_BW_ * R_WA;
  d_.noalias() = R_BW_ * d;
}

void PortalSearch::begin_inside(double radius) {
  const Vec3 dhat = unit_along(d_);
  const std::array<Vec3, 3> around = three_around(dhat);
  // At 45 degrees from d: lambda are equal and n is along d.
  const double s = 0.7 * radius;
  const double third = 1 / (3 * s);
  const Vec3 n = dhat / s;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto entry = static_cast<Eigen::Index>(k);
    for (std::size_t i = 0; i < 3; ++i) {
      on_B_[k][i] = third * (dhat[entry] + 2 * around[i][entry]);
    }
    on_B_[k][3] = n[entry];
  }
  for (PortalPoint& p : portal_.points) p = {};
  const double lambda = third * d_.dot(dhat);
  lambda_ = Lanes{lambda, lambda, lambda, 0};
  for (Eigen::Index k = 0; k < 3; ++k) {
    on_A_[static_cast<std::size_t>(k)] =
        -(on_B_[0] * R_BA_(0, k) + on_B_[1] * R_BA_(1, k) + on_B_[2] * R_BA_(2, k));
  }
  has_cone_ = true;
  last_a_ = last_b_ = -1;
  if (A_.map.scans() && B_.map.scans()) enter_around(dhat, around);
}

/// Three supports on different sides of d. They are asked for together: of a scan one waits longer
/// for the answer than it takes to ask the next.
void PortalSearch::enter_around(const Vec3& dhat, const std::array<Vec3, 3>& around) {
  std::array<int, 3> a{};
  std::array<int, 3> b{};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 u = dhat + kTilt * around[i];
    a[i] = A_.map.nearly_farthest(-(R_BA_.transpose() * u));
    b[i] = B_.map.nearly_farthest(u);
  }
  supports_ += 3;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!portal_.has(a[i], b[i]) && excess(a[i], b[i]) > kTiltGain) enter(a[i], b[i]);
  }
}

bool PortalSearch::begin_at(const Portal& last) {
  portal_.points = last.points;
  place_points();
  last_a_ = last.points[0].a;
  last_b_ = last.points[0].b;
  has_cone_ = false;
  return portal_.solve(d_) && portal_.r > 0 && portal_.weight.minCoeff() >= 0;
}

void PortalSearch::place_points() {
  for (PortalPoint& p : portal_.points) p.k = B_.map.arm(p.b) - R_BA_ * A_.map.arm(p.a);
}

/// Of the portal's points.
void PortalSearch::begin_cone() {
  const Vec3& k0 = portal_.points[0].k;
  const Vec3& k1 = portal_.points[1].k;
  const Vec3& k2 = portal_.points[2].k;
  const Vec3 across = k1.cross(k2);
  const double inverse = 1 / across.dot(k0);
  const std::array<Vec3, 4> of_B = {across * inverse, k2.cross(k0) * inverse,
                                    k0.cross(k1) * inverse, portal_.n};
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3 of_A = -(R_BA_.transpose() * of_B[i]);
    for (std::size_t k = 0; k < 3; ++k) {
      on_B_[k][i] = of_B[i][static_cast<Eigen::Index>(k)];
      on_A_[k][i] = of_A[static_cast<Eigen::Index>(k)];
    }
  }
  const Vec3 lambda = portal_.r * portal_.weight;
  lambda_ = Lanes{lambda[0], lambda[1], lambda[2], 0};
  has_cone_ = true;
}

/// n.k - 1.
[[gnu::always_inline]] inline double PortalSearch::excess(int a, int b) const {
  const Vec3& arm_A = A_.map.arm(a);
  const Vec3& arm_B = B_.map.arm(b);
  double sum = -1;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto entry = static_cast<Eigen::Index>(k);
    sum += on_B_[k][3] * arm_B[entry] + on_A_[k][3] * arm_A[entry];
  }
  return sum;
}

/// In place of the point whose lambda reaches 0 first: that keeps d in the cone. Rank one.
[[gnu::always_inline]] inline bool PortalSearch::enter(int a, int b) {
  const Vec3& arm_A = A_.map.arm(a);
  const Vec3& arm_B = B_.map.arm(b);
  Lanes step = ((on_B_[0] * arm_B.x() + on_B_[1] * arm_B.y()) + on_B_[2] * arm_B.z()) +
               ((on_A_[0] * arm_A.x() + on_A_[1] * arm_A.y()) + on_A_[2] * arm_A.z());
  const Lanes inverse = 1.0 / step;
  const Lanes length = step > 0.0 ? lambda_ * inverse : Lanes{} + kInfinity;
  std::size_t out = length[1] < length[0] ? 1 : 0;
  out = length[2] < std::min(length[0], length[1]) ? 2 : out;
  if (!(length[out] < kInfinity)) return false;
  step[3] -= 1;
  // Whole columns at a time: a lane written alone would keep the next whole read waiting.
  using Places [[gnu::vector_size(sizeof(Lanes))]] = std::int64_t;
  const Places here = Places{0, 1, 2, 3} == static_cast<std::int64_t>(out);
  const double pivot = inverse[out];
  const auto exchange = [&](Lanes& column) {
    const double entry = column[out] * pivot;
    column = here ? Lanes{} + entry : column - step * entry;
  };
  for (Lanes& column : on_B_) exchange(column);
  for (Lanes& column : on_A_) exchange(column);
  exchange(lambda_);
  lambda_ = lambda_ > 0.0 ? lambda_ : Lanes{};
  PortalPoint& replaced = portal_.points[out];
  replaced.a = a;
  replaced.b = b;
  return true;
}

[[gnu::always_inline]] inline bool PortalSearch::refine_here() {
  const double reach = A_.map.longest() + B_.map.longest();
  const double near_A = A_.map.near();
  const double near_B = B_.map.near();
  Vec3 last_n = Vec3::Zero();
  bool exchanged = has_cone_;
  for (int exchange = 0; exchange < kMostExchanges; ++exchange) {
    const Vec3 n = has_cone_ ? Vec3(on_B_[0][3], on_B_[1][3], on_B_[2][3]) : portal_.n;
    const Vec3 n_A =
        has_cone_ ? Vec3(on_A_[0][3], on_A_[1][3], on_A_[2][3]) : Vec3(-(R_BA_.transpose() * n));
    const bool asked = last_a_ >= 0;
    const auto is_near = [&](double limit) {
      return asked && limit > 0 && (exchange == 0 || close(n, last_n, limit));
    };
    last_a_ = is_near(near_A) ? A_.map.nearly_farthest(n_A, last_a_) : A_.map.nearly_farthest(n_A);
    last_b_ = is_near(near_B) ? B_.map.nearly_farthest(n, last_b_) : B_.map.nearly_farthest(n);
    last_n = n;
    ++supports_;
    const double over = n.dot(B_.map.arm(last_b_)) + n_A.dot(A_.map.arm(last_a_)) - 1;
    if (portal_.has(last_a_, last_b_) || over <= kFlat * n.lpNorm<1>() * reach) {
      if (!exchanged) return true;
      if (!portal_.of_vertices()) return false;
      place_points();
      return portal_.solve(d_);
    }
    if (!has_cone_) begin_cone();
    if (!enter(last_a_, last_b_)) return false;
    exchanged = true;
  }
  return false;
}

bool PortalSearch::take_in(int a, int b) {
  if (portal_.has(a, b)) return false;
  if (!has_cone_) begin_cone();
  if (!enter(a, b) || !portal_.of_vertices()) return false;
  place_points();
  return portal_.solve(d_);
}

// The same source, and the same bits as nothing is fused, for machines with wide registers and
// without, chosen when the program runs.
#if defined(__x86_64__)
[[gnu::target("avx2"), gnu::flatten]] bool PortalSearch::refine_avx2() { return refine_here(); }

bool PortalSearch::refine() {
  static const bool wide = __builtin_cpu_supports("avx2") != 0;
  return wide ? refine_avx2() : refine_plainly();
}
#else
bool PortalSearch::refine() { return refine_plainly(); }
#endif

bool PortalSearch::refine_plainly() { return refine_here(); }

}  // namespace touchstone
