// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/penalty_scheme.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>

#include "dynamics/planar.hpp"
#include "dynamics/stepping/free_spin.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

using PenaltyClock = std::chrono::steady_clock;

/// Coefficient of friction in place of no slip [1]: the paper's scenes have the same, while the
/// ladder of weaker problems has a bound of its own.
constexpr double kNoSlipPenalty = 100;

double penalty_mu(const ContactFriction& friction) {
  if (friction.kind == FrictionKind::frictionless) return 0;
  return friction.kind == FrictionKind::no_slip ? kNoSlipPenalty : friction.mu;
}

Vec3 velocity_at(const BodyState& state, const Vec3& point_W) {
  return state.v_W + state.w_W.cross(point_W - state.p_W);
}

}  // namespace

PenaltyOptions penalty_for_depth(const Scene& scene, double depth, double damping_ratio,
                                 double slip_speed) {
  double mass = 0;
  int moving = 0;
  for (const Body& body : scene.bodies) {
    if (body.fixed) continue;
    mass += body.mass;
    ++moving;
  }
  mass /= std::max(moving, 1);
  PenaltyOptions options;
  options.stiffness = mass * scene.gravity_W.norm() / depth;
  options.damping = 2 * damping_ratio * std::sqrt(options.stiffness * mass);
  options.slip_speed = slip_speed;
  return options;
}

PenaltyScheme::PenaltyScheme(const Scene& scene, const ContactMethod& method,
                             const PenaltyOptions& options)
    : scene_(scene),
      planar_(scene.planar ? make_planar_contacts(scene_, method) : nullptr),
      options_(options),
      states_(scene.start),
      force_W_(scene.bodies.size()),
      torque_W_(scene.bodies.size()),
      contacts_(scene_, planar_ == nullptr ? method : *planar_) {
  assert(comparator_fault(scene).empty());
}

void PenaltyScheme::add_force(int body, const Vec3& force_W, const Vec3& point_W) {
  force_W_[at(body)] += force_W;
  torque_W_[at(body)] += (point_W - states_[at(body)].p_W).cross(force_W);
}

/// Normals point from B to A.
void PenaltyScheme::add_contacts(const BodyPair& pair) {
  const double mu = penalty_mu(pair.friction);
  for (const ContactPoint& point : pair.contact.points) {
    ++report_.contacts;
    if (point.gap >= 0) continue;
    const Vec3 middle_W = 0.5 * (point.p_WA + point.p_WB);
    const Vec3 v_BA_W =
        velocity_at(states_[at(pair.A)], middle_W) - velocity_at(states_[at(pair.B)], middle_W);
    const double v_n = point.normal.dot(v_BA_W);
    const Vec3 v_t_W = v_BA_W - v_n * point.normal;
    const double f_n = -options_.stiffness * point.gap - options_.damping * v_n;
    if (f_n <= 0) continue;
    ++report_.carrying;
    const Vec3 force_W =
        f_n * point.normal - mu * f_n / std::max(v_t_W.norm(), options_.slip_speed) * v_t_W;
    add_force(pair.A, force_W, middle_W);
    add_force(pair.B, -force_W, middle_W);
  }
}

/// False if the new velocity is not finite.
bool PenaltyScheme::change_velocity(std::size_t body, double h) {
  const Body& of = scene_.bodies[body];
  BodyState& state = states_[body];
  state.v_W += h * (scene_.gravity_W + (force_W_[body] + of.force_W) / of.mass);
  const Mat3 R_WP = of.principal_axes(state.pose().R);
  const Vec3 torque_P = R_WP.transpose() * (torque_W_[body] + of.torque_W);
  const Vec3 w_P = free_spin(of.inertia, R_WP.transpose() * state.w_W, h);
  state.w_W = R_WP * (w_P + h * torque_P.cwiseQuotient(of.inertia));
  return state.v_W.allFinite() && state.w_W.allFinite();
}

const StepReport& PenaltyScheme::step() {
  const auto begin = PenaltyClock::now();
  const double h = step_length(scene_, steps_);
  report_ = StepReport();
  contacts_.find(states_, h);
  const auto found = PenaltyClock::now();
  std::fill(force_W_.begin(), force_W_.end(), Vec3::Zero());
  std::fill(torque_W_.begin(), torque_W_.end(), Vec3::Zero());
  for (const BodyPair& pair : contacts_.pairs()) add_contacts(pair);
  const std::vector<BodyState> before = states_;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (scene_.bodies[i].fixed) continue;
    const bool finite = change_velocity(i, h);
    if (finite) advance(states_[i], h);
    if (!finite || !states_[i].p_W.allFinite() || !states_[i].q_WB.coeffs().allFinite()) {
      states_ = before;
      report_.fault = "a velocity is not finite: the step is too long for the springs";
      return report_;
    }
  }
  ++steps_;
  time_ += h;
  report_.taken = true;
  report_.solved = true;
  report_.solver = "penalty";
  report_.unanswered = contacts_.unanswered();
  report_.asked = contacts_.asked();
  report_.smallest_gap = contacts_.smallest_gap();
  report_.times.contact = std::chrono::duration<double>(found - begin).count();
  report_.times.total = std::chrono::duration<double>(PenaltyClock::now() - begin).count();
  return report_;
}

}  // namespace touchstone
