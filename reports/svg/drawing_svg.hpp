// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies, planes and named points as SVG, with axes in metres: planar, or seen obliquely. A drawing
// of curves is a plot of them.
#pragma once

#include <string>

#include "benchmarks/papers/thesis_geometry.hpp"
#include "reports/svg/svg_text.hpp"

namespace touchstone {

SvgPart drawing_part(const GeometryDrawing& drawing, const std::string& title);

}  // namespace touchstone
