// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/mesh/stl_file.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdint>
#include <map>
#include <sstream>

#include "geometry/mesh/mesh_lines.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kHeader = 84;    ///< a binary file's comment and count [bytes]
constexpr std::size_t kTriangle = 50;  ///< a normal, three corners and two bytes more

/// Triangles whose equal corners are one point, in the order in which they come.
class StlTriangles {
 public:
  void add_corner(const Vec3& p) {
    const auto next = static_cast<int>(data_.points.size());
    const auto [found, fresh] = index_of_.emplace(std::array{p.x(), p.y(), p.z()}, next);
    if (fresh) data_.points.push_back(p);
    corners_.push_back(found->second);
  }
  std::size_t corners() const { return corners_.size(); }
  void end_facet() {
    data_.triangles.push_back({corners_[0], corners_[1], corners_[2]});
    data_.object_of.push_back(static_cast<int>(data_.objects.size()) - 1);
    corners_.clear();
  }
  void begin_solid(const std::string& name) { data_.objects.push_back(name); }
  MeshData& data() { return data_; }

 private:
  MeshData data_;
  std::map<std::array<double, 3>, int> index_of_;
  std::vector<int> corners_;
};

std::uint32_t word_at(const std::string& bytes, std::size_t place) {
  std::uint32_t word = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    word |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[place + k])) << 8 * k;
  }
  return word;
}

Result<MeshData> read_binary(const std::string& bytes) {
  if (bytes.size() < kHeader) return Error{"is shorter than the header of a binary STL"};
  const std::uint64_t count = word_at(bytes, kHeader - 4);
  if (bytes.size() < kHeader + kTriangle * count) {
    return Error{"promises " + std::to_string(count) + " triangles, more than it can hold"};
  }
  StlTriangles triangles;
  triangles.begin_solid("");
  for (std::uint64_t i = 0; i < count; ++i) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      Vec3 p;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t place = kHeader + kTriangle * i + 12 * (corner + 1) + 4 * axis;
        p[static_cast<Eigen::Index>(axis)] = std::bit_cast<float>(word_at(bytes, place));
      }
      // NaN has no place in an order.
      if (!p.allFinite()) {
        return Error{"a corner of triangle " + std::to_string(i) + " (from 0) is not finite"};
      }
      triangles.add_corner(p);
    }
    triangles.end_facet();
  }
  return std::move(triangles.data());
}

std::string in_lower_case(std::string word) {
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return word;
}

Result<MeshData> read_text(const std::string& bytes) {
  std::istringstream file(bytes);
  MeshLines lines(file);
  StlTriangles triangles;
  bool in_solid = false;
  bool in_facet = false;
  while (lines.next()) {
    const Words& words = lines.words();
    const std::string keyword = in_lower_case(words[0]);
    if (keyword == "solid") {
      if (in_solid) return Error{lines.fault("'solid' before endsolid")};
      in_solid = true;
      triangles.begin_solid(lines.rest());
    } else if (!in_solid) {
      return Error{lines.fault(quoted(words[0]) + " stands in no solid")};
    } else if (keyword == "endsolid") {
      if (in_facet) return Error{lines.fault("ends within a facet")};
      in_solid = false;
    } else if (keyword == "facet") {
      if (in_facet) return Error{lines.fault("'facet' before endfacet")};
      in_facet = true;
    } else if (keyword == "vertex") {
      const std::string fault = numbers_fault(words, 1, 3);
      if (!fault.empty()) return Error{lines.fault(fault)};
      if (!in_facet || triangles.corners() == 3) {
        return Error{lines.fault(in_facet ? "a facet with more than 3 corners"
                                          : "'vertex' stands in no facet")};
      }
      triangles.add_corner({*number_of(words[1]), *number_of(words[2]), *number_of(words[3])});
    } else if (keyword == "endfacet") {
      if (triangles.corners() != 3) {
        return Error{
            lines.fault("a facet with " + std::to_string(triangles.corners()) + " corners, not 3")};
      }
      triangles.end_facet();
      in_facet = false;
    } else if (keyword != "outer" && keyword != "endloop") {
      return Error{lines.fault(quoted(words[0]) + " is not a word of an STL file")};
    }
  }
  if (in_facet) return Error{"ends within a facet"};
  if (in_solid) return Error{"ends before endsolid"};
  return std::move(triangles.data());
}

}  // namespace

Result<MeshData> read_stl(const std::string& bytes) {
  const bool has_length =
      bytes.size() >= kHeader &&
      bytes.size() == kHeader + kTriangle * std::uint64_t{word_at(bytes, kHeader - 4)};
  const std::size_t begin = bytes.find_first_not_of(" \t\r\n");
  const bool says_solid =
      begin != std::string::npos && in_lower_case(bytes.substr(begin, 5)) == "solid";
  return has_length || !says_solid ? read_binary(bytes) : read_text(bytes);
}

}  // namespace touchstone
