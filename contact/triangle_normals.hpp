// SPDX-License-Identifier: GPL-3.0-or-later
// A known bad method: the normal of a single triangle (yi_drumwright, III-B and Fig. 2, after
// procedures that treat a body as a soup of triangles). Such a procedure does not know on which
// side of a triangle the body is. It pushes a vertex that has passed the triangle farther in:
// bodies interlock.
//
// The vertex of either body that is farthest towards the other's interior point, and the facet of
// the other that is nearest to it: the normal is along the line between their nearest points.
#pragma once

#include "contact/normal_contacts.hpp"

namespace touchstone {

std::optional<Vec3> triangle_normal(const Polytope& A, const Pose& X_WA, const Polytope& B,
                                    const Pose& X_WB);

}  // namespace touchstone
