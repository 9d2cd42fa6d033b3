// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/body.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace touchstone {

PolytopePtr make_capsule(double radius, double half_length) {
  PolytopeInput axis;
  axis.vertices = {{0, 0, -half_length}};
  if (half_length > 0) axis.vertices.emplace_back(0, 0, half_length);
  return make_rounded(make_polytope(axis).value(), radius).value();
}

std::optional<double> capsule_half_length(const Polytope& shape) {
  const Vec3& end = shape.vertices().back();
  const bool capsule = shape.radius() > 0 && shape.dimension() < 2 && end.x() == 0 &&
                       end.y() == 0 && shape.vertices().front() == -end;
  return capsule ? std::optional(std::abs(end.z())) : std::nullopt;
}

double Body::reach() const {
  double largest = 0;
  for (const Vec3& vertex : shape->vertices()) largest = std::max(largest, vertex.squaredNorm());
  return std::sqrt(largest) + shape->radius();
}

void set_inertia(Body& body, const Mat3& inertia) {
  constexpr double kRounding = 1e-12;  // relative to the moments [1]
  const double off_diagonal =
      (inertia - Mat3(inertia.diagonal().asDiagonal())).cwiseAbs().maxCoeff();
  body.axes.setIdentity();
  body.tensor.reset();
  body.inertia = inertia.diagonal();
  if (!(off_diagonal > kRounding * inertia.trace())) return;
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(inertia);
  body.tensor = inertia;
  body.inertia = principal.eigenvalues();
  body.axes = principal.eigenvectors();
  if (body.axes.determinant() < 0) body.axes.col(0) *= -1;
}

double kinetic_energy(const Body& body, const BodyState& state) {
  if (body.fixed) return 0;
  Vec3 w_P = state.q_WB.conjugate() * state.w_W;
  if (body.tensor) w_P = body.axes.transpose() * w_P;
  return 0.5 * (body.mass * state.v_W.squaredNorm() + body.inertia.dot(w_P.cwiseAbs2()));
}

Vec3 angular_momentum(const Body& body, const BodyState& state) {
  Vec3 w_P = state.q_WB.conjugate() * state.w_W;
  if (body.tensor) w_P = body.axes.transpose() * w_P;
  Vec3 momentum = body.inertia.cwiseProduct(w_P);
  if (body.tensor) momentum = body.axes * momentum;
  return state.q_WB * momentum;
}

double potential_energy(const Body& body, const BodyState& state, const Vec3& gravity_W) {
  return body.fixed ? 0 : -body.mass * gravity_W.dot(state.p_W) - body.force_W.dot(state.p_W);
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
