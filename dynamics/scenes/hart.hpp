// SPDX-License-Identifier: GPL-3.0-or-later
// The problems of Hart's thesis (hart2007thesis, ch. 7): two in the plane, two in space. Unnamed
// and not checked: scene_library.hpp has them by name.
//
// The thesis prints no positions. These stand for its figures; density 1, g = 9.81, all at rest
// unless said otherwise. In the plane y is up, in space z.
#pragma once

#include <cstdint>

#include "dynamics/scenes/scene_library.hpp"

namespace touchstone {

/// A plank on the tip of a triangle, in balance until a square falls on its end.
Result<Scene> balance2(const SceneChoice& choice);
/// A triangle flies into a row of nine slabs.
Result<Scene> pyramid1(const SceneChoice& choice);
/// A cube on the edge of another one.
Result<Scene> dice3(const SceneChoice& choice);
/// A cube falls on a tetrahedron in the corner of a room.
Result<Scene> setup6(const SceneChoice& choice);
/// Small polyhedra of three kinds on five large ones in a box that is shaken.
Result<Scene> brazil_nut(const SceneChoice& choice);

/// What may differ in covered-nut, one thing at a time.
struct NutChoice {
  enum class Shape { mixed, spheres, cubes, tetrahedra, hulls };
  Shape shape = Shape::mixed;  ///< of all bodies; mixed: tetrahedra, cubes and octahedra in turn
  double ratio = 2.4;          ///< radius of the large body by that of the small ones [1]
  bool smooth_walls = false;   ///< the walls have no friction
  double amplitude = 3;        ///< peak acceleration of the shakes, by gravity [1]
};
/// One large body, which comes first, on the floor of a box that is shaken. Small ones lie about
/// and above it, turned by the seed, or where they are balls moved a little.
Result<Scene> covered_nut(const SceneChoice& choice, const NutChoice& nuts);
Result<Scene> covered_nut(const SceneChoice& choice);

/// Whether the scene is one of the four problems, which move_start knows.
bool is_problem_of_hart(std::string_view scene);

/// Start 0 is the scene's own. Start k of one of the problems moves one body, as a function of
/// (seed, k): Balance2's dropped square by at most 1 cm in x, Pyramid1's triangle's speed by 0.05
/// m/s, Dice3's upper cube by 4 mm in x and in y, Setup6's cube by 1 cm in each.
void move_start(Scene& scene, std::uint64_t seed, int start);

inline constexpr int kLargeNuts = 5;          ///< large bodies of brazil-nut, which come first
inline constexpr double kShakeFrequency = 2;  ///< frequency of both nut scenes [Hz]
inline constexpr double kShakeStart = 1;      ///< first shake of both [s]

}  // namespace touchstone
