// SPDX-License-Identifier: GPL-3.0-or-later
// A wrong contact manifold beside a true one: in the plane across the normal, and in space with both
// bodies.
#pragma once

#include <vector>

#include "geometry/pair.hpp"
#include "harness/check/check.hpp"
#include "reports/svg/svg_text.hpp"

namespace touchstone {

/// The drawing in the plane, which has the outline of the smaller body, and that in space. The plane
/// lies across the true normal, or across the answer's where none is told; without either there is
/// only the second drawing.
std::vector<SvgPart> manifold_parts(const Pair& pair, const ManifoldPicture& picture);

}  // namespace touchstone
