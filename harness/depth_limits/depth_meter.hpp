// SPDX-License-Identifier: GPL-3.0-or-later
// What Remark 2.20 of Hart's thesis [hart2007thesis] compares, of one pair at smaller and smaller
// overlaps: the depth p = -phi, the distance of the planes H_1 and H_2, and the length of the
// segment from p_1 to p_2.
//
// Contracted by r about their interior points the bodies touch at a point p and are separated by a
// plane H with the normal n. H_i and p_i are what H and p are of the bodies as they are, so
//
//     p_1 - p_2 = rho d,    |H_1, H_2| = |n.(p_1 - p_2)| = -gap(n)    (unit n, d = x_A - x_B)
//
// and depth <= |H_1, H_2| <= |p_1 - p_2|. Everything here is exact and from the oracle, but for the
// answer of the metric that is held to it.
//
// With the normal n of the depth p a ray along d leaves the Minkowski difference at the nearest
// facet if every other one is farther than p/cos(n, d): before it came to another it would have
// gone more than p/cos(n, d). Then H has the normal n and the plane distance is p. A contact with
// one normal comes to that as p falls.
//
// Where several planes H separate, the thesis takes the one with the smallest angle to the segment:
// of the extreme normals, that with the least plane distance.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>

#include "metrics/metric.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// On what faces of the two bodies the normal is attained at contact. Of the first three the
/// Minkowski difference has no facet there, and several normals.
enum class ContactSort : std::uint8_t {
  vertex_vertex,
  vertex_edge,
  parallel_edges,
  vertex_face,
  edge_edge,
  edge_face,
  face_face
};
inline constexpr std::size_t kContactSorts = 7;
std::string_view sort_name(ContactSort sort);
/// Whether the Minkowski difference has a facet there.
bool has_one_normal(ContactSort sort);

/// Depths relative to size, from 1e-1 to 1e-8 [1].
inline constexpr std::array<double, 8> kSampledDepths = {1e-1, 1e-2, 1e-3, 1e-4,
                                                         1e-5, 1e-6, 1e-7, 1e-8};

/// One pair at one depth.
struct DepthSample {
  bool reached = false;    ///< false: nothing below holds
  double depth = 0;        ///< [m]
  double plane = 0;        ///< plane distance / depth [1]
  double segment = 0;      ///< |p_1 - p_2| / depth [1]
  double turn = 0;         ///< between the normals of depth and of H [rad]
  bool in_order = false;   ///< depth <= plane distance <= |p_1 - p_2|, exactly, for every H
  bool projected = false;  ///< |p_1 - p_2| cos(n, d) = plane distance, exactly, for every H
  double lean = 1;         ///< 1/cos(n, d), n of the depth [1]
  /// Distance of the second facet of the Minkowski difference / depth [1]: looked for where the
  /// planes are farther apart than the depth.
  double second = std::numeric_limits<double>::infinity();
  /// | |p_1 - p_2| cos(n, d) - plane distance | in the metric's answer, relative to the pair's
  /// largest length [1]; below 0: it gave no answer.
  double metric_error = -1;

  /// Whether the plane distance is proven to be the depth.
  bool is_small() const { return second > lean; }
  /// Whether the planes are farther apart than the depth although both are proven equal.
  bool contradicts() const;
};

struct DepthSamples {
  /// Nothing where rho is undefined.
  std::optional<ContactSort> sort;
  std::array<DepthSample, kSampledDepths.size()> at;
};

/// Where a quotient goes as the depth goes to 0.
enum class Limit : std::uint8_t {
  one,      ///< it is 1
  other,    ///< it is another number
  open,     ///< it still changes, or the depth is not small yet
  unknown,  ///< one of the two smallest depths was not reached
};
inline constexpr std::size_t kLimits = 4;

inline constexpr double kIsOne = 1e-6;    ///< |quotient - 1| at the smallest depth [1]
inline constexpr double kSettled = 1e-2;  ///< change of quotient - 1 over the last decade, of it

/// What plane / depth, or |p_1 - p_2| / depth, comes to as the depth falls.
Limit limit_of(const DepthSamples& pair, double DepthSample::*quotient);

/// Allowed DepthSample::metric_error [1].
inline constexpr double kProjectionTolerance = 1e-12;

/// Keeps its memory from pair to pair. One for each thread.
class DepthLimitMeter {
 public:
  DepthLimitMeter();

  DepthSamples measure(const Pair& pair);

 private:
  struct Touch;
  std::optional<Touch> touch(const Pair& pair);
  std::optional<Pair> overlapped(const Pair& pair, const Touch& touch, double depth);
  DepthSample measure_at(const Pair& pair);
  double metric_error(const Pair& pair);

  QuickOracle oracle_;
  std::unique_ptr<Metric> metric_;
};

}  // namespace touchstone
