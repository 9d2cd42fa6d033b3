// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies and rotations that several families draw from.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/polytope.hpp"
#include "geometry/random.hpp"

namespace touchstone {

inline constexpr int kMaxSmallVertices = 16;

/// Vertices of a solid of at most kMaxSmallVertices, about as large as the unit ball: a box, a
/// hull of points on a sphere or an ellipsoid, a regular solid, prism, antiprism or double pyramid,
/// or a lattice hull.
std::vector<Vec3> small_solid_points(Random& random);
PolytopePtr small_solid(Random& random, double scale = 1);

/// Which bodies a pair of a mixed family has: two boxes, a box and a hull in either order, or two
/// hulls.
enum class Kinds { boxes, box_and_hull, hulls };
/// The kinds in turn, each through all five regimes.
Kinds kinds_of(std::uint64_t index);

struct PairPoints {
  std::vector<Vec3> A;
  std::vector<Vec3> B;
};
/// Vertices of two such bodies, each about as large as the unit ball. A hull is a small solid or,
/// in one of four cases, that of 17 to kMaxMixedVertices points on a sphere or an ellipsoid.
PairPoints mixed_points(Random& random, Kinds kinds);
inline constexpr int kMaxMixedVertices = 64;
/// Half extents of a box, each from 0.3 to 1 m.
Vec3 random_half_extents(Random& random);
/// The corners of a box along the axes.
std::vector<Vec3> box_corners(const Vec3& half_extents);

/// Largest coordinate along `axis` of the points turned by R [m].
double highest_coordinate(const std::vector<Vec3>& points, const Mat3& R, int axis);

PolytopePtr hull_of(std::vector<Vec3> points);
/// The icosphere of 42, 162, 642 vertices for levels 1, 2, 3, made once.
PolytopePtr unit_icosphere(int levels);

/// Hull of the images of the points under the 24 rotations of the cube: exactly symmetric, about 0.
PolytopePtr cube_symmetric_hull(const std::vector<Vec3>& points);
/// A cube-symmetric hull of one or two random points: at most 48 vertices.
PolytopePtr cube_symmetric_solid(Random& random);
inline constexpr int kMaxCubeSymmetricVertices = 48;

/// One of the 24 rotations that permute the axes and their signs: exact as doubles.
Mat3 signed_permutation(Random& random);

/// I plus something from shear / 2 to shear in each entry, of either sign.
Mat3 sheared_identity(Random& random, double shear);

/// The identity or a signed permutation, each in one of `ways` cases; else any rotation.
Mat3 aligned_or_random(Random& random, std::uint64_t ways);

/// R times a signed permutation: exactly, turned by 1e-15 to 1e-3 more, or, in half of the cases,
/// any rotation instead.
Mat3 parallel_or_random(Random& random, const Mat3& R);

/// Rotation about a unit axis by 2 atan(half_angle), which is `angle` up to angle^3 / 12 for
/// half_angle = angle / 2. About an axis of the frame, the entries that the rotation leaves alone
/// are exact.
Mat3 rotation_about(const Vec3& axis, double half_angle);

/// A whole number, uniform in [least, most].
int from_to(Random& random, int least, int most);
/// 10^k with k uniform in [least_exponent, largest_exponent], largest_exponent <= 0.
double random_power_of_ten(Random& random, int least_exponent, int largest_exponent);
/// The product of a power of ten and a factor in [least, most), which is drawn after it. (C++ does
/// not say which operand of a product comes first.)
double random_scaled_power(Random& random, int least_exponent, int largest_exponent, double least,
                           double most);

}  // namespace touchstone
