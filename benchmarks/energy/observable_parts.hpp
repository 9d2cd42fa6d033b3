// SPDX-License-Identifier: GPL-3.0-or-later
// What observables are put together from.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/energy/observer.hpp"

namespace touchstone {

template <class What, class... Arguments>
Observable observe(std::string name, std::optional<double> truth, double tolerance,
                   Arguments... arguments) {
  Observable observable;
  observable.name = std::move(name);
  observable.truth = truth;
  observable.tolerance = tolerance;
  observable.observer = std::make_unique<What>(arguments...);
  observable.limit = truth;
  return observable;
}

template <class... Rest>
std::vector<Observable> list(Observable first, Rest... rest) {
  std::vector<Observable> all;
  all.push_back(std::move(first));
  (all.push_back(std::move(rest)), ...);
  return all;
}

/// No verdict, although a truth is known.
inline void leave_unjudged(Observable& observable, std::string why) {
  observable.truth.reset();
  observable.unjudged = std::move(why);
}

/// What is measured of a library scene of many bodies made with `choice`, and what statics and
/// momentum say of it; the kinetic energy where nothing else is known.
std::vector<Observable> many_body_observables(const Scene& scene, const SceneChoice& choice);

/// What is measured where joints hold bodies (scenes/linkage.hpp, scenes/jointed.hpp); empty for
/// other scenes.
std::vector<Observable> joint_observables(const Scene& scene, const SceneChoice& choice);

/// Number of bodies of the scene that are not fixed.
int moving_bodies(const Scene& scene);

/// What is measured where bodies meet at their corners (scenes/peg.hpp): corner-pass, two-corners,
/// corner-cross and their variants; empty for other scenes.
std::vector<Observable> peg_observables(const Scene& scene, const SceneChoice& choice);

}  // namespace touchstone
