// SPDX-License-Identifier: GPL-3.0-or-later
// Overlapping unions are parted; of others the nearest pieces are found, those with the nearest
// boxes first, until no box is nearer than the pieces that were found.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "reference/exact/wolfe.hpp"
#include "reference/unions.hpp"
#include "reference/unions/parting.hpp"

namespace touchstone {
namespace {

/// Products of a unit vector and vertices that are apart by more are so exactly [1].
constexpr double kProductError = 0x1p-44;

struct NearPair {
  PieceIndices pieces;
  double lower = 0;  ///< at most the distance, in near units
};

/// Of boxes, rounded down.
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
int support(const PlacedPiece& piece, const ExactVec3& u, const Vec3& near, int sign) {
  double least = HUGE_VAL;
  for (const Vec3& v : piece.near_vertices) least = std::min(least, sign * near.dot(v));
  int best = -1;
  Rational best_value;
  for (std::size_t k = 0; k < piece.vertices.size(); ++k) {
    if (sign * near.dot(piece.near_vertices[k]) > least + kProductError) continue;
    const Rational value = sign * dot(u, to_exact(piece.vertices[k]));
    if (best >= 0 && value >= best_value) continue;
    best = static_cast<int>(k);
    best_value = value;
  }
  return best;
}

/// The shortest vector from A to B, b - a, in units of 2^exponent.
ExactVec3 shortest_way(const PlacedPiece& A, const PlacedPiece& B) {
  const auto point = [&](int i, int j) {
    return WolfePoint{i, j, to_exact(B.vertices[at(j)] - A.vertices[at(i)])};
  };
  return nearest_to_origin(point(0, 0),
                           [&](const ExactVec3& u) {
                             const Vec3 near = rounded_unit_of(u);
                             return point(support(A, u, near, -1), support(B, u, near, 1));
                           })
      .x;
}

UnionTruth apart(const PlacedUnions& unions) {
  std::vector<NearPair> pairs;
  for (std::size_t i = 0; i < unions.A.size(); ++i) {
    for (std::size_t j = 0; j < unions.B.size(); ++j) {
      pairs.push_back(
          {{static_cast<int>(i), static_cast<int>(j)}, box_distance(unions.A[i], unions.B[j])});
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const NearPair& a, const NearPair& b) { return a.lower < b.lower; });
  UnionTruth truth;
  double above = HUGE_VAL;  // at least the least distance so far, in near units
  for (const NearPair& pair : pairs) {
    if (pair.lower > above) break;
    const ExactVec3 way = shortest_way(unions.A[at(pair.pieces.A)], unions.B[at(pair.pieces.B)]);
    const Rational squared = dot(way, way);
    if (above < HUGE_VAL && squared >= truth.squared) continue;
    truth.squared = squared;
    truth.translation = way;
    truth.deciding = {pair.pieces};
    above = round_sqrt_to_double(scaled_ratio(squared.get_num(), squared.get_den(),
                                              2 * (unions.exponent - unions.scale))) *
            (1 + 0x1p-50);
  }
  const auto in_metres = [&](const Rational& x, long powers) {
    return scaled_ratio(x.get_num(), x.get_den(), powers * unions.exponent);
  };
  truth.squared = in_metres(truth.squared, 2);
  for (Rational& entry : *truth.translation) entry = in_metres(entry, 1);
  truth.sign = truth.squared > 0 ? 1 : 0;
  truth.lower = truth.upper = round_sqrt_to_double(truth.squared);
  return truth;
}

}  // namespace

UnionTruth solve_unions(const UnionPair& pair, std::int64_t max_nodes) {
  const PlacedUnions unions = place_pieces(pair);
  std::optional<Parting> parting = find_parting(unions, max_nodes);
  if (!parting) return apart(unions);
  UnionTruth truth;
  truth.sign = -1;
  truth.exact = parting->exact;
  truth.squared = parting->squared;
  const double depth = round_sqrt_to_double(truth.squared);
  truth.lower = truth.exact ? -depth : -std::nextafter(depth, HUGE_VAL);
  truth.upper = truth.exact ? -depth : -parting->lower;
  truth.deciding = std::move(parting->deciding);
  truth.translation = std::move(parting->translation);
  truth.deepest_squared = std::move(parting->deepest_squared);
  truth.deepest = parting->deepest;
  truth.nodes = parting->nodes;
  return truth;
}

}  // namespace touchstone
