// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes of any number of bodies. Unnamed and not checked: scene_library.hpp has them by name.
#pragma once

#include "dynamics/scenes/scene_library.hpp"

namespace touchstone {

/// Unit cubes at rest, one on the other.
Result<Scene> stack(const SceneChoice& choice);
/// Boxes of random sizes dropped one above the other, turned and pushed at random.
Result<Scene> pile(const SceneChoice& choice);
/// Unit cubes at rest in rows 0.1 m apart, each of the upper rows on two of the row below.
Result<Scene> pyramid(const SceneChoice& choice);
/// Unit cubes 3 m apart; cube i slides at 1 m/s in the direction of i rad and spins with
/// 1 + 0.1 i rad/s.
Result<Scene> sliding_boxes(const SceneChoice& choice);
/// Regular tetrahedra, each dropped from 1 m on a fixed one, all turned at random.
Result<Scene> tetra_pairs(const SceneChoice& choice);
/// Regular tetrahedra, turned at random, fall in layers into a box.
Result<Scene> tetra_pile(const SceneChoice& choice);
/// Slabs in a row, of which the first is pushed over.
Result<Scene> dominoes(const SceneChoice& choice);

/// Inner width of the box that so many tetrahedra fall into [m].
double tetra_pile_width(int bodies);

}  // namespace touchstone
