// SPDX-License-Identifier: GPL-3.0-or-later
// What an answer proves about phi by its normal and its witness points, whatever its value is.
#pragma once

#include <limits>

#include "reference/certificates/distance_certificate.hpp"

namespace touchstone {

/// lower <= phi <= upper [m], rounded outward.
struct DistanceBounds {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  /// Both are of one exact number, phi itself: the same double, or the two next to it.
  bool exact = false;
};

/// gap(n)/|n| <= phi for any finite n but 0. phi <= |p - q| for any points p of A and q of B, and
/// phi <= 0 for a point of both. Claimed points are rounded, so each counts with a verified
/// distance from the body it should be in, added to the bound. No points bound a depth from below:
/// that takes a certificate.
DistanceBounds bounds_of_claims(const Pair& pair, const std::optional<Vec3>& normal,
                                const std::optional<WitnessPoints>& witnesses);

/// Those of the phi that it proves.
DistanceBounds bounds_of_certificate(const DistanceCertificate& certificate);

}  // namespace touchstone
