// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured of a scene in motion, and what is true of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dynamics/scenes/scene_library.hpp"
#include "dynamics/stepping/simulation.hpp"

namespace touchstone {

/// Looks at a simulation after each of its steps.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void start(const Simulation& /*simulation*/) {}
  virtual void see(const Simulation& simulation, const StepReport& report) = 0;
  /// Whether it has seen enough: a run may end when all its observers have.
  virtual bool done() const { return false; }
  /// Whether what it measures never falls: what is too large early stays too large.
  virtual bool only_grows() const { return false; }
  /// NaN: what was to be measured did not happen.
  virtual double measured() const = 0;
};

/// A quantity, and its exact value where there is one.
struct Observable {
  std::string name;             ///< with its unit: stop_time_s
  std::optional<double> truth;  ///< nothing: reported without a verdict
  double tolerance = 0;         ///< absolute, inclusive
  std::unique_ptr<Observer> observer;
  /// The limit for small steps, where the step is too large for a verdict: orders are made from it.
  std::optional<double> limit;
  /// Below the truth, where that is not `tolerance`: what is seen at the end of a step is late.
  std::optional<double> tolerance_below;
  std::string unjudged;  ///< a truth is known, yet there is no verdict: the reason
};

/// What is looked at where nothing is known: the kinetic energy, and the work of bodies on paths.
std::vector<Observable> unjudged_observables(const Scene& scene);

/// What is measured of a library scene made with `choice`. Truths that hold only for some choices
/// are left out where they do not.
std::vector<Observable> scene_observables(const Scene& scene, const SceneChoice& choice);

}  // namespace touchstone
