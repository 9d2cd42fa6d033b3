// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace touchstone {

enum class StepCone { round, box, polygon };

struct BlockRows {
  int rows = 0, columns = 0;
  std::vector<int> begin, column;
  std::vector<double> value;
};

struct LocalStep {
  StepCone cone = StepCone::round;
  int directions = 0;
  int dimension = 3;
  std::vector<double> mu;
  BlockRows W;
  std::vector<double> q;
};

}  // namespace touchstone
