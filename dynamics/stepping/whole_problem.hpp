// SPDX-License-Identifier: GPL-3.0-or-later
// All islands of a step as one dense problem, for judges and tests: its size grows with the square
// of the bodies.
#pragma once

#include <span>
#include <vector>

#include "dynamics/stepping/step_assembly.hpp"

namespace touchstone {

/// The problem of all islands, its contacts in the order of their pairs. `moves`: whether each body
/// of the scene moves, on a path or freely; `free`: its whitened velocities without any impulse
/// [sqrt(J)]. Moving bodies that are in no island have columns too.
StepProblem whole_problem(std::span<const IslandProblem> islands, const std::vector<char>& moves,
                          const std::vector<Eigen::Matrix<double, kDofOfBody, 1>>& free,
                          int directions);

}  // namespace touchstone
