// SPDX-License-Identifier: GPL-3.0-or-later
// What of contacts needs no contact method: points, the cores of spheres, and bodies that the plane
// of a facet keeps apart.
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

/// How far the core of another body is above the plane of a facet of a polytope, at most: they are
/// not nearer [m]. `radius_of_other`: of the sphere about its core and origin, which stands for the
/// core where it is apart, or where facets times vertices are many. -infinity where the facets are
/// many, where the polytope is flat, and of a point.
double room_between(const Polytope& polytope, const Pose& X_W, const Polytope& other,
                    const Pose& X_WO, double radius_of_other);

/// Distance of the local origin from a polytope, 0 inside [m].
double origin_distance(const Polytope& polytope);

}  // namespace touchstone
