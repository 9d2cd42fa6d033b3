// SPDX-License-Identifier: GPL-3.0-or-later
// The contacts of one step in local form: w = W P + q, with P the impulses and w the velocities of
// the contacts, normal first. Bodies do not appear.
#pragma once

#include <vector>

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

struct LocalStep {
  StepCone cone = StepCone::round;
  int directions = 0;  ///< corners of a polygon, else 0
  int dimension = 3;   ///< 3, or 2 in the plane; the size of each block
  std::vector<double> mu;
  BlockRows W;            ///< [1/kg]; need not be symmetric
  std::vector<double> q;  ///< w at zero impulses [m/s]
};

}  // namespace touchstone
