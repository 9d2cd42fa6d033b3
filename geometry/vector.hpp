// SPDX-License-Identifier: GPL-3.0-or-later
// The linear algebra vocabulary: 3-vectors and 3x3 matrices of doubles.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace touchstone {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;

}  // namespace touchstone
