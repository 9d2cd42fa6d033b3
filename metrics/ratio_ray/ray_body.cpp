// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/ray_body.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "geometry/index.hpp"
#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/common/ratio_refusal.hpp"
#include "metrics/common/shape_id.hpp"

namespace touchstone {
namespace {

/// Lengths whose products, and those of their inverses, are normal numbers of single precision [m].
constexpr double kMinSingle = 1e-12;
constexpr double kMaxSingle = 1e12;
/// Further corners of a facet that are looked up one by one: where there are more, it is quicker to
/// look at the neighbours of one corner only.
constexpr int kMaxTies = 4;
/// Least inradius in longest arms: single precision does not tell the facets of flatter bodies
/// apart.
constexpr double kMinRound = 1e-4;

/// About the angle between normals of neighbouring facets of a round body, with which its searches
/// are shortest (hulls of 14 to 5,002 points of spheres); those of long and flat ones hardly depend
/// on it [1].
double tilt_for(int vertices) { return std::min(0.5, 1.8 / std::sqrt(vertices)); }

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
  tilt = tilt_for(map.count());
  const bool in_range = map.longest() < kMaxSingle && polytope.inradius() > kMinSingle;
  if (!in_range || polytope.inradius() < kMinRound * map.longest()) return;
  if (map.scans()) {
    fill_singles();
  } else {
    arm_table = ArmTable(map);
  }
}

void RayBody::fill_singles() {
  constexpr int kVertices = SingleArmsBlock::kVertices;
  // One block, or an even number: a scan takes two at a time.
  const int blocks =
      map.count() <= kVertices ? 1 : (map.count() + 2 * kVertices - 1) / (2 * kVertices) * 2;
  singles.resize(at(blocks));
  for (int place = 0; place < map.count(); ++place) {
    SingleArmsBlock& block = singles[at(place / kVertices)];
    const auto k = at(place % kVertices);
    const Vec3& arm = map.arm(place);
    block.x[k] = static_cast<float>(arm.x());
    block.y[k] = static_cast<float>(arm.y());
    block.z[k] = static_cast<float>(arm.z());
  }
}

bool RayBody::are_known_ties(const std::array<int, 3>& of_pairs, int first,
                             std::uint64_t bits) const {
  if (std::popcount(bits) > kMaxTies) return false;
  for (; bits != 0; bits &= bits - 1) {
    if (!flat_facets.holds(of_pairs, first + std::countr_zero(bits))) return false;
  }
  return true;
}

const char* ray_refusal(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB) {
  return ratio_refusal(A, X_WA, B, X_WB);
}

}  // namespace touchstone
