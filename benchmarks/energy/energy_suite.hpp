// SPDX-License-Identifier: GPL-3.0-or-later
// The energy suite: which scenes are run with which choices, and what is true of each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/energy/observer.hpp"

namespace touchstone {

/// A scene of the library and what is chosen of it.
struct EnergyCase {
  std::string scene;
  SceneChoice choice;
};

/// The scenes of the suite: those of the library of which a truth is known, or an order measured.
std::vector<std::string> suite_scenes();

/// quick: some cases of the plain suite, enough of them for its orders; full: every mesh, step and
/// scale.
enum class SuiteExtent { quick, plain, full };

/// The cases of one scene, at least one.
std::vector<EnergyCase> energy_cases(const std::string& scene, SuiteExtent extent);

/// Why some steps of a library scene have no solution as posed, so that such steps are not a fault
/// of a run; empty for all other scenes.
std::string known_unsolved(const Scene& scene);

/// Errors of one observable that shrink (or grow) as a power of the step or of the vertices.
struct OrderRule {
  std::string scene;
  std::string observable;
  enum class Against { dt, vertices } against = Against::dt;
  std::optional<double> truth;  ///< what the order has to be; nothing: it is reported only
  double tolerance = 0;
};
std::vector<OrderRule> order_rules();

}  // namespace touchstone
