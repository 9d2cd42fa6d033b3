// SPDX-License-Identifier: GPL-3.0-or-later
// The expanding polytope (EPA) of a query: in arrays of a fixed size (flat_polytope.hpp) while it
// is small and each horizon is one ring, from then on in lists that grow (expansion.hpp). Internal
// to `certified`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>

#include "geometry/arithmetic/registers.hpp"
#include "metrics/certified/epa/flat_polytope.hpp"
#include "metrics/common/expansion.hpp"

namespace touchstone {

class DistancePolytope {
 public:
  using Corners = std::array<DifferencePoint, 3>;

  explicit DistancePolytope(Registers registers = machine_registers());

  /// Begins with a tetrahedron; false if its four points lie in a plane, as `kernel` sees it.
  bool begin(const DoubleKernel& kernel, const std::array<DifferencePoint, 4>& points);
  /// Begins again with the triangles that are left, their points moved by `move(point)`. A small
  /// polytope drops points that no triangle has if it has more than `most_points`.
  template <class Move>
  void rebuild(const DoubleKernel& kernel, const Move& move, std::size_t most_points) {
    large_.ceiling = kNone;
    if (!flat_) return large_.rebuild(kernel, move);
    if (point_count() > most_points) small_->compact_points();
    for (int i = 0; i < small_->point_count; ++i) move(small_->points[at(i)]);
    find_planes_(*small_);
  }

  /// The triangle to look at next, of the least level or in waves (Expansion::next); -1 if none is
  /// left.
  int next() { return flat_ ? small_->least : large_.next(); }
  /// Triangles whose level is above this need not be expanded any more [m].
  void lower_ceiling(double level) { large_.ceiling = std::min(large_.ceiling, level); }
  /// Finds the support point along a triangle's normal. If the polytope is small and the triangle
  /// is next(), it also expands the polytope as FlatExpansion does, by at most `most` queries.
  PolytopeQueries ask(const DifferenceSet& set, const DoubleKernel& kernel, int triangle, int most);
  bool in_waves() const { return !flat_ && large_.in_waves(); }
  void set_aside() { large_.set_aside(); }
  /// Takes in a point that `from` sees. False where the polytope is of no use any more.
  bool expand(const DoubleKernel& kernel, int from, const DifferencePoint& point);

  double level(int triangle) const {
    return flat_ ? small_->level[at(triangle)] : large_.triangle(triangle).plane.level;
  }
  double squared_slope(int triangle) const {
    return flat_ ? small_->squared_slope[at(triangle)]
                 : large_.triangle(triangle).plane.squared_slope;
  }
  Vec3 normal(int triangle) const {
    if (!flat_) return large_.triangle(triangle).plane.n;
    const std::size_t t = at(triangle);
    return {small_->n_x[t], small_->n_y[t], small_->n_z[t]};
  }
  Corners corners(int triangle) const;
  /// The triangle across the edge from corner i to i + 1.
  int neighbour(int triangle, int i) const {
    const std::size_t t = at(triangle);
    const std::size_t edge = at(i);
    return flat_ ? small_->neighbour[t][edge] >> 2 : large_.triangle(triangle).neighbour[edge];
  }
  /// Numbers of triangles are below this; some may not be there.
  int end() const { return flat_ ? small_->slots : static_cast<int>(large_.triangles().size()); }
  bool holds(int triangle) const {
    return flat_ ? small_->holds(triangle) : large_.triangle(triangle).alive;
  }
  std::size_t point_count() const { return flat_ ? at(small_->point_count) : large_.point_count(); }

 private:
  static constexpr double kNone = FlatPolytope::kNone;

  /// Whether a triangle has this corner.
  bool has(const DifferencePoint& point) const;
  /// Goes on with one of any size, in which triangles keep their numbers.
  void enlarge();

  bool flat_ = true;
  std::unique_ptr<FlatPolytope> small_;
  Expansion<DoubleKernel> large_;  ///< its ceiling is that of either
  FlatPlanes* find_planes_;
  FlatGrowth* grow_;
  FlatExpansion* expand_flat_;
};

}  // namespace touchstone
