// SPDX-License-Identifier: GPL-3.0-or-later
// The signed distance of two pieces, exactly, and the order in which pairs are looked at.
#pragma once

#include <vector>

#include "reference/unions.hpp"
#include "reference/unions/placed_pieces.hpp"

namespace touchstone {

struct NearPair {
  PieceIndices pieces;
  double lower = 0;  ///< at most the distance of their boxes, in units of 2^PlacedUnions::scale
};

/// All pairs of a piece of A and one of B, those with the nearest boxes first.
std::vector<NearPair> pairs_by_box(const PlacedUnions& unions);

/// The shortest vector from A to B, b - a, in units of 2^PlacedUnions::exponent; 0 if they meet.
ExactVec3 shortest_translation(const PlacedPiece& A, const PlacedPiece& B);

struct PieceDistance {
  int sign = 0;
  Rational squared;  ///< square of the signed distance [m^2]
};
PieceDistance signed_distance(const PlacedPiece& A, const PlacedPiece& B,
                              const PlacedUnions& unions);

}  // namespace touchstone
