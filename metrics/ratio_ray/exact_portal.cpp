// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/exact_portal.hpp"

#include <algorithm>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"
#include "metrics/arithmetic/exact_rounding.hpp"
#include "metrics/arithmetic/exchange_bound.hpp"
#include "metrics/common/exact_set.hpp"
#include "metrics/ratio_ray/lexicographic.hpp"

namespace touchstone::exact {
namespace {

/// A portal in integers: dual_i.k_j = det for i = j, else 0, and det > 0.
class ExactPortal {
 public:
  explicit ExactPortal(const Integer3& d) : d_(d) {}

  std::array<ExactPoint, 3> points;
  std::array<Integer3, 3> dual;
  Integer3 lambda;  ///< times det
  Integer det;
  Integer3 n;  ///< n.k = det on the plane

  /// Rows as the moved d sees them (lexicographic.hpp).
  auto entry() const {
    return [this](std::size_t i, std::size_t place) -> const Integer& {
      return place == 0 ? lambda[i] : dual[i][place - 1];
    };
  }

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
    return all_positive<3>(entry());
  }

  /// Puts `entering` in the place of the point that leaves first as lambda moves; false if none
  /// does.
  bool exchange(const ExactPoint& entering) {
    std::array<Integer, 3> step;
    for (std::size_t i = 0; i < 3; ++i) step[i] = dot(dual[i], entering.c);
    const int out = first_to_leave(step, entry());
    if (out < 0) return false;
    points[at(out)] = entering;
    return true;
  }

 private:
  void make_dual() {
    dual = {cross(points[1].c, points[2].c), cross(points[2].c, points[0].c),
            cross(points[0].c, points[1].c)};
    det = dot(points[0].c, dual[0]);
  }

  const Integer3& d_;
};

/// The answer that the last portal gives; its points are vertices, and d is not 0.
ExactExit exit_at(const ExactPortal& portal, const ExactSet& set) {
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
    arm_A = arm_A + portal.lambda[i] * set.arms_A().arm_W(point.a);
    arm_B = arm_B + portal.lambda[i] * set.arms_B().arm_W(point.b);
  }
  exit.witnesses = {rounded_point(sum * set.x_A() + arm_A, sum, set.world()),
                    rounded_point(sum * set.x_B() + arm_B, sum, set.world())};
  // x_A + r arm: the weights' sum leaves it.
  exit.x_W = rounded_point(portal.det * set.x_A() + arm_A, portal.det, set.world());
  return exit;
}

}  // namespace
}  // namespace touchstone::exact

namespace touchstone {

std::optional<ExactExit> find_exact_exit(const RayBody& A, const Pose& X_WA, const RayBody& B,
                                         const Pose& X_WB, const Vec3& towards, const Portal& start,
                                         int ball) {
  using namespace exact;
  const ExactSet set({A.map, A.center, A.least_exponent}, X_WA, {B.map, B.center, B.least_exponent},
                     X_WB, ball - kBallDigits);
  const Integer3 d = set.offset();
  ExactPortal portal(d);
  bool sound = start.of_vertices();
  if (sound) {
    for (std::size_t i = 0; i < 3; ++i) {
      portal.points[i] = set.of_arms(start.points[i].a, start.points[i].b);
    }
    sound = portal.solve();
  }
  if (!sound) {
    const std::array<Vec3, 3> around = ball_points(towards);
    for (std::size_t i = 0; i < 3; ++i) {
      portal.points[i] = {scaled(around[i], set.world() - ball), -1, -1};
    }
    if (!portal.solve()) return std::nullopt;
  }
  int exchanges = 0;
  LoopBound bound = bound_of_exchanges("ratio_ray: exchange of vertex pairs in integers");
  for (;; ++exchanges) {
    bound.step();
    const ExactPoint entering =
        set.of_arms(set.arms_A().farthest(portal.n, -1), set.arms_B().farthest(portal.n, 1));
    if (dot(portal.n, entering.c) <= portal.det) break;
    if (!portal.exchange(entering) || !portal.solve()) return std::nullopt;
  }
  if (d == Integer3{}) return std::nullopt;
  if (std::any_of(portal.points.begin(), portal.points.end(),
                  [](const ExactPoint& p) { return p.a < 0; })) {
    return std::nullopt;
  }
  ExactExit exit = exit_at(portal, set);
  exit.exchanges = exchanges;
  return exit;
}

}  // namespace touchstone
