// SPDX-License-Identifier: GPL-3.0-or-later
// The last resort of the fixed-body variant of `ratio_ray`: the simplex method of fixed_search.hpp
// in integers. Ties are broken as if x_A were moved by (e, e^2, e^3) for a vanishing e > 0
// [dantzig_orden_wolfe1955], so that no basis comes back and the search ends.
#pragma once

#include <array>
#include <optional>

#include "metrics/ratio_ray/fixed_search.hpp"

namespace touchstone {

struct ExactFixed {
  double rho = 0;                      ///< correctly rounded; meaningless where r = 0
  double r = 0;                        ///< correctly rounded
  Vec3 v_W = Vec3::Zero();             ///< direction from A to B, each entry correctly rounded
  std::array<FixedColumn, 4> columns;  ///< `point` is not set
  std::array<double, 4> weight{};      ///< correctly rounded
  int exchanges = 0;
};

/// From `start` where it is a basis for the moved x_A, else from x_B and points of A's ball with
/// radius `inside` [m]. x_B is strictly inside B and not x_A. Nothing only where that ball is not
/// inside A.
std::optional<ExactFixed> find_exact_fixed(const RayBody& A, const Pose& X_WA, const RayBody& B,
                                           const Pose& X_WB, const Vec3& d_rounded,
                                           const FixedBasis& start, double inside);

}  // namespace touchstone
