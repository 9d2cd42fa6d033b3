// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies of uniform density from any convex polytope, about their centre and along their axes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dynamics/body.hpp"

namespace touchstone {

struct SolidBody {
  Body body;
  Vec3 center = Vec3::Zero();    ///< its origin in the frame of the points [m]
  Mat3 axes = Mat3::Identity();  ///< its local axes there, as columns, right-handed
};

/// The hull of points, moved to its centre of mass and turned into its principal axes. Mass from
/// the volume times the density [kg/m^3]. Nothing where the points have no volume.
std::optional<SolidBody> make_solid_body(const std::string& name, const std::vector<Vec3>& points,
                                         double density);

}  // namespace touchstone
