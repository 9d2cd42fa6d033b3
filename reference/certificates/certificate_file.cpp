// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a certificate that anybody can check without us (docs/certificate-file.md): a direction
// bounds phi and rho from below; points named by weighted pairs of vertices, or a cover, from above.
#include <array>
#include <cstdio>
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "reference/certificates.hpp"
#include "reference/certificates/cover.hpp"
#include "reference/claims.hpp"
#include "reference/exact/exact_difference.hpp"
#include "reference/exact/exact_vector.hpp"
#include "reference/exact/wolfe.hpp"

namespace touchstone {
namespace {

/// A pair of vertices with its share in two points, p = sum w a / sum w of A and q of B alike.
struct WeightedPair {
  Integer weight;
  VertexPair vertices;
};

struct Evidence {
  IntegerVec3 direction;
  std::vector<WeightedPair> pairs;
  Cover cover;
};

/// The vertices that are farthest along u.
std::vector<int> face_of(const std::vector<IntegerVec3>& vertices, const IntegerVec3& u) {
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
std::vector<WeightedPair> pairs_apart(const Pair& pair, const IntegerVec3& u,
                                      const ExactVec3& apart) {
  const IntegerPair integers = to_integers(pair);
  const std::vector<int> face_A = face_of(integers.A.vertices, -u);
  const std::vector<int> face_B = face_of(integers.B.vertices, u);
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
  std::vector<WeightedPair> pairs;
  for (std::size_t k = 0; k < nearest.corral.size(); ++k) {
    const Rational weight = nearest.weights[k] * denominator;
    pairs.push_back({weight.get_num(), {nearest.corral[k].i, nearest.corral[k].j}});
  }
  return pairs;
}

IntegerVec3 direction_of(const ExactVec3& u) {
  return primitive({u[0].get_num(), u[1].get_num(), u[2].get_num()});
}

Result<Evidence> evidence_of(const Pair& pair, const Truth& truth, Quantity quantity) {
  Evidence evidence;
  if (quantity == Quantity::ratio) {
    evidence.direction = direction_of(truth.ratio->directions.front());
    evidence.pairs = pairs_apart(pair, evidence.direction, exact_rho_d(pair, truth.ratio->rho));
    return evidence;
  }
  evidence.direction = direction_of(truth.directions.front());
  if (truth.sign >= 0) {
    const ExactDifference C(pair);
    const IntegerVec3& u = evidence.direction;
    const Rational factor = scaled_ratio(-C.reach(u), u.squaredNorm(), C.exponent());
    evidence.pairs = pairs_apart(pair, u, add_scaled({0, 0, 0}, factor, to_exact(u)));
    return evidence;
  }
  std::optional<Cover> cover = find_cover(pair, truth);
  if (!cover) return Error{"no cover of the depth is found that is small enough"};
  evidence.cover = std::move(*cover);
  return evidence;
}

/// p - q of the points that the pairs name [m].
ExactVec3 apart(const ExactDifference& C, const std::vector<WeightedPair>& pairs) {
  IntegerVec3 sum{0, 0, 0};
  Integer total = 0;
  for (const WeightedPair& p : pairs) {
    sum = sum - C.point(p.vertices) * p.weight;
    total += p.weight;
  }
  return {scaled_ratio(sum.x, total, C.exponent()), scaled_ratio(sum.y, total, C.exponent()),
          scaled_ratio(sum.z, total, C.exponent())};
}

/// Whether the evidence proves what the truth says, checked anew.
bool holds(const Pair& pair, const Truth& truth, Quantity quantity, const Evidence& evidence) {
  const ExactDifference C(pair);
  const IntegerVec3& u = evidence.direction;
  if (u.is_zero()) return false;
  const Rational gap = scaled_ratio(-C.reach(u), 1, C.exponent());
  const bool has_pairs = !evidence.pairs.empty();
  if (quantity == Quantity::ratio) {
    const Rational along = scaled_ratio(u.dot(C.d()), 1, C.exponent());
    if (along <= 0 || gap < truth.ratio->rho * along || !has_pairs) return false;
    return apart(C, evidence.pairs) == exact_rho_d(pair, truth.ratio->rho);
  }
  if (gap * abs(gap) < truth.sign * truth.phi_squared * u.squaredNorm()) return false;
  if (truth.sign < 0) return cover_proves(pair, evidence.cover, truth.phi_squared);
  if (!has_pairs) return false;
  const ExactVec3 c = apart(C, evidence.pairs);
  return dot(c, c) <= truth.phi_squared;
}

/// " 0x1.8p-1", as C's %a writes it.
void add(std::string& text, double x) {
  std::array<char, 32> word{};
  const int length = std::snprintf(word.data(), word.size(), " %a", x);
  text.append(word.data(), static_cast<std::size_t>(length));
}

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
  text += "direction";
  for (const Integer* x : {&evidence.direction.x, &evidence.direction.y, &evidence.direction.z}) {
    add(text, *x);
  }
  text += "\n";
  for (const WeightedPair& p : evidence.pairs) {
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

}  // namespace

Result<std::string> certificate_file(const Pair& pair, const Truth& truth, Quantity quantity) {
  const bool is_ratio = quantity == Quantity::ratio;
  if (is_ratio && !truth.ratio) return Error{"rho is undefined: " + truth.ratio_note};
  if (is_rounded(pair)) return Error{"a body has a radius"};
  const auto evidence = evidence_of(pair, truth, quantity);
  if (!evidence) return evidence.error();
  if (!holds(pair, truth, quantity, evidence.value())) {
    return Error{"the evidence found does not prove the truth"};
  }
  const Rational& number = is_ratio ? truth.ratio->rho : truth.phi_squared;
  std::string text = "touchstone.certificate/1\nclaim ";
  text += is_ratio ? "rho =" : truth.sign < 0 ? "phi = -" : truth.sign > 0 ? "phi = +" : "phi = 0";
  add(text, number.get_num());
  add(text, number.get_den());
  text += "\n";
  add_body(text, "A", *pair.A, pair.X_WA);
  add_body(text, "B", *pair.B, pair.X_WB);
  add_evidence(text, evidence.value());
  return text + "end\n";
}

}  // namespace touchstone
