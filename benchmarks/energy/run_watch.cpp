// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/run_watch.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/planar.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Bodies that stand on each other in a scene overlap by less [m].
constexpr double kTouching = 1e-9;
constexpr double kRounding = 1e-12;  ///< a gain below this share of all energies is rounding [1]
constexpr double kNoEnergy = 1e-20;  ///< what rounding alone gives to a body at rest [J]

/// 0 of a body that has not entered.
double energy_of(const Simulation& simulation, std::size_t i) {
  if (!simulation.present(i)) return 0;
  const Body& body = simulation.scene().bodies[i];
  const BodyState& state = simulation.states()[i];
  return kinetic_energy(body, state) + potential_energy(body, state, simulation.scene().gravity_W);
}

/// Weight and constant force of a moving body times its bounding radius, and its torque [J].
double weight_of(const Scene& scene, std::size_t i) {
  const Body& body = scene.bodies[i];
  if (body.fixed) return 0;
  return body.mass * scene.gravity_W.norm() * scene_reach(scene, body) +
         (body.force_W.norm() * scene_reach(scene, body) + body.torque_W.norm());
}

/// Adds to each body's energy what its constant torque did to it in the last step.
void add_work_of_torques(const Simulation& simulation, std::vector<double>& energies) {
  const Scene& scene = simulation.scene();
  const double h = step_length(scene, simulation.steps() - 1);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (!simulation.present(i)) continue;
    energies[i] += h * scene.bodies[i].torque_W.dot(simulation.states()[i].w_W);
  }
}

/// Adds to each body's energy what a frame that shakes did to it in the last step: the force on it
/// is constant during the step, its way h v.
void add_work_of_frame(const Simulation& simulation, std::vector<double>& energies) {
  const Scene& scene = simulation.scene();
  if (!scene.shake) return;
  const double h = step_length(scene, simulation.steps() - 1);
  const Vec3 more_W = gravity_in_frame(scene, simulation.time() - h, h) - scene.gravity_W;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (scene.bodies[i].fixed || !simulation.present(i)) continue;
    energies[i] += scene.bodies[i].mass * h * more_W.dot(simulation.states()[i].v_W);
  }
}

}  // namespace

void RunWatch::start(const Simulation& simulation) {
  for (std::size_t i = 0; i < simulation.states().size(); ++i) {
    if (simulation.present(i)) weights_J_ += weight_of(simulation.scene(), i);
  }
  kinetic_J_ = simulation.kinetic_energy();
  set_energies(simulation);
}

/// What a body brings with it is not gained.
void RunWatch::see_entered(const Simulation& simulation) {
  const Scene& scene = simulation.scene();
  for (const int body : simulation.report().entered) {
    const std::size_t i = at(body);
    const double kinetic = kinetic_energy(scene.bodies[i], scene.start[i]);
    before_[i] = kinetic + potential_energy(scene.bodies[i], scene.start[i], scene.gravity_W);
    kinetic_J_ += kinetic;
    weights_J_ += weight_of(scene, i);
  }
}

void RunWatch::set_energies(const Simulation& simulation) {
  of_body_.resize(simulation.states().size());
  for (std::size_t i = 0; i < of_body_.size(); ++i) of_body_[i] = energy_of(simulation, i);
}

/// The largest gain of an island in the last step.
double RunWatch::count_gains(const Simulation& simulation) {
  double largest = 0;
  double sum = 0;
  const auto count = [&](double gain) {
    largest = std::max(largest, gain);
    if (gain > kGain) sum += gain;
  };
  counted_.assign(of_body_.size(), 0);
  for (std::size_t number = 0; number < simulation.islands().size(); ++number) {
    double gain = -simulation.work_of_paths(number);
    for (const int body : simulation.islands()[number].bodies) {
      counted_[at(body)] = 1;
      gain += of_body_[at(body)] - before_[at(body)];
    }
    count(gain);
  }
  for (std::size_t i = 0; i < of_body_.size(); ++i) {
    if (counted_[i] == 0) count(of_body_[i] - before_[i]);
  }
  gains_.largest_J = std::max(gains_.largest_J, largest);
  if (sum > 0) ++gains_.steps;
  gains_.sum_J += sum;
  return largest;
}

void RunWatch::see(const Simulation& simulation) {
  if (simulation.steps() == 1) see_start(simulation);
  before_.swap(of_body_);
  see_entered(simulation);
  add_work_of_frame(simulation, before_);
  add_work_of_torques(simulation, before_);
  set_energies(simulation);
  const double gain = count_gains(simulation);
  const double scale = kinetic_J_ + weights_J_;
  double energies = 0;
  for (const double energy : of_body_) energies += std::abs(energy);
  const double rounding = std::max(kNoEnergy, kRounding * energies);
  if (gain > std::max(kWrongGain * scale, rounding) && gains_.wrong_steps++ == 0) {
    gains_.first_wrong = {simulation.time(), gain, scale, gaining_bodies(simulation)};
  }
  // What a step gains does not count for the step itself.
  kinetic_J_ = std::max(kinetic_J_, simulation.kinetic_energy());
}

/// The pairs are still as they were at the beginning of the step.
void RunWatch::see_start(const Simulation& simulation) {
  for (const BodyPair& pair : simulation.contacts().pairs()) {
    if (!pair.contact.answered || pair.contact.points.empty()) continue;
    if (-pair.contact.phi <= std::max(kTouching, overlap_.depth_m)) continue;
    overlap_ = {-pair.contact.phi, name_pair(simulation, pair)};
  }
}

std::string RunWatch::name_pair(const Simulation& simulation, const BodyPair& pair) const {
  const std::vector<Body>& bodies = simulation.scene().bodies;
  return bodies[at(pair.A)].name + " and " + bodies[at(pair.B)].name;
}

std::string RunWatch::gaining_bodies(const Simulation& simulation) const {
  int most = 0;
  double gained = 0;
  for (std::size_t i = 0; i < of_body_.size(); ++i) {
    const double gain = of_body_[i] - before_[i];
    if (!(gain > gained)) continue;
    gained = gain;
    most = static_cast<int>(i);
  }
  const BodyPair* deepest = nullptr;
  for (const BodyPair& pair : simulation.contacts().pairs()) {
    if ((pair.A != most && pair.B != most) || pair.contact.points.empty()) continue;
    if (deepest == nullptr || pair.contact.phi < deepest->contact.phi) deepest = &pair;
  }
  if (deepest == nullptr) return simulation.scene().bodies[at(most)].name;
  return name_pair(simulation, *deepest);
}

}  // namespace touchstone
