// SPDX-License-Identifier: GPL-3.0-or-later
// Support queries: the vertex of a body that lies farthest along a direction, in the body's own
// axes.
//
// * Few vertices: all of them, by a vectorised scan (support_scan.hpp).
// * Many: a table of directions (the cells of a cube around the body, about four for each vertex)
//   says where a hill climb along the edges of the exact hull begins, mostly at its end. The
//   vertices are stored in the order of those cells, so that neighbours share cache lines.
// * A query that is like the last one begins at the last answer.
//
// A scan errs by one rounding. A climb over a flat, finely subdivided facet would add up its
// roundings, or stop before it reaches the farthest vertex. So a climb compares in double-double
// wherever rounding leaves the comparison in doubt.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/arithmetic/double_double.hpp"
#include "geometry/index.hpp"
#include "geometry/polytope.hpp"
#include "geometry/support/support_scan.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

/// Immutable; shared between threads.
class SupportMap {
 public:
  /// Largest number of vertices that is scanned (measured: docs/performance.md).
  static constexpr int kMaxScanned = kMaxScreened;
  /// Largest number of vertices that is scanned even if the last answer is known.
  static constexpr int kMaxScannedWarm = 32;
  /// Heights closer than this part of |u|_1 longest() are compared in double-double [1].
  static constexpr double kDoubtful = 1e-15;

  SupportMap() = default;
  // Moved, a vector keeps its memory; copied, it does not.
  SupportMap(SupportMap&&) = default;
  SupportMap& operator=(SupportMap&&) = default;
  /// The map of the extreme vertices of `body`, which has any dimension and outlives it, as arms
  /// from `center` (local [m]), each entry rounded once. If `room` is given, columns() are there,
  /// scanned() numbers each: it outlives the map, too.
  SupportMap(const Polytope& body, const Vec3& center, double* room = nullptr);
  /// The number of vertices of a body, padded to whole blocks, as scans read them.
  static int scanned(const Polytope& body) {
    return (static_cast<int>(body.extreme().size()) + kScanBlock - 1) / kScanBlock * kScanBlock;
  }

  int count() const { return count_; }
  bool scans() const { return scanned_ <= kMaxScanned; }
  /// The place in this map of the vertex farthest along u (local axes, any length but 0).
  int farthest(const Vec3& u) const {
    if (scans()) return scan(u);
    return proven(u, climb(u, table(u)));
  }
  /// The place of the vertex farthest along u; begins at `last`, the answer for a similar
  /// direction.
  int farthest(const Vec3& u, int last) const {
    if (scanned_ <= kMaxScannedWarm) return scan(u);
    return proven(u, climb(u, last));
  }
  /// The place of a vertex nearly farthest along u, for callers that prove their result: where
  /// several vertices are equally far up to rounding, it may be any of them or a neighbour of one.
  int nearly_farthest(const Vec3& u) const { return nearly_farthest_from(u, start(u)); }
  int nearly_farthest(const Vec3& u, int last) const {
    if (scanned_ <= kMaxScannedWarm) return scan(u);
    return climb(u, last).place;
  }

  /// Where nearly_farthest(u) begins: nearly_farthest(u) is nearly_farthest_from(u, start(u)).
  /// Prefetches that memory, so that the waits for two bodies overlap.
  int start(const Vec3& u) const {
    if (scans()) return 0;
    const int place = table(u);
    __builtin_prefetch(&joint(place));
    __builtin_prefetch(near_neighbours(place));
    return place;
  }
  int nearly_farthest_from(const Vec3& u, int start) const {
    if (scans()) return scan(u);
    return climb(u, start).place;
  }

  /// The farthest vertex, given that a climb along u in doubles has ended at `place`, farther by
  /// `lead` than all neighbours there.
  int proven(const Vec3& u, int place, double lead) const {
    return lead > kDoubtful * u.lpNorm<1>() * longest_ ? place : climb_exactly(u, place);
  }

  /// Coordinates of the arms by place, padded to a whole block with the last arm; empty where
  /// vertices are not scanned.
  struct Columns {
    const double* x;
    const double* y;
    const double* z;
    int count;
  };
  Columns columns() const {
    return scans() ? Columns{column(0), column(1), column(2), scanned_} : Columns{};
  }

  /// Places of the vertices with u.arm not below `level`, in doubles as (u.x a.x + u.y a.y) + u.z
  /// a.z. Only where all vertices are scanned.
  ScreenedPoints reaching(const Vec3& u, double level) const {
    return screen_(column(0), column(1), column(2), scanned_, u, level);
  }

  /// The vertex at place i from the center, local [m], rounded.
  const Vec3& arm(int i) const { return joint(i).arm; }
  /// The arm of place i exactly.
  std::array<DoubleDouble, 3> exact_arm(int i) const {
    const Vec3& v = body_vertex(i);
    return {two_sum(v.x(), -center_.x()), two_sum(v.y(), -center_.y()),
            two_sum(v.z(), -center_.z())};
  }
  /// The index in Polytope::vertices() of the vertex at place i.
  int vertex(int i) const { return vertex_[at(i)]; }
  /// The vertex at place i, local [m].
  const Vec3& body_vertex(int i) const { return placed_vertices_[i]; }
  void prefetch_body_vertex(int i) const { __builtin_prefetch(&placed_vertices_[i]); }
  /// arm(i) of an answer, from the memory that a scan has just read where that saves a cache miss.
  Vec3 found_arm(int i) const {
    if (!scans() || scanned_ <= kMaxScannedWarm) return arm(i);
    return {column(0)[i], column(1)[i], column(2)[i]};
  }
  /// The places of the vertices joined to i by an edge of the exact hull.
  std::span<const std::int32_t> neighbours(int i) const {
    const Joint& of = joint(i);
    return {
        has_blocks() && of.count <= kBlock ? near_neighbours(i) : all_neighbours_.data() + of.first,
        of.count};
  }
  /// Number of neighbours that a climb compares at once: few vertices have more.
  static constexpr std::size_t kBlock = 8;
  /// The first block of neighbours of i, which can be read before the joint has come from memory,
  /// padded with copies of the last one. Only where warm queries climb.
  const std::int32_t* near_neighbours(int i) const {
    return &near_neighbours_[kBlock * static_cast<std::size_t>(i)];
  }
  /// All neighbours of i in whole blocks padded with copies of the last one, if they are more than
  /// one block, else empty. The first block equals near_neighbours(i). Only where warm queries
  /// climb.
  std::span<const std::int32_t> neighbour_blocks(int i) const {
    const Joint& of = joint(i);
    if (of.count <= kBlock) return {};
    return {&all_neighbours_[of.first], (of.count + kBlock - 1) / kBlock * kBlock};
  }
  double longest() const { return longest_; }  ///< length of the longest arm [m]
  /// Largest squared sine of the angle between two directions for which a climb from the last
  /// answer is shorter than one from the table: about a cell. 0 if warm queries, too, scan all
  /// vertices.
  double near() const { return scanned_ <= kMaxScannedWarm ? 0 : 10.0 / count(); }
  std::size_t bytes() const;  ///< memory that this map holds [bytes]

 private:
  /// A vertex, its number of neighbours and, if that exceeds a block or the map has no blocks, the
  /// first in all_neighbours_.
  struct alignas(32) Joint {
    Vec3 arm;
    std::uint32_t count;
    std::uint32_t first;
  };
  const Joint& joint(int i) const { return joints_[at(i)]; }

  /// Whether climbs read neighbours in blocks.
  bool has_blocks() const { return scanned_ > kMaxScannedWarm; }
  const double* column(std::ptrdiff_t axis) const { return columns_ + axis * scanned_; }
  int scan(const Vec3& u) const { return scan_(column(0), column(1), column(2), scanned_, u); }

  struct Cell {
    int face, i, j;
  };
  Cell cell(const Vec3& u) const;
  std::size_t index(const Cell& at) const;
  int table(const Vec3& u) const;
  struct Top {
    int place;
    double lead;  ///< how much farther than its neighbours, along u
  };
  Top climb(const Vec3& u, int start) const;
  int proven(const Vec3& u, Top top) const { return proven(u, top.place, top.lead); }
  int climb_exactly(const Vec3& u, int start) const;
  std::vector<int> ordered(const Polytope& body, const Vec3& center) const;
  void place_vertices(const Polytope& body);
  void fill_columns(double* room);
  void fill_cells();

  // Ordered as a query reads them: each cache line may be a miss.
  const Vec3* placed_vertices_ = nullptr;  ///< vertices by place: the body's own if so ordered
  int count_ = 0;
  int scanned_ = 0;  ///< vertices with padding
  double longest_ = 0;
  int cells_along_ = 0;  ///< cells along an edge of the cube
  // One of these two is filled: half the memory wherever places are small enough.
  std::vector<std::uint16_t> cells_;
  std::vector<std::int32_t> wide_cells_;
  std::vector<Joint> joints_;
  std::vector<std::int32_t> near_neighbours_;  ///< a block for each place; empty without blocks
  const double* columns_ = nullptr;            ///< arms by axes, padded; where scans are made
  std::vector<double> own_columns_;            ///< behind columns_, unless in somebody's room
  std::vector<std::int32_t> all_neighbours_;   ///< lists longer than a block, padded, or all lists
  SupportScan scan_ = nullptr;
  SupportScreen screen_ = nullptr;
  Vec3 center_ = Vec3::Zero();
  std::vector<std::int32_t> vertex_;
  std::vector<Vec3> sorted_vertices_;  ///< behind placed_vertices_ where they are copies
};

inline SupportMap::Cell SupportMap::cell(const Vec3& u) const {
  const double x = std::abs(u.x());
  const double y = std::abs(u.y());
  const double z = std::abs(u.z());
  // Without branches: directions are as good as random.
  const int y_over_x = y > x ? 1 : 0;
  const int z_over_both = z > std::max(x, y) ? 1 : 0;
  const int axis = 2 * z_over_both + (1 - z_over_both) * y_over_x;
  const std::array<double, 5> entries = {u.x(), u.y(), u.z(), u.x(), u.y()};
  const double* from_axis = entries.data() + axis;
  const double scale = 0.5 * cells_along_ / std::abs(from_axis[0]);
  // 0 and NaN end in the first cell: any start is right, only slower.
  const auto place = [&](double entry) {
    const double p = entry * scale + 0.5 * cells_along_;
    return p > 0 ? static_cast<int>(std::min(p, cells_along_ - 1.0)) : 0;
  };
  return {2 * axis + (from_axis[0] < 0 ? 1 : 0), place(from_axis[1]), place(from_axis[2])};
}

inline std::size_t SupportMap::index(const Cell& at) const {
  const auto n = static_cast<std::size_t>(cells_along_);
  return (static_cast<std::size_t>(at.face) * n + static_cast<std::size_t>(at.j)) * n +
         static_cast<std::size_t>(at.i);
}

inline int SupportMap::table(const Vec3& u) const {
  const std::size_t at = index(cell(u));
  return wide_cells_.empty() ? cells_[at] : wide_cells_[at];
}

}  // namespace touchstone
