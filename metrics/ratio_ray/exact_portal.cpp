// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/exact_portal.hpp"

#include <algorithm>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"
#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/arithmetic/exact_rounding.hpp"
#include "metrics/arithmetic/exchange_bound.hpp"

namespace touchstone::exact {
namespace {

struct ExactPoint {
  Integer3 k;
  int a = -1;
  int b = -1;
};

/// A portal in integers: dual_i.k_j = det for i = j, else 0, and det > 0.
class ExactPortal {
 public:
  explicit ExactPortal(const Integer3& d) : d_(d) {}

  std::array<ExactPoint, 3> points;
  std::array<Integer3, 3> dual;
  Integer3 lambda;  ///< times det
  Integer det;
  Integer3 n;  ///< n.k = det on the plane

  /// Whether the points are a portal for the moved d.
  bool solve() {
    make_dual();
    if (sgn(det) < 0) {
      std::swap(points[0], points[1]);
      make_dual();
    }
    if (sgn(det) == 0) return false;
    n = dual[0] + dual[1] + dual[2];
    for (std::size_t i = 0; i < 3; ++i) lambda[i] = dot(dual[i], d_);
    return positive(0) && positive(1) && positive(2);
  }

  /// Puts `entering` in the place of the point that leaves first as lambda moves; false if none
  /// does.
  bool exchange(const ExactPoint& entering) {
    std::array<Integer, 3> step;
    int out = -1;
    for (std::size_t i = 0; i < 3; ++i) {
      step[i] = dot(dual[i], entering.k);
      if (sgn(step[i]) <= 0) continue;
      if (out < 0 || sooner(i, static_cast<std::size_t>(out), step)) out = static_cast<int>(i);
    }
    if (out < 0) return false;
    points[at(out)] = entering;
    return true;
  }

 private:
  void make_dual() {
    dual = {cross(points[1].k, points[2].k), cross(points[2].k, points[0].k),
            cross(points[0].k, points[1].k)};
    det = dot(points[0].k, dual[0]);
  }

  /// Row i as the moved d sees it: its first entry other than 0 decides.
  const Integer& entry(std::size_t i, std::size_t place) const {
    return place == 0 ? lambda[i] : dual[i][place - 1];
  }
  bool positive(std::size_t i) const {
    for (std::size_t place = 0; place < 4; ++place) {
      if (sgn(entry(i, place)) != 0) return sgn(entry(i, place)) > 0;
    }
    return false;
  }
  bool sooner(std::size_t i, std::size_t j, const std::array<Integer, 3>& step) const {
    for (std::size_t place = 0; place < 4; ++place) {
      const int order = cmp(entry(i, place) * step[j], entry(j, place) * step[i]);
      if (order != 0) return order < 0;
    }
    return false;
  }

  const Integer3& d_;
};

/// A pair in integers, and what its portals say in doubles. Units: R in 2^turn, arms in 2^place,
/// the world in 2^world = 2^(turn + place).
class ExactRay {
 public:
  ExactRay(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB, int ball)
      : turn_(least_exponent(X_WA.R, least_exponent(X_WB.R, 0))),
        world_(unit_of_world(A, X_WA, B, X_WB, turn_, ball)),
        A_(A.map, A.center, X_WA.R, world_ - turn_, turn_),
        B_(B.map, B.center, X_WB.R, world_ - turn_, turn_),
        x_A_(scaled(X_WA.t, world_) + rotate(A_.R(), A_.center())),
        x_B_(scaled(X_WB.t, world_) + rotate(B_.R(), B_.center())),
        d_(x_A_ - x_B_) {}

  const Integer3& d() const { return d_; }
  ExactPoint point(const PortalPoint& p) const { return {B_.arm_W(p.b) - A_.arm_W(p.a), p.a, p.b}; }
  ExactPoint support(const Integer3& n) const {
    return point({A_.farthest(n, -1), B_.farthest(n, 1)});
  }

  /// Three points around `towards` on the ball of radius 2^ball.
  std::array<ExactPoint, 3> points_of_ball(const Vec3& towards, int ball) const {
    const std::array<Vec3, 3> around = ball_points(towards);
    std::array<ExactPoint, 3> points;
    for (std::size_t i = 0; i < 3; ++i) points[i].k = scaled(around[i], world_ - ball);
    return points;
  }

  /// The answer that the last portal gives; its points are vertices, and d is not 0.
  ExactExit exit_at(const ExactPortal& portal) const {
    const Integer sum = portal.lambda[0] + portal.lambda[1] + portal.lambda[2];
    ExactExit exit;
    exit.rho = round_quotient(sum - portal.det, sum);
    exit.r = round_quotient(sum, portal.det);
    exit.normal = rounded_unit(portal.n);
    Integer3 arm_A;
    Integer3 arm_B;
    for (std::size_t i = 0; i < 3; ++i) {
      const ExactPoint& point = portal.points[i];
      exit.points[i] = {point.a, point.b};
      exit.weight[static_cast<Eigen::Index>(i)] = round_quotient(portal.lambda[i], sum);
      arm_A = arm_A + portal.lambda[i] * A_.arm_W(point.a);
      arm_B = arm_B + portal.lambda[i] * B_.arm_W(point.b);
    }
    exit.witnesses = {rounded_point(sum * x_A_ + arm_A, sum, world_),
                      rounded_point(sum * x_B_ + arm_B, sum, world_)};
    // x_A + r arm: the weights' sum leaves it.
    exit.x_W = rounded_point(portal.det * x_A_ + arm_A, portal.det, world_);
    return exit;
  }

 private:
  static int unit_of_world(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB,
                           int turn, int ball) {
    const int place = std::min(A.least_exponent, B.least_exponent);
    const int world = least_exponent(X_WA.t, least_exponent(X_WB.t, turn + place));
    return std::min(world, ball - kBallDigits);
  }

  int turn_;
  int world_;
  Arms A_;
  Arms B_;
  Integer3 x_A_;
  Integer3 x_B_;
  Integer3 d_;
};

}  // namespace
}  // namespace touchstone::exact

namespace touchstone {

std::optional<ExactExit> find_exact_exit(const RayBody& A, const Pose& X_WA, const RayBody& B,
                                         const Pose& X_WB, const Vec3& towards, const Portal& start,
                                         int ball) {
  using namespace exact;
  const ExactRay ray(A, X_WA, B, X_WB, ball);
  ExactPortal portal(ray.d());
  bool sound = start.of_vertices();
  if (sound) {
    for (std::size_t i = 0; i < 3; ++i) portal.points[i] = ray.point(start.points[i]);
    sound = portal.solve();
  }
  if (!sound) {
    portal.points = ray.points_of_ball(towards, ball);
    if (!portal.solve()) return std::nullopt;
  }
  int exchanges = 0;
  LoopBound bound = bound_of_exchanges("ratio_ray: exchange of vertex pairs in integers");
  for (;; ++exchanges) {
    bound.step();
    const ExactPoint entering = ray.support(portal.n);
    if (dot(portal.n, entering.k) <= portal.det) break;
    if (!portal.exchange(entering) || !portal.solve()) return std::nullopt;
  }
  if (ray.d() == Integer3{}) return std::nullopt;
  if (std::any_of(portal.points.begin(), portal.points.end(),
                  [](const ExactPoint& p) { return p.a < 0; })) {
    return std::nullopt;
  }
  ExactExit exit = ray.exit_at(portal);
  exit.exchanges = exchanges;
  return exit;
}

}  // namespace touchstone
