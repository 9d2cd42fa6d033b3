// SPDX-License-Identifier: GPL-3.0-or-later
// Certificates, checked exactly and without knowledge of how they were found
// (docs/certificates.md), and what an answer proves about phi without one.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/pair.hpp"
#include "geometry/result.hpp"
#include "metrics/metric.hpp"
#include "reference/claims.hpp"
#include "reference/truth.hpp"

namespace touchstone {

// The certificate of a signed Euclidean distance. C = B + (-A) is the hull of the differences b - a
// of the exactly transformed vertices, and gap(u) = -max u.c over C is a lower bound of phi for |u|
// = 1.
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
// A radius is no part of this: phi_core is proven, and with it phi = phi_core - r.

struct DistanceCertificate {
  bool proven = false;
  int sign = 0;                ///< sign of phi_core, if proven
  Rational phi_squared;        ///< phi_core^2 [m^2]
  ExactVec3 direction;         ///< an optimal one, from B to A, world, not normalised
  Vec3 normal = Vec3::Zero();  ///< unit vector along `direction`, within kNormalError
  std::string reason;          ///< why it is not proven
};

/// O(vertices) and O(t log t) for t triangles, in doubles except for what these leave in doubt.
DistanceCertificate check_distance_certificate(const Pair& pair, const DistanceProof& proof);

/// The double nearest to the proven phi_core.
double rounded_phi(const DistanceCertificate& certificate);

/// The truth of the pair that a certificate proves (phi, no rho). Whatever else is asked of it, the
/// oracle computes.
TruthOnDemand proven_truth(const Pair& pair, const DistanceCertificate& certificate);

// What an answer proves about phi by its normal and its witness points, whatever its value is.

/// lower <= phi <= upper [m], rounded outward.
struct DistanceBounds {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  /// Whether phi is known exactly: both bounds are then phi, or the doubles next to it.
  bool exact = false;
};

/// gap(n)/|n| <= phi for any finite n but 0. phi <= |p - q| for any points p of A and q of B, and
/// phi <= 0 for a point of both. Claimed points are rounded, so each counts with a verified
/// distance from the body it should be in, added to the bound. No points bound a depth from below:
/// that takes a certificate.
DistanceBounds bounds_of_claims(const Pair& pair, const std::optional<Vec3>& normal,
                                const std::optional<WitnessPoints>& witnesses);

/// Bounds of the phi that the certificate proves of the pair; it has to be proven.
DistanceBounds bounds_of_certificate(const Pair& pair, const DistanceCertificate& certificate);

// The certificate of a ratio metric's answer: three pairs of vertices k_i = (b_i - x_B) - (a_i -
// x_A) with
//
//   d = sum lambda_i k_i, lambda >= 0:         the ray's point d/r is in K, r <= sum lambda_i;
//   n.k_i = 1 and no point of K beyond:        K is on one side of it, r >= n.d = sum lambda_i.
//
// Both bounds meet, so r = sum lambda_i and rho = 1 - 1/r, rational numbers.

struct RatioCertificate {
  bool proven = false;
  Rational rho;        ///< exact, if proven
  std::string reason;  ///< why it is not proven
};

/// Checks the certificate `detail.portal`; O(vertices), exact where doubles leave a doubt.
RatioCertificate check_ratio_certificate(const Pair& pair, const RatioDetail& detail);

/// The text of a touchstone.certificate/1 (docs/certificate-file.md) that proves phi, or rho where
/// `quantity` is ratio. `truth` is the pair's, exact. An error where there is no rho, and where the
/// evidence is not found or does not hold when it is checked: no such text is given.
Result<std::string> certificate_file(const Pair& pair, const Truth& truth, Quantity quantity);

// Certificates of single bounds: each refutes an answer that says otherwise.

/// The text of a certificate, and what a person checks by hand instead.
struct BoundProof {
  struct Share {
    double share = 0;  ///< rounded [1]
    VertexPair vertices;
  };

  std::string certificate;
  double bound = 0;  ///< of phi, of gap(n)/|n| or of a distance, rounded [m]
  /// Unit: the direction that bounds phi from below, or n, both from B to A; of a point, away from
  /// its body. Zero for phi from above.
  Vec3 direction = Vec3::Zero();
  /// Those that face each other along it: of A least, of B greatest. Of a point's body alone: the
  /// farthest along it.
  VertexPair vertices;
  std::vector<Share> shares;  ///< of two points, one of each body, that are `bound` apart
  WitnessPoints points{Vec3::Zero(), Vec3::Zero()};  ///< these, rounded, world [m]
  int cones = 0;                                     ///< leaves of a cover of a depth
};

/// phi >= the truth's, by a direction. `truth` is the pair's, exact. Each of these is an error where
/// the evidence is not found or does not hold when it is checked.
Result<BoundProof> prove_phi_at_least(const Pair& pair, const Truth& truth);
/// phi <= the truth's, by two points, or a cover where the bodies overlap.
Result<BoundProof> prove_phi_at_most(const Pair& pair, const Truth& truth);
/// gap(n)/|n| <= what it is, by one pair of vertices. n is finite, not zero.
Result<BoundProof> prove_gap_at_most(const Pair& pair, const Vec3& n);
/// The point p [world, m] is farther from the body than the greatest double below its distance, by a
/// plane; `bound` is the distance. An error where it is in the body or cannot be one of a body.
Result<BoundProof> prove_point_outside(const Pair& pair, WhichBody which, const Vec3& p);

}  // namespace touchstone
