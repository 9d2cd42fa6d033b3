// SPDX-License-Identifier: GPL-3.0-or-later
// Makers of the shapes that cases are built from. Only + - * / and sqrt, and sines correctly
// rounded from extended precision, so that every machine makes the same bits.
#pragma once

#include <array>
#include <cstdint>

#include "geometry/polytope.hpp"
#include "geometry/random.hpp"

namespace touchstone {

enum class Axis { x, y, z };

/// Box with corners (+-hx, +-hy, +-hz), half extents >= 0, interior point 0. Corner k has sign bits
/// x = k&1, y = k&2, z = k&4 (set: +).
PolytopePtr make_box(const Vec3& half_extents);
/// Why no case may have a box of these half extents ("must be above 0"), or nullptr: it is flat, or
/// larger or smaller than bodies may be (kMaxCoordinate, kMinExtent).
const char* why_no_box(const Vec3& half_extents);

/// Box with its faces cut into a grid of so many cells along each axis: it has vertices exactly
/// inside edges and faces.
PolytopePtr make_grid_box(const std::array<int, 3>& cells, const Vec3& half_extents);

/// UV sphere of the given radius about 0: `slices` meridians, `stacks` bands, V = slices (stacks -
/// 1) + 2. Poles on `pole`.
PolytopePtr make_uv_sphere(int slices, int stacks, double radius = 1, Axis pole = Axis::z);

/// Icosahedron subdivided `levels` times and pushed to the sphere: 10 * 4^levels + 2 vertices.
PolytopePtr make_icosphere(int levels, double radius = 1);

/// Hull of `points` random points on the unit sphere / in the unit ball / on the ellipsoid with the
/// given semi-axes.
PolytopePtr make_random_sphere_hull(Random& random, int points);
PolytopePtr make_random_ball_hull(Random& random, int points);
PolytopePtr make_random_ellipsoid_hull(Random& random, int points, const Vec3& semi_axes);

/// Prism over a regular `sides`-gon of circumradius `radius`, from z = -half_height to half_height.
PolytopePtr make_prism(int sides, double radius, double half_height);
/// Antiprism: regular `sides`-gons at z = +-half_height, the upper one turned by pi / sides.
PolytopePtr make_antiprism(int sides, double radius, double half_height);
/// Tetrahedron from four alternate corners of the cube of the given half-width.
PolytopePtr make_simplex(double half_width = 1);
/// Double pyramid over a regular `sides`-gon: two apexes of valence `sides` at z = +-half_height.
PolytopePtr make_double_pyramid(int sides, double radius, double half_height);
/// Pyramid over a regular `sides`-gon at z = -half_height, its apex of valence `sides` at z =
/// half_height.
PolytopePtr make_cone(int sides, double radius, double half_height);
/// Thin double pyramid along z (three sides): half-height 1, circumradius 1 / aspect.
PolytopePtr make_needle(double aspect);
/// Thin prism (eight sides): circumradius 1, half-height 1 / aspect.
PolytopePtr make_plate(double aspect);
/// Hull of `points` points with integer coordinates in [-range, range]^3: many exact ties. Solid.
PolytopePtr make_lattice_hull(Random& random, int points, int range);

}  // namespace touchstone
