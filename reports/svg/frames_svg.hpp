// SPDX-License-Identifier: GPL-3.0-or-later
// Successive frames of a scene in motion, side by side, as SVG: a planar scene in its plane, others
// seen obliquely from above.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/papers/thesis_figures.hpp"

namespace touchstone {

/// All frames show the same part of the world: what the moving bodies of the first motion come to
/// be in. Several motions, which have frames at the same times, are a row each.
std::string frames_svg(const std::vector<ThesisMotion>& motions, const std::string& title);

}  // namespace touchstone
