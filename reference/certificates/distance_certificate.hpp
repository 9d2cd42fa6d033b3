// SPDX-License-Identifier: GPL-3.0-or-later
// The certificate of a signed Euclidean distance, checked exactly and without knowledge of how it
// was found (docs/certificates.md). C = B + (-A) is the hull of the differences b - a of the
// exactly transformed vertices, and gap(u) = -max u.c over C is a lower bound of phi for |u| = 1.
//
//   Separated:   c, the point nearest to 0 of the hull of `nearest`, is in C: phi <= |c|; and no
//                point of C is beyond its plane: gap(-c) = c.c, phi >= |c|.
//   Penetrating: the plane n.x = l, l > 0, through the three points `nearest` has all of C on one
//                side: gap(n) = -l, phi >= -l/|n|; and by `cycle` C contains the ball around 0 of
//                radius l/|n|: phi <= -l/|n| (closed_cycle.hpp).
//   Kissing:     0 is in the hull of `nearest`, hence in C: phi <= 0; and no point of C is beyond
//                the plane through `support` and 0: phi >= 0.
//
// Both bounds meet, so phi is proven, phi^2 is rational, and the direction of the plane is optimal.
#pragma once

#include <string>

#include "geometry/pair.hpp"
#include "metrics/metric.hpp"
#include "reference/oracle/truth_on_demand.hpp"

namespace touchstone {

struct DistanceCertificate {
  bool proven = false;
  int sign = 0;                ///< of phi, if proven
  Rational phi_squared;        ///< [m^2]
  ExactVec3 direction;         ///< an optimal one, from B to A, world, not normalised
  Vec3 normal = Vec3::Zero();  ///< the same, unit, within kNormalError
  std::string reason;          ///< if not proven, why
};

/// O(vertices) and O(t log t) for t triangles, in doubles but for what these leave in doubt.
DistanceCertificate check_distance_certificate(const Pair& pair, const DistanceProof& proof);

/// The double nearest to the proven phi.
double rounded_phi(const DistanceCertificate& certificate);

/// What it proves as a truth of the pair (phi, no rho); whatever else is asked of that, the oracle
/// is asked.
TruthOnDemand proven_truth(const Pair& pair, const DistanceCertificate& certificate);

}  // namespace touchstone
