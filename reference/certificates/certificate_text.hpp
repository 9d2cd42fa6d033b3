// SPDX-License-Identifier: GPL-3.0-or-later
// What a certificate file claims, and what proves it (docs/certificate-file.md). Checked, then
// written.
#pragma once

#include <string>
#include <vector>

#include "geometry/pair.hpp"
#include "geometry/result.hpp"
#include "reference/certificates/cover.hpp"
#include "reference/exact/integer_space.hpp"

namespace touchstone {

/// A pair of vertices with its share in two points, p = sum w a / sum w of A and q of B alike.
struct WeightedVertices {
  Integer weight;
  VertexPair vertices;
};

/// What a claim does not need stays empty.
struct Evidence {
  IntegerVec3 direction{0, 0, 0};
  std::vector<WeightedVertices> pairs;
  Cover cover;
};

/// The closed list of claims, with x = sign sqrt(square) [m].
enum class Claimed {
  phi,           ///< phi = x
  phi_at_least,  ///< phi >= x
  phi_at_most,   ///< phi <= x
  rho,           ///< rho = square
  gap_at_most,   ///< gap(n)/|n| <= x for n = about
  far_from_A,    ///< the point `about` is farther than x from A
  far_from_B
};

struct CertificateClaim {
  Claimed kind = Claimed::phi;
  int sign = 0;  ///< of x; not used of rho
  Rational square;
  Vec3 about = Vec3::Zero();  ///< a direction [1] or a point [m], world
};

/// The text of the certificate; an error where the evidence does not prove the claim.
Result<std::string> certificate_text(const Pair& pair, const CertificateClaim& claim,
                                     const Evidence& evidence);

/// The indices of all vertices that are farthest along u.
std::vector<int> face_along(const std::vector<IntegerVec3>& vertices, const IntegerVec3& u);

/// The shortest whole numbers along the first of the truth's directions.
IntegerVec3 first_direction(const std::vector<ExactVec3>& directions);

/// Evidence that phi is at most the truth's: points of the faces that `u` touches, an optimal
/// direction, or a cover of a depth.
Result<Evidence> evidence_above(const Pair& pair, const Truth& truth, const IntegerVec3& u);

}  // namespace touchstone
