// SPDX-License-Identifier: GPL-3.0-or-later
// Feasibility as Williams, Lu & Trinkle print it (williams2016peg, section 4) beside ours, on the
// vertices and facets of bodies that are poured into a box.
//
// Printed, for an angle phi and a small delta and epsilon: a vertex over the facet has psi >=
// -delta; one beyond its sides is above the plane that falls away from the facet by phi, from
// epsilon below its border. (The relation of psi and delta is lost in our copy.) Ours: it is no
// farther beyond a side than the reach, and psi is not below the floor (potential_contacts.hpp).
//
// What feasibility is for: a vertex that touches a facet at the end of a step was feasible at its
// start. Reach: how far the points of both bodies move in the step at most.
#pragma once

#include "contact/peg/potential_contacts.hpp"
#include "harness/check/paper_claim.hpp"

namespace touchstone {

/// Where a vertex is: its gap, and how far it is beyond a side of the facet at most (negative: over
/// the facet) [m].
struct VertexPlace {
  double gap = 0, beyond = 0;
};
VertexPlace place_of(const PlacedPegBody& vertices, int vertex, const PlacedPegBody& facets,
                     int facet);

/// delta and epsilon [m].
inline constexpr double kPrintedLength = 1e-6;
/// The printed rule, phi in rad.
bool feasible_as_printed(const VertexPlace& place, double phi);
/// Ours; `floor` is the least gap.
bool feasible_as_ours(const VertexPlace& place, double reach, double floor);

Check peg_feasibility_check();
/// Rows: phi of 0, 30 and 60 degrees, and ours, each in both scenes.
CheckReport check_peg_feasibility(const ClaimOptions& options);

}  // namespace touchstone
