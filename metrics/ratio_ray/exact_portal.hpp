// SPDX-License-Identifier: GPL-3.0-or-later
// The last resort of `ratio_ray`: portal refinement (portal_search_kernel.hpp) in integers. All
// doubles of a pair are multiples of one power of two, so that K, d and the portal are whole
// numbers in that unit and every sign is exact. Ties are broken as if d were moved by (e, e^2, e^3)
// for a vanishing e > 0 [dantzig_orden_wolfe1955], so that no portal comes back and the search
// ends.
#pragma once

#include <array>
#include <optional>

#include "metrics/metric.hpp"
#include "metrics/ratio_ray/portal.hpp"

namespace touchstone {

struct ExactExit {
  double rho = 0;              ///< correctly rounded
  double r = 0;                ///< correctly rounded
  Vec3 normal = Vec3::Zero();  ///< unit, each entry correctly rounded
  WitnessPoints witnesses;     ///< each coordinate correctly rounded
  Vec3 x_W = Vec3::Zero();     ///< where the grown bodies meet, correctly rounded
  std::array<PortalPoint, 3> points;
  Vec3 weight = Vec3::Zero();  ///< weights of the points, of sum 1; correctly rounded
  int exchanges = 0;
};

/// From `start` where it is a portal for the moved d, else from three points of the ball of radius
/// 2^`ball` [m] around `towards`, d as far as it is known, not 0. Nothing only where that ball is
/// not inside K, `towards` is far from d's direction, or d = 0.
std::optional<ExactExit> find_exact_exit(const RayBody& A, const Pose& X_WA, const RayBody& B,
                                         const Pose& X_WB, const Vec3& towards, const Portal& start,
                                         int ball);

}  // namespace touchstone
