// SPDX-License-Identifier: GPL-3.0-or-later
// Whether two claimed witness points are right, decided exactly: in doubles where a bound on their
// rounding leaves no doubt, in rationals elsewhere.
#pragma once

#include <vector>

#include "metrics/metric.hpp"
#include "reference/claims/true_points.hpp"

namespace touchstone {

/// By how much each coordinate of two claimed points may be off besides a tolerance: four units in
/// the last place of that coordinate of a true point [m]. Where there are several, of
/// the one whose coordinate is nearest to the claimed one: no claim earns itself more than the
/// bodies do. Of a coordinate that is not a double it is that of the double nearest to it.
struct WitnessMargins {
  Vec3 A;
  Vec3 B;
};
WitnessMargins witness_margins(const WitnessPoints& p, const TruePoints& truth);

/// Whether p_A is within `tolerance` [m] of A, p_B of B, and p_A - p_B within it of phi n (rho d of
/// the ratio metric, if `quantity` is ratio: the truth then has a rho), each coordinate but for the
/// margins of one of the truth's directions. n is that direction or, of phi, `valid_normal`: the
/// answer's own where it was found valid, else nullptr. Near a tie it may differ from every exactly
/// optimal direction, and the witness points that go with it are as good as the others.
bool witnesses_valid(const Pair& pair, const WitnessPoints& p, const TruthOnDemand& truth,
                     Quantity quantity, double tolerance, const Vec3* valid_normal);

/// Whether |(p_A - p_B) - phi n/|n|| <= tolerance, where each coordinate may first be moved by as
/// much as that of `margin`.
bool apart_along(const WitnessPoints& p, const Vec3& n, const TruthOnDemand& truth,
                 double tolerance, const Vec3& margin = Vec3::Zero());

/// Whether |(p_A - p_B) - phi n| <= tolerance for one of the truth's unit directions n; for phi =
/// 0, whether |p_A - p_B| <= tolerance.
bool apart_by_phi(const WitnessPoints& p, const TruthOnDemand& truth, double tolerance);

/// Whether |(p_A - p_B) - rho d| <= tolerance. The truth has a rho.
bool apart_by_rho(const Pair& pair, const WitnessPoints& p, const TruthOnDemand& truth,
                  double tolerance);

/// Whether |(p_A - p_B) - apart| <= tolerance, with a margin as apart_along.
bool apart_by(const WitnessPoints& p, const ExactVec3& apart, double tolerance,
              const Vec3& margin = Vec3::Zero());

}  // namespace touchstone
