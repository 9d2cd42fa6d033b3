// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of random piles of boxes: what the solvers are tested and measured on.
//
// A pure function of (seed, index, contacts), the same bits on every machine. One to eight boxes
// stand in a stack or lie in a heap on a floor; 1 to 4 points for each pair that touches, so that
// normals are dependent; some points still have a gap (b > 0), some penetrate (b < 0); mu is 0,
// 0.1, 0.5, 1 or 100, K is 4, 8 or 16; a fifth have ball joints or hinges. Sizes, densities, speeds
// and steps go over decades. With penetration (or joints) nothing promises that a solution exists.
#pragma once

#include <cstdint>

#include "dynamics/complementarity/step_problem.hpp"

namespace touchstone {

/// What the contacts of a pile are: cones and some frictionless ones; all frictionless; any kind.
enum class PileContacts { cones, frictionless, mixed };

StepProblem random_pile_problem(std::uint64_t seed, std::uint64_t index, PileContacts contacts);

}  // namespace touchstone
