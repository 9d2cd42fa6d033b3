// SPDX-License-Identifier: GPL-3.0-or-later
// A body as the ray of `ratio_ray` sees it: its support function about the interior point, and what
// proofs need to know of it. Internal to `ratio_ray`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "geometry/pose.hpp"
#include "geometry/support_map.hpp"
#include "metrics/common/flat_facets.hpp"

namespace touchstone {

/// Of the inradius, for balls that are to lie inside: of bodies that are almost flat it is known to
/// the rounding of their facets only, so smaller ones are tried where one fails.
inline constexpr std::array kPartsOfInradius = {1.0, 1e-3, 1e-6, 1e-9};

/// Of bodies of up to so many vertices a proof looks at all.
inline constexpr int kMaxCorners = 16;
inline constexpr std::size_t kCornerBlock = 12;  ///< x of four vertices, y, z
inline constexpr std::size_t kSingleBlock = 24;  ///< x of eight vertices, y, z

/// Immutable; shared between threads.
class RayBody {
 public:
  explicit RayBody(const Polytope& polytope);

  bool solid = false;
  bool center_inside = false;  ///< strictly
  bool usable = false;         ///< both
  Vec3 center;                 ///< interior point, local [m]
  SupportMap map;              ///< arms from it
  /// Arms of a small body by blocks, in the order of the map; the last one fills up an even number
  /// of blocks. Empty otherwise.
  std::vector<double> corners;
  std::uint32_t all_corners = 0;  ///< a bit for each
  /// Arms of a body that the map scans, rounded to single precision, by blocks: one, or an even
  /// number, filled up with the last one. Empty where lengths are out of that range.
  std::vector<float> singles;
  int last_place = 0;
  FlatFacets flat_facets;
  double inradius = 0;     ///< [m]
  int least_exponent = 0;  ///< vertices and centre are multiples of 2 to this
  std::uint64_t id = 0;    ///< of this object: no two have the same

 private:
  void fill_corners();
  void fill_singles();
};

/// Why the ratio metric has no value for such bodies and poses; nullptr if it has.
const char* ray_refusal(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB);

}  // namespace touchstone
