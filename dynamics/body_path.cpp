// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/body_path.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/body.hpp"

namespace touchstone {
namespace {

PathPoint point_at(const std::vector<PathPoint>& points, double time) {
  const auto later = [](double t, const PathPoint& point) { return t < point.time; };
  const auto next = std::upper_bound(points.begin(), points.end(), time, later);
  if (next == points.begin()) return points.front();
  if (next == points.end()) return points.back();
  const PathPoint& last = *(next - 1);
  const double share = (time - last.time) / (next->time - last.time);
  return {time, last.p_W + share * (next->p_W - last.p_W), last.q_WB.slerp(share, next->q_WB)};
}

/// The even spin of the shorter turn from one orientation to another within a time h [rad/s].
Vec3 spin_between(const Eigen::Quaterniond& from, const Eigen::Quaterniond& to, double h) {
  const Eigen::Quaterniond turn = to * from.conjugate();
  const double half_sine = turn.vec().norm();
  if (half_sine == 0) return Vec3::Zero();
  const double angle = 2 * std::atan2(half_sine, std::abs(turn.w()));
  return (std::copysign(angle, turn.w()) / (half_sine * h)) * turn.vec();
}

}  // namespace

std::string path_fault(const BodyPath& path) {
  if (!path.velocity_W.allFinite() || !path.acceleration_W.allFinite() ||
      !path.spin_W.allFinite()) {
    return "its velocity, acceleration and spin must be finite";
  }
  for (std::size_t k = 0; k < path.points.size(); ++k) {
    const PathPoint& point = path.points[k];
    if (!std::isfinite(point.time) || !point.p_W.allFinite()) return "its points must be finite";
    if (point.time < 0) return "its times must not be negative";
    if (k > 0 && !(point.time > path.points[k - 1].time)) return "its times must ascend";
    if (!(std::abs(point.q_WB.norm() - 1) < 1e-9)) return "a quaternion is not unit";
  }
  return "";
}

void take_path_velocity(const BodyPath& path, double time, double h, BodyState& state) {
  if (path.points.empty()) {
    state.v_W = path.velocity_W + (time + h) * path.acceleration_W;
    state.w_W = path.spin_W;
    return;
  }
  const PathPoint end = point_at(path.points, time + h);
  state.v_W = (end.p_W - state.p_W) / h;
  state.w_W = spin_between(state.q_WB, end.q_WB, h);
}

void follow_path(const BodyPath& path, double time, double h, BodyState& state) {
  if (path.points.empty()) {
    advance(state, h);
    return;
  }
  const PathPoint end = point_at(path.points, time + h);
  state.p_W = end.p_W;
  state.q_WB = end.q_WB;
}

}  // namespace touchstone
