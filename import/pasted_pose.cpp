// SPDX-License-Identifier: GPL-3.0-or-later
// Poses of pasted numbers.
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <utility>

#include "geometry/index.hpp"
#include "import/literal.hpp"
#include "import/literal_words.hpp"
#include "import/pasted.hpp"
#include "import/rejection.hpp"
#include "import/shape_words.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

using Numbers = std::vector<double>;

constexpr double kFewDigits = 0.02;  ///< how far people's rotations are off

/// How the numbers of a pose may be meant.
struct Reading {
  std::string option;  ///< what says so: "--matrix rows"
  std::string words;   ///< "the matrix row by row"
  Frame X;
  const char* labels = "";  ///< what the numbers are called, if they are called anything
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
  Mat3 R;
  for (int k = 0; k < 9; ++k) R(k / 3, k % 3) = X.R[at(k)].get_d();
  return R.allFinite() &&
         (R.transpose() * R - Mat3::Identity()).cwiseAbs().maxCoeff() < kFewDigits &&
         R.determinant() > 0;
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
  return {{"--matrix rows-3x4", "rows of a matrix and a position (3 x 4)",
           matrix_pose(v, 0, 4, false, {3, 7, 11})},
          {"--matrix rows-first", "a matrix row by row, then a position",
           matrix_pose(v, 0, 3, false, {9, 10, 11})},
          {"--matrix columns-first", "a matrix column by column, then a position",
           matrix_pose(v, 0, 3, true, {9, 10, 11})},
          {"--matrix rows-last", "a position, then a matrix row by row",
           matrix_pose(v, 3, 3, false, {0, 1, 2})},
          {"--matrix columns-last", "a position, then a matrix column by column",
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

/// How far the squared length of the four numbers from `begin` is from 1.
double off_unit(const Numbers& v, std::size_t begin) {
  double sum = 0;
  for (std::size_t k = begin; k < begin + 4; ++k) sum += v[k] * v[k];
  return std::abs(sum - 1);
}

/// Whether the four numbers from `begin` are a quaternion of length 1, to few digits.
bool is_unit(const Numbers& v, std::size_t begin, double tolerance = kFewDigits) {
  return off_unit(v, begin) < tolerance;
}

std::string length_of(const Numbers& v, std::size_t q) {
  return short_text(std::hypot(std::hypot(v[q], v[q + 1]), std::hypot(v[q + 2], v[q + 3])));
}

/// Readings of a quaternion, in both orders, that begins at `q`.
std::vector<Reading> readings_of_quaternion(const Numbers& v, std::size_t q) {
  const std::size_t t = q == 0 ? 4 : 0;
  const bool unit = is_unit(v, q);  // else --nearest-rotation is given
  const std::string order = std::string(q == 0 ? ", then a position" : "") +
                            (unit ? "" : ", its length " + length_of(v, q) + " made 1");
  const std::string what = q == 0 ? "a quaternion " : "a position and a quaternion ";
  const Frame X = translation({v[t], v[t + 1], v[t + 2]});
  return {{"--quaternion wxyz", what + "w x y z" + order,
           X * rotation(std::array{v[q], v[q + 1], v[q + 2], v[q + 3]}),
           q == 0 ? "wxyzxyz" : "xyzwxyz"},
          {"--quaternion xyzw", what + "x y z w" + order,
           X * rotation(std::array{v[q + 3], v[q], v[q + 1], v[q + 2]}),
           q == 0 ? "xyzwxyz" : "xyzxyzw"}};
}

/// A position and a quaternion, or a quaternion first where the last four numbers are none, or the
/// words say so. Both where both may be and no library says that positions come first.
std::vector<Reading> readings_of_7(const Numbers& v, const NumberLabels& labels,
                                   const std::string& where, const Conventions& said) {
  constexpr double kSureDigits = 0.005, kNearest = 0.2;
  const bool first = labels.components[0] == 'w' || labels.groups[0] == 'a';
  const bool last = labels.groups[0] == 'p' || labels.groups[3] == 'a';
  const bool near = !is_unit(v, 0) && off_unit(v, 3) < off_unit(v, 0);
  const std::size_t q = !first && (last || is_unit(v, 3) || near) ? 3 : 0;
  if (!is_unit(v, q, said.nearest ? kNearest : kFewDigits)) {
    reject(where + ": its 7 numbers hold no rotation: the length of the quaternion is " +
           length_of(v, q) + ", not 1" +
           (is_unit(v, q, kNearest) ? ": give more digits, or --nearest-rotation" : ""));
  }
  std::vector<Reading> readings = readings_of_quaternion(v, q);
  if (q == 3 && !last && !said.of_library && is_unit(v, 0, kSureDigits)) {
    for (Reading& other : readings_of_quaternion(v, 0)) readings.push_back(std::move(other));
  }
  return readings;
}

/// The sequence as options have it: scipy's capitals turn with the body.
std::string sequence_in_options(const std::string& sequence, const Conventions& said) {
  std::string swapped = sequence;
  if (!said.fixed_lower || sequence == "rotvec") return swapped;
  for (std::size_t k = 0; k < std::min<std::size_t>(3, swapped.size()); ++k) {
    if (is_letter(swapped[k])) swapped[k] = static_cast<char>(swapped[k] ^ ' ');
  }
  return swapped;
}

/// "fixed axes" of XYZ, "turning axes" of xyz.
std::string kind_of_axes(const std::string& letters) {
  const auto is_fixed = [](unsigned char c) { return std::isupper(c) != 0; };
  if (std::all_of(letters.begin(), letters.end(), is_fixed)) return "fixed axes";
  return std::any_of(letters.begin(), letters.end(), is_fixed) ? "fixed and turning axes"
                                                               : "turning axes";
}

std::vector<Reading> readings_of_6(const Numbers& v, const Conventions& said) {
  std::istringstream sequences(said.euler.empty() ? "XYZ XYZdeg xyz xyzdeg zyx zyxdeg rotvec"
                                                  : said.euler);
  const Frame X = translation({v[0], v[1], v[2]});
  std::vector<Reading> readings;
  for (std::string word; sequences >> word;) {
    // Those of options are in their letters, the table's and the list's in this program's.
    const bool own = said.euler.empty();
    const std::string sequence = own ? word : sequence_in_options(word, said);
    if (sequence == "rotvec") {
      const Vec3 axis(v[3], v[4], v[5]);
      const Frame turn = axis.isZero(0) ? Frame() : rotation_about(axis, {axis.stableNorm()});
      if (!said.degrees) {
        readings.push_back({"--euler rotvec", "a position and a rotation vector", X * turn, "xyz"});
      }
      continue;
    }
    const bool in_degrees = sequence.ends_with("deg") || (said.degrees && !said.euler.empty());
    if (said.degrees && !in_degrees) continue;
    const std::string letters =
        sequence.ends_with("deg") ? sequence.substr(0, sequence.size() - 3) : sequence;
    readings.push_back(
        {"--euler " + sequence_in_options(sequence, said),
         "a position and Euler angles " + sequence_in_options(letters, said) + " about " +
             kind_of_axes(letters) + (in_degrees ? " in degrees" : " in radians"),
         X * euler_rotation(
                 {Angle{v[3], in_degrees}, Angle{v[4], in_degrees}, Angle{v[5], in_degrees}},
                 letters),
         "xyz"});
  }
  return readings;
}

std::vector<Reading> readings_of_plane(const Numbers& v, const std::string& where,
                                       const Conventions& said) {
  if (v.size() != 2 && v.size() != 3) {
    reject(where + ": has " + std::to_string(v.size()) +
           " numbers: a pose of the plane has 2, or 3 with an angle");
  }
  const Angle angle{v.size() == 3 ? v[2] : 0, said.degrees};
  const std::string turned = said.degrees ? " and an angle in degrees" : " and an angle in radians";
  return {{"", "a position" + (v.size() == 3 ? turned : ""),
           translation({v[0], v[1], 0}) * rotation_about(Vec3::UnitZ(), angle), "xy "}};
}

std::vector<Reading> readings_of(const Numbers& v, const NumberLabels& labels,
                                 const std::string& where, const Conventions& said) {
  if (said.planar) return readings_of_plane(v, where, said);
  switch (v.size()) {
    case 3:
      return {{"", "a position", translation({v[0], v[1], v[2]}), "xyz"}};
    case 6:
      return readings_of_6(v, said);
    case 7:
      return readings_of_7(v, labels, where, said);
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

/// Whether the conventions exclude a reading: "rows" says nothing of rows-first and rows-last.
/// Labels go before what is said of quaternions.
bool is_excluded(const Reading& reading, const std::string& labels, const Conventions& said) {
  const auto says_other = [&](const std::string& option, const std::string& value) {
    const std::string whole = option + value;
    return reading.option.starts_with(option) && !reading.option.starts_with(whole) &&
           !whole.starts_with(reading.option);
  };
  if (labels.find('w') == std::string::npos && says_other("--quaternion ", said.quaternion)) {
    return true;
  }
  return says_other("--matrix ", said.matrix);
}

/// Says why not one reading is left.
[[noreturn]] void reject_readings(const std::vector<Reading>& left, const std::string& excluded,
                                  bool misfit, std::size_t count, const std::string& where) {
  if (left.empty() && misfit) reject(where + ": components are in an order that is not known");
  if (left.empty() && !excluded.empty()) {
    reject(where + ": is " + excluded);
  }
  if (left.empty()) {
    reject(where + ": its " + std::to_string(count) + " numbers hold no rotation" +
           (count == 16 ? ", or neither the last row nor the last column is 0 0 0 1" : ""));
  }
  // Where the options agree, only words before the numbers can tell.
  const Reading &one = left[0], &other = left[1];
  const bool told = one.option != other.option;
  reject(where + ": is " + one.words + (told ? " (" + one.option + ")" : "") + " or " +
         other.words + (told ? " (" + other.option + ")?" : "? Write pos or quat before them"));
}

/// Rejects what a quaternion's class is made of beside its four numbers: Euler angles, or an axis
/// and an angle, as btQuaternion takes.
void require_four_numbers(const std::string& words, const std::string& where) {
  for (std::size_t k = 0; (k = words.find("quat", k)) != std::string::npos;) {
    while (k < words.size() && (is_letter(words[k]) || is_digit(words[k]) || words[k] == ':')) ++k;
    k = end_of_type(words, k);
    if (k >= words.size() || words[k] != '(') continue;
    const std::size_t begin = k;
    std::size_t inner = 0;  // where the first bracket within ends
    for (int depth = 0; k < words.size(); ++k) {
      if (kOpening.find(words[k]) != std::string_view::npos) ++depth;
      if (kClosing.find(words[k]) == std::string_view::npos) continue;
      if (--depth == 0) break;
      if (depth == 1 && inner == 0) inner = k + 1;
    }
    const std::size_t end = std::min(k + 1, words.size());
    const std::size_t count = literal_numbers(words.substr(begin, end - begin), where).size();
    const bool has_axis =
        inner > 0 && literal_numbers(words.substr(begin + 1, inner - begin - 1), where).size() == 3;
    if (count == 0 || (count == 4 && !has_axis)) continue;
    reject(where + ": a quaternion made of " +
           (has_axis ? "an axis and an angle" : std::to_string(count) + " numbers") +
           ": give its four numbers");
  }
}

}  // namespace

Frame pasted_pose(const std::string& text, const std::string& where, const Conventions& said,
                  std::vector<std::string>& read_as) {
  Conventions conventions = said;
  const std::string words = lower_case(without_comments(text));
  for (const char* order : {"wxyz", "xyzw"}) {
    if (words.find(order) == std::string::npos) continue;
    set_by_word(conventions.quaternion, order, "--quaternion", said.said_quaternion, where);
  }
  require_four_numbers(words, where);
  NumberLabels labels;
  Numbers v = said_numbers(text, where, conventions, &labels);
  constexpr std::size_t kWithAngles = 6;
  if (v.size() == kWithAngles && labels.groups[0] == 'a') {
    std::rotate(v.begin(), v.begin() + 3, v.end());
    read_as.push_back(where + ": the position is behind the angles");
  }
  for (const auto& [group, what] : {std::pair('p', "positions"), std::pair('a', "attitudes")}) {
    if (std::count(labels.groups.begin(), labels.groups.end(), group) > 1) {
      reject(where + ": holds two " + what + ": each pose follows its body");
    }
  }
  if (v.empty()) {
    read_as.push_back(where + ": no pose: at the origin");
    return {};
  }
  if (v.size() == 3 && words.find("zero") != std::string::npos) {
    reject(where + ": holds 3 numbers beside a zero: write the position, then the attitude");
  }
  std::vector<Reading> left;
  std::string excluded;
  bool misfit = false;
  for (const Reading& reading : readings_of(v, labels, where, conventions)) {
    if (!is_rotation(reading.X)) continue;
    if (is_excluded(reading, labels.components, conventions)) {
      excluded =
          reading.words + " (" + reading.option + "), but " + conventions.matrix + " are said";
      continue;
    }
    if (!fits(labels.components, reading.labels)) {
      misfit = true;
      continue;
    }
    const bool known = std::any_of(left.begin(), left.end(),
                                   [&](const Reading& other) { return same(other.X, reading.X); });
    if (!known) left.push_back(reading);
  }
  if (left.size() != 1) reject_readings(left, excluded, misfit, v.size(), where);
  const std::string& option = left.front().option;
  if (option.starts_with("--quaternion ")) {
    set_by_word(conventions.quaternion, option.substr(option.find(' ') + 1), "--quaternion",
                said.said_quaternion, where);
  }
  read_as.push_back(where + ": " + left.front().words);
  for (Rational& entry : left.front().X.t) entry *= Rational(conventions.scale);
  return left.front().X;
}

}  // namespace touchstone
