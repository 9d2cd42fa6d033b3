// SPDX-License-Identifier: GPL-3.0-or-later
// The two bodies of a figure of Hart's thesis, and what the metrics say of them.
#pragma once

#include <array>
#include <vector>

#include "benchmarks/papers/thesis_geometry.hpp"
#include "geometry/pair.hpp"

namespace touchstone {

/// Corners in the plane, counter-clockwise [m].
using Outline = std::vector<std::array<double, 2>>;

/// The prism of an outline about z. Its height is more than its width, so that the planar phi, rho
/// and n are those of the prism.
PolytopePtr make_outline_prism(const Outline& outline, double half_height);
/// Half height of the prisms of figures 3 to 5, 10 and 12 [m].
inline constexpr double kPrismHalfHeight = 10;
Outline moved_outline(const Outline& outline, double x, double y);
/// The corners of an outline grown by t about a point, at z = 0.
std::vector<Vec3> grown_outline(const Outline& outline, const Vec3& about, double t);
FigureShape outline_shape(const std::string& name, ShapeStyle style, const Outline& outline);

/// Bodies in the world, A the thesis's body 1; what `ratio_ray` and `certified` say.
struct ThesisPair {
  Pair pair;
  Vec3 x_A, x_B;   ///< interior points
  double r = 0;    ///< growth ratio [1]
  double rho = 0;  ///< [1]
  Vec3 n;          ///< normal of the plane H, from B to A
  Vec3 p;          ///< where the grown bodies meet
  Vec3 p_A, p_B;   ///< its preimages p_1 and p_2
  double phi = 0;  ///< [m]
  Vec3 n_phi;      ///< normal that belongs to phi, from B to A

  Vec3 d() const { return x_A - x_B; }
};

/// Asks both metrics about A and B, each with its frame at the world's.
ThesisPair ask_thesis_pair(const PolytopePtr& A, const PolytopePtr& B);

}  // namespace touchstone
