// SPDX-License-Identifier: GPL-3.0-or-later
// A contact manifold as a library returns it, in the library's own terms, and the policy that the
// library declares: where it departs from the true manifold on purpose.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/vector.hpp"

namespace touchstone {

/// Beyond this no number of a manifold or of a policy stands for a place or a length: products of two
/// would leave the range of doubles [m].
inline constexpr double kLargestNumber = 1e150;

/// Where a point of a manifold lies.
enum class PointPlace : std::uint8_t { on_A, on_B, middle };
/// The words of policies: on_A, on_B, middle.
constexpr std::string_view place_word(PointPlace place) {
  constexpr std::array<std::string_view, 3> kPlaceWords = {"on_A", "on_B", "middle"};
  return kPlaceWords.at(static_cast<std::size_t>(place));
}

/// Whose depth a point carries.
enum class DepthMeaning : std::uint8_t {
  point,  ///< its own: the gap of the bodies at the point, along the normal
  pair    ///< the pair's: the same number at all points
};

/// Without a value: no policy. Lengths in metres.
struct ManifoldPolicy {
  std::size_t max_points = 0;  ///< k; 0: as many as there are
  double reach = 0;            ///< the largest gap at which points are reported [m]
  /// A normal is taken though its gap is less than phi by up to slack + relative_slack |phi|.
  double slack = 0;           ///< [m]
  double relative_slack = 0;  ///< [1]
  PointPlace place = PointPlace::middle;
  bool depth_is_gap = false;  ///< true: depth is negative where bodies overlap
  DepthMeaning depth = DepthMeaning::point;
  bool many_normals = false;    ///< true: each point has a normal of its own
  double merging_distance = 0;  ///< points nearer to each other than this become one [m]
  double least_share = 0;       ///< that k points keep at least, area or length [1]
  double offset = 0;            ///< a margin that is in the depth: gap - offset is reported [m]
};

struct ManifoldPoint {
  Vec3 p_W = Vec3::Zero();     ///< world [m]
  double depth = 0;            ///< by the policy's sign and meaning [m]
  Vec3 normal = Vec3::Zero();  ///< unit, from B to A, world; the manifold's unless many_normals
  std::optional<std::uint64_t> id;  ///< what the library calls the point from step to step
};

/// Gap of the bodies that the point's depth stands for, along its normal, without the offset [m].
inline double gap_of(const ManifoldPolicy& policy, const ManifoldPoint& point) {
  return (policy.depth_is_gap ? point.depth : -point.depth) + policy.offset;
}

struct Manifold {
  bool answered = false;       ///< false: `note` says why, and there are no points
  Vec3 normal = Vec3::Zero();  ///< unit, from B to A, world; of no meaning with many_normals
  std::vector<ManifoldPoint> points;
  std::string note;
};

}  // namespace touchstone
