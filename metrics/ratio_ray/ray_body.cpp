// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/ray_body.hpp"

#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/common/ratio_refusal.hpp"
#include "metrics/common/shape_id.hpp"

namespace touchstone {

RayBody::RayBody(const Polytope& polytope)
    : solid(polytope.dimension() == 3),
      center_inside(polytope.interior_point_strictly_inside()),
      center(polytope.interior_point()),
      inradius(polytope.inradius()),
      id(next_shape_id()) {
  if (!solid) return;
  map = SupportMap(polytope, center);
  // Rounded facets may have none left: any length will do to begin with.
  if (!(inradius > 0)) inradius = map.longest();
  least_exponent = exact::least_exponent(map, center);
  flat_facets = FlatFacets(polytope, map);
}

const char* ray_refusal(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB) {
  return ratio_refusal(A, X_WA, B, X_WB);
}

}  // namespace touchstone
