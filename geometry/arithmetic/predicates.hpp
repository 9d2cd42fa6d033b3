// SPDX-License-Identifier: GPL-3.0-or-later
// Exact signs of determinants of points, for any finite doubles (CGAL's filtered predicates), and
// exact normals.
#pragma once

#include <array>
#include <span>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

/// Rounding error of det(b - a, c - a, d - a) in doubles, relative to its permanent [1]: Shewchuk
/// 1997, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates",
/// o3derrboundA = (7 + 56 u) u, u = 2^-53, rounded up.
inline constexpr double kOrientationError = 0x1p-50;

/// The sign of det(b - a, c - a, d - a): positive where d sees a, b, c counter-clockwise, zero
/// where the four are coplanar.
int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// The sign of entry `axis` of (b - a) x (c - a).
int orientation_along(int axis, const Vec3& a, const Vec3& b, const Vec3& c);

/// Whether the three lie on one line.
bool collinear(const Vec3& a, const Vec3& b, const Vec3& c);

/// The direction (b - a) x (c - a), divided by a power of two so that its largest entry is about 1
/// and each entry correctly rounded; zero only if the three are collinear.
Vec3 exact_normal(const Vec3& a, const Vec3& b, const Vec3& c);

/// The direction of a polygon's vector area, divided by a power of two so that its largest entry is
/// about 1 and each entry correctly rounded; zero where its corners are collinear or it encloses as
/// much clockwise as counter-clockwise. At least three corners.
Vec3 exact_normal(std::span<const Vec3> polygon);

/// The direction (b - a) x (c - a) in double-double, its largest entry between 2^-3 and 2 and each
/// entry within 2^-90 of the largest, however thin the triangle.
Dd3 precise_normal(const Vec3& a, const Vec3& b, const Vec3& c);

/// The unit vector along (b - a) x (c - a), each entry within an ulp of the largest, however thin
/// the triangle; not collinear.
Vec3 unit_normal(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace touchstone
