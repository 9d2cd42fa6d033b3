// SPDX-License-Identifier: GPL-3.0-or-later
// The point nearest to 0 on the line, plane or space through two, three or four points, in
// double-double, however thin they lie. Internal to `vclip`.
//
// Triangles are needles wherever vertices are nearly doubled or edges nearly parallel, and the
// product of two sides would then lose what is across the long one. So the longest side comes
// first, and all else is made from what is perpendicular to it: a plane's normal may be turned
// about that side by noise/height, where nothing is known better, but not along it.
#pragma once

#include <array>

#include "geometry/arithmetic/double_double_vector.hpp"

namespace touchstone {

/// Rounding of a point of C, in parts of the coordinates (which are to be at most 1): some ten
/// operations of 2^-103 each.
inline constexpr double kSmallHullNoise = 1e-30;

/// The foot of 0 on a line (weight[2] = 0) or on a plane.
struct HullFoot {
  std::array<DoubleDouble, 3> weight;  ///< barycentric, sum 1
  Dd3 x;
  DoubleDouble length;  ///< |x|
};

/// |a|, or 0 where the square is not above 0.
DoubleDouble length_of(const Dd3& a);

/// False where the points span less than they should.
bool foot_on_line(const Dd3& p0, const Dd3& p1, HullFoot& foot);
bool foot_on_plane(const std::array<const Dd3*, 3>& p, HullFoot& foot);
/// Barycentric weights of 0 in a tetrahedron. False where it is flat.
bool weights_of_zero(const std::array<const Dd3*, 4>& p, std::array<DoubleDouble, 4>& weight);

}  // namespace touchstone
