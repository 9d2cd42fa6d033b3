// SPDX-License-Identifier: GPL-3.0-or-later
// What Yi & Drumwright say of the scenarios of their Figure 5, beside what is true and what is
// measured here.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/energy/energy_run.hpp"

namespace touchstone {

struct Figure5Claim {
  std::string said;     ///< in our words
  std::string verdict;  ///< what exact mechanics says of it
  EnergyTask task;
};

/// Each claim with the scene that it is about.
std::vector<Figure5Claim> figure5_claims();

}  // namespace touchstone
