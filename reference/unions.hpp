// SPDX-License-Identifier: GPL-3.0-or-later
// The truth of two unions of convex polytopes (docs/unions.md): the least distance of their pieces,
// the shortest translation that parts them where pieces overlap, and the volume they share.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/body_union.hpp"
#include "reference/truth.hpp"

namespace touchstone {

/// Indices of a piece of A and one of B.
struct PieceIndices {
  int A = 0;
  int B = 0;
  friend bool operator==(const PieceIndices&, const PieceIndices&) = default;
};

/// How many nodes a search for the depth opens before a bracket has to do: some minutes.
inline constexpr std::int64_t kSeparationNodes = 400'000;

struct UnionTruth {
  /// The sign of phi: -1 where interiors of two pieces meet; nothing where the bounds do not tell it.
  std::optional<int> sign = 0;
  bool exact = true;  ///< whether phi is known exactly, not by bounds alone
  /// Whether all pieces are polytopes without a radius. Else there are no squares, no translation
  /// and no deepest pair.
  bool has_squares = true;
  Rational squared;  ///< phi^2 where it is exact, else |translation|^2 [m^2]
  double lower = 0;  ///< a lower bound of phi; where `exact`, phi rounded once [m]
  double upper = 0;  ///< an upper bound of phi; where `exact`, phi rounded once [m]
  /// The pieces that decide: those that are nearest, or those in whose facets' planes the shortest
  /// translation lies, one to three; of a bound none.
  std::vector<PieceIndices> deciding;
  /// How A has to move to touch B, or to part from it: |translation|^2 = `squared`, world [m].
  std::optional<ExactVec3> translation;
  // Where pieces overlap:
  Rational deepest_squared;  ///< square of the largest depth of a pair of pieces [m^2]
  PieceIndices deepest;
  std::int64_t nodes = 0;  ///< nodes that the search opened
};

/// All cores are polytopes, whose radii are 0.
UnionTruth solve_unions(const UnionPair& pair, std::int64_t max_nodes = kSeparationNodes);

/// A sum of more terms, or one that takes longer, is left to a bracket.
inline constexpr std::int64_t kVolumeTerms = 100'000;
inline constexpr double kVolumeSeconds = 10;  ///< processor time

/// The volume of the intersection of two unions, exactly or in bounds [m^3].
struct SharedVolume {
  bool exact = true;
  Rational lower;  ///< the volume if `exact`
  Rational upper;
  /// Whether the pieces of each union have disjoint interiors; false if the time was over before.
  bool disjoint = true;
  std::int64_t terms = 0;  ///< intersections that were summed
};
/// The comparison of all pieces, and the sums over all sets, over pairs, and over Bonferroni's
/// further sets end after `max_seconds` of processor time each, and one more term.
SharedVolume shared_volume(const UnionPair& pair, std::int64_t max_terms = kVolumeTerms,
                           double max_seconds = kVolumeSeconds);

}  // namespace touchstone
