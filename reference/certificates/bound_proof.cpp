// SPDX-License-Identifier: GPL-3.0-or-later
// Single bounds, each with its certificate (docs/certificate-file.md#refutations).
#include <cmath>

#include "geometry/index.hpp"
#include "reference/certificates.hpp"
#include "reference/certificates/certificate_text.hpp"
#include "reference/exact_vector.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

/// The certificate of a claim, and its bound rounded.
Result<BoundProof> proof_of(const Pair& pair, const CertificateClaim& claim,
                            const Evidence& evidence) {
  auto text = certificate_text(pair, claim, evidence);
  if (!text) return text.error();
  BoundProof proof;
  proof.certificate = std::move(text).value();
  proof.bound = claim.sign * round_sqrt_to_double(claim.square);
  return proof;
}

/// The vertices of A and B that face each other along u.
VertexPair facing(const IntegerPair& integers, const IntegerVec3& u) {
  return {face_along(integers.A.vertices, -u).front(), face_along(integers.B.vertices, u).front()};
}

/// The rounded points that the pairs name, and each pair's share.
void add_points(const Pair& pair, const std::vector<WeightedVertices>& pairs, BoundProof& proof) {
  Integer total = 0;
  for (const WeightedVertices& p : pairs) total += p.weight;
  ExactVec3 p_A{};
  ExactVec3 p_B{};
  for (const WeightedVertices& p : pairs) {
    const Rational share = scaled_ratio(p.weight, total, 0);
    proof.shares.push_back({round_to_double(share), p.vertices});
    p_A =
        add_scaled(p_A, share, exact_point(pair.X_WA, pair.A->vertices()[at(p.vertices.vertex_A)]));
    p_B =
        add_scaled(p_B, share, exact_point(pair.X_WB, pair.B->vertices()[at(p.vertices.vertex_B)]));
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const auto row = static_cast<Eigen::Index>(k);
    proof.points.p_WA[row] = round_to_double(p_A[k]);
    proof.points.p_WB[row] = round_to_double(p_B[k]);
  }
}

/// The greatest double below sqrt(square).
double below_root(const Rational& square) {
  const double root = round_sqrt_to_double(square);
  return Rational(root) * Rational(root) < square ? root : std::nextafter(root, 0.0);
}

}  // namespace

Result<BoundProof> prove_phi_at_least(const Pair& pair, const Truth& truth) {
  Evidence evidence;
  evidence.direction = first_direction(truth.directions);
  auto proof = proof_of(pair, {Claimed::phi_at_least, truth.sign, truth.phi_squared, Vec3::Zero()},
                        evidence);
  if (!proof) return proof;
  BoundProof made = std::move(proof).value();
  made.direction = rounded_unit(evidence.direction);
  made.vertices = facing(to_integers(pair), evidence.direction);
  return made;
}

Result<BoundProof> prove_phi_at_most(const Pair& pair, const Truth& truth) {
  const auto evidence = evidence_above(pair, truth, first_direction(truth.directions));
  if (!evidence) return evidence.error();
  auto proof = proof_of(pair, {Claimed::phi_at_most, truth.sign, truth.phi_squared, Vec3::Zero()},
                        evidence.value());
  if (!proof) return proof;
  BoundProof made = std::move(proof).value();
  add_points(pair, evidence.value().pairs, made);
  for (const CoverNode& node : evidence.value().cover) made.cones += node.leaf ? 1 : 0;
  return made;
}

Result<BoundProof> prove_gap_at_most(const Pair& pair, const Vec3& n) {
  const IntegerVec3 u = split(n).vector;
  const IntegerPair integers = to_integers(pair);
  const VertexPair vertices = facing(integers, u);
  const IntegerVec3 apart =
      integers.A.vertices[at(vertices.vertex_A)] - integers.B.vertices[at(vertices.vertex_B)];
  const Rational along = scaled_ratio(u.dot(apart), 1, integers.exponent);
  Evidence evidence;
  evidence.pairs.push_back({1, vertices});
  auto proof = proof_of(
      pair, {Claimed::gap_at_most, sgn(along), along * along / u.squaredNorm(), n}, evidence);
  if (!proof) return proof;
  BoundProof made = std::move(proof).value();
  made.direction = rounded_unit(u);
  made.vertices = vertices;
  return made;
}

Result<BoundProof> prove_point_outside(const Pair& pair, WhichBody which, const Vec3& p) {
  const bool is_A = which == WhichBody::A;
  if (!p.allFinite() || p.cwiseAbs().maxCoeff() > kMaxCoordinate) {
    return Error{std::string("the point on ") + (is_A ? "A" : "B") +
                 ": a coordinate is larger than 1e60 m"};
  }
  PolytopeInput input;
  input.vertices = {p};
  const PolytopePtr point = make_polytope(input).value();
  const PolytopePtr& body = is_A ? pair.A : pair.B;
  const Pose& X = is_A ? pair.X_WA : pair.X_WB;
  const Truth truth = Oracle().solve({point, Pose{}, body, X}, false);
  if (truth.sign <= 0) return Error{"the point is in its body"};
  Evidence evidence;
  evidence.direction = first_direction(truth.directions);
  const double bound = below_root(truth.phi_squared);
  auto proof = proof_of(
      pair,
      {is_A ? Claimed::far_from_A : Claimed::far_from_B, 1, Rational(bound) * Rational(bound), p},
      evidence);
  if (!proof) return proof;
  BoundProof made = std::move(proof).value();
  made.bound = truth.phi;
  made.direction = rounded_unit(evidence.direction);
  const IntegerCloud cloud = to_integers_about(*body, X, p);
  const int nearest = face_along(cloud.points, evidence.direction).front();
  (is_A ? made.vertices.vertex_A : made.vertices.vertex_B) = nearest;
  return made;
}

}  // namespace touchstone
