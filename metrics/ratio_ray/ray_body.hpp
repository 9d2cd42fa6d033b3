// SPDX-License-Identifier: GPL-3.0-or-later
// A body as the ray of `ratio_ray` sees it: its support function about the interior point, and what
// proofs need to know of it. Internal to `ratio_ray`.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/pose.hpp"
#include "geometry/support/support_map.hpp"
#include "metrics/common/flat_facets.hpp"
#include "metrics/common/prefetch.hpp"
#include "metrics/ratio_ray/arm_table.hpp"

namespace touchstone {

/// Powers of two by which the ball inside a body is shrunk, tried in turn: in almost flat bodies
/// facets are rounded by more than there is between them.
inline constexpr std::array kSmallerBalls = {0, 10, 20, 30, 60, 120, 300, 1000, 4000};

/// Arms of eight vertices in single precision, by their entries.
struct alignas(32) SingleArmsBlock {
  static constexpr int kVertices = 8;
  std::array<float, kVertices> x, y, z;
};

/// Immutable; shared between threads.
class RayBody {
 public:
  explicit RayBody(const Polytope& polytope);

  /// Prefetches what a query reads of this object.
  void prefetch() const { prefetch_bytes(this, sizeof *this); }
  /// Prefetches a vertex that may belong to the answer.
  void prefetch(int place) const {
    map.prefetch_body_vertex(place);
    if (map.scans()) return;
    __builtin_prefetch(&map.arm(place));
    __builtin_prefetch(map.near_neighbours(place));
  }
  /// Whether arms in single precision are as good as the arms to begin a search with.
  bool is_rough() const { return !singles.empty() || !arm_table.empty(); }
  /// Whether the places `first` and more, by their bits, are known to lie in the plane of a
  /// triangle of linked pairs, of which these are the places in this body (FlatFacets). False also
  /// where there are many.
  bool are_known_ties(const std::array<int, 3>& of_pairs, int first, std::uint64_t bits) const;

  bool solid = false;
  bool center_inside = false;  ///< the interior point is strictly inside
  bool usable = false;         ///< solid and center_inside
  int last_place = 0;
  Vec3 center;          ///< interior point, local [m]
  double inradius = 0;  ///< [m]
  double tilt = 0;      ///< tangent between a search's first directions and d [1]
  /// All arms by place, of a body that the map scans; 0 fills up the last block. This and arm_table
  /// are empty where lengths leave the range of single precision, or the body is all but flat.
  std::vector<SingleArmsBlock> singles;
  ArmTable arm_table;    ///< filled only where the map does not scan
  std::uint64_t id = 0;  ///< number of this object, which no other has
  SupportMap map;        ///< arms from the interior point
  FlatFacets flat_facets;
  int least_exponent = 0;  ///< vertices and centre are multiples of 2 to this

 private:
  void fill_singles();
};

/// Why the ratio metric has no value for such bodies and poses; nullptr if it has.
const char* ray_refusal(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB);

}  // namespace touchstone
