// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/scene_values.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "harness/cases/files/case_keys.hpp"
#include "schema/json_text.hpp"

namespace touchstone {

void allow_keys(const JsonNode& node, std::initializer_list<std::string_view> known) {
  for (const std::string& key : node.keys()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string meant = meant_key(key, std::span(known.begin(), known.size()));
    node.refuse("has an unknown key '" + shortened_message(key) + "'" +
                (meant.empty() ? "" : "; did you mean \"" + meant + "\"?"));
  }
}

Vec3 vector_of(const JsonNode& node) {
  const auto items = node.items();
  if (items.size() != 3) node.refuse("must be a list of 3 numbers");
  return {items[0].number(), items[1].number(), items[2].number()};
}

Vec3 vector_or(const JsonNode& node, const char* key, const Vec3& otherwise) {
  return node.has(key) ? vector_of(node.at(key)) : otherwise;
}

double number_or(const JsonNode& node, const char* key, double otherwise) {
  return node.has(key) ? node.at(key).number() : otherwise;
}

Eigen::Quaterniond quaternion_of(const JsonNode& node) {
  constexpr double kUnit = 1e-9;
  const auto items = node.items();
  if (items.size() != 4) node.refuse("must be a list of 4 numbers, w first");
  Eigen::Quaterniond q(items[0].number(), items[1].number(), items[2].number(), items[3].number());
  if (q.coeffs().isZero(0)) node.refuse("must not be 0");
  if (!(std::abs(q.norm() - 1) < kUnit)) q.coeffs().stableNormalize();
  return q;
}

std::string quaternion_json(const Eigen::Quaterniond& q) {
  return json_row({json_number(q.w()), json_number(q.x()), json_number(q.y()), json_number(q.z())});
}

Mat3 symmetric_of(const JsonNode& node) {
  const auto rows = node.items();
  if (rows.size() != 3) node.refuse("must be a list of 3 rows");
  Mat3 matrix;
  for (Eigen::Index k = 0; k < 3; ++k) {
    matrix.row(k) = vector_of(rows[static_cast<std::size_t>(k)]).transpose();
  }
  if (matrix != matrix.transpose()) node.refuse("must be a symmetric matrix");
  return matrix;
}

std::string matrix_json(const Mat3& matrix) {
  return json_row({json_vector(matrix.row(0).transpose()), json_vector(matrix.row(1).transpose()),
                   json_vector(matrix.row(2).transpose())});
}

}  // namespace touchstone
