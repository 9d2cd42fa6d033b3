// SPDX-License-Identifier: GPL-3.0-or-later
// Poses of pasted numbers.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "geometry/index.hpp"
#include "import/literal.hpp"
#include "import/pasted.hpp"
#include "import/rejection.hpp"

namespace touchstone {
namespace {

using Numbers = std::vector<double>;

/// How the numbers of a pose may be meant.
struct Reading {
  std::string option;  ///< what says so: "--matrix rows"
  std::string words;   ///< "the matrix row by row"
  Frame X;
};

/// A pose of which numbers `R0` to `R0 + 8`, or in rows of `stride`, are the matrix.
Frame matrix_pose(const Numbers& v, std::size_t R0, std::size_t stride, bool columns,
                  const std::array<std::size_t, 3>& t) {
  Mat3 R;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double entry = v[R0 + stride * i + k];
      (columns ? R(static_cast<int>(k), static_cast<int>(i))
               : R(static_cast<int>(i), static_cast<int>(k))) = entry;
    }
  }
  const Vec3 position = t[0] == t[1] ? Vec3(0, 0, 0) : Vec3(v[t[0]], v[t[1]], v[t[2]]);
  return translation(position) * rotation(R);
}

/// Whether the matrix is a rotation to the few digits that people print.
bool is_rotation(const Frame& X) {
  constexpr double kFewDigits = 0.02;
  Mat3 R;
  for (int k = 0; k < 9; ++k) R(k / 3, k % 3) = X.R[at(k)].get_d();
  return R.allFinite() && (R.transpose() * R - Mat3::Identity()).cwiseAbs().maxCoeff() < kFewDigits;
}

bool same(const Frame& X, const Frame& Y) { return X.R == Y.R && X.t == Y.t; }

const char* const kRows = "--matrix rows";
const char* const kColumns = "--matrix columns";

std::vector<Reading> readings_of_9(const Numbers& v) {
  constexpr std::array<std::size_t, 3> kNone{0, 0, 0};
  return {{kRows, "a matrix row by row", matrix_pose(v, 0, 3, false, kNone)},
          {kColumns, "a matrix column by column", matrix_pose(v, 0, 3, true, kNone)}};
}

std::vector<Reading> readings_of_12(const Numbers& v) {
  return {
      {kRows, "rows of a matrix and a position (3 x 4)", matrix_pose(v, 0, 4, false, {3, 7, 11})},
      {kRows, "a matrix row by row, then a position", matrix_pose(v, 0, 3, false, {9, 10, 11})},
      {kColumns, "a matrix column by column, then a position",
       matrix_pose(v, 0, 3, true, {9, 10, 11})},
      {kRows, "a position, then a matrix row by row", matrix_pose(v, 3, 3, false, {0, 1, 2})},
      {kColumns, "a position, then a matrix column by column",
       matrix_pose(v, 3, 3, true, {0, 1, 2})}};
}

std::vector<Reading> readings_of_16(const Numbers& v) {
  std::vector<Reading> readings;
  const auto ends = [&](std::size_t begin, std::size_t step) {
    return v[begin] == 0 && v[begin + step] == 0 && v[begin + 2 * step] == 0 && v[15] == 1;
  };
  if (ends(12, 1)) {
    readings.push_back(
        {kRows, "a 4 x 4 matrix row by row", matrix_pose(v, 0, 4, false, {3, 7, 11})});
  }
  if (ends(3, 4)) {
    readings.push_back(
        {kColumns, "a 4 x 4 matrix column by column", matrix_pose(v, 0, 4, true, {12, 13, 14})});
  }
  return readings;
}

Frame quaternion_pose(const Numbers& v, const std::array<std::size_t, 4>& wxyz) {
  return translation({v[0], v[1], v[2]}) *
         rotation(std::array{v[wxyz[0]], v[wxyz[1]], v[wxyz[2]], v[wxyz[3]]});
}

std::vector<Reading> readings_of_7(const Numbers& v) {
  return {{"--quaternion wxyz", "a position and a quaternion w x y z",
           quaternion_pose(v, {3, 4, 5, 6})},
          {"--quaternion xyzw", "a position and a quaternion x y z w",
           quaternion_pose(v, {6, 3, 4, 5})}};
}

std::vector<Reading> readings_of_6(const Numbers& v, const Conventions& said) {
  std::vector<std::string> sequences = {"XYZ", "xyz", "zyx"};
  if (!said.euler.empty()) sequences = {said.euler};
  std::vector<Reading> readings;
  for (const std::string& sequence : sequences) {
    for (const bool in_degrees : {false, true}) {
      const std::string unit = in_degrees ? "deg" : "";
      const bool says_unit = sequence.ends_with("deg");
      if (says_unit && !in_degrees) continue;
      const std::string letters = says_unit ? sequence.substr(0, sequence.size() - 3) : sequence;
      if (!said.euler.empty() && in_degrees && !says_unit) continue;
      readings.push_back(
          {"--euler " + letters + unit,
           "a position and Euler angles " + letters + (in_degrees ? " in degrees" : " in radians"),
           translation({v[0], v[1], v[2]}) *
               euler_rotation(
                   {Angle{v[3], in_degrees}, Angle{v[4], in_degrees}, Angle{v[5], in_degrees}},
                   letters)});
    }
  }
  return readings;
}

std::vector<Reading> readings_of(const Numbers& v, const std::string& where,
                                 const Conventions& said) {
  switch (v.size()) {
    case 3:
      return {{"", "a position", translation({v[0], v[1], v[2]})}};
    case 6:
      return readings_of_6(v, said);
    case 7:
      return readings_of_7(v);
    case 9:
      return readings_of_9(v);
    case 12:
      return readings_of_12(v);
    case 16:
      return readings_of_16(v);
    default:
      reject(where + ": has " + std::to_string(v.size()) +
             " numbers: a pose has 3, 6, 7, 9, 12 or 16");
  }
}

/// Whether the conventions exclude a reading.
bool is_excluded(const Reading& reading, const Conventions& said) {
  const auto says_other = [&](const std::string& option, const std::string& value) {
    return !value.empty() && reading.option.starts_with(option) && reading.option != option + value;
  };
  return says_other("--matrix ", said.matrix) || says_other("--quaternion ", said.quaternion);
}

}  // namespace

Frame pasted_pose(const std::string& text, const std::string& where, const Conventions& conventions,
                  std::vector<std::string>& read_as) {
  const Numbers v = literal_numbers(text, where);
  if (v.empty()) return {};
  std::vector<Reading> left;
  for (const Reading& reading : readings_of(v, where, conventions)) {
    if (is_excluded(reading, conventions) || !is_rotation(reading.X)) continue;
    const bool known = std::any_of(left.begin(), left.end(),
                                   [&](const Reading& other) { return same(other.X, reading.X); });
    if (!known) left.push_back(reading);
  }
  if (left.empty()) {
    reject(where + ": its " + std::to_string(v.size()) + " numbers hold no rotation" +
           (v.size() == 16 ? ", or neither the last row nor the last column is 0 0 0 1" : ""));
  }
  if (left.size() > 1) {
    reject(where + ": is " + left[0].words + " (" + left[0].option + ") or " + left[1].words +
           " (" + left[1].option + ")?");
  }
  read_as.push_back(where + ": " + left.front().words);
  return left.front().X;
}

}  // namespace touchstone
