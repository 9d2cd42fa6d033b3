// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/epa/distance_polytope.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace touchstone {

DistancePolytope::DistancePolytope(Registers registers)
    : small_(std::make_unique<FlatPolytope>()),
      find_planes_(compiled_for(registers, narrow::find_planes, wide::find_planes)),
      grow_(compiled_for(registers, narrow::grow, wide::grow)),
      expand_flat_(compiled_for(registers, narrow::expand_flat, wide::expand_flat)) {
  // With room for a thousand vertices: their deep hulls make a few hundred triangles.
  large_.reserve(2048);
}

bool DistancePolytope::begin(const DoubleKernel& kernel,
                             const std::array<DifferencePoint, 4>& points) {
  const int side = kernel.side(DoubleKernel::plane(points[0], points[1], points[2]), points[3]);
  if (side == 0) return false;
  flat_ = true;
  large_.ceiling = kNone;
  small_->begin(points);
  // The fourth point is below the first triangle.
  if (side > 0) std::swap(small_->points[1], small_->points[2]);
  find_planes_(*small_);
  return true;
}

bool DistancePolytope::expand(const DoubleKernel& kernel, int from, const DifferencePoint& point) {
  if (flat_) {
    if (grow_(*small_, kernel.margin, from, point)) return true;
    enlarge();
  }
  return large_.expand(kernel, from, point);
}

PolytopeQueries DistancePolytope::ask(const DifferenceSet& set, const DoubleKernel& kernel,
                                      int triangle, int most) {
  if (flat_ && triangle == small_->least) {
    const PolytopeQueries queries = expand_flat_(set, *small_, kernel.margin, most);
    lower_ceiling(queries.lowest + kernel.margin);
    return queries;
  }
  PolytopeQueries query;
  const Vec3 n = normal(triangle);
  query.count = 1;
  query.triangle = triangle;
  query.next = set.support(n);
  query.height = n.dot(query.next.c);
  if (in_doubt_of_sliver(query.height - level(triangle), kernel.margin, set.reach(),
                         squared_slope(triangle)) &&
      has(query.next)) {
    query.height = level(triangle);
  }
  return query;
}

bool DistancePolytope::has(const DifferencePoint& point) const {
  for (int t = 0; t < end(); ++t) {
    if (!holds(t)) continue;
    for (const DifferencePoint& corner : corners(t)) {
      if (corner.same_pair(point)) return true;
    }
  }
  return false;
}

DistancePolytope::Corners DistancePolytope::corners(int triangle) const {
  if (flat_) {
    const auto& corner = small_->corner[at(triangle)];
    return {small_->points[corner[0]], small_->points[corner[1]], small_->points[corner[2]]};
  }
  const auto& t = large_.triangle(triangle);
  return {large_.corner(t, 0), large_.corner(t, 1), large_.corner(t, 2)};
}

void DistancePolytope::enlarge() {
  using Triangle = Expansion<DoubleKernel>::Triangle;
  flat_ = false;
  large_.take(std::span(small_->points).first(at(small_->point_count)), small_->slots,
              [&](int slot) {
                const std::size_t t = at(slot);
                Triangle triangle;
                for (std::size_t k = 0; k < 3; ++k) {
                  triangle.corner[k] = small_->corner[t][k];
                  triangle.neighbour[k] = small_->neighbour[t][k] >> 2;
                  triangle.edge[k] = static_cast<std::uint8_t>(small_->neighbour[t][k] & 3);
                }
                triangle.alive = small_->holds(slot);
                triangle.plane = {Vec3(small_->n_x[t], small_->n_y[t], small_->n_z[t]),
                                  small_->level[t], small_->squared_slope[t]};
                return triangle;
              });
}

}  // namespace touchstone
