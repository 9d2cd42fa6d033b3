// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/mesh/mesh_text.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "geometry/mesh/mesh_lines.hpp"

namespace touchstone {
namespace {

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

/// One element of a PLY header.
struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::size_t numbers = 0;  ///< properties
  bool only_numbers = true;
  bool list_first = false;
};

/// The elements of a header in text format; empty if the format is binary or the header broken.
std::optional<std::vector<PlyElement>> text_elements(MeshLines& lines) {
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

std::string off_fault(std::istream& file) {
  MeshLines lines(file);
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

std::string ply_fault(std::istream& file) {
  MeshLines lines(file);
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
