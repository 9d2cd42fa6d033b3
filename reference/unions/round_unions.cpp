// SPDX-License-Identifier: GPL-3.0-or-later
// Unions of which pieces are round. Apart, phi is the least of the pairs' phi, each by the law of
// radii or as a bracket; overlapping, phi is between that of polytopes outside and inside of them.
#include "reference/unions/round_unions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "geometry/index.hpp"
#include "reference/bracket.hpp"
#include "reference/exact/radius_law.hpp"
#include "reference/exact/root_signs.hpp"
#include "reference/unions/nearest_pieces.hpp"
#include "reference/unions/round_pieces.hpp"

namespace touchstone {
namespace {

struct Bounds {
  double lower = 0;
  double upper = 0;
  /// phi rounded once, if the law gives it.
  std::optional<double> by_law = std::nullopt;
};

double just_below(double x) { return std::nextafter(x, -HUGE_VAL); }
double just_above(double x) { return std::nextafter(x, HUGE_VAL); }

/// A pose, and how far rounding has moved what it places [m].
struct RoundedPose {
  Pose X;
  double moved = 0;
};

/// X_WU X_UP. The Frobenius norm of R's error is at most 9 units of 2^-53, that of t's is at most 7
/// |t_WU| + 7 |t_UP| of them: 32 leave room.
RoundedPose product(const Pose& X_WU, const UnionPiece& piece) {
  constexpr double kProduct = 0x1p-48;
  const Pose& X_UP = piece.X_UP;
  const auto is_identity = [](const Pose& X) {
    return X.R == Mat3::Identity() && X.t == Vec3::Zero();
  };
  if (is_identity(X_UP)) return {X_WU, 0};
  if (is_identity(X_WU)) return {X_UP, 0};
  const double lengths = core_reach(piece.body) + X_WU.t.norm() + X_UP.t.norm();
  const double least = std::numeric_limits<double>::min();
  return {{X_WU.R * X_UP.R, X_WU.R * X_UP.t + X_WU.t}, kProduct * lengths + least};
}

/// phi of two pieces whose cores are polytopes: phi_core - r, exactly compared with its rounding.
Bounds bounds_by_law(const UnionPair& cores, const Rational& radius) {
  const PlacedUnions placed = place_pieces(cores);
  const PieceDistance core = signed_distance(placed.A.front(), placed.B.front(), placed);
  const double phi = round_root_less(core.sign, core.squared, radius);
  const int side =
      sign_with_root(Rational(-radius - Rational(phi)), Rational(core.sign), core.squared);
  return {side < 0 ? just_below(phi) : phi, side > 0 ? just_above(phi) : phi, phi};
}

/// phi of two pieces. Points that move by e move phi by e at most.
Bounds pair_bounds(const UnionPair& pair, const UnionPiece& a, const UnionPiece& b) {
  if (!a.body.is_curved() && !b.body.is_curved()) {
    const Rational radius = Rational(a.body.radius()) + Rational(b.body.radius());
    return bounds_by_law({{{a}}, pair.X_WA, {{b}}, pair.X_WB}, radius);
  }
  const RoundedPose A = product(pair.X_WA, a), B = product(pair.X_WB, b);
  const Bracket bracket = find_bracket({a.body, A.X, b.body, B.X});
  const double moved = A.moved + B.moved;
  if (moved == 0) return {bracket.lower, bracket.upper};
  return {just_below(bracket.lower - moved), just_above(bracket.upper + moved)};
}

/// The least bounds of all pairs, the nearest boxes first. Where no bracketed pair can be nearer than
/// the nearest of the law's, both are phi, rounded once.
UnionTruth least_of_pairs(const UnionPair& pair, const PlacedUnions& outer) {
  UnionTruth least;
  least.lower = least.upper = HUGE_VAL;
  double by_law = HUGE_VAL, law_upper = HUGE_VAL;  // least phi, least upper bound
  double by_bracket = HUGE_VAL;                    // least lower bound
  for (const NearPair& near : pairs_by_box(outer)) {
    const double box = std::ldexp(near.lower, static_cast<int>(outer.scale));
    if (box > least.upper) break;
    const auto [A, B] = near.pieces;
    const Bounds bounds = pair_bounds(pair, pair.A.pieces[at(A)], pair.B.pieces[at(B)]);
    least.lower = std::min(least.lower, bounds.lower);
    if (bounds.by_law) {
      by_law = std::min(by_law, *bounds.by_law);
      law_upper = std::min(law_upper, bounds.upper);
    } else {
      by_bracket = std::min(by_bracket, bounds.lower);
    }
    if (bounds.upper >= least.upper) continue;
    least.upper = bounds.upper;
    least.deciding = {near.pieces};
  }
  if (law_upper <= by_bracket) least.lower = least.upper = by_law;
  return least;
}

}  // namespace

UnionTruth bound_unions(const UnionPair& pair, std::int64_t max_nodes) {
  const UnionPair outside = polytopes_of(pair, Side::outer);
  UnionTruth truth = least_of_pairs(pair, place_pieces(outside));
  const bool are_single = pair.A.pieces.size() == 1 && pair.B.pieces.size() == 1;
  if (truth.lower < 0 && !are_single) {
    truth.lower = just_below(solve_unions(outside, max_nodes).lower);
    // The deepest pair is not deeper than the unions.
    const double inside = solve_unions(polytopes_of(pair, Side::inner), max_nodes).upper;
    truth.upper = std::min(truth.upper, just_above(inside));
  }
  truth.has_squares = false;
  truth.exact = truth.lower == truth.upper;
  if (!truth.exact) truth.deciding.clear();
  truth.sign = std::nullopt;
  if (truth.lower > 0) truth.sign = 1;
  if (truth.upper < 0) truth.sign = -1;
  if (truth.exact && truth.lower == 0) truth.sign = 0;
  return truth;
}

}  // namespace touchstone
