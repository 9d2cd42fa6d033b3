// SPDX-License-Identifier: GPL-3.0-or-later
// Points, the cores and centres of spheres: what of their contacts needs no contact method.
#pragma once

#include "contact/contact.hpp"
#include "geometry/polytope.hpp"
#include "geometry/pose.hpp"

namespace touchstone {

/// Makes the contact of two points; false if they are one, which has no normal. `p_WA`, `p_WB`:
/// world [m]. `reach`: finite, else as for ContactMethod::find.
bool touch_points(const Vec3& p_WA, const Vec3& p_WB, double reach, ContactData& contact);

/// Makes the contact data, without points, of a point over a facet of a polytope and beyond
/// `reach`. False where that is not so, where the polytope has many facets, and where it is flat.
/// `p_WP`: the point, world [m]. `sign`: 1 if the point is body A, else -1.
bool is_apart_over_facet(const Vec3& p_WP, const Polytope& polytope, const Pose& X_W, double sign,
                         double reach, ContactData& contact);

/// How far a point is above the plane of a facet of a polytope, at most: its distance is not less.
/// -infinity where the polytope has many facets, and where it is flat. `p_WP`: world [m].
double height_over_facets(const Vec3& p_WP, const Polytope& polytope, const Pose& X_W);

/// Distance of the local origin from a polytope, 0 inside [m].
double origin_distance(const Polytope& polytope);

}  // namespace touchstone
