// SPDX-License-Identifier: GPL-3.0-or-later
// Which arcs of two Gauss maps cross, without a look at every pair: a walk from region to region.
//
// The region of a vertex b of the solid B is the set of directions n for which n.b is least over B:
// a convex spherical polygon, bounded by the arcs of the edges at b. An arc of A's map is part of a
// great circle, shorter than half of it. It therefore meets a region in one piece: it leaves it at
// most once, and never comes back. So its crossings are found one after another, from the region of
// its left node to that of its right node, by a look at the edges of the regions it passes. A walk
// whose signs are all certain meets nothing but the insides of arcs and of regions, and so finds
// every arc that is crossed. Where a sign is open, so is the walk.
#pragma once

#include <vector>

#include "reference/exact/placed_body.hpp"

namespace touchstone {

/// The sign of x, 0 where it is not certain.
inline int certain_sign(double x, double error) {
  return static_cast<int>(x > error) - static_cast<int>(x < -error);
}

/// The vertex b of a solid for which n.b is least.
struct Region {
  int vertex = 0;
  bool certain = false;  ///< else it is just one of the lowest
};

/// n is a unit vector; n and the body's edges together are off by `error`, as n.edge is. Walks down
/// from the vertex `start`.
Region region_of(const PlacedBody& body, const Vec3& n, double error, int start);

class GaussWalk {
 public:
  struct Crossing {
    int arc = -1;  ///< arc of B
    /// The sign of f.n_left, f the edge of B's arc, n_left the left node of A's arc.
    int sense = 0;
  };

  /// A and B are solids, `regions` the region of B for each node of A. All are kept by reference.
  GaussWalk(const PlacedBody& A, const PlacedBody& B, const std::vector<Region>& regions);

  /// All arcs of B that A's arc crosses strictly, ascending; false where that is not certain.
  bool find(int arc_of_A, std::vector<Crossing>& out) const;

 private:
  enum class Exit { here, elsewhere, open };
  struct Path {
    Vec3 e;  ///< A's edge
    Vec3 left;
    Vec3 right;
  };
  Exit leaves_by(const Path& path, const ExactBody::Spoke& spoke, Crossing& crossing) const;

  const PlacedBody& A_;
  const PlacedBody& B_;
  const std::vector<Region>& regions_;
  double error_A_;  ///< bound of the error of f.n, f an edge of B, n a node of A
  double error_B_;  ///< bound of the error of e.n, e an edge of A, n a node of B
};

}  // namespace touchstone
