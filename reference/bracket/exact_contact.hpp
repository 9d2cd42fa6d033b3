// SPDX-License-Identifier: GPL-3.0-or-later
// Contact that is proven exactly: phi = 0, in fractions. Rounded outward, both bounds on a phi of 0
// are off by some 1e-30 m, and no sign is proven.
#pragma once

#include "geometry/body.hpp"
#include "geometry/vector.hpp"
#include "reference/bracket.hpp"

namespace touchstone {

/// Whether the direction proves that phi is 0: the bodies are on two sides of one plane across it,
/// and share a point of that plane. False says nothing.
bool proves_contact(const ConvexPair& pair, const FineVec3& direction);

/// A direction of small whole numbers, near to `direction` or along an axis, that proves contact;
/// 0 if none does.
Vec3 find_contact_direction(const ConvexPair& pair, const Vec3& direction);

}  // namespace touchstone
