// SPDX-License-Identifier: GPL-3.0-or-later
// The values that scene files are made of.
#pragma once

#include "geometry/vector.hpp"
#include "schema/json_node.hpp"

namespace touchstone {

/// Refuses what is not a list of 3 numbers.
Vec3 vector_of(const JsonNode& node);
/// The vector at `key`, `otherwise` where there is none.
Vec3 vector_or(const JsonNode& node, const char* key, const Vec3& otherwise);
double number_or(const JsonNode& node, const char* key, double otherwise);

/// Four numbers of any length but 0, w first. Made unit where the length differs from 1 by more
/// than 1e-9, so that what was written reads back the same.
Eigen::Quaterniond quaternion_of(const JsonNode& node);

/// A symmetric matrix as a list of 3 rows.
Mat3 symmetric_of(const JsonNode& node);

}  // namespace touchstone
