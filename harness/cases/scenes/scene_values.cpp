// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/scene_values.hpp"

#include <cmath>

namespace touchstone {

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

}  // namespace touchstone
