// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/body.hpp"

#include <algorithm>
#include <cmath>

namespace touchstone {

double BodyShape::reach() const {
  if (is_sphere()) return radius;
  double largest = 0;
  for (const Vec3& vertex : polytope->vertices()) {
    largest = std::max(largest, vertex.squaredNorm());
  }
  return std::sqrt(largest);
}

double kinetic_energy(const Body& body, const BodyState& state) {
  if (body.fixed) return 0;
  const Vec3 w_B = state.q_WB.conjugate() * state.w_W;
  return 0.5 * (body.mass * state.v_W.squaredNorm() + body.inertia.dot(w_B.cwiseAbs2()));
}

double potential_energy(const Body& body, const BodyState& state, const Vec3& gravity_W) {
  return body.fixed ? 0 : -body.mass * gravity_W.dot(state.p_W);
}

void advance(BodyState& state, double h) {
  state.p_W += h * state.v_W;
  const Vec3 half = 0.5 * h * state.w_W;
  const double angle = half.norm();
  // sin(x)/x, from its series where the quotient would be 0/0.
  const double ratio = angle > 1e-8 ? std::sin(angle) / angle : 1;
  Eigen::Quaterniond turn;
  turn.w() = std::cos(angle);
  turn.vec() = ratio * half;
  state.q_WB = (turn * state.q_WB).normalized();
}

}  // namespace touchstone
