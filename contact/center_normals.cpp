// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/center_normals.hpp"

namespace touchstone {

std::optional<Vec3> center_normal(const Polytope& A, const Pose& X_WA, const Polytope& B,
                                  const Pose& X_WB) {
  const Vec3 d = X_WA.R * A.interior_point() - X_WB.R * B.interior_point() + (X_WA.t - X_WB.t);
  const double apart = d.stableNorm();
  if (!(apart > 0)) return std::nullopt;
  return Vec3(d / apart);
}

}  // namespace touchstone
