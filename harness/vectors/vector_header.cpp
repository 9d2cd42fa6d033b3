// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hex_text.hpp"
#include "harness/vectors/vector_file.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

/// What `text` makes of each item, in braces.
template <class Items, class Text>
std::string braced(const Items& items, const Text& text) {
  std::string list;
  for (const auto& item : items) list += (list.empty() ? "" : ", ") + text(item);
  return "{" + list + "}";
}

template <class Vector>
std::string vector_c(const Vector& v) {
  return braced(v, hex_text);
}

std::string array_c(const char* type, const std::string& name, const std::string& values) {
  return "static const " + std::string(type) + " " + name + " = " + values + ";\n";
}

std::string directions_c(const VectorDirections& directions) {
  std::string list;
  for (std::size_t k = 0; k < directions.normals.size(); ++k) {
    list += (k == 0 ? "{" : ",\n  {") + vector_c(directions.normals[k]) + ", " +
            vector_c(directions.tails[k]) + "}";
  }
  return "{" + list + "}";
}

std::string points_c(const VectorPoints& p) {
  const auto range = [](const auto& range_or_none, const Vec3& point) {
    if (!range_or_none) return vector_c(point) + ", " + vector_c(point);
    return vector_c((*range_or_none)[0]) + ", " + vector_c((*range_or_none)[1]);
  };
  return "{" + range(p.range_a, p.a) + ", " + range(p.range_b, p.b) + "}";
}

std::string body_c(const VectorBody& body, const VectorPose& X, const std::string& vertices) {
  return "{" + std::to_string(body.vertices.size()) + ", " + vertices + ", " +
         braced(X.R, vector_c<Entries>) + ", " + vector_c(X.t) + ", " +
         vector_c(body.interior_point) + "}";
}

/// The arrays of a pair, whose names begin with `name`, and its row of the table.
struct PairText {
  std::string arrays, row;
};

PairText pair_c(const VectorPair& pair, bool is_single, const std::string& name) {
  const VectorTruth& truth = pair.truth;
  const VectorQuestion& asked = pair.question;
  PairText text;
  text.arrays = array_c("double", name + "_a[][3]", braced(asked.A.vertices, vector_c<Vec3>)) +
                array_c("double", name + "_b[][3]", braced(asked.B.vertices, vector_c<Vec3>)) +
                array_c("touchstone_direction", name + "_n[]", directions_c(truth.directions)) +
                array_c("touchstone_points", name + "_p[]", braced(truth.points, points_c));
  const std::string directions = std::to_string(truth.directions.normals.size());
  std::string rho = "0, 0, 0, 0, NULL, NULL";
  if (truth.rho) {
    text.arrays +=
        array_c("touchstone_direction", name + "_r[]", directions_c(truth.rho->directions)) +
        array_c("touchstone_points", name + "_q[]", "{" + points_c(truth.rho->points) + "}");
    rho = "1, " + hex_text(truth.rho->value) + ", " + hex_text(truth.rho->tail) + ", " +
          std::to_string(truth.rho->directions.normals.size()) + ", " + name + "_r, " + name + "_q";
  }
  text.row = "  {" + json_string(pair.id) + ", " + json_string(asked.comment) + ", " +
             (is_single ? "1" : "0") + ",\n   " + body_c(asked.A, asked.X_WA, name + "_a") +
             ",\n   " + body_c(asked.B, asked.X_WB, name + "_b") + ",\n   " + hex_text(truth.size) +
             ", " + std::to_string(truth.sign) + ", " + hex_text(truth.phi) + ", " +
             hex_text(truth.phi_tail) + ", " + directions + ", " + name + "_n, " + name +
             "_p,\n   " + rho + "},\n";
  return text;
}

/// A name that C takes: "places-and-scales" has hyphens.
std::string c_name(std::string name) {
  for (char& c : name) {
    if (c == '-') c = '_';
  }
  return "touchstone_" + name;
}

}  // namespace

std::string vectors_header(const std::string& name, const VectorFile& file) {
  const std::string prefix = c_name(name);
  std::string arrays;
  std::string rows;
  std::size_t count = 0;
  for (const VectorGroup& group : file.groups) {
    for (const VectorPair& pair : group.pairs) {
      const PairText text =
          pair_c(pair, !pair.question.of.empty(), prefix + "_" + std::to_string(count++));
      arrays += text.arrays;
      rows += text.row;
    }
  }
  return "/* SPDX-License-Identifier: CC0-1.0\n   " + name + ".json as C99 arrays: " + file.title +
         "\n   One touchstone_vector (touchstone/judge.h) for each pair, in the order of the file. "
         "*/\n#ifndef " +
         prefix + "_h\n#define " + prefix + "_h\n\n#include \"touchstone/judge.h\"\n\n" + arrays +
         "\nenum { " + prefix + "_count = " + std::to_string(count) + " };\n" +
         "static const touchstone_vector " + prefix + "[] = {\n" + rows + "};\n\n#endif\n";
}

}  // namespace touchstone
