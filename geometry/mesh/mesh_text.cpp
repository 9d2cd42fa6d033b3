// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/mesh/mesh_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace touchstone {
namespace {

constexpr std::size_t kMaxQuoted = 24;        ///< characters of a word that a message quotes
constexpr std::size_t kMaxWords = 1U << 17U;  ///< words of a line (more room than in its file)

using Words = std::vector<std::string>;

Words words_of(const std::string& line) {
  std::istringstream stream(line);
  Words words;
  for (std::string word; words.size() <= kMaxWords && stream >> word;) {
    words.push_back(std::move(word));
  }
  return words;
}

std::string quoted(const std::string& word) {
  return "'" + word.substr(0, kMaxQuoted) + (word.size() > kMaxQuoted ? "...'" : "'");
}

/// The lines of a file that are not blank, split into words, with their numbers.
class Lines {
 public:
  /// `joins`: a backslash at the end of a line joins it to the next.
  explicit Lines(std::istream& file, bool joins = false) : file_(file), joins_(joins) {}

  bool next() {
    std::string line;
    while (std::getline(file_, line)) {
      number_ = ++read_;
      std::string more;
      while (joins_ && ends_in_backslash(line) && std::getline(file_, more)) {
        ++read_;
        line.erase(line.rfind('\\'));
        line.append(" ").append(more);
      }
      const auto comment = line.find('#');
      if (comment != std::string::npos) line.erase(comment);
      words_ = words_of(line);
      if (!words_.empty()) return true;
    }
    return false;
  }

  const Words& words() const { return words_; }
  std::string fault(const std::string& what) const {
    return "line " + std::to_string(number_) + ": " + what;
  }

 private:
  static bool ends_in_backslash(const std::string& line) {
    const auto last = line.find_last_not_of('\r');
    return last != std::string::npos && line[last] == '\\';
  }

  std::istream& file_;
  bool joins_;
  std::uint64_t read_ = 0;
  std::uint64_t number_ = 0;
  Words words_;
};

/// The number, which may be NaN or infinite; empty if the word is not a number.
std::optional<double> number_of(const std::string& word) {
  const char* begin = word.data() + (word.front() == '+' ? 1 : 0);
  const char* end = word.data() + word.size();
  double x = 0;
  const auto [stop, error] = std::from_chars(begin, end, x);
  if (stop != end || error == std::errc::invalid_argument) return std::nullopt;
  // from_chars does not say on which side it is out of range.
  return error == std::errc::result_out_of_range ? std::strtod(begin, nullptr) : x;
}

std::optional<std::int64_t> integer_of(std::string_view word) {
  std::int64_t n = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), n);
  if (error != std::errc() || stop != word.data() + word.size()) return std::nullopt;
  return n;
}

/// Why the words from `first` on are not `count` finite numbers, or empty.
std::string numbers_fault(const Words& words, std::size_t first, std::size_t count) {
  const std::size_t given = words.size() - std::min(first, words.size());
  if (given < count) {
    return "a point with " + std::to_string(given) + " of " + std::to_string(count) + " numbers";
  }
  for (std::size_t k = first; k < first + count; ++k) {
    const auto x = number_of(words[k]);
    if (!x) return quoted(words[k]) + " is not a number";
    if (!std::isfinite(*x)) return quoted(words[k]) + " is not a finite number";
  }
  return "";
}

/// Why words such as "3 0 1 2" are not a face of points 0 to `points` - 1, or empty.
std::string counted_face_fault(const Words& words, std::uint64_t points) {
  const auto corners = integer_of(words.front());
  if (!corners || *corners < 0) return quoted(words.front()) + " is not a number of corners";
  if (static_cast<std::uint64_t>(*corners) > words.size() - 1) {
    return "a face with " + std::to_string(words.size() - 1) + " of its " +
           std::to_string(*corners) + " corners";
  }
  for (std::size_t k = 1; k <= static_cast<std::size_t>(*corners); ++k) {
    const auto index = integer_of(words[k]);
    if (!index) return quoted(words[k]) + " is not the number of a point";
    if (*index < 0 || static_cast<std::uint64_t>(*index) >= points) {
      return "a face names point " + words[k] + " (from 0), but there are " +
             std::to_string(points);
    }
  }
  return "";
}

std::string ends_early(std::uint64_t there, std::uint64_t promised, const char* what) {
  return "ends after " + std::to_string(there) + " of its " + std::to_string(promised) + " " + what;
}

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

/// The faces of an OBJ file: their points may come later.
class ObjFaces {
 public:
  /// The fault in words such as "f 1 2/7 3//2" after `points` points, or empty.
  std::string add(const Lines& lines, std::size_t points) {
    const Words& words = lines.words();
    if (words.size() < 4) {
      return lines.fault("a face with " + std::to_string(words.size() - 1) +
                         " corners, fewer than 3");
    }
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

/// Parts of an OBJ file that have faces: each begins with a statement such as "o hammer".
class ObjParts {
 public:
  explicit ObjParts(const char* statement) : statement_(statement) {}
  void see(const std::string& word) {
    if (word == statement_) begun_ = true;
    if (word != "f" || !begun_) return;
    ++count_;
    begun_ = false;
  }
  std::size_t count() const { return count_; }

 private:
  const char* statement_;
  bool begun_ = false;
  std::size_t count_ = 0;
};

/// One element of a PLY header.
struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::size_t numbers = 0;  ///< properties
  bool only_numbers = true;
  bool list_first = false;
};

/// The elements of a header in text format; empty if the format is binary or the header broken.
std::optional<std::vector<PlyElement>> text_elements(Lines& lines) {
  std::vector<PlyElement> elements;
  bool text = false;
  while (lines.next()) {
    const Words& words = lines.words();
    if (words[0] == "end_header") return text ? std::optional(elements) : std::nullopt;
    if (words[0] == "format") text = words.size() > 1 && words[1] == "ascii";
    if (words[0] == "element" && words.size() > 2) {
      const auto count = integer_of(words[2]);
      if (!count || *count < 0) return std::nullopt;
      elements.push_back({words[1], static_cast<std::uint64_t>(*count)});
    }
    if (words[0] != "property" || words.size() < 3 || elements.empty()) continue;
    PlyElement& element = elements.back();
    const bool list = words[1] == "list";
    element.list_first = element.list_first || (list && element.numbers == 0);
    element.only_numbers = element.only_numbers && !list;
    ++element.numbers;
  }
  return std::nullopt;
}

}  // namespace

Result<std::vector<Vec3>> read_obj_points(std::istream& file, std::size_t* objects) {
  std::vector<Vec3> points;
  ObjFaces faces;
  ObjParts named("o");
  ObjParts groups("g");
  Lines lines(file, true);
  while (lines.next()) {
    const Words& words = lines.words();
    if (words.size() > kMaxWords) {
      return Error{lines.fault("more than " + std::to_string(kMaxWords) + " words")};
    }
    named.see(words[0]);
    groups.see(words[0]);
    std::string fault;
    if (words[0] == "v") {
      fault = numbers_fault(words, 1, 3);
      if (!fault.empty()) return Error{lines.fault(fault)};
      points.emplace_back(*number_of(words[1]), *number_of(words[2]), *number_of(words[3]));
    } else if (words[0] == "f") {
      fault = faces.add(lines, points.size());
      if (!fault.empty()) return Error{fault};
    } else if (!is_obj_statement(words[0])) {
      return Error{lines.fault(quoted(words[0]) + " is not a statement of an OBJ file")};
    }
  }
  const std::string fault = faces.fault(points.size());
  if (!fault.empty()) return Error{fault};
  if (objects != nullptr) {
    *objects = std::max<std::size_t>(1, named.count() > 0 ? named.count() : groups.count());
  }
  return points;
}

std::size_t stl_solids(std::istream& file) {
  file.clear();
  file.seekg(0);
  std::size_t solids = 0;
  for (std::string line; std::getline(file, line);) {
    const std::size_t begin = line.find_first_not_of(" \t");
    const bool ends = begin != std::string::npos && line.compare(begin, 8, "endsolid") == 0;
    if (ends) ++solids;
  }
  return std::max<std::size_t>(1, solids);
}

std::string off_fault(std::istream& file) {
  Lines lines(file);
  if (!lines.next()) return "holds nothing";
  Words counts = lines.words();
  if (counts.front().find("OFF") != std::string::npos) counts.erase(counts.begin());
  if (counts.empty()) {
    if (!lines.next()) return "ends before its numbers of points and faces";
    counts = lines.words();
  }
  if (counts.front() == "BINARY") return "";
  std::array<std::uint64_t, 2> promised{};
  for (std::size_t k = 0; k < promised.size(); ++k) {
    const auto count = k < counts.size() ? integer_of(counts[k]) : std::nullopt;
    if (!count || *count < 0) return lines.fault("no numbers of points and faces");
    promised[k] = static_cast<std::uint64_t>(*count);
  }
  for (std::uint64_t i = 0; i < promised[0]; ++i) {
    if (!lines.next()) return ends_early(i, promised[0], "points");
    const std::string fault = numbers_fault(lines.words(), 0, 3);
    if (!fault.empty()) return lines.fault(fault);
  }
  for (std::uint64_t i = 0; i < promised[1]; ++i) {
    if (!lines.next()) return ends_early(i, promised[1], "faces");
    const std::string fault = counted_face_fault(lines.words(), promised[0]);
    if (!fault.empty()) return lines.fault(fault);
  }
  return "";
}

std::string stl_fault(std::istream& file) {
  Lines lines(file);
  int corners = 0;
  bool ended = false;
  bool in_facet = false;
  for (bool first = true; lines.next(); first = false) {
    const Words& words = lines.words();
    if (first && words[0] != "solid") return "";  // binary
    ended = words[0] == "endsolid";
    if (words[0] == "facet") {
      corners = 0;
      in_facet = true;
    } else if (words[0] == "vertex") {
      const std::string fault = numbers_fault(words, 1, 3);
      if (!fault.empty()) return lines.fault(fault);
      ++corners;
    } else if (words[0] == "endfacet") {
      in_facet = false;
      if (corners != 3) {
        return lines.fault("a facet with " + std::to_string(corners) + " corners, not 3");
      }
    }
  }
  if (in_facet) return "ends within a facet";
  return ended ? "" : "ends before endsolid";
}

std::string ply_fault(std::istream& file) {
  Lines lines(file);
  const auto elements = text_elements(lines);
  if (!elements) return "";
  std::uint64_t points = 0;
  for (const PlyElement& element : *elements) {
    const bool vertex = element.name == "vertex";
    const bool face = element.name == "face";
    if (vertex) points = element.count;
    for (std::uint64_t i = 0; i < element.count; ++i) {
      if (!lines.next()) {
        return ends_early(i, element.count, vertex ? "points" : face ? "faces" : "elements");
      }
      std::string fault;
      if (vertex && element.only_numbers) fault = numbers_fault(lines.words(), 0, element.numbers);
      if (face && element.list_first) {
        fault = counted_face_fault(lines.words(), points);
      }
      if (!fault.empty()) return lines.fault(fault);
    }
  }
  return "";
}

}  // namespace touchstone
