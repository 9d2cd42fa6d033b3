// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/true_energy.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "benchmarks/energy/truths.hpp"

namespace touchstone {
namespace {

/// The truth of the observable of this name; nothing without one.
std::optional<double> truth_of(const std::vector<Observable>& observables, std::string_view name) {
  const auto found =
      std::find_if(observables.begin(), observables.end(),
                   [name](const Observable& observable) { return observable.name == name; });
  return found == observables.end() ? std::nullopt : found->truth;
}

/// Which share of its kinetic energy is left after the first step, where all that is lost is lost
/// there.
std::optional<double> kept_by_first_step(const Scene& scene,
                                         const std::vector<Observable>& observables) {
  for (const char* kept : {"kinetic_change", "drift_m", "energy_error_J"}) {
    if (truth_of(observables, kept) == 0.0) return 1;
  }
  if (const auto share = truth_of(observables, "kinetic_share_1")) return share;
  const bool sticks = scene.friction.kind == FrictionKind::no_slip;
  if (sticks && truth_of(observables, "stop_time_s") == scene.dt) return 0;
  return std::nullopt;
}

/// Kinetic energy at `time` [s] of a sphere of mass and radius 1 that slides with friction mu, its
/// speed falling and its spin growing until it rolls [J].
double sliding_energy(double mu, double time) {
  const double slides = std::min(time, 2 * kSlidingSpeed / (7 * mu * kGravity));
  const double speed = kSlidingSpeed - mu * kGravity * slides;
  const double spin = mu * kGravity * slides / kSphereInertia;
  return (speed * speed + kSphereInertia * spin * spin) / 2;
}

}  // namespace

std::vector<double> true_energies(const Scene& scene, const std::vector<Observable>& observables,
                                  const FirstEnergies& first, const std::vector<double>& times) {
  std::vector<double> energies;
  const double potential = first.total - first.kinetic;
  if (const auto share = kept_by_first_step(scene, observables)) {
    for (const double time : times) {
      energies.push_back(time > 0 ? potential + *share * first.kinetic : first.total);
    }
  } else if (truth_of(observables, "rolling_time_s")) {
    for (const double time : times) {
      energies.push_back(potential + sliding_energy(scene.friction.mu, time));
    }
  } else if (scene.name == "spinning-box" && truth_of(observables, "stop_time_s")) {
    energies = spinning_box_energies(scene.friction.mu, scene.directions, times);
    for (double& energy : energies) energy += potential;
  }
  return energies;
}

}  // namespace touchstone
