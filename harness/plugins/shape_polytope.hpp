// SPDX-License-Identifier: GPL-3.0-or-later
// The polytope whose arrays a touchstone_shape has. A header alone, as registry_plugin.cpp also
// compiles against the sources of earlier commits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "geometry/polytope.hpp"
#include "geometry/pose.hpp"
#include "include/touchstone/plugin.h"

namespace touchstone {

/// The polytope of these vertices and interior point. It has the tables of the one that the host
/// wrote, as both hulls are exact. nullptr where there is no such body.
inline PolytopePtr polytope_of(const touchstone_shape& shape) {
  const auto vector_at = [](const double* entries) {
    return Vec3(entries[0], entries[1], entries[2]);
  };
  PolytopeInput input;
  input.vertices.reserve(shape.vertex_count);
  for (std::uint32_t k = 0; k < shape.vertex_count; ++k) {
    input.vertices.push_back(vector_at(shape.vertices + 3 * std::size_t{k}));
  }
  const Vec3 inside = vector_at(shape.interior_point);
  auto made = make_polytope(input);
  if (made && made.value()->interior_point() == inside) return made.value();
  input.interior_point = inside;
  made = make_polytope(input);
  return made ? made.value() : nullptr;
}

/// Whether `body` has the vertices of `shape`, bit by bit and in the same order, and its interior
/// point.
inline bool has_content(const Polytope& body, const touchstone_shape& shape) {
  const auto same_bits = [](const Vec3& a, const double* b) {
    for (int i = 0; i < 3; ++i) {
      if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i])) return false;
    }
    return true;
  };
  if (body.vertices().size() != shape.vertex_count ||
      !same_bits(body.interior_point(), shape.interior_point)) {
    return false;
  }
  for (std::size_t k = 0; k < body.vertices().size(); ++k) {
    if (!same_bits(body.vertices()[k], shape.vertices + 3 * k)) return false;
  }
  return true;
}

/// The pose whose entries `given` has.
inline Pose pose_of(const touchstone_pose& given) {
  Pose pose;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) pose.R(i, j) = given.R[3 * i + j];
    pose.t[i] = given.t[i];
  }
  return pose;
}

}  // namespace touchstone
