// SPDX-License-Identifier: GPL-3.0-or-later
// The truth of two solids in doubles and double words with proven bounds: either certain, or left
// to exact arithmetic. The candidates are those of the exact oracle, sifted by the same bounds;
// what differs is that the few survivors are evaluated in double words.
//   Penetrating: every normal of A - B is a candidate, and gap(u) / |u| of the best is -depth.
//   Separated: a corral of one to three points a_i - b_j, with the nearest point x of its affine
//     hull strictly inside (all weights positive). With u = x, u.(a - b) is the same for all of the
//     corral. If each index of A and of B can be reached from the others through the corral's
//     points, then u.a is the same for all its a, u.b for all its b; if moreover all other vertices
//     are certainly farther, the corral is where A - B is least along u, and |x| is the distance.
//   Ratio: rho = max over u.d > 0 of gap(u) / (u.d), at a candidate too.
#pragma once

#include <optional>
#include <vector>

#include "reference/arithmetic/bounded.hpp"
#include "reference/arithmetic/fused.hpp"
#include "reference/oracle/nearest.hpp"
#include "reference/truth.hpp"

namespace touchstone {

class HullTruth {
 public:
  /// The truth of two placed solids (place_rounded), whose features are not yet rounded.
  /// `with_ratio`: their interior points are strictly inside. Nothing where doubt is left: near
  /// contact, ties between directions, nearly parallel edges, nearest points on the border of a
  /// feature, interior points that (almost) coincide, sizes beyond 1e+-30 or far from each other.
  /// Without `fused` the fused multiply-adds are calls of a function: the same bits, and slower.
  std::optional<RoundedTruth> settle(ExactPair& pair, CandidateSweep& sweep, NearestPoint& nearest,
                                     bool with_ratio, const Vec3& x_A, const Vec3& x_B,
                                     bool fused = has_fused());

 private:
  /// gap(u) and u for a direction that need not be of length 1. Lengths in units of 2^exponent.
  struct Value {
    BoundedVec3 u;
    Bounded gap;
  };
  struct Phi {
    Bounded phi;
    Vec3 normal;
  };

  std::optional<RoundedTruth> decide(ExactPair& pair, CandidateSweep& sweep, NearestPoint& nearest,
                                     bool with_ratio, const Vec3& x_A, const Vec3& x_B);
  bool set_scale(const ExactPair& pair);
  BoundedVec3 world_A(const Vec3& v) const;
  BoundedVec3 world_B(const Vec3& v) const;
  BoundedVec3 difference(int i, int j) const;
  BoundedVec3 world_edge(const PlacedBody& body, int v0, int v1) const;
  Value evaluate(const Candidate& candidate);
  std::optional<Phi> depth(const CandidateSweep& sweep);
  std::optional<Phi> distance(NearestPoint& nearest, ExactPair& pair);
  std::optional<Bounded> ratio(const CandidateSweep& sweep, const BoundedVec3& d);

  PlacedBody* A_ = nullptr;
  PlacedBody* B_ = nullptr;
  int exponent_ = 0;
  double scale_ = 1;  ///< 2^-exponent
  BoundedVec3 t_A_;
  BoundedVec3 t_B_;
  std::vector<int> near_;
};

}  // namespace touchstone
