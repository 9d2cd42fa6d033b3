// SPDX-License-Identifier: GPL-3.0-or-later
// Unit normals of many triangles at once, several side by side in a register.
#pragma once

#include <array>
#include <span>

#include "geometry/vector.hpp"

namespace touchstone {

/// A triangle by its corners' indices.
using Corners = std::array<int, 3>;

/// normals[k] = unit_normal of triangles[k] (predicates.hpp), bit by bit. Both lists are equally
/// long, no triangle is degenerate. With `wide`, in the registers of AVX2.
void unit_normals(std::span<const Vec3> points, std::span<const Corners> triangles,
                  std::span<Vec3> normals, bool wide);
/// normals[k] = unit_normal of triangles[k], in the registers of AVX2 where machine_registers() says so.
void unit_normals(std::span<const Vec3> points, std::span<const Corners> triangles,
                  std::span<Vec3> normals);

}  // namespace touchstone
