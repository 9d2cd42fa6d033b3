// SPDX-License-Identifier: GPL-3.0-or-later
// The last resort of the fixed-body variant of `ratio_ray`: the simplex method of fixed_search.hpp
// in integers. Ties are broken as if x_A were moved by (e, e^2, e^3) for a vanishing e > 0
// [dantzig_orden_wolfe1955], so that no basis comes back and the search ends.
#pragma once

#include <optional>

#include "metrics/ratio_ray/fixed_search.hpp"

namespace touchstone {

struct ExactFixed {
  bool grows = false;  ///< whether r > 0; nothing below but r is set where it is not
  double rho = 0;      ///< correctly rounded, as all that follows
  double r = 0;
  Vec3 normal = Vec3::Zero();  ///< unit, from B to A, world
  Vec3 p_WA = Vec3::Zero();    ///< witness point on A [m]
  Vec3 x_W = Vec3::Zero();     ///< where A meets B [m]
  int exchanges = 0;
};

/// From `start` where it is a basis for the moved x_A, else from x_B and points of A's ball with
/// radius 2^`ball` [m] around `towards`, about x_B - x_A of any length. x_B is strictly inside B
/// and not x_A. Nothing only where that ball is not inside A.
std::optional<ExactFixed> find_exact_fixed(const RayBody& A, const Pose& X_WA, const RayBody& B,
                                           const Pose& X_WB, const Vec3& towards,
                                           const FixedBasis& start, int ball);

}  // namespace touchstone
