// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/portal.hpp"

namespace touchstone {

std::array<Vec3, 3> three_around(const Vec3& dhat) {
  constexpr double kHalfRoot = 0.8660254037844386;  // sqrt(3)/2
  const Vec3 e1 = dhat.unitOrthogonal();
  const Vec3 e2 = dhat.cross(e1);
  return {e1, -0.5 * e1 + kHalfRoot * e2, -0.5 * e1 - kHalfRoot * e2};
}

std::array<Vec3, 3> ball_points(const Vec3& towards) {
  constexpr double kGrid = 1 << kBallDigits;
  const Vec3 axis = unit_along(towards);
  std::array<Vec3, 3> points = three_around(axis);
  for (Vec3& point : points) point = (kGrid * 0.5 * (axis + point)).array().round() / kGrid;
  return points;
}

}  // namespace touchstone
