// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/run_watch.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Bodies that stand on each other in a scene overlap by less [m].
constexpr double kTouching = 1e-9;
constexpr double kRounding = 1e-12;  ///< of a total energy [1]
constexpr double kNoEnergy = 1e-20;  ///< what rounding alone gives to a body at rest [J]

double energy_of(const Simulation& simulation, std::size_t i) {
  const Body& body = simulation.scene().bodies[i];
  const BodyState& state = simulation.states()[i];
  return kinetic_energy(body, state) + potential_energy(body, state, simulation.scene().gravity_W);
}

/// What a frame that shakes did to the bodies in the last step [J]: the force on each is constant
/// during the step, its way h v.
double work_of_frame(const Simulation& simulation) {
  const Scene& scene = simulation.scene();
  if (!scene.shake) return 0;
  const double h = step_length(scene, simulation.steps() - 1);
  const Vec3 more_W = gravity_in_frame(scene, simulation.time() - h, h) - scene.gravity_W;
  double work = 0;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (scene.bodies[i].fixed) continue;
    work += scene.bodies[i].mass * h * more_W.dot(simulation.states()[i].v_W);
  }
  return work;
}

}  // namespace

void RunWatch::start(const Simulation& simulation) {
  const Scene& scene = simulation.scene();
  for (const Body& body : scene.bodies) {
    if (body.fixed) continue;
    weights_J_ += body.mass * scene.gravity_W.norm() * body.shape.reach();
  }
  kinetic_J_ = simulation.kinetic_energy();
  total_J_ = simulation.total_energy();
  remember(simulation);
}

void RunWatch::remember(const Simulation& simulation) {
  of_body_.resize(simulation.states().size());
  for (std::size_t i = 0; i < of_body_.size(); ++i) of_body_[i] = energy_of(simulation, i);
}

void RunWatch::see(const Simulation& simulation, double total_J) {
  if (simulation.steps() == 1) see_start(simulation);
  const double gain = total_J - total_J_ - work_of_frame(simulation);
  gains_.largest_J = std::max(gains_.largest_J, gain);
  if (gain > kGain) {
    ++gains_.steps;
    gains_.sum_J += gain;
  }
  const double scale = kinetic_J_ + weights_J_;
  const double rounding = std::max(kNoEnergy, kRounding * std::abs(total_J));
  if (gain > std::max(kWrongGain * scale, rounding) && gains_.wrong_steps++ == 0) {
    gains_.first_wrong = {simulation.time(), gain, scale, gaining_bodies(simulation)};
  }
  // What a step gains does not count for the step itself.
  kinetic_J_ = std::max(kinetic_J_, simulation.kinetic_energy());
  total_J_ = total_J;
  remember(simulation);
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
    const double gain = energy_of(simulation, i) - of_body_[i];
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
