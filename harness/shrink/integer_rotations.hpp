// SPDX-License-Identifier: GPL-3.0-or-later
// Rotations by quaternions (w, x, y, z) of small integers: each stands for the matrix of its exact
// rotation, correctly rounded, so that a file that holds q asks the same question everywhere.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "geometry/vector.hpp"

namespace touchstone {

using Quaternion = std::array<double, 4>;
inline constexpr Quaternion kIdentityRotation = {1, 0, 0, 0};

/// Largest entry of a small quaternion: three digits.
inline constexpr int kMaxQuaternionEntry = 999;

/// From simple to any, as the shrinker prefers them.
enum class RotationRank { identity, quarter_turns, one_axis, small_integers, any };

/// Rank of a quaternion of integers without a common factor.
RotationRank rank_of(const Quaternion& q);

/// The quaternion divided by its common factor, its first entry other than 0 positive. Entries are
/// integers below 2^53, not all 0.
Quaternion reduced(const Quaternion& q);

/// The rotation's matrix, each entry correctly rounded. Not all entries are 0.
Mat3 rotation_of(const Quaternion& q);

/// The quaternion of small integers that stands for exactly these nine doubles, if there is one.
std::optional<Quaternion> integer_quaternion_of(const Mat3& R);

/// Rotations by small integers near R, simplest first: the identity, quarter turns, turns about one
/// axis, then finer and finer ones.
std::vector<Quaternion> rotations_near(const Mat3& R);

}  // namespace touchstone
