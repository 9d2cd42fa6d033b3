// SPDX-License-Identifier: GPL-3.0-or-later
// What two bodies overlap by in double words, with a bound of the error: the surface integral of
// overlap.cpp with the clipping of bounded_clip.hpp.
//
// Lengths are relative to A's origin, and cones have their apex in the intersection, so that the
// error is relative to the depth and not to the distance from the world's origin. Nothing where a
// sign is in doubt, where bodies are smaller than 2^-100 m or larger than 2^100 m, and in the plane
// where a body's pose turns it about another axis than that of the projection.
#pragma once

#include <optional>

#include "geometry/pose.hpp"
#include "reference/arithmetic/bounded.hpp"
#include "reference/exact/exact_body.hpp"

namespace touchstone {

/// Six times the volume of the intersection of two solids [m^3].
std::optional<Bounded> six_volumes_bounded(const ExactBody& A, const Pose& X_WA, const ExactBody& B,
                                           const Pose& X_WB);

/// Twice the area of the intersection of their projections along a world axis [m^2].
std::optional<Bounded> two_areas_bounded(const ExactBody& A, const Pose& X_WA, const ExactBody& B,
                                         const Pose& X_WB, int axis);

}  // namespace touchstone
