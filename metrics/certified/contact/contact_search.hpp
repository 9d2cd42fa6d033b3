// SPDX-License-Identifier: GPL-3.0-or-later
// The signed distance where bodies touch as far as double-double tells, in integers of a fixed
// width, from the feature that doubles ended with. Internal to `certified`.
//
// A facet of C (ContactFacet). Its plane u.x = N is exact; that it supports C is decided as in
// distance_check.hpp, with exact signs for what doubles leave open. A vertex beyond is taken in,
// in place of the corner of the triangle that 0, moved along u, does not need. Where the foot of 0
// is inside the facet by more than rounding, at least m from its edges:
// * N < 0: 0 is outside, the foot the nearest point, and phi = -N / |u|.
// * N = 0: 0 is the foot, hence in C, and on a plane that supports it: phi = 0.
// * N > 0: 0 is below the facet by d = N / |u|. With the disc of radius m about the foot and a
//   point of C at depth H below the facet, C contains the cone over the disc, whose cross section
//   at depth s is a disc of radius m (1 - s / H), displaced by at most 2 s reach / H. It contains
//   the ball of radius d about 0 if m >= d (1 + (4 reach + 2 m) / H): no facet is nearer than d.
//
// Any feature of a C that 0 is not inside (ContactNearest): GJK with exact signs, as in
// exact_distance.hpp.
//
// The depth of 0 near any feature (ContactDepth): the expanding polytope (EPA) with exact signs, as
// in exact_distance.hpp.
//
// Whatever these leave open is for exact_distance.hpp.
#pragma once

#include <optional>
#include <span>

#include "metrics/certified/contact/contact_depth.hpp"

namespace touchstone {

/// Scratch memory of find_contact().
struct ContactScratch {
  Expansion<FixedKernel<3>> narrow;
  Expansion<FixedKernel<4>> wide;
};

/// `feature`: up to three points of C near 0.
std::optional<ContactResult> find_contact(const DifferenceSet& set,
                                          std::span<const DifferencePoint> feature,
                                          ContactScratch& scratch);

}  // namespace touchstone
