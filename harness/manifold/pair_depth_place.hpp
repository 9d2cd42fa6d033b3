// SPDX-License-Identifier: GPL-3.0-or-later
// Where a point of a manifold may be that is beside the true one and carries the depth of the pair.
// That depth is of another place, so that it gives no partners. But the point is in the body that
// the policy names, the line along n through it meets both bodies, and there it is near the sides
// that face each other: a partner by any depth that the pair or the policy allows is no farther.
#pragma once

#include "harness/manifold/manifold.hpp"
#include "harness/manifold/pair_manifold.hpp"
#include "harness/manifold/place_gap.hpp"

namespace touchstone {

class PairDepthPlace {
 public:
  /// The point is the frame's origin, n its direction, `gap` that of the pair along n [m]. All but the
  /// gap outlive this.
  PairDepthPlace(const Pair& pair, const ManifoldPolicy& policy, const PairManifold& truth,
                 const FlatFrame& frame, double gap);

  bool is_right(const WitnessMargins& margin, const GapTolerance& allowed) const;

 private:
  bool is_in_its_body(const WitnessMargins& margin) const;
  bool is_where_bodies_meet(const GapTolerance& allowed) const;
  bool is_far_along(const GapTolerance& allowed) const;

  const Pair& pair_;
  const ManifoldPolicy& policy_;
  const PairManifold& truth_;
  FlatFrame frame_;
  double gap_;    ///< the pair's [m]
  double reach_;  ///< the policy's, as a number that can be reckoned with [m]
};

}  // namespace touchstone
