// SPDX-License-Identifier: GPL-3.0-or-later
// Witness points of bodies with a radius, where phi is no rational and neither are the true points.
// Serves claimed_witness.cpp.
#pragma once

#include "reference/claims.hpp"

namespace touchstone {

/// Whether |(p_A - p_B) - phi n/|n|| <= tolerance [m], decided exactly, where each coordinate may
/// first be moved by as much as that of `margin` [m].
bool rounded_apart_along(const WitnessPoints& p, const ExactVec3& n, const TruthOnDemand& truth,
                         double tolerance, const Vec3& margin);

/// The ranges of the bodies' true witness points for the optimal direction u: those of the cores
/// moved by -r_A u/|u| and r_B u/|u|, each coordinate to 2^-200 of the radius [m].
TruePoints moved_by_radii(const Pair& pair, const ExactVec3& u, TruePoints cores);

}  // namespace touchstone
