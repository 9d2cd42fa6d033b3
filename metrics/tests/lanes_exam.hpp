// SPDX-License-Identifier: GPL-3.0-or-later
// Operands for the lanes of doubles and of integers, and everything that they do with them: for
// lanes_test.cpp and shorts_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "geometry/arithmetic/double_double.hpp"
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

struct ShortsOperands {
  std::array<std::int16_t, 32> a{};
  std::array<std::int16_t, 16> b{};
  std::int16_t level = 0;
  Vec3 v = Vec3::Zero();  ///< rounds to 16 bits
};

struct ShortsResults {
  std::array<std::int16_t, 16> product{}, larger{}, largest{};
  std::array<std::array<std::int16_t, 16>, 3> rounded{};
  std::uint32_t above = 0;
};

using LanesExam = LanesResults(const LanesOperands& given);
using ShortsExam = ShortsResults(const ShortsOperands& given);
namespace narrow {
LanesExam exam;
ShortsExam exam_shorts;
}  // namespace narrow
namespace wide {
LanesExam exam;
ShortsExam exam_shorts;
}  // namespace wide

}  // namespace touchstone
