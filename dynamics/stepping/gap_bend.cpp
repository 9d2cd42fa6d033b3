// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/gap_bend.hpp"

#include <algorithm>

namespace touchstone {
namespace {

/// Largest turn in a step for which the second order is used [rad].
constexpr double kMaxTurn = 0.5;

/// Rate n' of the unit normal [1/s].
Vec3 normal_rate(const ContactPoint& point, const Vec3& w_A, const Vec3& w_B) {
  if (point.features == GapFeatures::corner_A) return w_B.cross(point.normal);
  if (point.features == GapFeatures::corner_B) return w_A.cross(point.normal);
  const Vec3 rate =
      w_A.cross(point.edge_A).cross(point.edge_B) + point.edge_A.cross(w_B.cross(point.edge_B));
  return rate - point.normal.dot(rate) * point.normal;
}

}  // namespace

double gap_acceleration(const ContactPoint& point, const BodyState& A, const BodyState& B) {
  if (point.features == GapFeatures::unknown) return 0;
  const Vec3 rate = normal_rate(point, A.w_W, B.w_W);
  const Vec3 turning_A = A.w_W.cross(point.p_WA - A.p_W);
  const Vec3 turning_B = B.w_W.cross(point.p_WB - B.p_W);
  return point.normal.dot(A.w_W.cross(turning_A) - B.w_W.cross(turning_B)) +
         2 * rate.dot((A.v_W + turning_A) - (B.v_W + turning_B)) - point.gap * rate.squaredNorm();
}

double gap_bend(const ContactPoint& point, const BodyState& A, const BodyState& B, double h) {
  if (point.features == GapFeatures::unknown) return 0;
  const double turn = h * std::max(A.w_W.norm(), B.w_W.norm());
  const double seen = turn > kMaxTurn ? kMaxTurn / turn : 1;
  return std::min(0.0, 0.5 * h * h * seen * seen * gap_acceleration(point, A, B));
}

}  // namespace touchstone
