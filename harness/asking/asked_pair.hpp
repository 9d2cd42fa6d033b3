// SPDX-License-Identifier: GPL-3.0-or-later
// What a metric is asked about.
#pragma once

#include <variant>

#include "geometry/body.hpp"
#include "geometry/pair.hpp"

namespace touchstone {

/// Polytopes, or convex bodies of which a core is curved. They outlive it.
using AskedPair = std::variant<const Pair*, const ConvexPair*>;

/// Polytopes whose vertices are counted and whose contents are hashed for the bodies: a curved core
/// has a box about it, with the same radius. No truth or answer is of them.
Pair counted_pair(const AskedPair& asked);

}  // namespace touchstone
