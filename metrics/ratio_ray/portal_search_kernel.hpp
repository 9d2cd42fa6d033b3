// SPDX-License-Identifier: GPL-3.0-or-later
// The facet in which the ray from 0 through d leaves K = (B - x_B) + (-(A - x_A)), found in doubles
// with support queries: portal refinement [snethen2008], which is the primal simplex with columns
// generated as they are needed. Internal to `ratio_ray`.
//
//   min sum lambda_i  s.t.  sum lambda_i k_i = d, lambda >= 0, k_i in K.
//
// A portal is a basis: three points k_i with d in their cone. The plane n.k = 1 through them gives
// the multipliers n of the program; the column to enter is the support point of K along n. Where
// that does not pass the plane, the plane supports K, r = n.d = sum lambda_i, and the ray leaves K
// at d/r.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "metrics/arithmetic/lanes_kernel.hpp"
#include "metrics/ratio_ray/portal_plane_kernel.hpp"
#include "metrics/ratio_ray/rough_support_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMaxExchanges = 400;
/// What each of the three tilted first supports has to gain, n.k - 1: far above rounding.
constexpr double kTiltGain = 1e-6;
/// A support that passes the plane n.k = 1 by less, in parts of |n| and the bodies' size, may be
/// rounding: the proof looks at it.
constexpr double kFlat = 16 * std::numeric_limits<double>::epsilon();
/// Climbs begin where n moves by less than this part of SupportMap::near().
constexpr double kPartOfNear = 0.5;
/// What a support has to pass the plane by where arms are rounded to 24 bits, in parts of |n| and
/// the bodies' size.
constexpr double kRoughlyFlat = 0x1p-23;

/// Whether the squared sine of the angle between u and v is below `limit`.
inline bool close(const Vec3& u, const Vec3& v, double limit) {
  const double along = u.dot(v);
  const double lengths = u.squaredNorm() * v.squaredNorm();
  return along > 0 && lengths - along * along < limit * lengths;
}

/// The unit vector along d, and two at right angles to it and each other [duff2017]. Of the two
/// divisions neither waits for the other.
inline std::array<Vec3, 3> unit_frame(const Vec3& d) {
  const double squared = d.squaredNorm();
  if (!(squared > 1e-200 && squared < 1e200)) {
    const Vec3 dhat = d.stableNormalized();
    return {dhat, dhat.unitOrthogonal(), dhat.cross(dhat.unitOrthogonal())};
  }
  const double length = std::sqrt(squared);
  const double inverse = 1 / length;
  const double sign = d.z() < 0 ? -1 : 1;
  const double a = -1 / (sign * length + d.z());
  const Vec3 dhat = d * inverse;
  const double x = d.x() * a;
  const double y = d.y() * a;
  return {dhat, Vec3(1 + sign * dhat.x() * x, sign * dhat.x() * y, -sign * dhat.x()),
          Vec3(dhat.x() * y, sign + dhat.y() * y, -dhat.y())};
}

/// R' v.
[[gnu::always_inline]] inline Vec3 rotate_inverse(const Mat3& R, const Lanes& v) {
  const auto entry = [&](const double* axis) {
    return (axis[0] * v[0] + axis[1] * v[1]) + axis[2] * v[2];
  };
  return {entry(R.data()), entry(R.data() + 3), entry(R.data() + 6)};
}

class PortalSearch {
 public:
  /// All arguments outlive the search.
  PortalSearch(const RayBody& A, const Mat3& R_WA, const RayBody& B, const Mat3& R_WB,
               const RayOffset& ray)
      : A_(A), B_(B), R_WA_(R_WA), R_WB_(R_WB), ray_(ray), d_(vector_of(ray.d.high)) {}

  /// From three points at `radius` inside K, exchanges points until no support passes the plane by
  /// more than rounding. False if rounding has spoilt the portal, or it is not of vertices only.
  bool search_from_inside(double radius);
  /// Searches among the rough vertices of two bodies that are is_rough(), of nearly the same K. The
  /// plane is then that of the exact vertices; d may be outside of their cone. False if rounding
  /// has spoilt the portal, or it is not of vertices only.
  bool search_roughly(double radius);
  /// Whether d is in the portal's cone, but for rounding.
  bool holds_ray() const { return plane_.r > 0 && plane_.least_weight() >= 0; }
  /// Puts an earlier portal's vertices where they are now; false also if d is not in their cone any
  /// more.
  bool begin_at(const Portal& last);
  /// Exchanges points until no support passes the plane by more than rounding. False if rounding
  /// has spoilt the portal, or it is not of vertices only.
  bool refine();
  /// Exchanges in a pair of vertices that passes the plane by less than doubles see. False if the
  /// portal has the pair, or is not one with it.
  bool take_in(int a, int b);

  const Portal& portal() const { return portal_; }
  const PortalPlane& plane() const { return plane_; }
  const Vec3& d() const { return d_; }
  int supports() const { return supports_; }

 private:
  /// One of three entries.
  using Column = Lanes::Register;

  /// Unit vectors by entry: lanes 0 to 2 are evenly around dhat.
  struct Around {
    Vec3 dhat;
    std::array<Column, 3> beside;
  };
  Around begin_inside(double radius);
  void begin_cone();
  void enter_around(const Around& d);
  void turn_duals(const std::array<Column, 3>& duals_W);
  bool place_and_solve();
  Lanes products(const Vec3& arm_A, const Vec3& arm_B) const;
  bool exchange(int a, int b, const Lanes& products);
  bool enter(int a, int b) { return exchange(a, b, products(A_.map.arm(a), B_.map.arm(b))); }
  void prefetch_neighbours() const;

  const RayBody& A_;
  const RayBody& B_;
  const Mat3& R_WA_;
  const Mat3& R_WB_;
  const RayOffset& ray_;
  const Vec3 d_;  ///< x_A - x_B as doubles, world [m]
  Portal portal_;
  PortalPlane plane_;
  /// Lanes 0 to 2 are the portal's dual vectors (dual_i.k_j is 1 for i = j, else 0), lane 3 is
  /// their sum n. By entry along B's axes, times R_B'; along A's, times -R_A', so that n.k = n_B.b
  /// + n_A.a; and the lambdas.
  std::array<Column, 3> on_B_;
  std::array<Column, 3> on_A_;
  Column lambda_;
  bool has_cone_ = false;  ///< whether these hold, or only the portal's plane is known
  bool placed_ = false;    ///< whether plane_ is the portal's
  int last_a_ = -1;
  int last_b_ = -1;
  int supports_ = 0;
};

/// Makes all of plane_ from the portal's vertices. False where they span nothing.
inline bool PortalSearch::place_and_solve() {
  const std::array<PortalPoint, 3>& p = portal_.points;
  plane_.A.place(A_, R_WA_, {p[0].a, p[1].a, p[2].a});
  plane_.B.place(B_, R_WB_, {p[0].b, p[1].b, p[2].b});
  placed_ = plane_.solve(ray_.d.high);
  return placed_;
}

/// The dual vectors, by entry along the world's axes, along the bodies' axes.
inline void PortalSearch::turn_duals(const std::array<Column, 3>& duals_W) {
  for (std::size_t k = 0; k < 3; ++k) {
    const double* axis_B = R_WB_.data() + 3 * k;
    const double* axis_A = R_WA_.data() + 3 * k;
    on_B_[k] = (duals_W[0] * axis_B[0] + duals_W[1] * axis_B[1]) + duals_W[2] * axis_B[2];
    on_A_[k] = -((duals_W[0] * axis_A[0] + duals_W[1] * axis_A[1]) + duals_W[2] * axis_A[2]);
  }
}

inline PortalSearch::Around PortalSearch::begin_inside(double radius) {
  const std::array<Vec3, 3> frame = unit_frame(d_);
  const Vec3& dhat = frame[0];
  Around along;
  along.dhat = dhat;
  constexpr double kHalfRoot = 0.8660254037844386;  // sqrt(3)/2
  // Three unit vectors evenly around dhat.
  for (std::size_t k = 0; k < 3; ++k) {
    along.beside[k] = Column{1, -0.5, -0.5, 0} * frame[1].data()[k] +
                      Column{0, kHalfRoot, -kHalfRoot, 0} * frame[2].data()[k];
  }
  // At 45 degrees from d: lambda are equal and n is along d.
  const double s = 0.7 * radius;
  const double third = 1 / (3 * s);
  const Column of_d{third, third, third, 3 * third};
  std::array<Column, 3> duals;
  for (std::size_t k = 0; k < 3; ++k) {
    duals[k] = of_d * dhat.data()[k] + along.beside[k] * (2 * third);
  }
  portal_ = Portal{};
  const double lambda = third * ((d_.x() * dhat.x() + d_.y() * dhat.y()) + d_.z() * dhat.z());
  lambda_ = Column{lambda, lambda, lambda, 0};
  turn_duals(duals);
  has_cone_ = true;
  last_a_ = last_b_ = -1;
  return along;
}

/// Three supports on different sides of d. They are asked for together: of a scan one waits longer
/// for the answer than it takes to ask the next.
inline void PortalSearch::enter_around(const Around& d) {
  std::array<Column, 3> u;
  const double tilt = std::max(A_.tilt, B_.tilt);
  for (std::size_t k = 0; k < 3; ++k) u[k] = d.beside[k] * tilt + d.dhat.data()[k];
  std::array<Column, 3> u_A;
  std::array<Column, 3> u_B;
  for (std::size_t k = 0; k < 3; ++k) {
    const double* axis_B = R_WB_.data() + 3 * k;
    const double* axis_A = R_WA_.data() + 3 * k;
    u_B[k] = (u[0] * axis_B[0] + u[1] * axis_B[1]) + u[2] * axis_B[2];
    u_A[k] = -((u[0] * axis_A[0] + u[1] * axis_A[1]) + u[2] * axis_A[2]);
  }
  std::array<RoughVertex, 3> a{};
  std::array<RoughVertex, 3> b{};
  for (std::size_t i = 0; i < 3; ++i) {
    a[i] = rough_support(A_, Vec3(u_A[0][i], u_A[1][i], u_A[2][i]));
    b[i] = rough_support(B_, Vec3(u_B[0][i], u_B[1][i], u_B[2][i]));
  }
  supports_ += 3;
  for (std::size_t i = 0; i < 3; ++i) {
    if (portal_.has(a[i].place, b[i].place)) continue;
    const Lanes step = products(a[i].arm, b[i].arm);
    if (step[3] - 1 > kTiltGain) exchange(a[i].place, b[i].place, step);
  }
}

/// Makes the dual vectors and lambdas of the portal's points.
inline void PortalSearch::begin_cone() {
  const Lanes& k0 = plane_.k0;
  const Lanes k1 = k0 + plane_.edge_1;
  const Lanes k2 = k0 + plane_.edge_2;
  const Lanes across = cross(k1, k2);
  const double inverse = 1 / dot(across, k0);
  const Lanes dual_0 = across * inverse;
  const Lanes dual_1 = cross(k2, k0) * inverse;
  const Lanes dual_2 = cross(k0, k1) * inverse;
  std::array<Column, 3> duals;
  for (std::size_t k = 0; k < 3; ++k) {
    duals[k] = Column{dual_0[k], dual_1[k], dual_2[k], plane_.n[k]};
  }
  turn_duals(duals);
  lambda_ = Column{1 - plane_.w1 - plane_.w2, plane_.w1, plane_.w2, 0} * plane_.r;
  has_cone_ = true;
}

/// Products of the dual vectors, and of their sum n, with a point of K.
[[gnu::always_inline]] inline Lanes PortalSearch::products(const Vec3& arm_A,
                                                           const Vec3& arm_B) const {
  return Lanes(((on_B_[0] * arm_B.x() + on_B_[1] * arm_B.y()) + on_B_[2] * arm_B.z()) +
               ((on_A_[0] * arm_A.x() + on_A_[1] * arm_A.y()) + on_A_[2] * arm_A.z()));
}

/// Replaces the point whose lambda reaches 0 first, which keeps d in the cone, by the point of K
/// with these products: an update of rank one.
inline bool PortalSearch::exchange(int a, int b, const Lanes& products) {
  Column step = products.v;
  const Column inverse = 1.0 / step;
  const Column length = step > 0.0 ? lambda_ * inverse : Column{} + kInfinity;
  // Without a branch, which nothing predicts.
  const std::size_t before_first = length[1] < length[0] ? 1 : 0;
  const std::size_t before_both = length[2] < std::min(length[0], length[1]) ? 1 : 0;
  const std::size_t out = 2 * before_both + (before_first & (before_both ^ 1));
  if (!(length[out] < kInfinity)) return false;
  step[3] -= 1;
  // Whole columns at a time: a lane written alone would keep the next whole read waiting.
  using Places [[gnu::vector_size(sizeof(Column))]] = std::int64_t;
  const Places here = Places{0, 1, 2, 3} == static_cast<std::int64_t>(out);
  const double pivot = inverse[out];
  const auto update = [&](Column& column) {
    const double entry = column[out] * pivot;
    column = here ? Column{entry, entry, entry, entry} : column - step * entry;
  };
  for (Column& column : on_B_) update(column);
  for (Column& column : on_A_) update(column);
  update(lambda_);
  lambda_ = lambda_ > 0.0 ? lambda_ : Column{};
  placed_ = false;
  PortalPoint& replaced = portal_.points[out];
  replaced.a = a;
  replaced.b = b;
  A_.prefetch(a);
  B_.prefetch(b);
  return true;
}

inline bool PortalSearch::refine() {
  const double reach = A_.map.longest() + B_.map.longest();
  // Among vertices that are scanned a climb is worth its branches only where it hardly moves.
  const double near_A = A_.map.scans() ? 0 : A_.map.near();
  const double near_B = B_.map.scans() ? 0 : B_.map.near();
  Vec3 last_n = Vec3::Zero();
  for (int exchanges = 0; exchanges < kMaxExchanges; ++exchanges) {
    const Vec3 n =
        has_cone_ ? Vec3(on_B_[0][3], on_B_[1][3], on_B_[2][3]) : rotate_inverse(R_WB_, plane_.n);
    const Vec3 n_A = has_cone_ ? Vec3(on_A_[0][3], on_A_[1][3], on_A_[2][3])
                               : Vec3(-rotate_inverse(R_WA_, plane_.n));
    const auto support = [&](const SupportMap& map, const Vec3& u, int last, double near) {
      const bool is_near = last >= 0 && (exchanges == 0 || (near > 0 && close(n, last_n, near)));
      return is_near ? map.nearly_farthest(u, last) : map.nearly_farthest(u);
    };
    last_a_ = support(A_.map, n_A, last_a_, near_A);
    last_b_ = support(B_.map, n, last_b_, near_B);
    last_n = n;
    ++supports_;
    const double over = n.dot(B_.map.arm(last_b_)) + n_A.dot(A_.map.arm(last_a_)) - 1;
    if (!(over > kFlat * n.lpNorm<1>() * reach) || portal_.has(last_a_, last_b_)) {
      return placed_ || (portal_.of_vertices() && place_and_solve());
    }
    if (!has_cone_) begin_cone();
    if (!enter(last_a_, last_b_)) return false;
  }
  return false;
}

inline bool PortalSearch::search_from_inside(double radius) {
  begin_inside(radius);
  return refine();
}

/// The proof looks at the neighbours of the first vertices.
inline void PortalSearch::prefetch_neighbours() const {
  const auto of = [](const SupportMap& map, int place) {
    if (map.scans()) return;
    const std::int32_t* const others = map.near_neighbours(place);
    for (std::size_t k = 0; k < SupportMap::kBlock; ++k) __builtin_prefetch(&map.arm(others[k]));
  };
  of(A_.map, portal_.points[0].a);
  of(B_.map, portal_.points[0].b);
}

/// Where single looks into the tables lead no further climbs do, from where they have ended.
inline bool PortalSearch::search_roughly(double radius) {
  enter_around(begin_inside(radius));
  const double reach = A_.map.longest() + B_.map.longest();
  const double near = kPartOfNear * std::max(A_.map.scans() ? 0 : A_.map.near(),
                                             B_.map.scans() ? 0 : B_.map.near());
  Vec3 last_n = Vec3::Zero();
  bool climbs = false;
  RoughVertex a{};
  RoughVertex b{};
  for (int exchanges = 0; exchanges < kMaxExchanges; ++exchanges) {
    const Vec3 n(on_B_[0][3], on_B_[1][3], on_B_[2][3]);
    const Vec3 n_A(on_A_[0][3], on_A_[1][3], on_A_[2][3]);
    const double flat = kRoughlyFlat * n.lpNorm<1>() * reach;
    const auto enters = [&] {
      ++supports_;
      if (portal_.has(a.place, b.place)) return false;
      const Lanes step = products(a.arm, b.arm);
      return step[3] - 1 > flat && exchange(a.place, b.place, step);
    };
    climbs = climbs || (exchanges > 0 && close(n, last_n, near));
    last_n = n;
    if (!climbs) {
      a = rough_support(A_, n_A);
      b = rough_support(B_, n);
      if (enters()) continue;
      if (A_.map.scans() && B_.map.scans()) break;
      climbs = true;
    }
    climb_roughly(A_, n_A, a, B_, n, b);
    if (!enters()) break;
  }
  // That was the cone of the rough vertices.
  has_cone_ = false;
  if (!portal_.of_vertices()) return false;
  last_a_ = portal_.points[0].a;
  last_b_ = portal_.points[0].b;
  prefetch_neighbours();
  return place_and_solve();
}

inline bool PortalSearch::begin_at(const Portal& last) {
  portal_ = last;
  last_a_ = last.points[0].a;
  last_b_ = last.points[0].b;
  has_cone_ = false;
  return place_and_solve() && holds_ray();
}

inline bool PortalSearch::take_in(int a, int b) {
  if (portal_.has(a, b)) return false;
  if (!has_cone_) begin_cone();
  return enter(a, b) && portal_.of_vertices() && place_and_solve();
}

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
