// SPDX-License-Identifier: GPL-3.0-or-later
// A short cut for what most random bodies are: few points, all of them extreme, every facet a
// triangle that stands out from its neighbours by far more than rounding.
//
// The hull is guessed in doubles and then proven: a closed surface of triangles, each with all
// other points certainly below its plane, is the hull, and every point on it is extreme. Of such
// bodies make_polytope has nothing to merge, drop or sort out, and what it would find is written
// down at once, bit by bit the same. All others are left to it.
#pragma once

#include <optional>
#include <vector>

#include "geometry/hull/polytope_builder.hpp"

namespace touchstone {

/// Largest number of points: the guess takes as many steps as its square.
inline constexpr int kMaxSmallPoints = 64;

/// The parts of the polytope of these points, which may be any; empty where the proof fails.
std::optional<PolytopeBuilder::Parts> small_solid(const std::vector<Vec3>& points,
                                                  const std::optional<Vec3>& interior_point);

}  // namespace touchstone
