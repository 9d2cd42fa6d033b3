// SPDX-License-Identifier: GPL-3.0-or-later
// The exact gradient of phi or rho: the rate under motions of both bodies.
//
// A motion is (v_A, w_A, v_B, w_B): v the velocity of the origin x of a body's frame [m/s], w the
// angular velocity about it [rad/s], both in world axes. A gradient is a vector of these 12 numbers,
// and their product is the rate: v-parts [1] for phi, [1/m] for rho; w-parts times a length.
//
// An optimal direction n and a corner p of its true manifold make a piece,
//   phi:  (n, (p - x_A) x n, -n, -(p - x_B) x n),
//   rho:  the same of n_r / r^2 in n's place, n_r.(x_A' - x_B') = r with the interior points x', and
//         p where the bodies meet that have grown by r.
// The generalised gradient is the hull of all pieces. One-sided rates: docs/gradients.md.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/pair.hpp"
#include "metrics/metric.hpp"
#include "reference/truth.hpp"

namespace touchstone {

/// v_A, w_A, v_B, w_B: a motion, or a gradient.
using ExactVec12 = std::array<Rational, 12>;

struct ExactGradient {
  /// What one optimal direction adds: each piece is one of `pieces` divided by sqrt(square).
  struct Direction {
    Rational square = 1;
    std::vector<ExactVec12> pieces;  ///< distinct, one for each corner of the manifold
  };
  std::vector<Direction> directions;
  ExactVec3 point;  ///< a corner of the first direction's manifold, world [m]
  /// Whether all convex combinations of the directions are optimal too, with one manifold for all.
  /// So it is for rho, and squares are 1.
  bool directions_mix = false;

  std::size_t pieces() const;
  /// Where there is one piece: then every rate is two-sided.
  bool is_differentiable() const { return pieces() == 1; }
};

/// The piece of a direction n and a point p, world [m]; phi: n is unit, rho: n is n_r / r^2.
ExactVec12 gradient_piece(const Pair& pair, const ExactVec3& n, const ExactVec3& p);

/// Nothing where phi_core = 0 with more than one optimal direction (they form a cone), or where rho
/// is undefined or was not asked for.
std::optional<ExactGradient> exact_gradient(const Pair& pair, const TruthOnDemand& truth,
                                            Quantity quantity);

/// The number numerator / sqrt(square), square > 0.
struct RootQuotient {
  Rational numerator;
  Rational square = 1;
};
/// The double nearest to it.
double round_to_double(const RootQuotient& x);

/// The square of the distance of a claimed gradient from the generalised one, where the w-parts of A
/// and B are divided by `arm_A`, `arm_B` > 0 [m]. Exact if the squares of all directions are squares
/// of fractions, else with pieces that are true to 2^-200 of themselves.
Rational squared_distance_from(const ExactGradient& gradient, const ExactVec12& claimed,
                               const Rational& arm_A, const Rational& arm_B);

}  // namespace touchstone
