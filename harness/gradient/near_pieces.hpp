// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of the gradients of bodies that differ from those of a pair by less than a tolerance.
#pragma once

#include <optional>

#include "geometry/pair.hpp"
#include "metrics/metric.hpp"
#include "reference/gradient.hpp"

namespace touchstone {

/// 1/r = 1 - rho where the ratio is asked for, nothing for phi. The truth has what is asked for.
std::optional<Rational> shrink_of(const TruthOnDemand& truth, Quantity quantity);

/// Whether the gap along n is that of the truth except for `kink`, relative to size, of rho to
/// 1 - rho, or n is optimal except for its rounding. Decided exactly.
bool nearly_optimal(const Pair& pair, const TruthOnDemand& truth, Quantity quantity, const Vec3& n,
                    double kink);

/// The pieces of a direction n, of whatever length, and of all vertices of a body that are at most
/// `band` [m] behind the farthest one towards the other body; of bodies that have grown by r unless
/// `shrink` is empty. Exact.
enum class BodyOfPair : std::uint8_t { A, B };
ExactGradient supported_pieces(const Pair& pair, BodyOfPair which, const Vec3& n,
                               const std::optional<Rational>& shrink, double band);

/// Whether near_pieces() tries all axes of the bodies. With too many edges it has those of the exact
/// directions alone.
bool has_all_near_pieces(const Pair& pair);

/// The pieces of all directions that are nearly optimal, with the corners of what both faces have in
/// common where vertices within `kink` of the size of the support are in the face. Directions nearer
/// than kOneNormal are one. Corners are those of doubles.
ExactGradient near_pieces(const Pair& pair, const TruthOnDemand& truth, Quantity quantity,
                          double kink);

}  // namespace touchstone
