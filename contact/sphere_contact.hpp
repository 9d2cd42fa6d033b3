// SPDX-License-Identifier: GPL-3.0-or-later
// Contact data of ideal spheres, in closed form: one point.
//
// Two spheres: n along the centres. A sphere and a polytope: the signed distance of the centre to
// the polytope, less the radius; a centre inside is pushed out through the nearest facet, one on
// the boundary along the normal of a facet there. Without such a normal (concentric
// spheres, a centre on a segment or a point) no contact is given.
//
// The pose's R counts as a rotation; in a simulation it is one up to rounding.
#pragma once

#include "contact/contact.hpp"

namespace touchstone {

struct Sphere {
  Vec3 center_W = Vec3::Zero();  ///< [m]
  double radius = 0;             ///< [m]
};

void find_sphere_contact(const Sphere& A, const Sphere& B, double reach, ContactData& data);

/// What spheres need of a polytope. `polytope` outlives it.
class SphereObstacle {
 public:
  explicit SphereObstacle(const Polytope& polytope) : polytope_(&polytope) {}

  /// The polytope is A, the sphere B.
  void find_below(const Pose& X_WP, const Sphere& sphere, double reach, ContactData& data) const {
    find(X_WP, sphere, -1, reach, data);
  }
  /// The sphere is A, the polytope B.
  void find_above(const Pose& X_WP, const Sphere& sphere, double reach, ContactData& data) const {
    find(X_WP, sphere, 1, reach, data);
  }

 private:
  /// The point of the polytope nearest to a point, in the polytope's axes.
  struct Nearest {
    bool answered = false;
    double distance = 0;         ///< signed [m]
    Vec3 normal = Vec3::Zero();  ///< unit, away from the polytope
    Vec3 point = Vec3::Zero();   ///< nearest point of the polytope [m]
  };
  Nearest nearest(const Vec3& p) const;
  void find(const Pose& X_WP, const Sphere& sphere, double sign, double reach,
            ContactData& data) const;

  const Polytope* polytope_;
};

}  // namespace touchstone
