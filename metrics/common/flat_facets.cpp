// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/common/flat_facets.hpp"

#include <algorithm>
#include <span>

#include "geometry/arithmetic/predicates.hpp"
#include "geometry/index.hpp"

namespace touchstone {

FlatFacets::FlatFacets(const Polytope& polytope, const SupportMap& map) {
  const std::vector<Vec3>& v = polytope.vertices();
  const auto vertex = [&](int i) -> const Vec3& { return v[at(i)]; };
  std::vector<std::vector<std::int32_t>> of_vertex(v.size());
  std::int32_t number = 0;
  for (const Facet& facet : polytope.facets()) {
    const std::vector<int>& corner = facet.vertices;
    if (corner.size() < 4) continue;
    // Any three corners of a facet that are not on a line; it has corners only.
    const bool flat = std::all_of(corner.begin() + 3, corner.end(), [&](int other) {
      return orientation(vertex(corner[0]), vertex(corner[1]), vertex(corner[2]), vertex(other)) ==
             0;
    });
    if (!flat) continue;
    for (const int i : corner) of_vertex[at(i)].push_back(number);
    ++number;
  }
  if (number == 0) return;
  first_.push_back(0);
  for (int place = 0; place < map.count(); ++place) {
    const auto& list = of_vertex[at(map.vertex(place))];
    facets_.insert(facets_.end(), list.begin(), list.end());
    first_.push_back(static_cast<std::uint32_t>(facets_.size()));
  }
}

bool FlatFacets::exactly_coplanar(const std::array<int, 4>& places) const {
  if (facets_.empty()) return false;
  const auto facets = [&](int place) {
    const auto k = at(place);
    return std::span(facets_).subspan(first_[k], first_[k + 1] - first_[k]);
  };
  const auto first = facets(places[0]);
  return std::any_of(first.begin(), first.end(), [&](std::int32_t number) {
    return std::all_of(places.begin() + 1, places.end(), [&](int place) {
      const auto list = facets(place);
      return std::find(list.begin(), list.end(), number) != list.end();
    });
  });
}

}  // namespace touchstone
