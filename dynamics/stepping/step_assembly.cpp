// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/step_assembly.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>

#include "dynamics/stepping/free_spin.hpp"
#include "dynamics/stepping/gap_bend.hpp"
#include "dynamics/stepping/ways_out.hpp"
#include "dynamics/stepping/whole_problem.hpp"
#include "geometry/index.hpp"

namespace touchstone {

Tangents contact_tangents(const Vec3& normal) {
  // World x serves as a tangent unless it is within a microradian of the normal.
  constexpr double kAlong = 1e-12;
  Vec3 first = Vec3::UnitX() - normal.x() * normal;
  if (first.squaredNorm() < kAlong) first = Vec3::UnitZ() - normal.z() * normal;
  first.normalize();
  return {first, normal.cross(first)};
}

Tangents planar_tangents(const Vec3& normal, Axis axis) {
  return {Vec3::Unit(static_cast<Eigen::Index>(axis)).cross(normal), Vec3::Zero()};
}

double path_work(const SparseProblem& rows, const StepSolution& solution) {
  return rows.joint_drive.size() == 0 ? 0 : -rows.joint_drive.dot(solution.joint_impulse);
}

StepAssembly::StepAssembly(const Scene& scene)
    : scene_(scene), uses_model_(scene.model != kManifoldModel) {
  std::unordered_map<std::string, int> number;
  for (const Body& body : scene.bodies) {
    number.emplace(body.name, static_cast<int>(number.size()));
    root_I_.emplace_back(body.inertia.cwiseSqrt());
    root_m_.push_back(std::sqrt(body.mass));
  }
  place_.assign(scene.bodies.size(), -1);
  R_WB_.resize(scene.bodies.size());
  R_WP_.resize(scene.bodies.size());
  driven_.assign(scene.bodies.size(), 0);
  weigh_driven();
  v_free_W_.resize(scene.bodies.size());
  w_free_W_.resize(scene.bodies.size());
  free_.resize(scene.bodies.size());
  for (const Joint& joint : scene.joints) {
    const int A = number.at(joint.body);
    const int B = number.at(joint.other);
    joints_.push_back({A, B, local_joint(joint, scene.start[at(A)], scene.start[at(B)])});
  }
}

// What drives a body makes it infinitely heavy, whatever its mass is. It gets the largest of the
// scene, and a moment of inertia to match its size, so that its rows are not larger than others.
void StepAssembly::weigh_driven() {
  double root_m = 0;
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
    if (!scene_.bodies[i].fixed) root_m = std::max(root_m, root_m_[i]);
  }
  for (std::size_t i = 0; i < scene_.bodies.size() && root_m > 0; ++i) {
    if (!scene_.bodies[i].path) continue;
    root_m_[i] = root_m;
    root_I_[i] = Vec3::Constant(root_m * scene_.bodies[i].reach());
  }
}

// Whitened row of d/dt axis.(point of the body): axis/sqrt(m) and sqrt(I)^-1 R'(arm x axis).
void StepAssembly::set_point_row(int body, double sign, const Vec3& axis_W, const Vec3& point_W,
                                 const std::vector<BodyState>& states, double* out) const {
  Eigen::Map<BodyRow> row(out);
  if (place_[at(body)] < 0) {
    row.setZero();
    return;
  }
  const Vec3 arm = point_W - states[at(body)].p_W;
  row.head<3>() = (sign / root_m_[at(body)]) * axis_W.transpose();
  row.tail<3>() = sign * (R_WP_[at(body)].transpose() * arm.cross(axis_W))
                             .cwiseQuotient(root_I_[at(body)])
                             .transpose();
}

StepAssembly::BodyRow StepAssembly::turn_row(int body, double sign, const Vec3& axis_W) const {
  BodyRow row = BodyRow::Zero();
  if (place_[at(body)] < 0) return row;
  row.tail<3>() =
      sign * (R_WP_[at(body)].transpose() * axis_W).cwiseQuotient(root_I_[at(body)]).transpose();
  return row;
}

void StepAssembly::add_load(std::size_t i, double h) {
  const Body& body = scene_.bodies[i];
  const Vec3 gained = h * (R_WP_[i].transpose() * body.torque_W).cwiseQuotient(body.inertia);
  v_free_W_[i] += (h / body.mass) * body.force_W;
  w_free_W_[i] += R_WP_[i] * gained;
  free_[i].head<3>() = root_m_[i] * v_free_W_[i];
  free_[i].tail<3>() += root_I_[i].cwiseProduct(gained);
}

void StepAssembly::set_free(const std::vector<BodyState>& states, double h) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Body& body = scene_.bodies[i];
    R_WB_[i] = states[i].q_WB.toRotationMatrix();
    R_WP_[i] = body.principal_axes(R_WB_[i]);
    v_free_W_[i] = states[i].v_W;
    w_free_W_[i] = states[i].w_W;
    const Vec3 w_P = R_WP_[i].transpose() * states[i].w_W;
    Vec3 gained = Vec3::Zero();
    driven_[i] = body.fixed && !(states[i].v_W.isZero(0) && states[i].w_W.isZero(0)) ? 1 : 0;
    if (!body.fixed) {
      v_free_W_[i] += h * scene_.gravity_W;
      gained = free_spin(body.inertia, w_P, h) - w_P;
      w_free_W_[i] += R_WP_[i] * gained;
    }
    free_[i].head<3>() = root_m_[i] * v_free_W_[i];
    free_[i].tail<3>() = root_I_[i].cwiseProduct(w_P + gained);
    if (body.loaded()) add_load(i, h);
  }
}

// gamma scales penetrations only. A clamped row takes back no more than the pair overlaps.
double StepAssembly::row_distance(const ContactData& contact, const ContactPoint& point) const {
  const double gap = contact.bound == RowBound::pair ? point.pair_gap : point.gap;
  if (contact.bound == RowBound::shifted) {
    return gap - (1 - scene_.gamma) * std::min(contact.phi, 0.0);
  }
  if (gap > 0) return gap;
  if (contact.bound != RowBound::clamped) return scene_.gamma * gap;
  return std::max(gap, scene_.gamma * std::min(point.pair_gap, 0.0));
}

void StepAssembly::add_contacts(const BodyPair& pair, const std::vector<BodyState>& states,
                                double h, SparseProblem& rows) const {
  const bool known = pair.memory.size() == pair.contact.points.size();
  for (std::size_t k = 0; k < pair.contact.points.size(); ++k) {
    const ContactPoint& point = pair.contact.points[k];
    const Vec3 middle = 0.5 * (point.p_WA + point.p_WB);
    const Vec3& n = point.normal;
    const Tangents tangents =
        scene_.planar ? planar_tangents(n, *scene_.planar) : contact_tangents(n);
    ContactRows& block = rows.contact.emplace_back();
    block.body = {place_[at(pair.A)], place_[at(pair.B)]};
    double* row = block.rows.data();
    for (const Vec3* axis : {&n, &tangents.first, &tangents.second}) {
      set_point_row(pair.A, 1, *axis, middle, states, row);
      set_point_row(pair.B, -1, *axis, middle, states, row + kDofOfBody);
      row += 2 * kDofOfBody;
    }
    const double bend = gap_bend(point, states[at(pair.A)], states[at(pair.B)], h);
    rows.bound[rows.contacts() - 1] = row_distance(pair.contact, point) / h;
    if (bend < 0) {
      const auto free = [&](int body) -> Vec3 {
        return v_free_W_[at(body)] + w_free_W_[at(body)].cross(middle - states[at(body)].p_W);
      };
      // A bend that pushed apart faster than the bodies approach would gain energy.
      const double nearing = std::max(0.0, -n.dot(free(pair.A) - free(pair.B)));
      rows.bound[rows.contacts() - 1] -= std::min(-bend / h, nearing);
    }
    rows.friction.push_back(pair.friction);
    rows.memory.push_back(known ? pair.memory[k] : RememberedContact());
  }
}

// Renumbers a pair's contacts as those of the island. A pair without constraints (spheres) has
// unilateral ones.
void StepAssembly::add_constraints(const BodyPair& pair, IslandProblem& island) const {
  const ContactData& contact = pair.contact;
  const int first = island.rows.contacts();
  const auto count = static_cast<int>(contact.points.size());
  if (contact.constraints.empty()) {
    for (int k = first; k < first + count; ++k) {
      island.rows.constraints.push_back({ContactConstraint::Kind::unilateral, {k}, {}});
      island.plane.push_back(k);
    }
    island.potential.resize(island.potential.size() + at(count), 1);
    return;
  }
  for (ContactConstraint constraint : contact.constraints) {
    for (int& number : constraint.primary) number += first;
    for (int& number : constraint.other) number += first;
    island.rows.constraints.push_back(std::move(constraint));
  }
  for (const int number : contact.plane) island.plane.push_back(first + number);
  for (int k = 0; k < count; ++k) island.potential.push_back(k < contact.potential ? 1 : 0);
}

void StepAssembly::add_joint(int number, const std::vector<BodyState>& states, double h,
                             SparseProblem& rows) {
  const auto& [A, B, joint] = joints_[at(number)];
  const HeldJoint held =
      held_joint(joint, {R_WB_[at(A)], states[at(A)].p_W}, {R_WB_[at(B)], states[at(B)].p_W});
  anchor_error_ = std::max(anchor_error_, held.place_error);
  axis_error_ = std::max(axis_error_, held.turn_error);
  JointRows& block = rows.joint.emplace_back();
  block.body = {place_[at(A)], place_[at(B)]};
  block.rows.setZero();
  block.first = static_cast<int>(rows.joint_bound.size());
  block.count = held.count;
  rows.joint_bound.conservativeResize(block.first + block.count);
  for (int k = 0; k < held.count; ++k) {
    const JointRow& row = held.rows[at(k)];
    double* out = &block.rows(k, 0);
    if (row.turns) {
      block.rows.row(k) << turn_row(A, 1, row.axis_W), turn_row(B, -1, row.axis_W);
    } else {
      set_point_row(A, 1, row.axis_W, held.point_A, states, out);
      set_point_row(B, -1, row.axis_W, held.point_B, states, out + kDofOfBody);
    }
    rows.joint_bound[block.first + k] = scene_.gamma * row.error / h;
  }
}

// The linear part of a whitened row is its axis over the root of the mass.
Vec3 StepAssembly::joint_impulse(const IslandProblem& island, std::size_t number,
                                 const StepSolution& solution) const {
  const JointRows& block = island.rows.joint[number];
  const std::size_t side = block.body[0] >= 0 ? 0 : 1;
  const double sign = side == 0 ? 1 : -1;
  const double root_m = root_m_[at(island.bodies[at(block.body[side])])];
  const auto linear = block.rows.middleCols<3>(side == 0 ? 0 : kDofOfBody).topRows(block.count);
  return sign * root_m *
         (linear.transpose() * solution.joint_impulse.segment(block.first, block.count));
}

// Rows that hold the three velocities of a driven body, and its spin, at what they are.
void StepAssembly::add_drives(const IslandProblem& island, SparseProblem& rows) const {
  const auto before = rows.joint_bound.size();
  rows.joint_drive.setZero(island.driven > 0 ? before + Eigen::Index{6} * island.driven : 0);
  rows.joint_bound.conservativeResize(before + Eigen::Index{6} * island.driven);
  auto first = static_cast<int>(before);
  for (std::size_t place = island.bodies.size() - at(island.driven); place < island.bodies.size();
       ++place) {
    const int body = island.bodies[place];
    for (const bool turns : {false, true}) {
      JointRows& block = rows.joint.emplace_back();
      block.body = {static_cast<int>(place), -1};
      block.rows.setZero();
      block.count = 3;
      block.first = first;
      const Vec3& velocity = turns ? w_free_W_[at(body)] : v_free_W_[at(body)];
      rows.joint_drive.segment<3>(first) = -velocity;
      for (int k = 0; k < 3; ++k) {
        if (turns) {
          block.rows.block<1, kDofOfBody>(k, 0) = turn_row(body, 1, Vec3::Unit(k));
        } else {
          block.rows(k, k) = 1 / root_m_[at(body)];
        }
      }
      first += 3;
    }
  }
  if (island.driven > 0) {
    rows.joint_bound.tail(Eigen::Index{6} * island.driven) =
        rows.joint_drive.tail(Eigen::Index{6} * island.driven);
  }
}

// Gives columns to the bodies of an island, and to the driven ones that touch or hold them.
void StepAssembly::place_bodies(const Island& island, const PairContacts& contacts,
                                IslandProblem& out) {
  SparseProblem& rows = out.rows;
  out.bodies = island.bodies;
  for (std::size_t place = 0; place < out.bodies.size(); ++place) {
    place_[at(out.bodies[place])] = static_cast<int>(place);
  }
  const auto add = [&](int body) {
    if (driven_[at(body)] == 0 || place_[at(body)] >= 0) return;
    place_[at(body)] = static_cast<int>(out.bodies.size());
    out.bodies.push_back(body);
  };
  for (const int number : island.pairs) {
    add(contacts.pairs()[at(number)].A);
    add(contacts.pairs()[at(number)].B);
  }
  for (const int number : island.joints) {
    add(joints_[at(number)].A);
    add(joints_[at(number)].B);
  }
  rows.bodies = static_cast<int>(out.bodies.size());
  out.driven = rows.bodies - static_cast<int>(island.bodies.size());
  rows.free.resize(Eigen::Index{kDofOfBody} * rows.bodies);
  for (int place = 0; place < rows.bodies; ++place) {
    rows.free.segment<kDofOfBody>(Eigen::Index{kDofOfBody} * place) =
        free_[at(out.bodies[at(place)])];
  }
}

void StepAssembly::set_island(const Island& island, const std::vector<BodyState>& states,
                              const PairContacts& contacts, double h, IslandProblem& out) {
  SparseProblem& rows = out.rows;
  place_bodies(island, contacts, out);
  out.pairs.clear();
  rows.directions = scene_.directions;
  for (const int number : island.pairs) {
    out.pairs.resize(out.pairs.size() + contacts.pairs()[at(number)].contact.points.size(), number);
  }
  rows.contact.clear();
  rows.friction.clear();
  rows.memory.clear();
  rows.bound.resize(static_cast<Eigen::Index>(out.pairs.size()));
  rows.constraints.clear();
  out.plane.clear();
  out.potential.clear();
  for (const int number : island.pairs) {
    if (uses_model_) add_constraints(contacts.pairs()[at(number)], out);
    add_contacts(contacts.pairs()[at(number)], states, h, rows);
  }
  if (uses_model_) {
    std::vector<double> taken_back;
    for (const int pair : out.pairs) {
      const double phi = contacts.pairs()[at(pair)].contact.phi;
      taken_back.push_back(scene_.gamma * std::min(phi, 0.0));
    }
    leave_out_ways_behind(taken_back, h, out);
  }
  // Without a cone no K matters: the solvers of polygons take the island.
  const bool cones =
      std::any_of(rows.friction.begin(), rows.friction.end(),
                  [](const ContactFriction& f) { return f.kind == FrictionKind::cone; });
  if (rows.directions == kRoundCone && !cones) rows.directions = SparseProblem().directions;
  rows.joint.clear();
  rows.joint_bound.resize(0);
  for (const int number : island.joints) add_joint(number, states, h, rows);
  add_drives(out, rows);
  // Each island has columns of its own for a driven body.
  for (int k = 0; k < out.driven; ++k) place_[at(out.bodies[out.bodies.size() - 1 - at(k)])] = -1;
}

std::span<const IslandProblem> StepAssembly::assemble(const std::vector<BodyState>& states,
                                                      const PairContacts& contacts, double h) {
  set_free(states, h);
  anchor_error_ = 0;
  axis_error_ = 0;
  count_ = contacts.islands().size();
  if (islands_.size() < count_) islands_.resize(count_);
  for (std::size_t i = 0; i < count_; ++i) {
    set_island(contacts.islands()[i], states, contacts, h, islands_[i]);
  }
  return {islands_.data(), count_};
}

StepProblem StepAssembly::whole() const {
  std::vector<char> moves;
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
    moves.push_back(scene_.bodies[i].fixed ? driven_[i] : 1);
  }
  return whole_problem({islands_.data(), count_}, moves, free_, scene_.directions);
}

void StepAssembly::apply_free(std::vector<BodyState>& states) const {
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (scene_.bodies[i].fixed) continue;
    states[i].v_W = v_free_W_[i];
    states[i].w_W = w_free_W_[i];
  }
}

// Adds the change due to the impulses to the free velocities: if that change is zero, the velocity
// keeps all its bits.
void StepAssembly::apply(const IslandProblem& island, const Eigen::VectorXd& u,
                         std::vector<BodyState>& states) const {
  for (std::size_t place = 0; place < island.bodies.size(); ++place) {
    const std::size_t body = at(island.bodies[place]);
    if (scene_.bodies[body].fixed) continue;
    const auto column = static_cast<Eigen::Index>(kDofOfBody * place);
    const Vec3 linear = (u - island.rows.free).segment<3>(column);
    const Vec3 angular = (u - island.rows.free).segment<3>(column + 3);
    states[body].v_W = v_free_W_[body] + linear / root_m_[body];
    states[body].w_W = w_free_W_[body] + R_WP_[body] * angular.cwiseQuotient(root_I_[body]);
  }
}

}  // namespace touchstone
