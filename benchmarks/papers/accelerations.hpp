// SPDX-License-Identifier: GPL-3.0-or-later
// Whether contacts that permit several forces permit several accelerations, which Yi & Drumwright
// [yi_drumwright] call unknown. In rationals: each solution is one by substitution.
//
// Two examples, each with random numbers:
//
// * walls: a body at rest between two parallel walls. It falls, with forces of 0, or the walls
//   press upon it and their friction holds it up.
// * cube: a hollow cube (radius of gyration 1/2 of its edge) slides on a floor and spins. Its
//   weight may rest on different corners, whose friction points in different directions.
//
// Besides these, random bodies at rest under random forces. Solutions are sought by Lemke's
// algorithm on each subset of contacts, the others without force, and with different coverings; and
// as forces that hold a body at rest.
#pragma once

#include <vector>

#include "harness/check/paper_claim.hpp"
#include "harness/thesis/pointed_cones.hpp"

namespace touchstone {

/// Solutions of the mixed problem of a step, of at most four contacts, no two alike.
std::vector<ExactVector> several_solutions(const ExactStep& step);

enum class AccelerationKind : std::uint8_t { walls, cube, space, plane, wedge };
/// Gaps of 0; velocities, divided by the length of the step, are accelerations.
ExactStep contact_example(AccelerationKind kind, std::uint64_t seed, std::uint64_t index);

Check accelerations_check();
CheckReport check_accelerations(const ClaimOptions& options);

}  // namespace touchstone
