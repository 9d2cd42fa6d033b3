// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ray/ray_body.hpp"

#include <algorithm>
#include <span>

#include "geometry/predicates.hpp"
#include "geometry/rational.hpp"
#include "metrics/ratio_refusal.hpp"
#include "metrics/shape_id.hpp"

namespace touchstone {

RayBody::RayBody(const Polytope& polytope)
    : solid(polytope.dimension() == 3),
      center_inside(polytope.interior_point_strictly_inside()),
      center(polytope.interior_point()),
      inradius(polytope.inradius()),
      id(next_shape_id()) {
  if (!solid) return;
  map = SupportMap(polytope, center);
  const auto include = [&](const Vec3& v) {
    for (const double entry : v) {
      if (entry != 0) least_exponent = std::min(least_exponent, to_dyadic(entry).exponent);
    }
  };
  include(center);
  for (int i = 0; i < map.count(); ++i) include(map.body_vertex(i));
  find_flat_facets(polytope);
}

void RayBody::find_flat_facets(const Polytope& polytope) {
  const std::vector<Vec3>& v = polytope.vertices();
  const auto at = [&](int i) -> const Vec3& { return v[static_cast<std::size_t>(i)]; };
  std::vector<std::vector<std::int32_t>> of_vertex(v.size());
  std::int32_t number = 0;
  for (const Facet& facet : polytope.facets()) {
    const std::vector<int>& corner = facet.vertices;
    if (corner.size() < 4) continue;
    // Any three corners of a facet that are not on a line; it has corners only.
    const bool flat = std::all_of(corner.begin() + 3, corner.end(), [&](int other) {
      return orientation(at(corner[0]), at(corner[1]), at(corner[2]), at(other)) == 0;
    });
    if (!flat) continue;
    for (const int i : corner) of_vertex[static_cast<std::size_t>(i)].push_back(number);
    ++number;
  }
  if (number == 0) return;
  first_flat_.push_back(0);
  for (int place = 0; place < map.count(); ++place) {
    const auto& list = of_vertex[static_cast<std::size_t>(map.vertex(place))];
    flat_.insert(flat_.end(), list.begin(), list.end());
    first_flat_.push_back(static_cast<std::uint32_t>(flat_.size()));
  }
}

bool RayBody::exactly_coplanar(const std::array<int, 4>& places) const {
  if (flat_.empty()) return false;
  const auto facets = [&](int place) {
    const auto k = static_cast<std::size_t>(place);
    return std::span(flat_).subspan(first_flat_[k], first_flat_[k + 1] - first_flat_[k]);
  };
  const auto first = facets(places[0]);
  return std::any_of(first.begin(), first.end(), [&](std::int32_t number) {
    return std::all_of(places.begin() + 1, places.end(), [&](int place) {
      const auto list = facets(place);
      return std::find(list.begin(), list.end(), number) != list.end();
    });
  });
}

const char* ray_refusal(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB) {
  return ratio_refusal(A, X_WA, B, X_WB);
}

}  // namespace touchstone
