// SPDX-License-Identifier: GPL-3.0-or-later
// Where the true witness points of a pair are, exactly: for an optimal direction u all a in A and b
// in B with a - b = phi n (of the ratio metric rho d). They lie on the faces A(u) and B(u), so they
// are the polygon A(u) and B(u) + phi n have in common, and the same less phi n.
#pragma once

#include <vector>

#include "geometry/pair.hpp"
#include "metrics/metric.hpp"
#include "reference/oracle/truth_on_demand.hpp"

namespace touchstone {

/// The least and the greatest of each coordinate over a set of points [world, m].
struct ExactRange {
  ExactVec3 low;
  ExactVec3 high;
};

/// Those of one optimal direction.
struct TruePoints {
  ExactVec3 apart;                   ///< a - b of every pair of them
  std::vector<ExactVec3> corners_B;  ///< those on B are their hull
  ExactRange A;
  ExactRange B;
};

/// phi n for one of the truth's directions u, exactly: a rational vector.
ExactVec3 exact_phi_n(const Truth& truth, const ExactVec3& u);

/// rho d, exactly.
ExactVec3 exact_rho_d(const Pair& pair, const Rational& rho);

/// One for each of the truth's directions; one alone for phi = 0 and for the ratio metric, where
/// all directions have the same points. The truth has a rho where `quantity` is ratio.
std::vector<TruePoints> true_points(const Pair& pair, const TruthOnDemand& truth,
                                    Quantity quantity);

}  // namespace touchstone
