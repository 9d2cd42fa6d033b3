// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a certificate that anybody can check without us (docs/certificate-file.md): a direction
// bounds phi and rho from below; points named by weighted pairs of vertices, or a cover, from above.
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "reference/certificates.hpp"
#include "reference/certificates/certificate_text.hpp"
#include "reference/claims.hpp"
#include "reference/exact/exact_difference.hpp"
#include "reference/exact/wolfe.hpp"
#include "reference/exact_vector.hpp"

namespace touchstone {
namespace {

int farthest_of(const std::vector<IntegerVec3>& vertices, const std::vector<int>& face,
                const ExactVec3& u, int sense) {
  int best = face.front();
  Rational most;
  for (const int v : face) {
    Rational along = sense * dot(u, to_exact(vertices[at(v)]));
    if (v != face.front() && along <= most) continue;
    most = std::move(along);
    best = v;
  }
  return best;
}

/// Pairs of the faces that u touches whose points p and q are `apart` = p - q; none where there are
/// no such points.
std::vector<WeightedVertices> pairs_apart(const Pair& pair, const IntegerVec3& u,
                                          const ExactVec3& apart) {
  const IntegerPair integers = to_integers(pair);
  const std::vector<int> face_A = face_along(integers.A.vertices, -u);
  const std::vector<int> face_B = face_along(integers.B.vertices, u);
  const Rational unit = scaled_ratio(1, 1, -integers.exponent);
  const auto point = [&](int i, int j) {
    const ExactVec3 c = to_exact(integers.A.vertices[at(i)] - integers.B.vertices[at(j)]);
    return WolfePoint{i, j, add_scaled(c, -unit, apart)};
  };
  const auto support = [&](const ExactVec3& x) {
    return point(farthest_of(integers.A.vertices, face_A, x, -1),
                 farthest_of(integers.B.vertices, face_B, x, 1));
  };
  const WolfeResult nearest = nearest_to_origin(point(face_A[0], face_B[0]), support);
  if (dot(nearest.x, nearest.x) != 0) return {};
  Integer denominator = 1;
  for (const Rational& w : nearest.weights) denominator = lcm(denominator, w.get_den());
  std::vector<WeightedVertices> pairs;
  for (std::size_t k = 0; k < nearest.corral.size(); ++k) {
    const Rational weight = nearest.weights[k] * denominator;
    pairs.push_back({weight.get_num(), {nearest.corral[k].i, nearest.corral[k].j}});
  }
  return pairs;
}

}  // namespace

IntegerVec3 first_direction(const std::vector<ExactVec3>& directions) {
  const ExactVec3& u = directions.front();
  return primitive({u[0].get_num(), u[1].get_num(), u[2].get_num()});
}

Result<Evidence> evidence_above(const Pair& pair, const Truth& truth, const IntegerVec3& u) {
  Evidence evidence;
  if (truth.sign < 0) {
    std::optional<Cover> cover = find_cover(pair, truth);
    if (!cover) return Error{"no cover of the depth is found that is small enough"};
    evidence.cover = std::move(*cover);
    return evidence;
  }
  const ExactDifference C(pair);
  const Rational factor = scaled_ratio(-C.reach(u), u.squaredNorm(), C.exponent());
  evidence.pairs = pairs_apart(pair, u, add_scaled({0, 0, 0}, factor, to_exact(u)));
  return evidence;
}

Result<std::string> certificate_file(const Pair& pair, const Truth& truth, Quantity quantity) {
  if (is_rounded(pair)) {
    return Error{
        "a body has a radius: the case without radii has one, and its phi is larger by them"};
  }
  if (quantity == Quantity::ratio) {
    if (!truth.ratio) return Error{"rho is undefined: " + truth.ratio_note};
    const Rational& rho = truth.ratio->rho;
    Evidence evidence;
    evidence.direction = first_direction(truth.ratio->directions);
    evidence.pairs = pairs_apart(pair, evidence.direction, exact_rho_d(pair, rho));
    return certificate_text(pair, {Claimed::rho, 0, rho, Vec3::Zero()}, evidence);
  }
  const IntegerVec3 u = first_direction(truth.directions);
  auto above = evidence_above(pair, truth, u);
  if (!above) return above.error();
  Evidence evidence = std::move(above).value();
  evidence.direction = u;
  return certificate_text(pair, {Claimed::phi, truth.sign, truth.phi_squared, Vec3::Zero()},
                          evidence);
}

}  // namespace touchstone
