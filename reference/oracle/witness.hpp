// SPDX-License-Identifier: GPL-3.0-or-later
// Exact witness points: a in A and b in B with a - b = phi n.
#pragma once

#include "reference/oracle/nearest.hpp"
#include "reference/truth.hpp"

namespace touchstone {

/// From the nearest point's corral: the same weights on either side.
void witness_from_nearest(ExactPair& pair, const NearestPoint& nearest, Truth& truth);

/// For phi <= 0 and an optimal direction with its faces: phi n lies in the face A(u) - B(u).
void witness_from_faces(ExactPair& pair, const ExactDirection& best, const ExactFaces& faces,
                        Truth& truth);

}  // namespace touchstone
