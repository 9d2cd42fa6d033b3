// SPDX-License-Identifier: GPL-3.0-or-later
// The vertices of a body of any dimension, to be asked for the farthest. Internal to `gjk`.
#pragma once

#include <cstdint>

#include "geometry/support/support_map.hpp"
#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/common/shape_id.hpp"

namespace touchstone {

/// Immutable; shared between threads.
class GjkBody {
 public:
  explicit GjkBody(const Polytope& polytope)
      : id(next_shape_id()),
        center(polytope.interior_point()),
        map(polytope, center),
        least_exponent(exact::least_exponent(map, center)) {}

  /// The place of the vertex that is farthest along u, local axes; `last` is the answer to a
  /// question whose direction made an angle of squared sine `turned` with u. A climb in doubles
  /// alone would end among near-duplicates.
  int farthest(const Vec3& u, int last, double turned) const {
    return !map.scans() && turned < map.near() ? map.farthest(u, last) : map.farthest(u);
  }
  exact::Body exactly() const { return {map, center, least_exponent}; }

  std::uint64_t id;    ///< unique to this object
  Vec3 center;         ///< interior point, local [m]
  SupportMap map;      ///< arms from it
  int least_exponent;  ///< vertices and centre are multiples of 2 to this
};

}  // namespace touchstone
