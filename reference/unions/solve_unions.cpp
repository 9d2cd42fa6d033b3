// SPDX-License-Identifier: GPL-3.0-or-later
// Overlapping unions are parted; of others the nearest pieces are found, those with the nearest
// boxes first, until no box is nearer than the pieces that were found.
#include <cmath>
#include <optional>
#include <utility>

#include "geometry/index.hpp"
#include "reference/exact_vector.hpp"
#include "reference/unions.hpp"
#include "reference/unions/nearest_pieces.hpp"
#include "reference/unions/round_pieces.hpp"
#include "reference/unions/round_unions.hpp"
#include "reference/unions/separating_translation.hpp"

namespace touchstone {
namespace {

UnionTruth apart(const PlacedUnions& unions) {
  UnionTruth truth;
  double above = HUGE_VAL;  // at least the least distance so far, in near units
  for (const NearPair& pair : pairs_by_box(unions)) {
    if (pair.lower > above) break;
    const ExactVec3 way =
        shortest_translation(unions.A[at(pair.pieces.A)], unions.B[at(pair.pieces.B)]);
    const Rational squared = dot(way, way);
    if (above < HUGE_VAL && squared >= truth.squared) continue;
    truth.squared = squared;
    truth.translation = way;
    truth.deciding = {pair.pieces};
    above = round_sqrt_to_double(scaled_ratio(squared.get_num(), squared.get_den(),
                                              2 * (unions.exponent - unions.scale))) *
            (1 + 0x1p-50);
  }
  const auto in_metres = [&](const Rational& x, long powers) {
    return scaled_ratio(x.get_num(), x.get_den(), powers * unions.exponent);
  };
  truth.squared = in_metres(truth.squared, 2);
  for (Rational& entry : *truth.translation) entry = in_metres(entry, 1);
  truth.sign = truth.squared > 0 ? 1 : 0;
  truth.lower = truth.upper = round_sqrt_to_double(truth.squared);
  return truth;
}

}  // namespace

UnionTruth solve_unions(const UnionPair& pair, std::int64_t max_nodes) {
  if (!are_polytopes(pair)) return bound_unions(pair, max_nodes);
  const PlacedUnions unions = place_pieces(pair);
  std::optional<SeparatingTranslation> separating = find_separating_translation(unions, max_nodes);
  if (!separating) return apart(unions);
  UnionTruth truth;
  truth.sign = -1;
  truth.exact = separating->exact;
  truth.squared = separating->squared;
  const double depth = round_sqrt_to_double(truth.squared);
  truth.lower = truth.exact ? -depth : -std::nextafter(depth, HUGE_VAL);
  truth.upper = truth.exact ? -depth : -separating->lower;
  truth.deciding = std::move(separating->deciding);
  truth.translation = std::move(separating->translation);
  truth.deepest_squared = std::move(separating->deepest_squared);
  truth.deepest = separating->deepest;
  truth.nodes = separating->nodes;
  return truth;
}

}  // namespace touchstone
