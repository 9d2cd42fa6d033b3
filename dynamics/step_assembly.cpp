// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/step_assembly.hpp"

#include <cmath>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

constexpr int kDofOfBody = 6;

/// Spin after a step of length h without torque, the body's axes: I (w+ - w) = h (I m) x m with
/// m = (w + w+)/2. Newton's method from w; the rule has a solution near w for any sensible
/// h |w|. If the iteration does not converge the spin stays as it is.
Vec3 free_spin(const Vec3& I, const Vec3& w, double h) {
  constexpr int kIterations = 20;
  const auto torque = [&I](const Vec3& m) -> Vec3 {
    // Differences of moments, so that a zero gyroscopic torque is exactly zero.
    return {(I.y() - I.z()) * m.y() * m.z(), (I.z() - I.x()) * m.z() * m.x(),
            (I.x() - I.y()) * m.x() * m.y()};
  };
  if (torque(w).isZero(0)) return w;
  Vec3 next = w;
  for (int i = 0; i < kIterations; ++i) {
    const Vec3 m = 0.5 * (w + next);
    const Vec3 left = I.cwiseProduct(next - w) - h * torque(m);
    Mat3 slope;
    slope << 0, (I.y() - I.z()) * m.z(), (I.y() - I.z()) * m.y(),  //
        (I.z() - I.x()) * m.z(), 0, (I.z() - I.x()) * m.x(),       //
        (I.x() - I.y()) * m.y(), (I.x() - I.y()) * m.x(), 0;
    const Mat3 jacobian = Mat3(I.asDiagonal()) - 0.5 * h * slope;
    const Vec3 change = jacobian.inverse() * left;
    if (!change.allFinite()) return w;
    next -= change;
    if (change.norm() <= 1e-15 * next.norm()) return next;
  }
  const Vec3 left = I.cwiseProduct(next - w) - h * torque(0.5 * (w + next));
  return left.norm() <= 1e-12 * I.maxCoeff() * w.norm() ? next : w;
}

}  // namespace

Tangents contact_tangents(const Vec3& normal) {
  // World x is as good as normal when it is within a microradian of it.
  constexpr double kAlong = 1e-12;
  Vec3 first = Vec3::UnitX() - normal.x() * normal;
  if (first.squaredNorm() < kAlong) first = Vec3::UnitZ() - normal.z() * normal;
  first.normalize();
  return {first, normal.cross(first)};
}

StepAssembly::StepAssembly(const Scene& scene) : scene_(scene) {
  int columns = 0;
  for (const Body& body : scene.bodies) {
    column_.push_back(body.fixed ? -1 : columns);
    if (!body.fixed) columns += kDofOfBody;
    root_I_.emplace_back(body.inertia.cwiseSqrt());
    root_m_.push_back(std::sqrt(body.mass));
  }
  problem_.free.resize(columns);
  problem_.directions = scene.directions;
  R_WB_.resize(scene.bodies.size());
  v_free_W_.resize(scene.bodies.size());
  w_free_W_.resize(scene.bodies.size());
  for (const Joint& joint : scene.joints) {
    LocalJoint local;
    local.kind = joint.kind;
    local.A = find_body(scene, joint.body);
    local.B = find_body(scene, joint.other);
    const BodyState& A = scene.start[at(local.A)];
    const BodyState& B = scene.start[at(local.B)];
    local.anchor_A = A.q_WB.conjugate() * (joint.anchor_W - A.p_W);
    local.anchor_B = B.q_WB.conjugate() * (joint.anchor_W - B.p_W);
    local.axis_A = A.q_WB.conjugate() * joint.axis_W;
    local.axis_B = B.q_WB.conjugate() * joint.axis_W;
    joints_.push_back(local);
  }
}

// The row of d/dt axis.(point of the body): whitened, axis/sqrt(m) and sqrt(I)^-1 R'(arm x axis).
void StepAssembly::place_body_row(RowMatrix& rows, Eigen::Index row, int body, double sign,
                                  const Vec3& axis_W, const Vec3& point_W,
                                  const std::vector<BodyState>& states) const {
  const int column = column_[at(body)];
  if (column < 0) return;
  const Vec3 arm = point_W - states[at(body)].p_W;
  rows.row(row).segment<3>(column) = (sign / root_m_[at(body)]) * axis_W.transpose();
  rows.row(row).segment<3>(column + 3) = sign * (R_WB_[at(body)].transpose() * arm.cross(axis_W))
                                                    .cwiseQuotient(root_I_[at(body)])
                                                    .transpose();
}

void StepAssembly::place_turn_row(RowMatrix& rows, Eigen::Index row, int body, double sign,
                                  const Vec3& axis_W) const {
  const int column = column_[at(body)];
  if (column < 0) return;
  rows.row(row).segment<3>(column + 3) =
      sign * (R_WB_[at(body)].transpose() * axis_W).cwiseQuotient(root_I_[at(body)]).transpose();
}

void StepAssembly::set_free(const std::vector<BodyState>& states, double h) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    R_WB_[i] = states[i].q_WB.toRotationMatrix();
    v_free_W_[i] = states[i].v_W;
    w_free_W_[i] = states[i].w_W;
    if (column_[i] < 0) continue;
    v_free_W_[i] += h * scene_.gravity_W;
    const Vec3& I = scene_.bodies[i].inertia;
    const Vec3 w_B = R_WB_[i].transpose() * states[i].w_W;
    const Vec3 gained = free_spin(I, w_B, h) - w_B;
    w_free_W_[i] += R_WB_[i] * gained;
    problem_.free.segment<3>(column_[i]) = root_m_[i] * v_free_W_[i];
    problem_.free.segment<3>(column_[i] + 3) = root_I_[i].cwiseProduct(w_B + gained);
  }
}

void StepAssembly::set_contacts(const std::vector<BodyState>& states, const PairContacts& contacts,
                                double h) {
  Eigen::Index count = 0;
  for (const BodyPair& pair : contacts.pairs()) {
    count += static_cast<Eigen::Index>(pair.contact.points.size());
  }
  const Eigen::Index dof = problem_.free.size();
  problem_.normal.setZero(count, dof);
  problem_.tangent.setZero(2 * count, dof);
  problem_.bound.resize(count);
  problem_.friction.clear();
  Eigen::Index i = 0;
  for (const BodyPair& pair : contacts.pairs()) {
    if (pair.contact.points.empty()) continue;
    const Vec3& n = pair.contact.normal;
    const Tangents tangents = contact_tangents(n);
    for (const ContactPoint& point : pair.contact.points) {
      const Vec3 middle = 0.5 * (point.p_WA + point.p_WB);
      const auto place = [&](RowMatrix& rows, Eigen::Index row, const Vec3& axis) {
        place_body_row(rows, row, pair.A, 1, axis, middle, states);
        place_body_row(rows, row, pair.B, -1, axis, middle, states);
      };
      place(problem_.normal, i, n);
      place(problem_.tangent, 2 * i, tangents.first);
      place(problem_.tangent, 2 * i + 1, tangents.second);
      problem_.bound[i] = (point.gap > 0 ? 1 : scene_.gamma) * point.gap / h;
      problem_.friction.push_back(pair.friction);
      ++i;
    }
  }
}

// A ball holds the two images of the anchor together, row by row of the world's axes. A hinge also
// holds w_A - w_B to the axis: across it, the images of the axis turn back towards each other.
void StepAssembly::set_joints(const std::vector<BodyState>& states, double h) {
  Eigen::Index count = 0;
  for (const LocalJoint& joint : joints_) count += joint.kind == Joint::Kind::ball ? 3 : 5;
  problem_.joint.setZero(count, problem_.free.size());
  problem_.joint_bound.resize(count);
  Eigen::Index row = 0;
  for (const LocalJoint& joint : joints_) {
    const BodyState& A = states[at(joint.A)];
    const BodyState& B = states[at(joint.B)];
    const Vec3 anchor_A = A.p_W + R_WB_[at(joint.A)] * joint.anchor_A;
    const Vec3 anchor_B = B.p_W + R_WB_[at(joint.B)] * joint.anchor_B;
    for (int k = 0; k < 3; ++k, ++row) {
      place_body_row(problem_.joint, row, joint.A, 1, Vec3::Unit(k), anchor_A, states);
      place_body_row(problem_.joint, row, joint.B, -1, Vec3::Unit(k), anchor_B, states);
      problem_.joint_bound[row] = scene_.gamma * (anchor_A - anchor_B)[k] / h;
    }
    if (joint.kind != Joint::Kind::hinge) continue;
    const Vec3 axis_A = R_WB_[at(joint.A)] * joint.axis_A;
    const Vec3 axis_B = R_WB_[at(joint.B)] * joint.axis_B;
    const Tangents across = contact_tangents(axis_B);
    for (const Vec3& axis : {across.first, across.second}) {
      place_turn_row(problem_.joint, row, joint.A, 1, axis);
      place_turn_row(problem_.joint, row, joint.B, -1, axis);
      problem_.joint_bound[row] = scene_.gamma * axis.dot(axis_B.cross(axis_A)) / h;
      ++row;
    }
  }
}

const StepProblem& StepAssembly::assemble(const std::vector<BodyState>& states,
                                          const PairContacts& contacts, double h) {
  set_free(states, h);
  set_contacts(states, contacts, h);
  set_joints(states, h);
  return problem_;
}

// Adds the change due to the impulses to the free velocities: if that change is zero, the velocity
// keeps all its bits.
void StepAssembly::apply(const Eigen::VectorXd& u, std::vector<BodyState>& states) const {
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (column_[i] < 0) continue;
    const Vec3 linear = (u - problem_.free).segment<3>(column_[i]);
    const Vec3 angular = (u - problem_.free).segment<3>(column_[i] + 3);
    states[i].v_W = v_free_W_[i] + linear / root_m_[i];
    states[i].w_W = w_free_W_[i] + R_WB_[i] * angular.cwiseQuotient(root_I_[i]);
  }
}

}  // namespace touchstone
