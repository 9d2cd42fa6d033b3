// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/ray_body.hpp"

#include <algorithm>

#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/common/ratio_refusal.hpp"
#include "metrics/common/shape_id.hpp"

namespace touchstone {
namespace {

/// Lengths whose products, and those of their inverses, are normal numbers of single precision [m].
constexpr double kMinSingle = 1e-12;
constexpr double kMaxSingle = 1e12;

}  // namespace

RayBody::RayBody(const Polytope& polytope)
    : solid(polytope.dimension() == 3),
      center_inside(polytope.interior_point_strictly_inside()),
      usable(solid && center_inside),
      center(polytope.interior_point()),
      inradius(polytope.inradius()),
      id(next_shape_id()) {
  if (!solid) return;
  map = SupportMap(polytope, center);
  // Rounded facets may have none left: any length will do to begin with.
  if (!(inradius > 0)) inradius = map.longest();
  least_exponent = exact::least_exponent(map, center);
  flat_facets = FlatFacets(polytope, map);
  last_place = map.count() - 1;
  if (map.count() <= kMaxCorners) fill_corners();
  if (map.scans() && map.longest() < kMaxSingle && inradius > kMinSingle) fill_singles();
}

void RayBody::fill_singles() {
  const int blocks = map.count() <= 8 ? 1 : (map.count() + 15) / 16 * 2;
  singles.reserve(kSingleBlock * static_cast<std::size_t>(blocks));
  for (int first = 0; first < 8 * blocks; first += 8) {
    for (int entry = 0; entry < 3; ++entry) {
      for (int k = first; k < first + 8; ++k) {
        singles.push_back(static_cast<float>(map.arm(std::min(k, last_place))[entry]));
      }
    }
  }
}

void RayBody::fill_corners() {
  const int count = map.count();
  all_corners = ~std::uint32_t{0} >> (32 - count);
  const int padded = (count + 7) / 8 * 8;
  corners.reserve(static_cast<std::size_t>(3 * padded));
  for (int first = 0; first < padded; first += 4) {
    for (int entry = 0; entry < 3; ++entry) {
      for (int k = first; k < first + 4; ++k) {
        corners.push_back(map.arm(std::min(k, count - 1))[entry]);
      }
    }
  }
}

const char* ray_refusal(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB) {
  return ratio_refusal(A, X_WA, B, X_WB);
}

}  // namespace touchstone
