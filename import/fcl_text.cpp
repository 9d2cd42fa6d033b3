// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/fcl_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "import/literal.hpp"
#include "import/pasted.hpp"
#include "import/rejection.hpp"

namespace touchstone {
namespace {

using Lines = std::vector<std::string>;

Lines split_lines(const std::string& text) {
  Lines lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else if (c != '\r') {
      lines.back() += c;
    }
  }
  return lines;
}

/// The length of what a mail or a process puts before a line: "> ", "[test] ".
std::size_t prefix_length(const std::string& line) {
  std::size_t k = line.find_first_not_of(" \t");
  if (k == std::string::npos || (line[k] != '>' && line[k] != '[')) return 0;
  if (line[k] == '>') {
    while (k < line.size() && (line[k] == '>' || line[k] == ' ')) ++k;
    return k;
  }
  const std::size_t end = line.find(']', k);
  return end == std::string::npos ? 0 : end + 1;
}

/// Lines without their prefixes. Where most have one, a line without one goes on with what a
/// terminal cut off the line above.
std::string unquoted(const std::string& text) {
  const Lines lines = split_lines(text);
  const auto prefixed = std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
    return prefix_length(line) > 0 && line.front() == '[';
  });
  const bool continues = prefixed > 4;
  std::string plain;
  for (const std::string& line : lines) {
    const std::size_t length = prefix_length(line);
    if (!continues || length > 0) plain += '\n';
    plain += line.substr(length);
  }
  return plain;
}

/// Lines joined with the next one where they are as long as the longest: a terminal wrapped them.
std::string unwrapped(const std::string& text) {
  const Lines lines = split_lines(text);
  std::size_t width = 0;
  for (const std::string& line : lines) width = std::max(width, line.size());
  std::string plain;
  for (const std::string& line : lines) plain += line + (line.size() == width ? "" : "\n");
  return plain;
}

/// What stands between two marks. Rejects a text, called `what`, without them.
std::string between(const std::string& text, const char* begin, const char* end,
                    const std::string& what) {
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) reject(what + " has no '" + begin + "'");
  const std::size_t start = from + std::string_view(begin).size();
  const std::size_t until = end == nullptr ? std::string::npos : text.find(end, start);
  if (end != nullptr && until == std::string::npos) {
    reject(what + " has no '" + end + "' behind '" + begin + "'");
  }
  return text.substr(start, until == std::string::npos ? until : until - start);
}

/// Whether a text is the sixteen numbers of a matrix with the last row 0 0 0 1.
bool is_matrix(const std::string& text, const std::string& where) {
  constexpr std::size_t kEntries = 16;
  std::vector<double> v;
  try {
    v = literal_numbers(text, where);
  } catch (const Rejection& /*cut in two*/) {
    return false;
  }
  return v.size() == kEntries && v[12] == 0 && v[13] == 0 && v[14] == 0 && v[15] == 1;
}

ImportedScene fcl_scene(const std::string& text, const std::string& name) {
  ImportedScene scene;
  const Conventions fcl = conventions_of("fcl");
  scene.read_as = {"an error of FCL: full sides and lengths, axis z, 4 x 4 matrices row by row"};
  const std::string what = name + ": FCL's message";
  const std::array<std::string, 2> shapes = {between(text, "Shape 1:", "X_FS1", what),
                                             between(text, "Shape 2:", "X_FS2", what)};
  std::string last = between(text, "X_FS2", nullptr, what);
  if (const std::size_t solver = last.find("Solver"); solver != std::string::npos) {
    last.resize(solver);
  }
  const std::array<std::string, 2> poses = {between(text, "X_FS1", "Shape 2:", what), last};
  for (std::size_t k = 0; k < 2; ++k) {
    const std::string number = std::to_string(k + 1);
    ImportedBody body = pasted_body(shapes[k], name + ": Shape " + number, fcl);
    body.read_as.clear();
    if (!is_matrix(poses[k], name)) {
      reject(name + ": X_FS" + number + " is no 4 x 4 matrix with the last row 0 0 0 1");
    }
    std::vector<std::string> unused;
    body.X_W = pasted_pose(poses[k], name + ": X_FS" + number, fcl, unused) * body.X_W;
    scene.bodies.push_back(std::move(body));
  }
  return scene;
}

}  // namespace

bool is_fcl_error(const std::string& text) {
  return text.find("X_FS1") != std::string::npos && text.find("X_FS2") != std::string::npos;
}

ImportedScene read_fcl_error(const std::string& text, const std::string& name) {
  const std::string plain = unquoted(text);
  try {
    return fcl_scene(plain, name);
  } catch (const Rejection& first) {
    try {
      ImportedScene scene = fcl_scene(unwrapped(plain), name);
      scene.read_as.emplace_back("lines that a terminal wrapped are joined");
      return scene;
    } catch (const Rejection& /*second*/) {
      throw first;
    }
  }
}

bool is_dumped_cpp(const std::string& text) {
  return text.find("kRotationA") != std::string::npos &&
         text.find("kTranslationB") != std::string::npos;
}

ImportedScene read_dumped_cpp(const std::string& text, const std::string& name) {
  ImportedScene scene;
  scene.read_as = {"C++ that touchstone wrote"};
  const auto array = [&](const std::string& constant) {
    const std::string begin =
        between(text, ("double " + constant).c_str(), ";", name + ": the C++");
    const std::size_t equals = begin.find('=');
    if (equals == std::string::npos) reject(name + ": " + constant + " has no '='");
    return literal_numbers(begin.substr(equals), name + ": " + constant);
  };
  for (const std::string letter : {"A", "B"}) {
    ImportedBody body;
    body.place = name + ": " + letter;
    const auto R = array("kRotation" + letter), t = array("kTranslation" + letter);
    if (R.size() != 9 || t.size() != 3) reject(name + ": R has not 9 numbers, or t not 3");
    Mat3 matrix;
    for (int k = 0; k < 9; ++k) matrix(k / 3, k % 3) = R[at(k)];
    body.X_W = translation({t[0], t[1], t[2]}) * rotation(matrix);
    const auto v = array("kVertices" + letter);
    if (v.size() % 3 != 0) reject(name + ": vertices have 3 numbers each");
    std::vector<Vec3> points;
    for (std::size_t k = 0; k < v.size(); k += 3) points.emplace_back(v[k], v[k + 1], v[k + 2]);
    double radius = 0;
    if (text.find("double kRadius" + letter) != std::string::npos) {
      const auto given = array("kRadius" + letter);
      if (given.size() != 1) reject(name + ": kRadius" + letter + " has not one number");
      radius = given.front();
    }
    body.make = [points, radius] { return hull_body(points, radius); };
    scene.bodies.push_back(std::move(body));
  }
  return scene;
}

std::optional<std::string> case_in_python(const std::string& text) {
  constexpr std::string_view kBegin = "\npair = {";
  const std::size_t begin = text.find(kBegin);
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t end = text.find("\n}\n", begin);
  if (end == std::string::npos) return std::nullopt;
  const std::size_t brace = begin + kBegin.size() - 1;
  return text.substr(brace, end + 2 - brace);
}

}  // namespace touchstone
