// SPDX-License-Identifier: GPL-3.0-or-later
// The orders at which errors shrink with the step or grow with the vertices.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/energy/energy_run.hpp"

namespace touchstone {

/// A fitted order.
struct EnergyOrder {
  std::string scene;
  std::string observable;
  std::string against;            ///< dt, vertices
  std::array<int, 2> vertices{};  ///< numbers of vertices in the fitted runs; 0 0 against vertices
  int points = 0;
  double order = 0;
  std::optional<double> truth;
  double tolerance = 0;
  EnergyVerdict verdict = EnergyVerdict::no_truth;
};
std::vector<EnergyOrder> energy_orders(const std::vector<EnergyResult>& results);

}  // namespace touchstone
