// SPDX-License-Identifier: GPL-3.0-or-later
// What became of bodies that enter a scene during a run.
#pragma once

#include <string>
#include <vector>

#include "dynamics/stepping/simulation.hpp"

namespace touchstone {

/// Bodies of a scene that are not there from the beginning.
struct LateBodies {
  int entered = 0;
  double energy_J = 0;  ///< that they brought with them
  int delayed = 0;      ///< that waited, as their place was taken
  double max_delay_s = 0;
  std::string most_delayed;        ///< name
  std::vector<std::string> never;  ///< names of those whose place stayed taken
  bool any() const { return entered > 0 || !never.empty(); }
};

/// What became of the bodies that enter after the scene's start, as of the last step.
LateBodies late_bodies(const Simulation& simulation);

}  // namespace touchstone
