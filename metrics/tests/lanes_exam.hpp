// SPDX-License-Identifier: GPL-3.0-or-later
// Operands for the lanes, and everything that they do with them: for lanes_test.cpp.
#pragma once

#include <utility>

#include "geometry/double_double.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

struct LanesOperands {
  Vec3 a, a_low, b, v, v_low;
  Mat3 R;
  double factor = 0;
};

using HighLow = std::pair<Vec3, Vec3>;

struct LanesResults {
  Vec3 sum, difference, product, multiple, cross, turned, rotated_lanes, back, skew, magnitude,
      larger, smaller, next, after_next;
  double dot = 0, norm_1 = 0, determinant = 0, largest = 0, smallest = 0, skew_of_both = 0;
  unsigned bits = 0;
  bool rotations = false, rotations_alike = false;
  HighLow two_sum, exact_product, added, added_multiple, added_rotated;
  DoubleDouble dot_in_full;
};

using LanesExam = LanesResults(const LanesOperands& given);
namespace narrow {
LanesExam exam;
}
namespace wide {
LanesExam exam;
}

}  // namespace touchstone
