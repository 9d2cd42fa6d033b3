// SPDX-License-Identifier: GPL-3.0-or-later
// The contacts of one step in local form, with P the impulses and w the velocities of the contacts,
// normal first, and l the impulses of joints:
//
//   w = W P + V l + q,   V'P + R l + s = 0.
#pragma once

#include <memory>
#include <vector>

#include "dynamics/complementarity/step_system.hpp"

namespace touchstone {

/// The set of friction directions: the unit disc, the square [-1, 1]^2, or a polygon.
enum class StepCone { round, box, polygon };

/// A matrix of square blocks, the rows one after another, of which only some are there.
struct BlockRows {
  int rows = 0, columns = 0;
  std::vector<int> begin;     ///< first block of each row; one more than rows
  std::vector<int> column;    ///< column of each block, ascending in a row
  std::vector<double> value;  ///< entries of each block, row by row
};

/// Joints of a step in local form; dense, row by row.
struct LocalJoints {
  std::vector<double> V;  ///< a row for each row of a contact [1/kg]
  std::vector<double> R;  ///< [1/kg]; need not have full rank
  std::vector<double> s;  ///< [m/s]
};

struct LocalStep {
  StepCone cone = StepCone::round;
  int directions = 0;  ///< corners of a polygon, else 0
  int dimension = 3;   ///< 3, or 2 in the plane; the size of each block
  std::vector<double> mu;
  BlockRows W;            ///< [1/kg]; need not be symmetric
  std::vector<double> q;  ///< w at zero impulses [m/s]
  LocalJoints joints = {};
  /// Where the problem is one of velocities, W, q and joints are its local form, rounded.
  std::shared_ptr<const StepSystem> system = {};
  std::shared_ptr<const StepBodies> bodies = {};  ///< what the system is made of, if of bodies
};

}  // namespace touchstone
