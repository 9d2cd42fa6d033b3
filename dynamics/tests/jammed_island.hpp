// SPDX-License-Identifier: GPL-3.0-or-later
// An island whose contact constraints contradict each other.
#pragma once

#include "dynamics/stepping/simulation.hpp"

namespace touchstone {

/// One body at rest, with x >= .2 and x <= -.2 as contact constraints along +-x; both contacts are
/// frictionless, with tangents of zero.
inline IslandProblem jammed_island() {
  IslandProblem island;
  island.bodies = {0};
  island.pairs = {0, 0};
  island.rows.bodies = 1;
  island.rows.free = Eigen::VectorXd::Zero(kDofOfBody);
  for (const double sign : {1.0, -1.0}) {
    ContactRows& block = island.rows.contact.emplace_back();
    block.body = {0, -1};
    block.rows.setZero();
    block.rows(0, 0) = sign;
    island.rows.friction.emplace_back();
    island.rows.memory.emplace_back();
  }
  island.rows.bound = Eigen::Vector2d(-0.2, -0.2);
  island.rows.constraints = {{ContactConstraint::Kind::unilateral, {0}, {}},
                             {ContactConstraint::Kind::unilateral, {1}, {}}};
  return island;
}

}  // namespace touchstone
