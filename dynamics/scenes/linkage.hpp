// SPDX-License-Identifier: GPL-3.0-or-later
// Rods that ball joints hold together. Unnamed and not checked: scene_library.hpp has it by name.
#pragma once

#include "dynamics/scenes/scene_library.hpp"

namespace touchstone {

/// Rods of 1 m and 1 kg in a chain. Fixed at one end it is released from the horizontal; fixed at
/// both ends it hangs in equilibrium.
Result<Scene> links(const SceneChoice& choice);

/// Force on the later of the two bodies at joint `i` of `rods` rods that hang from both ends [N].
/// The horizontal force is the same everywhere, a quarter of the weight of all rods; the vertical
/// one carries half of the weight at each end.
Vec3 hanging_joint_force(int rods, int i);

}  // namespace touchstone
