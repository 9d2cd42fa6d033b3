// SPDX-License-Identifier: GPL-3.0-or-later
// A small expanding polytope in doubles, by rows: what a new point sees, and which plane is nearest
// to 0, are found in one pass over all triangles, in wide registers and without branches. Internal
// to `certified`.
//
// Triangles live in slots. Those that a new point removes are filled with those that it makes, so
// that hardly a slot is empty. Compiled for narrow and wide registers, with the same bits.
#pragma once

#include <array>
#include <cstdint>

#include "geometry/index.hpp"
#include "metrics/certified/epa/double_kernel.hpp"

namespace touchstone {

struct FlatPolytope {
  /// Each growth looks at all of them, which a heap does not. That both forms pay is measured in
  /// docs/notebook/certified-searches.md; 512 is chosen. Whole words.
  static constexpr int kMaxTriangles = 512;
  /// Points that no triangle has any more stay.
  static constexpr int kMaxPoints = 1024;
  /// Edges of the horizon of a new point, at most.
  static constexpr int kMaxHorizon = 128;

  /// Entry t belongs to slot t. An empty slot has the normal 0 and an infinite level: it is neither
  /// seen nor the least.
  template <class Entry>
  using Row = std::array<Entry, kMaxTriangles>;
  alignas(32) Row<double> n_x{}, n_y{}, n_z{};  ///< unit, outward
  alignas(32) Row<double> level;                ///< n.c of the plane's points [m]
  Row<double> squared_slope{};                  ///< DoubleKernel::Plane::squared_slope
  Row<std::array<std::uint16_t, 3>>
      corner{};  ///< counterclockwise from outside; former ones if empty
  Row<std::array<std::uint16_t, 3>> neighbour;  ///< across edge i to i + 1: 4 slot + its number
  int slots = 0;
  int least = -1;  ///< the slot of the least level, the first of equal ones

  std::array<DifferencePoint, kMaxPoints> points;
  int point_count = 0;

  // Scratch of a growth.
  std::array<std::uint16_t, kMaxTriangles> empty;  ///< slots below `slots`
  int empty_count = 0;
  std::array<std::uint32_t, kMaxPoints> begins{};  ///< growth << 16 | edge of the horizon
  std::uint32_t growth = 0;

  FlatPolytope() { level.fill(kNone); }
  bool holds(int slot) const { return level[at(slot)] < kNone; }
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  /// Begins with a tetrahedron whose fourth point is below the first three; planes are missing.
  void begin(const std::array<DifferencePoint, 4>& corners);
  /// Drops the points that no triangle has.
  void compact_points();
};

/// Support queries along the normals of triangles.
struct PolytopeQueries {
  int count = 0;
  // The last query.
  int triangle = -1;
  DifferencePoint next;      ///< farthest along the triangle's normal
  double height = 0;         ///< n.c of `next` [m]
  ReachedByFeature reached;  ///< by the triangle, where `next` is not beyond it
  /// Whether what to do with `next` is left to the caller; all others have been taken in.
  bool open = true;
  double lowest = std::numeric_limits<double>::infinity();  ///< height of what was taken in [m]
};

/// Whether rounding of a sliver's normal may put a point that is on its plane or below so far
/// `above` it [m].
inline bool in_doubt_of_sliver(double above, double margin, double reach, double squared_slope) {
  const double turned = 4 * margin * reach;
  return above > margin && above * above < turned * turned * squared_slope;
}

/// The planes of all triangles, and the least.
using FlatPlanes = void(FlatPolytope& polytope);
/// Takes in a point that `from` sees, as Expansion::expand does. False if the horizon is not one
/// ring or there is no room: the polytope is unchanged then.
using FlatGrowth = bool(FlatPolytope& polytope, double margin, int from,
                        const DifferencePoint& point);
/// Takes in the point farthest along the normal of the least triangle, again and again, while that
/// point is beyond the triangle, 0 is not beyond the point, and there is room; at most `most`
/// times.
using FlatExpansion = PolytopeQueries(const DifferenceSet& set, FlatPolytope& polytope,
                                      double margin, int most);
namespace narrow {
FlatPlanes find_planes;
FlatGrowth grow;
FlatExpansion expand_flat;
}  // namespace narrow
namespace wide {
FlatPlanes find_planes;
FlatGrowth grow;
FlatExpansion expand_flat;
}  // namespace wide

}  // namespace touchstone
