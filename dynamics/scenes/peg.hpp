// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes about what happens where features end, in the plane and in space (Williams, Lu & Trinkle
// [williams2016peg]). Frictionless, density 1. Unnamed and not checked: scene_library.hpp has them
// by name.
#pragma once

#include <string_view>

#include "dynamics/scenes/scene_library.hpp"

namespace touchstone {

/// Bodies fall past the corners of fixed boxes, 1 mm aside, each of its own: with one vertex or
/// with two on the side of the box, slow or fast, in space also past a vertex of the box. Nothing
/// touches: they fall freely.
Result<Scene> corner_pass(const SceneChoice& choice);
Result<Scene> corner_pass_space(const SceneChoice& choice);

/// A square falls corner on corner on a fixed one, some millimetres aside; in space octahedra. It
/// slides off on the side where it starts.
Result<Scene> two_corners(const SceneChoice& choice);
Result<Scene> two_corners_space(const SceneChoice& choice);

/// A thin corner flies across a fixed one: each tip comes to be beside the other body although the
/// two cross (the paper's figure 6).
Result<Scene> corner_cross(const SceneChoice& choice);

/// Random convex polygons fall one after the other into a box of three fixed boxes, inner width 2 m
/// (the paper's figures 20 to 22).
Result<Scene> polygon_box(const SceneChoice& choice);
/// Random convex polyhedra into a box of five, inner width 2 m each way (figures 23 and 24).
Result<Scene> polyhedron_box(const SceneChoice& choice);

/// Whether the library has that scene from here.
bool is_peg_scene(std::string_view scene);

/// Names the fixed body of two-corners and corner-cross.
inline constexpr const char* kFixedCorner = "fixed";

}  // namespace touchstone
