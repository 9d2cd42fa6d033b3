// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/simulation.hpp"

#include <algorithm>
#include <chrono>

namespace touchstone {
namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

/// The same without friction and without stabilisation: u = 0 is feasible, and no impulse works
/// against the motion.
StepProblem harmless(const StepProblem& problem) {
  StepProblem plain = problem;
  plain.bound = plain.bound.cwiseMax(0.0);
  plain.joint_bound.setZero();
  std::fill(plain.friction.begin(), plain.friction.end(), ContactFriction());
  return plain;
}

}  // namespace

Simulation::Simulation(const Scene& scene, const ContactMethod& method, Stepper& stepper)
    : scene_(scene),
      states_(scene.start),
      contacts_(scene_, method),
      assembly_(scene_),
      stepper_(stepper) {}

const StepReport& Simulation::step() {
  const double h = scene_.dt;
  report_ = StepReport();
  const auto begin = Clock::now();
  contacts_.find(states_, h);
  const auto found = Clock::now();
  problem_ = &assembly_.assemble(states_, contacts_, h);
  const auto posed = Clock::now();
  solution_ = &stepper_.solve(*problem_);
  report_.solved = solution_->solved && !solution_->friction_bounded;
  report_.solver = solution_->solver;
  report_.residual = solution_->residual;
  report_.stabilisation_dropped = solution_->stabilisation_dropped;
  if (!solution_->solved) {
    spare_ = stepper_.solve(harmless(*problem_));
    solution_ = &spare_;
    if (!solution_->solved) {
      report_.fault = "no solver has an answer, not even without friction";
      return report_;
    }
  }
  const auto solved = Clock::now();
  assembly_.apply(solution_->u, states_);
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (!scene_.bodies[i].fixed) advance(states_[i], h);
  }
  ++steps_;
  report_.taken = true;
  report_.contacts = problem_->contacts();
  report_.unanswered = contacts_.unanswered();
  report_.asked = contacts_.asked();
  const double largest = report_.contacts > 0 ? solution_->normal_impulse.maxCoeff() : 0;
  for (int i = 0; i < report_.contacts; ++i) {
    report_.carrying += solution_->normal_impulse[i] > 1e-9 * largest ? 1 : 0;
  }
  report_.smallest_gap = contacts_.smallest_gap();
  report_.times.contact = seconds(begin, found);
  report_.times.problem = seconds(found, posed);
  report_.times.solve = seconds(posed, solved);
  report_.times.total = seconds(begin, Clock::now());
  return report_;
}

double Simulation::kinetic_energy() const {
  double sum = 0;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    sum += touchstone::kinetic_energy(scene_.bodies[i], states_[i]);
  }
  return sum;
}

double Simulation::total_energy() const {
  double sum = kinetic_energy();
  for (std::size_t i = 0; i < states_.size(); ++i) {
    sum += potential_energy(scene_.bodies[i], states_[i], scene_.gravity_W);
  }
  return sum;
}

}  // namespace touchstone
