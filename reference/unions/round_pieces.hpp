// SPDX-License-Identifier: GPL-3.0-or-later
// Polytopes inside and outside of pieces that have a radius or a curved core. phi of two unions falls
// where a piece grows, so that phi of the outer polytopes is a lower bound, and of the inner ones an
// upper bound.
#pragma once

#include "geometry/body_union.hpp"

namespace touchstone {

enum class Side { inner, outer };

/// Whether all pieces are polytopes without a radius.
bool are_polytopes(const UnionPair& pair);

/// The pair with polytopes in the place of round pieces; others stay as they are. The polytopes are
/// on their side at every pose, orthonormal to 1e-6: a ball is added in the world.
UnionPair polytopes_of(const UnionPair& pair, Side side);

}  // namespace touchstone
