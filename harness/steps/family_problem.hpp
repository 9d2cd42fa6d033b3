// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies and contacts of a family's problem, with + - * / and sqrt alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dynamics/complementarity/local_step.hpp"
#include "geometry/random.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

/// A body of a problem; its inertia is diagonal in the world's axes.
struct FamilyBody {
  double inverse_mass = 0;        ///< [1/kg]
  Vec3 inverse_inertia{0, 0, 0};  ///< [1/(kg m^2)]
  Vec3 v{0, 0, 0}, w{0, 0, 0};    ///< without contacts [m/s, rad/s]
};

/// A contact of body A with body B, or with the ground where B is -1.
struct FamilyContact {
  std::size_t A = 0;
  int B = -1;
  Vec3 r_A{0, 0, 0}, r_B{0, 0, 0};  ///< from the centres to the point [m]
  std::array<Vec3, 3> axes;         ///< normal, tangents
  double mu = 0.5;
  double bound = 0;  ///< b: the gap over the step [m/s]
};

/// A normal and two tangents, right-handed.
std::array<Vec3, 3> axes_about(const Vec3& n);

struct FamilyProblem {
  std::vector<FamilyBody> bodies;
  std::vector<FamilyContact> contacts;
  std::vector<FamilyContact> joints = {};  ///< balls: nothing moves along any axis but by `bound`
  std::size_t size = 3;                    ///< rows of a contact

  /// W and q.
  LocalStep local() const;
  /// The problem of the bodies, in space.
  LocalStep with_bodies() const;
};

FamilyBody random_body(Random& random, double mass);
/// A contact of two of the bodies, or of one with the ground.
FamilyContact random_contact(Random& random, std::size_t bodies, double mu);
/// The second body is `mass_ratio` times as heavy.
FamilyProblem random_problem(Random& random, std::size_t bodies, std::size_t contacts, double mu,
                             double mass_ratio = 1);

/// One body pressed into a wedge of two walls. The angle of each from the middle plane differs from
/// atan(mu) by 1e-3 to 1e-9. An even index has the larger angle, where fast velocities solve it; an
/// odd one has the smaller angle, where friction jams.
FamilyProblem wedged_problem(Random& random, std::uint64_t index);

/// A problem without a solution: walls press on bodies, with multipliers that prove it.
FamilyProblem squeezed_problem(Random& random, std::uint64_t index);

}  // namespace touchstone
