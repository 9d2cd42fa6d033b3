// SPDX-License-Identifier: GPL-3.0-or-later
// What a file of any format holds: bodies in the world, of which two become a case.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "geometry/body_union.hpp"
#include "geometry/mesh/mesh_pieces.hpp"
#include "harness/cases/case.hpp"
#include "import/frame.hpp"

namespace touchstone {

/// A body, or what a mesh file holds.
struct ImportedShape {
  // NOLINTNEXTLINE(google-explicit-constructor)
  ImportedShape(ConvexBody convex) { body.pieces.push_back({"", std::move(convex), {}}); }
  ImportedShape() = default;

  BodyUnion body;
  std::vector<std::string> read_as = {};  ///< how a mesh was taken
};

struct ImportedBody {
  std::string name;                          ///< the geom's or collision's; may be empty
  std::string owner;                         ///< the body or link that it belongs to; may be empty
  std::size_t owner_number = 0;              ///< equal for bodies of one owner; 0: none
  std::string place;                         ///< "scene.xml: line 12"
  Frame X_W;                                 ///< where it is in the world
  bool is_plane = false;                     ///< the half-space z <= 0 of its frame
  bool collides = true;                      ///< false: only drawn
  std::function<ImportedShape()> make = {};  ///< makes one that is no plane; may reject
  std::vector<std::string> read_as = {};     ///< how its numbers were taken
};

struct ImportedScene {
  std::vector<ImportedBody> bodies;   ///< in the order in which the format counts them
  std::vector<std::string> read_as;   ///< conversions that concern all of them
  std::vector<std::string> left_out;  ///< what is not read: "scene.xml: line 3: hfield"
  std::size_t counted = SIZE_MAX;     ///< so many bodies have the format's indices
  std::string source;                 ///< where the pair comes from; may be empty
};

/// A pair, and how it was read: one line for each conversion.
struct ImportedCase {
  Case c;
  std::vector<std::string> read_as;
};

/// The bodies called `a` and `b`: by name, by the name of an owner with one body, "OWNER:K" for its
/// body K, or by index from 0. Both empty: the only two bodies (else the only two that collide).
/// Rejects what no body or several are called, and poses that are no rotations; `nearest` takes the
/// nearest rotation in place of one with too few digits.
ImportedCase pair_of(const ImportedScene& scene, const std::string& a, const std::string& b,
                     bool nearest);

/// All pairs of bodies that collide, of different owners, that are at most `within` apart [m].
/// `left_out` receives why bodies cannot be made.
std::vector<ImportedCase> pairs_within(const ImportedScene& scene, double within, bool nearest,
                                       std::vector<std::string>& left_out);

/// Points of so many numbers each: 2 are of the plane z = 0.
std::vector<Vec3> points_of(const std::vector<double>& numbers, std::size_t count = 3);

// Makers of bodies from lengths in metres. Each rejects what no body can have.
ConvexBody sphere_body(double radius);
ConvexBody capsule_body(double radius, double half_length);
ConvexBody cylinder_body(double radius, double half_length);
ConvexBody cone_body(double radius, double half_length);
ConvexBody ellipsoid_body(const Vec3& semi_axes);
ConvexBody box_body(const Vec3& half_extents);
/// All points within `radius` of the hull.
ConvexBody hull_body(const std::vector<Vec3>& points, double radius = 0);
/// All points of the plane within `radius` of the hull of points with z = 0, as a prism along z.
ConvexBody polygon_body(const std::vector<Vec3>& corners, double radius);
/// What a mesh file holds, its coordinates times `scale`; also DAE and glTF (mesh_worker.hpp).
ImportedShape mesh_shape(const std::string& path, const Vec3& scale, MeshObjects objects);

}  // namespace touchstone
