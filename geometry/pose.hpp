// SPDX-License-Identifier: GPL-3.0-or-later
// A pose X_WB = (R, t): p_W = R p_B + t, its twelve doubles taken as they stand.
#pragma once

#include <array>

#include "geometry/result.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

/// R need not be exactly orthonormal: the truth of a pair is that of the exactly transformed
/// vertices.
struct Pose {
  Mat3 R = Mat3::Identity();  ///< [1]
  Vec3 t = Vec3::Zero();      ///< [m]
};

/// How far R'R may be from the identity, entry by entry [1]: field data is rounded to six digits or
/// to float.
inline constexpr double kOrthonormalTolerance = 1e-6;

/// Accepts finite doubles with |R'R - I| <= kOrthonormalTolerance and det R > 0; rejects mirrors.
Result<Pose> make_pose(const Mat3& R, const Vec3& t);

/// Reads a quaternion (w, x, y, z) of any non-zero finite length as the exact rational rotation
/// R(q)/(q.q), each entry correctly rounded; from then on the nine doubles are the configuration.
Result<Pose> make_pose(const std::array<double, 4>& q_wxyz, const Vec3& t);

}  // namespace touchstone
