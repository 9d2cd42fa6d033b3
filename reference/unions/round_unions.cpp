// SPDX-License-Identifier: GPL-3.0-or-later
// Unions of which pieces are round. Apart, phi is the least of the pairs' phi, each by the law of
// radii or as a bracket; overlapping, phi is between that of polytopes outside and inside of them.
#include "reference/unions/round_unions.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "geometry/index.hpp"
#include "reference/bracket.hpp"
#include "reference/exact/radius_law.hpp"
#include "reference/unions/nearest_pieces.hpp"
#include "reference/unions/round_pieces.hpp"

namespace touchstone {
namespace {

struct Bounds {
  double lower = 0;
  double upper = 0;
};

/// X_WU X_UP where no product has to be rounded.
std::optional<Pose> exact_product(const Pose& X_WU, const Pose& X_UP) {
  const auto is_identity = [](const Pose& X) {
    return X.R == Mat3::Identity() && X.t == Vec3::Zero();
  };
  if (is_identity(X_UP)) return X_WU;
  return is_identity(X_WU) ? std::optional(X_UP) : std::nullopt;
}

/// phi of two pieces whose cores are polytopes: phi_core - r, rounded once.
Bounds bounds_by_law(const UnionPair& cores, const Rational& radius) {
  const PlacedUnions placed = place_pieces(cores);
  const PieceDistance core = signed_distance(placed.A.front(), placed.B.front(), placed);
  const double phi = round_root_less(core.sign, core.squared, radius);
  return {phi, phi};
}

/// phi of two pieces; nothing where a core is curved and its pose would have to be rounded.
std::optional<Bounds> pair_bounds(const UnionPair& pair, const UnionPiece& a, const UnionPiece& b) {
  if (!a.body.is_curved() && !b.body.is_curved()) {
    const Rational radius = Rational(a.body.radius()) + Rational(b.body.radius());
    return bounds_by_law({{{a}}, pair.X_WA, {{b}}, pair.X_WB}, radius);
  }
  const auto X_WA = exact_product(pair.X_WA, a.X_UP), X_WB = exact_product(pair.X_WB, b.X_UP);
  if (!X_WA || !X_WB) return std::nullopt;
  const Bracket bracket = find_bracket({a.body, *X_WA, b.body, *X_WB});
  return Bounds{bracket.lower, bracket.upper};
}

/// The least bounds of all pairs, the nearest boxes first; nothing where a pair has none.
std::optional<UnionTruth> least_of_pairs(const UnionPair& pair, const PlacedUnions& outer) {
  UnionTruth least;
  least.lower = least.upper = HUGE_VAL;
  for (const NearPair& near : pairs_by_box(outer)) {
    const double box = std::ldexp(near.lower, static_cast<int>(outer.scale));
    if (box > least.upper) break;
    const auto [A, B] = near.pieces;
    const auto bounds = pair_bounds(pair, pair.A.pieces[at(A)], pair.B.pieces[at(B)]);
    if (!bounds) return std::nullopt;
    least.lower = std::min(least.lower, bounds->lower);
    if (bounds->upper >= least.upper) continue;
    least.upper = bounds->upper;
    least.deciding = {near.pieces};
  }
  return least;
}

}  // namespace

UnionTruth bound_unions(const UnionPair& pair, std::int64_t max_nodes) {
  const UnionPair outside = polytopes_of(pair, Side::outer);
  UnionTruth truth;
  const std::optional<UnionTruth> pairs = least_of_pairs(pair, place_pieces(outside));
  if (pairs && pairs->lower >= 0) {
    truth = *pairs;
  } else {
    truth.lower = solve_unions(outside, max_nodes).lower;
    truth.upper = solve_unions(polytopes_of(pair, Side::inner), max_nodes).upper;
    // The deepest pair is not deeper than the unions.
    if (pairs) truth.upper = std::min(truth.upper, pairs->upper);
  }
  truth.has_squares = false;
  truth.exact = truth.lower == truth.upper;
  truth.sign = std::nullopt;
  if (truth.lower > 0) truth.sign = 1;
  if (truth.upper < 0) truth.sign = -1;
  if (truth.exact && truth.lower == 0) truth.sign = 0;
  return truth;
}

}  // namespace touchstone
