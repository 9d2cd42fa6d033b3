// SPDX-License-Identifier: GPL-3.0-or-later
// How far 0 is from the plane of a known facet of C = B + (-A) of two boxes, in integers of a fixed
// width. Internal to `certified`.
#pragma once

#include <optional>

#include "geometry/arithmetic/double_double.hpp"
#include "geometry/pose.hpp"
#include "metrics/arithmetic/fixed_rotation.hpp"

namespace touchstone {

/// The poses of two boxes, as integers.
struct ExactPoses {
  ExactPoses(const Pose& X_WA, const Pose& X_WB);
  OddPose A, B;
  double apart;  ///< bound on the entries of what is between the origins [m]
};

/// The plane through b - a, of a corner of each box, that two columns of R_A and R_B span.
struct BoxPlane {
  Vec3 a = Vec3::Zero();  ///< local [m]
  Vec3 b = Vec3::Zero();
  const double* first = nullptr;  ///< a column
  const double* second = nullptr;
};

/// n.(b - a), n a unit vector along first x second: correctly rounded, 0 with the sign +, and what
/// that leaves out, to 2^-96 of it. Nothing where coordinates are too wide.
std::optional<DoubleDouble> exact_level(const ExactPoses& poses, const BoxPlane& plane);

/// The sign of (first x second).column; nothing where coordinates are too wide.
std::optional<int> exact_side(const double* first, const double* second, const double* column);

}  // namespace touchstone
