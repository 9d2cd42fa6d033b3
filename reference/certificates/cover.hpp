// SPDX-License-Identifier: GPL-3.0-or-later
// A cover of all directions by cones, which proves a depth (docs/certificate-file.md). C = B + (-A)
// is the hull of the differences of the exactly placed vertices; p = sqrt(P/Q) is the depth.
//
//   A leaf names a point c of C with c.r >= p |r| for the three rays r of its cone. Then c.u >= p
//   |u| for every u of the cone, since |.| is convex: the leaves together bound the support
//   function of C from below, and phi <= -p.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "metrics/metric.hpp"
#include "reference/exact/integer_space.hpp"

namespace touchstone {

/// Three rays; it holds their sums with factors >= 0.
using CoverCone = std::array<IntegerVec3, 3>;

/// The eight octants, in the order in which their trees are written.
std::vector<CoverCone> octants();

/// The rays doubled until their greatest entries have as many binary digits as those of the
/// longest; none is 0.
CoverCone levelled(const CoverCone& cone);
/// The new ray of a split: the levelled rays' sum with these weights, divided by the greatest common
/// divisor of its entries.
IntegerVec3 ray_between(const CoverCone& cone, const std::array<Integer, 3>& weights);

/// A leaf, or a split of a cone: its new ray takes the place of each ray whose weight is above 0.
struct CoverNode {
  bool leaf = false;
  VertexPair vertices;             ///< where it is a leaf
  std::array<Integer, 3> weights;  ///< where it is a split; none negative, two at least not 0
};

/// All trees, one after the other, each in preorder.
using Cover = std::vector<CoverNode>;

inline constexpr std::size_t kMaxCoverNodes = 1'000'000;
/// Binary digits of an entry of a ray: no file keeps a checker busy for long.
inline constexpr std::size_t kMaxRayDigits = 5'000;
/// Decimal digits of any whole number of a file.
inline constexpr std::size_t kMaxWholeDigits = 5'000;
inline constexpr int kMaxCoverLevel = 500;  ///< splits within each other

/// A cover of the depth of two bodies that overlap, sign = -1; nothing where it would have more
/// nodes than kMaxCoverNodes or too many levels, and where C does not contain the ball that the
/// truth says.
std::optional<Cover> find_cover(const Pair& pair, const Truth& truth);

/// Whether it proves phi^2 >= `phi_squared` > 0 [m^2] for bodies that overlap; exact.
bool cover_proves(const Pair& pair, const Cover& cover, const Rational& phi_squared);

}  // namespace touchstone
