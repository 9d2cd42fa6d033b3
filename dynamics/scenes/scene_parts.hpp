// SPDX-License-Identifier: GPL-3.0-or-later
// What the scenes of the library are put together from.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "dynamics/scenes/scene_library.hpp"
#include "geometry/random.hpp"

namespace touchstone {

inline constexpr double kFloorHalfWidth = 5;     ///< [m]
inline constexpr double kPrismHalfDepth = 0.5;   ///< half height of planar prisms; any will do [m]
inline constexpr std::uint64_t kSceneSeed = 42;  ///< seed of random scenes by default
inline constexpr ContactFriction kFrictionless = {FrictionKind::frictionless, 0};

/// Corners (x, y) of a polygon in the plane of a planar scene, in order around it [m].
using PlanarCorners = std::vector<std::array<double, 2>>;

ContactFriction cone_friction(double mu);

/// A body with the mass and the inertia that a Body has by default.
Body make_body(const std::string& name, PolytopePtr polytope);
/// A cube of edge 1 and mass 1; `cube` may be shared by many.
Body make_cube_body(const std::string& name, const PolytopePtr& cube);
/// A cube's or box's body of uniform density.
Body make_box_body(const std::string& name, const Vec3& half_extents, double mass);

/// A polytope with the origin inside and sound vertices.
PolytopePtr polytope_of(std::vector<Vec3> vertices);
/// A prism along z, its corners from its centre.
Body make_prism_body(const std::string& name, const PlanarCorners& corners);

void add_body(Scene& scene, Body body, const BodyState& start);
/// Adds it as a body that never moves.
void add_fixed(Scene& scene, Body body, const BodyState& start);
BodyState standing_at(const Vec3& p_W);
BodyState moving_at(const Vec3& p_W, const Vec3& v_W, const Vec3& w_W = Vec3::Zero());
/// At rest in a random orientation.
BodyState turned_at(const Vec3& p_W, Random& random);
/// A fixed box.
void add_block(Scene& scene, const std::string& name, const Vec3& half_extents, const Vec3& center);
/// A fixed box whose top is the plane y = 0.
void add_floor(Scene& scene, double height = 1, double half_width = kFloorHalfWidth);

/// Inside of a box that stands on the plane y = 0, about the y axis and open above.
StayBox open_box(double half_width);
/// Adds that box, a floor and four walls of this height, as fixed bodies, and sets stay_box.
void add_open_box(Scene& scene, double half_width, double height, double half_wall);

/// A scene without bodies, with what every scene lets be chosen.
Scene bare_scene(const SceneChoice& choice, double dt, double t_end,
                 const ContactFriction& friction);
/// The generator of body i, or of the whole scene.
Random random_of(const SceneChoice& choice, std::uint64_t i = 0);

/// Chooses the model `peg` if nothing has friction; otherwise the model of the scene stays.
void take_peg_model(Scene& scene);

/// How many bodies were chosen, `otherwise` if nothing was; rejects fewer than `least` and more
/// than kMaxSceneBodies.
Result<int> chosen_bodies(const SceneChoice& choice, int otherwise, int least = 1);

}  // namespace touchstone
