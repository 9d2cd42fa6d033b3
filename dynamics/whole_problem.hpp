// SPDX-License-Identifier: GPL-3.0-or-later
// The islands of a step as one problem, for those who look at a step as a whole: it is as large as
// the square of its bodies.
#pragma once

#include <span>
#include <vector>

#include "dynamics/step_assembly.hpp"

namespace touchstone {

/// Contacts in the order of their pairs. `moves`: of each body of the scene, and `free` its
/// whitened velocities without any impulse; bodies that are in no island are part of it too.
StepProblem whole_problem(std::span<const IslandProblem> islands, const std::vector<char>& moves,
                          const std::vector<Eigen::Matrix<double, kDofOfBody, 1>>& free,
                          int directions);

}  // namespace touchstone
