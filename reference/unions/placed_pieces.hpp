// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces of two unions in the world, exactly: a vertex p of a piece is at
// R_WU (R_UP p + t_UP) + t_WU, an integer vector times one power of two that both unions share.
// Beside each stand doubles in one scale in which no coordinate exceeds 1, for the search.
#pragma once

#include <memory>
#include <vector>

#include "geometry/body_union.hpp"
#include "reference/exact/exact_body.hpp"
#include "reference/exact/integer_space.hpp"

namespace touchstone {

/// A vector of doubles or a length is within this of the exact one, where |.|_max <= 1 or the
/// vector is a unit vector [1]. Each is rounded once or twice; the rest is margin.
inline constexpr double kScaledError = 0x1p-48;
/// Error of a product of two such vectors [1].
inline constexpr double kProductError = 0x1p-45;

/// A convex polytope in the world. Its lists follow those of ExactBody.
struct PlacedPiece {
  std::shared_ptr<const ExactBody> body;
  std::vector<IntegerVec3> vertices;  ///< in units of 2^PlacedUnions::exponent
  std::vector<IntegerVec3> normals;   ///< a positive multiple of each node's
  std::vector<IntegerVec3> edges;     ///< a positive multiple of each arc's v1 - v0
  std::vector<Vec3> near_vertices;    ///< in units of 2^PlacedUnions::scale
  std::vector<Vec3> near_normals;     ///< unit
  std::vector<Vec3> near_edges;       ///< unit
  Vec3 low = Vec3::Zero();            ///< a box about near_vertices, outward by kScaledError
  Vec3 high = Vec3::Zero();

  bool is_solid() const { return body->dimension() == 3; }
};

struct PlacedUnions {
  std::vector<PlacedPiece> A;
  std::vector<PlacedPiece> B;
  long exponent = 0;  ///< exact lengths are in units of 2^exponent [m]
  long scale = 0;     ///< near lengths are in units of 2^scale [m]
};

/// All pieces are polytopes, whose radii do not count. The origin is a vertex of A.
PlacedUnions place_pieces(const UnionPair& pair);

/// The vertices that may be farthest along a unit vector within kScaledError of `near`.
std::vector<int> near_support(const PlacedPiece& piece, const Vec3& near);

/// v, an exact vector, in near units, rounded.
Vec3 to_near(const IntegerVec3& v, const PlacedUnions& unions);

/// v / |v| within kScaledError; v is not 0.
Vec3 near_unit(const IntegerVec3& v);

}  // namespace touchstone
