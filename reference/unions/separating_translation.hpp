// SPDX-License-Identifier: GPL-3.0-or-later
// The shortest translation of a union A that takes it out of a union B: the point t nearest to 0
// that is in no interior of a difference B_j - A_i. Best-first branch and bound.
//
// * A node is a set of up to three half-spaces, one of each of so many differences, and stands for
//   all t in them; its point is the one nearest to 0. If that point is inside of a difference, a
//   better t lies beyond one of that difference's facets: each makes a child.
// * A child keeps those half-spaces that hold its point: what it drops only makes it larger. So a
//   node is known by its half-spaces, and of equal nodes that wait to be opened one is enough.
// * With multipliers w >= 0, w.n.t >= w.o bounds |t| from below by w.o / |w.n| (weak duality). Doubles
//   rounded outward prove bounds that way, whatever the multipliers.
// * Where doubles leave a doubt, the point is a fraction, and so is the answer to whether it is
//   inside of a difference.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "reference/truth.hpp"
#include "reference/unions/differences.hpp"

namespace touchstone {

struct SeparatingTranslation {
  bool exact = false;
  /// |t|^2 of `translation`, exactly [m^2]: that of the shortest one if `exact`.
  Rational squared;
  double lower = 0;       ///< proven lower bound of the shortest |t|, rounded down [m]
  ExactVec3 translation;  ///< moves A, world [m]: no interiors meet, exactly
  std::vector<PieceIndices>
      deciding;              ///< pairs in whose facets' planes it lies; empty unless `exact`
  Rational deepest_squared;  ///< square of the depth of the deepest pair of pieces [m^2]
  PieceIndices deepest;
  std::int64_t nodes = 0;  ///< nodes opened
};

/// Nothing where no interiors meet.
std::optional<SeparatingTranslation> find_separating_translation(const PlacedUnions& unions,
                                                                 std::int64_t max_nodes);

}  // namespace touchstone
