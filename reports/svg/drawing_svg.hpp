// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies, planes and named points as SVG, with axes in metres: planar, or seen obliquely.
#pragma once

#include <string>

#include "benchmarks/papers/thesis_geometry.hpp"

namespace touchstone {

std::string drawing_svg(const GeometryDrawing& drawing, const std::string& title);

}  // namespace touchstone
