// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/unions/nearest_pieces.hpp"

#include <algorithm>
#include <optional>

#include "geometry/index.hpp"
#include "reference/exact/wolfe.hpp"
#include "reference/exact_vector.hpp"
#include "reference/unions/difference_facets.hpp"

namespace touchstone {
namespace {

/// The distance of two boxes, rounded down.
double box_distance(const PlacedPiece& A, const PlacedPiece& B) {
  const Vec3 gap = (A.low - B.high).cwiseMax(B.low - A.high).cwiseMax(0.0);
  return gap.norm() * (1 - 0x1p-50);
}

/// u / |u|, within kScaledError; u is not 0.
Vec3 rounded_unit_of(const ExactVec3& u) {
  Integer common = 1;
  for (const Rational& x : u) common = lcm(common, x.get_den());
  const auto entry = [&](std::size_t k) {
    return Integer(u[k].get_num() * (common / u[k].get_den()));
  };
  return near_unit({entry(0), entry(1), entry(2)});
}

/// The vertex with the least sign u.v.
int least_vertex(const PlacedPiece& piece, const ExactVec3& u, const Vec3& near, int sign) {
  int best = -1;
  Rational best_value;
  for (const int v : near_support(piece, -sign * near)) {
    const Rational value = sign * dot(u, to_exact(piece.vertices[at(v)]));
    if (best >= 0 && value >= best_value) continue;
    best = v;
    best_value = value;
  }
  return best;
}

}  // namespace

std::vector<NearPair> pairs_by_box(const PlacedUnions& unions) {
  std::vector<NearPair> pairs;
  for (std::size_t i = 0; i < unions.A.size(); ++i) {
    for (std::size_t j = 0; j < unions.B.size(); ++j) {
      pairs.push_back(
          {{static_cast<int>(i), static_cast<int>(j)}, box_distance(unions.A[i], unions.B[j])});
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const NearPair& a, const NearPair& b) { return a.lower < b.lower; });
  return pairs;
}

ExactVec3 shortest_translation(const PlacedPiece& A, const PlacedPiece& B) {
  const auto point = [&](int i, int j) {
    return WolfePoint{i, j, to_exact(B.vertices[at(j)] - A.vertices[at(i)])};
  };
  return nearest_to_origin(point(0, 0),
                           [&](const ExactVec3& u) {
                             const Vec3 near = rounded_unit_of(u);
                             return point(least_vertex(A, u, near, -1),
                                          least_vertex(B, u, near, 1));
                           })
      .x;
}

PieceDistance signed_distance(const PlacedPiece& A, const PlacedPiece& B,
                              const PlacedUnions& unions) {
  const auto in_metres = [&](const Rational& x) {
    return scaled_ratio(x.get_num(), x.get_den(), 2 * unions.exponent);
  };
  if (!interiors_meet(A, B)) {
    const ExactVec3 way = shortest_translation(A, B);
    const Rational squared = in_metres(dot(way, way));
    return {squared > 0 ? 1 : 0, squared};
  }
  std::optional<Rational> least;
  for (const SeparatingHalfSpace& space : separating_half_spaces(A, B)) {
    Rational squared(Integer(space.offset * space.offset), space.normal.squaredNorm());
    squared.canonicalize();
    if (!least || squared < *least) least = squared;
  }
  return {-1, in_metres(*least)};
}

}  // namespace touchstone
