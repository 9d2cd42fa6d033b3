// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/prism.hpp"

#include <cmath>

#include "geometry/polytope.hpp"

namespace touchstone {

std::vector<Vec3> prism_of_polygon(const std::vector<Vec3>& corners, double radius) {
  // Polygons that overlap can be parted in the plane by less than the sum of their diameters, prisms
  // along z by the sum of these heights. A power of two keeps every digit of the corners.
  constexpr double kMargin = 1.125;  // for rounding, and for poses that are not quite orthonormal
  Vec3 least = corners.front(), most = corners.front();
  for (const Vec3& corner : corners) {
    least = least.cwiseMin(corner);
    most = most.cwiseMax(corner);
  }
  const double width = (most - least).sum() + radius;
  int exponent = 0;
  std::frexp(kMargin * width, &exponent);
  const double height = width > 0 ? std::ldexp(1, exponent) : 0;
  std::vector<Vec3> prism;
  if (height > kMaxCoordinate) return prism;
  for (const Vec3& corner : corners) {
    prism.emplace_back(corner.x(), corner.y(), -height);
    if (height > 0) prism.emplace_back(corner.x(), corner.y(), height);
  }
  return prism;
}

}  // namespace touchstone
