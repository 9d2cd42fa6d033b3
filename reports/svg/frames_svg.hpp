// SPDX-License-Identifier: GPL-3.0-or-later
// Successive frames of a scene in motion, side by side, as SVG: a planar scene in its plane, others
// seen obliquely from above.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/papers/thesis_figures.hpp"

namespace touchstone {

/// All frames show the same part of the world: what moving bodies come to be in.
std::string frames_svg(const Scene& scene, const std::vector<MotionFrame>& frames,
                       const std::string& title);

}  // namespace touchstone
