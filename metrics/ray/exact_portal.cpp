// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ray/exact_portal.hpp"

#include <algorithm>

#include "geometry/rational.hpp"
#include "metrics/arithmetic/exact_arms.hpp"

namespace touchstone {
namespace {

using namespace exact;

/// Far beyond any honest search, whose portals never come back.
constexpr int kMostExchanges = 100000;

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
    points[static_cast<std::size_t>(out)] = entering;
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

}  // namespace

std::optional<ExactExit> find_exact_exit(const RayBody& A, const Pose& X_WA, const RayBody& B,
                                         const Pose& X_WB, const Vec3& towards, const Portal& start,
                                         double inside) {
  // Units: R in 2^turn, arms in 2^place, the world in 2^(turn + place).
  const int turn = least_exponent(X_WA.R, least_exponent(X_WB.R, 0));
  int place = std::min(A.least_exponent, B.least_exponent);
  const Vec3 dhat = unit_along(towards);
  std::array<Vec3, 3> ball = three_around(dhat);
  for (Vec3& point : ball) point = 0.5 * inside * (dhat + point);
  int world = least_exponent(X_WA.t, least_exponent(X_WB.t, turn + place));
  for (const Vec3& point : ball) world = least_exponent(point, world);
  place = world - turn;

  const Arms arms_A(A.map, A.center, X_WA.R, place, turn);
  const Arms arms_B(B.map, B.center, X_WB.R, place, turn);
  const Integer3 d = (scaled(X_WA.t, world) + turned(arms_A.R(), arms_A.center())) -
                     (scaled(X_WB.t, world) + turned(arms_B.R(), arms_B.center()));
  const auto point = [&](int a, int b) {
    return ExactPoint{arms_B.arm_W(b) - arms_A.arm_W(a), a, b};
  };

  ExactPortal portal(d);
  bool sound = start.of_vertices();
  if (sound) {
    for (std::size_t i = 0; i < 3; ++i)
      portal.points[i] = point(start.points[i].a, start.points[i].b);
    sound = portal.solve();
  }
  if (!sound) {
    for (std::size_t i = 0; i < 3; ++i) portal.points[i] = {scaled(ball[i], world), -1, -1};
    if (!portal.solve()) return std::nullopt;
  }
  ExactExit exit;
  for (; exit.exchanges < kMostExchanges; ++exit.exchanges) {
    const ExactPoint entering = point(arms_A.farthest(portal.n, -1), arms_B.farthest(portal.n, 1));
    if (dot(portal.n, entering.k) <= portal.det) break;
    if (!portal.exchange(entering) || !portal.solve()) return std::nullopt;
  }
  if (exit.exchanges == kMostExchanges) return std::nullopt;
  if (std::any_of(portal.points.begin(), portal.points.end(),
                  [](const ExactPoint& p) { return p.a < 0; })) {
    return std::nullopt;
  }
  const Integer sum = portal.lambda[0] + portal.lambda[1] + portal.lambda[2];
  if (sgn(sum) == 0) return std::nullopt;  // d = 0
  exit.rho = round_quotient(sum - portal.det, sum);
  exit.r = round_quotient(sum, portal.det);
  exit.n = rounded_direction(portal.n);
  for (std::size_t i = 0; i < 3; ++i) {
    exit.points[i].a = portal.points[i].a;
    exit.points[i].b = portal.points[i].b;
    exit.weight[static_cast<Eigen::Index>(i)] = round_quotient(portal.lambda[i], sum);
  }
  return exit;
}

}  // namespace touchstone
