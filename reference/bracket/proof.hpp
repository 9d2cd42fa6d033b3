// SPDX-License-Identifier: GPL-3.0-or-later
// C = B + (-A) of the cores in numbers with bounds, and what evidence proves about it. Nothing here
// knows how the evidence was found.
#pragma once

#include <optional>

#include "reference/bracket.hpp"
#include "reference/bracket/placed_core.hpp"

namespace touchstone {

/// The exponent of the unit in which all lengths of the pair's cores, and the distance of their
/// origins, are at most about 1; nothing where doubles would leave their range.
std::optional<int> bracket_exponent(const ConvexPair& pair);

/// The cores' difference, in units of 2^exponent.
class CoreDifference {
 public:
  /// `pair` outlives it.
  CoreDifference(const ConvexPair& pair, int exponent);

  int exponent() const { return exponent_; }
  /// max u.c over C: -gap_core(u).
  Bounded reach(const BoundedVec3& u) const;
  /// b - a; nothing where a parameter names no point.
  std::optional<BoundedVec3> point(const BracketEvidence::Corner& corner) const;
  /// Where u is largest, almost.
  BracketEvidence::Corner farthest(const BoundedVec3& u) const;
  /// r_A + r_B.
  const Bounded& radius() const { return radius_; }

 private:
  int exponent_;
  PlacedCore A_;
  PlacedCore B_;
  BoundedVec3 t_AB_;  ///< t_B - t_A
  Bounded radius_;
};

}  // namespace touchstone
