// SPDX-License-Identifier: GPL-3.0-or-later
// A body made of convex pieces, as decompositions of meshes are. The pose of a piece and that of
// its union act one after the other, exactly: R_WU (R_UP p + t_UP) + t_WU with all doubles as they
// stand. Doubles cannot hold the product of the two poses, so it is never rounded to a pose.
#pragma once

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "geometry/body.hpp"

namespace touchstone {

struct UnionPiece {
  std::string name;  ///< what reports call it, such as an object of a mesh file; may be empty
  ConvexBody body;
  Pose X_UP = {};  ///< the piece's place in the union's frame U
};

/// Largest reach of a round piece from its frame's origin: polytopes about it have to be bodies [m].
inline constexpr double kMaxRoundReach = 1e59;

/// The distance of the core's farthest point from its frame's origin, but for rounding [m].
inline double core_reach(const ConvexBody& body) {
  const auto* polytope = std::get_if<PolytopePtr>(&body.core());
  if (polytope == nullptr) return body.bounding_radius();
  double farthest = 0;
  for (const Vec3& v : (*polytope)->vertices()) farthest = std::max(farthest, v.norm());
  return farthest;
}

/// All points of its pieces, of which there is one at least. They may overlap each other.
struct BodyUnion {
  std::vector<UnionPiece> pieces;
};

/// The question of two bodies of which one at least is a union; a convex one is a single piece.
struct UnionPair {
  BodyUnion A;
  Pose X_WA;
  BodyUnion B;
  Pose X_WB;
  bool in_plane = false;  ///< all pieces are prisms of polygons: see raise_prisms
};

}  // namespace touchstone
