// SPDX-License-Identifier: GPL-3.0-or-later
// Vertices as they stand in the world and support values along exact directions, for what checks
// certificates: exact, and in doubles first where there are many vertices.
#pragma once

#include "geometry/pair.hpp"
#include "reference/exact/big_dyadic.hpp"

namespace touchstone {

/// R v + t.
BigDyadicVec3 exactly_placed(const Pose& X, const Vec3& v);

/// max u.(R v + t) over the body's vertices, u not 0.
BigDyadic exact_farthest(const Polytope& body, const Pose& X, const BigDyadicVec3& u);

/// max u.c over C = B + (-A), u not 0: -gap(u).
BigDyadic exact_reach(const Pair& pair, const BigDyadicVec3& u);

}  // namespace touchstone
