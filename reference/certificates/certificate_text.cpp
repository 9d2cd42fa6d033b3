// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/certificates/certificate_text.hpp"

#include <array>

#include "geometry/hex_text.hpp"
#include "geometry/index.hpp"
#include "reference/claims.hpp"
#include "reference/exact/exact_difference.hpp"
#include "reference/exact_vector.hpp"

namespace touchstone {
namespace {

/// p - q of the points that the pairs name [m].
ExactVec3 apart(const ExactDifference& C, const std::vector<WeightedVertices>& pairs) {
  IntegerVec3 sum{0, 0, 0};
  Integer total = 0;
  for (const WeightedVertices& p : pairs) {
    sum = sum - C.point(p.vertices) * p.weight;
    total += p.weight;
  }
  return {scaled_ratio(sum.x, total, C.exponent()), scaled_ratio(sum.y, total, C.exponent()),
          scaled_ratio(sum.z, total, C.exponent())};
}

/// Whether phi >= x, by the direction.
bool bounds_below(const ExactDifference& C, const CertificateClaim& claim, const IntegerVec3& u) {
  if (u.is_zero()) return false;
  const Rational gap = scaled_ratio(-C.reach(u), 1, C.exponent());
  return gap * abs(gap) >= claim.sign * claim.square * u.squaredNorm();
}

/// Whether phi <= x, by the pairs or the cover.
bool bounds_above(const Pair& pair, const ExactDifference& C, const CertificateClaim& claim,
                  const Evidence& evidence) {
  if (claim.sign < 0) return cover_proves(pair, evidence.cover, claim.square);
  if (evidence.pairs.empty()) return false;
  const ExactVec3 c = apart(C, evidence.pairs);
  return dot(c, c) <= claim.square;
}

bool proves_rho(const Pair& pair, const ExactDifference& C, const Rational& rho,
                const Evidence& evidence) {
  const IntegerVec3& u = evidence.direction;
  const Rational gap = scaled_ratio(-C.reach(u), 1, C.exponent());
  const Rational along = scaled_ratio(u.dot(C.d()), 1, C.exponent());
  if (along <= 0 || gap < rho * along || evidence.pairs.empty()) return false;
  return apart(C, evidence.pairs) == exact_rho_d(pair, rho);
}

bool bounds_gap(const ExactDifference& C, const CertificateClaim& claim,
                const std::vector<WeightedVertices>& pairs) {
  if (pairs.empty()) return false;
  const ExactVec3 n = {claim.about[0], claim.about[1], claim.about[2]};
  const Rational value = dot(n, apart(C, pairs));
  return value * abs(value) <= claim.sign * claim.square * dot(n, n);
}

/// Whether a plane across u has the body on one side, and the point farther than x on the other.
bool is_far(const Polytope& body, const Pose& X, const CertificateClaim& claim,
            const IntegerVec3& u) {
  if (u.is_zero()) return false;
  const IntegerCloud cloud = to_integers_about(body, X, claim.about);
  const int nearest = face_along(cloud.points, u).front();
  const Rational beyond = scaled_ratio(-cloud.points[at(nearest)].dot(u), 1, cloud.exponent);
  return beyond > 0 && beyond * beyond > claim.square * u.squaredNorm();
}

bool proves(const Pair& pair, const CertificateClaim& claim, const Evidence& evidence) {
  const ExactDifference C(pair);
  const IntegerVec3& u = evidence.direction;
  switch (claim.kind) {
    case Claimed::phi:
      return bounds_below(C, claim, u) && bounds_above(pair, C, claim, evidence);
    case Claimed::phi_at_least:
      return bounds_below(C, claim, u);
    case Claimed::phi_at_most:
      return bounds_above(pair, C, claim, evidence);
    case Claimed::rho:
      return proves_rho(pair, C, claim.square, evidence);
    case Claimed::gap_at_most:
      return bounds_gap(C, claim, evidence.pairs);
    case Claimed::far_from_A:
      return is_far(*pair.A, pair.X_WA, claim, u);
    case Claimed::far_from_B:
      return is_far(*pair.B, pair.X_WB, claim, u);
  }
  return false;
}

void add(std::string& text, double x) { text += " " + hex_text(x); }

void add(std::string& text, const Vec3& v) {
  for (int k = 0; k < 3; ++k) add(text, v[k]);
}

void add(std::string& text, const Integer& x) { text += " " + x.get_str(); }

void add_body(std::string& text, const char* name, const Polytope& body, const Pose& X) {
  text += std::string("body ") + name + " " + std::to_string(body.vertices().size()) + "\nR";
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) add(text, X.R(row, column));
  }
  text += "\nt";
  add(text, X.t);
  text += "\ninterior";
  add(text, body.interior_point());
  for (const Vec3& v : body.vertices()) {
    text += "\nvertex";
    add(text, v);
  }
  text += "\n";
}

void add_vertices(std::string& text, const VertexPair& v) {
  text += " " + std::to_string(v.vertex_A) + " " + std::to_string(v.vertex_B) + "\n";
}

void add_evidence(std::string& text, const Evidence& evidence) {
  const IntegerVec3& u = evidence.direction;
  if (!u.is_zero()) {
    text += "direction";
    for (const Integer* x : {&u.x, &u.y, &u.z}) add(text, *x);
    text += "\n";
  }
  for (const WeightedVertices& p : evidence.pairs) {
    text += "pair";
    add(text, p.weight);
    add_vertices(text, p.vertices);
  }
  if (!evidence.cover.empty()) text += "cover\n";
  for (const CoverNode& node : evidence.cover) {
    if (node.leaf) {
      text += "leaf";
      add_vertices(text, node.vertices);
      continue;
    }
    text += "split";
    for (const Integer& weight : node.weights) add(text, weight);
    text += "\n";
  }
}

void add_claim(std::string& text, const CertificateClaim& claim) {
  static constexpr std::array kWords = {
      "phi =", "phi >=", "phi <=", "rho =", "gap", "far A", "far B"};
  const bool is_far = claim.kind == Claimed::far_from_A || claim.kind == Claimed::far_from_B;
  const bool is_gap = claim.kind == Claimed::gap_at_most;
  text += std::string("claim ") + kWords.at(static_cast<std::size_t>(claim.kind));
  if (is_far || is_gap) add(text, claim.about);
  if (is_far) text += " >";
  if (is_gap) text += " <=";
  if (!is_far && claim.kind != Claimed::rho) {
    text += claim.sign < 0 ? " -" : claim.sign > 0 ? " +" : " 0";
  }
  add(text, claim.square.get_num());
  add(text, claim.square.get_den());
  text += "\n";
}

/// Whether a whole number of the text has more digits than checkers read.
bool has_long_number(const std::string& text) {
  std::size_t digits = 0;
  for (const char c : text) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (digits > kMaxWholeDigits) return true;
  }
  return false;
}

}  // namespace

std::vector<int> face_along(const std::vector<IntegerVec3>& vertices, const IntegerVec3& u) {
  std::vector<int> face;
  Integer most;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const Integer along = vertices[v].dot(u);
    const int order = face.empty() ? 1 : cmp(along, most);
    if (order < 0) continue;
    if (order > 0) face.clear();
    most = along;
    face.push_back(static_cast<int>(v));
  }
  return face;
}

Result<std::string> certificate_text(const Pair& pair, const CertificateClaim& claim,
                                     const Evidence& evidence) {
  if (!proves(pair, claim, evidence)) {
    return Error{"the evidence found does not prove the claim"};
  }
  std::string text = "touchstone.certificate/1\n";
  add_claim(text, claim);
  add_body(text, "A", *pair.A, pair.X_WA);
  add_body(text, "B", *pair.B, pair.X_WB);
  add_evidence(text, evidence);
  if (has_long_number(text))
    return Error{"it would have a number of more than " + std::to_string(kMaxWholeDigits) +
                 " digits"};
  return text + "end\n";
}

}  // namespace touchstone
