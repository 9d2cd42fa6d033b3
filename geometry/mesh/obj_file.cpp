// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/mesh/obj_file.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "geometry/index.hpp"
#include "geometry/mesh/mesh_lines.hpp"

namespace touchstone {
namespace {

bool is_obj_statement(const std::string& word) {
  static constexpr std::array kStatements = {
      "vt",     "vn",     "vp",     "o",          "g",         "s",        "mg",
      "l",      "p",      "cstype", "deg",        "bmat",      "step",     "curv",
      "curv2",  "surf",   "parm",   "trim",       "hole",      "scrv",     "sp",
      "end",    "con",    "bevel",  "lod",        "c_interp",  "d_interp", "usemap",
      "maplib", "usemtl", "mtllib", "shadow_obj", "trace_obj", "ctech",    "stech",
      "call",   "csh",    "bsp",    "bzp",        "cdc",       "cdp",      "res"};
  return std::find(kStatements.begin(), kStatements.end(), word) != kStatements.end();
}

/// What the statements `o` or `g` of an OBJ file part its faces into.
class ObjNames {
 public:
  void begin(const std::string& name) { current_ = number_of(name); }
  /// The object that a face belongs to now.
  int of_face() {
    if (current_ < 0) current_ = number_of("");
    has_faces_.insert(current_);
    return current_;
  }
  /// Whether faces have different names.
  bool are_several() const { return has_faces_.size() > 1; }
  std::vector<std::string> names() const {
    std::vector<std::string> names(numbers_.size());
    for (const auto& [name, number] : numbers_) names[at(number)] = name;
    return names;
  }

 private:
  int number_of(const std::string& name) {
    return numbers_.emplace(name, static_cast<int>(numbers_.size())).first->second;
  }

  std::map<std::string, int> numbers_;
  int current_ = -1;
  std::set<int> has_faces_;
};

/// The faces of an OBJ file: their points may come later.
class ObjFaces {
 public:
  /// The fault in words such as "f 1 2/7 3//2" after `points` points, or empty.
  std::string add(const MeshLines& lines, std::size_t points, MeshData& data) {
    const Words& words = lines.words();
    if (words.size() < 4) {
      return lines.fault("a face with " + std::to_string(words.size() - 1) +
                         " corners, fewer than 3");
    }
    MeshTriangle fan{};
    for (std::size_t k = 1; k < words.size(); ++k) {
      const std::string_view corner = std::string_view(words[k]).substr(0, words[k].find('/'));
      const auto index = integer_of(corner);
      if (!index || *index == 0)
        return lines.fault(quoted(words[k]) + " is not a corner of a face");
      if (*index < -static_cast<std::int64_t>(points)) {
        return lines.fault("a face names point " + std::to_string(*index) + ", after " +
                           std::to_string(points) + " points");
      }
      if (*index > largest_) {
        largest_ = *index;
        where_ = lines.fault("a face names point " + std::to_string(*index));
      }
      // An index that is too large is a fault in the end, whatever is kept of it.
      const auto count = static_cast<std::int64_t>(points);
      fan[std::min<std::size_t>(k - 1, 2)] =
          static_cast<int>(*index < 0 ? count + *index : *index - 1);
      if (k < 3) continue;
      data.triangles.push_back(fan);
      fan[1] = fan[2];
    }
    return "";
  }

  /// The first fault once all points are known, or empty.
  std::string fault(std::size_t points) const {
    if (largest_ <= static_cast<std::int64_t>(points)) return "";
    return where_ + ", but there are " + std::to_string(points);
  }

 private:
  std::int64_t largest_ = 0;
  std::string where_;
};

}  // namespace

Result<MeshData> read_obj(std::istream& file) {
  MeshData data;
  ObjFaces faces;
  ObjNames named, groups;
  std::vector<int> group_of;
  MeshLines lines(file, true);
  while (lines.next()) {
    const Words& words = lines.words();
    if (words.size() > kMaxWords) {
      return Error{lines.fault("more than " + std::to_string(kMaxWords) + " words")};
    }
    if (words[0] == "v") {
      const std::string fault = numbers_fault(words, 1, 3);
      if (!fault.empty()) return Error{lines.fault(fault)};
      data.points.emplace_back(*number_of(words[1]), *number_of(words[2]), *number_of(words[3]));
    } else if (words[0] == "f") {
      const std::string fault = faces.add(lines, data.points.size(), data);
      if (!fault.empty()) return Error{fault};
      data.object_of.resize(data.triangles.size(), named.of_face());
      group_of.resize(data.triangles.size(), groups.of_face());
    } else if (words[0] == "o") {
      named.begin(lines.rest());
    } else if (words[0] == "g") {
      groups.begin(lines.rest());
    } else if (!is_obj_statement(words[0])) {
      return Error{lines.fault(quoted(words[0]) + " is not a statement of an OBJ file")};
    }
  }
  const std::string fault = faces.fault(data.points.size());
  if (!fault.empty()) return Error{fault};
  const bool has_objects = named.are_several();
  if (!has_objects) data.object_of = std::move(group_of);
  data.objects = has_objects ? named.names() : groups.names();
  return data;
}

}  // namespace touchstone
