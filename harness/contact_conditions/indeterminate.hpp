// SPDX-License-Identifier: GPL-3.0-or-later
// Normals that are not unique. Yi & Drumwright [yi_drumwright], IV-C: "multiple candidate normals
// that do not point in the same direction indicate that an indeterminate normal has been located";
// III-B: such bodies get no contact then.
//
// Their rule runs in doubles over the axes of Algorithm 2 and is held against the exact truth,
// which has all optimal directions. What it locates need not be left out: each of these directions
// parts the bodies by the least translation, and a contact method that takes one of them has an
// optimal normal. Contact data says so where its metrics tell (ContactData::indeterminate).
#pragma once

#include <vector>

#include "harness/check/paper_claim.hpp"

namespace touchstone {

/// An axis of Algorithm 2, a facet's normal or one across two edges: unit, from B to A, world.
struct AxisGap {
  Vec3 n;
  double gap = 0;  ///< between A and B along n, in doubles [m]
};
/// All such axes, both ways; the same one may come more than once.
std::vector<AxisGap> axis_gaps(const Pair& pair);

/// The axes of Algorithm 2 whose overlap is the least to `tolerance` [m]: unit, from B to A, world,
/// no two nearer than kOneNormal. Both bodies are solid.
std::vector<Vec3> least_overlap_axes(const Pair& pair, double tolerance);

Check indeterminate_check();
/// The rule, and the contact methods `certified` and `vclip_sat`, on pairs that kiss or overlap.
CheckReport check_indeterminate(const ClaimOptions& options);

}  // namespace touchstone
