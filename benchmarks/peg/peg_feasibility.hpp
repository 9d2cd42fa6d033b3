// SPDX-License-Identifier: GPL-3.0-or-later
// Feasibility as Williams, Lu & Trinkle print it (williams2016peg, section 4) beside ours, on the
// vertices and facets of bodies that are poured into a box.
//
// Printed, for an angle phi and a small delta and epsilon: a vertex over the facet has psi >=
// -delta; one beyond its sides is above the plane that falls away from the facet by phi, from
// epsilon below its border. (The relation of psi and delta is lost in our copy.) Ours are the
// contacts of potential_contacts.hpp.
//
// What feasibility is for: a vertex that touches a facet at the end of a step, or is the one by
// which the bodies overlap, was feasible at its start if it was applicable. Reach: how far the
// points of both bodies move in the step at most.
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

/// Feasibility as printed, with one length as delta and as epsilon.
struct PrintedRule {
  double delta = 0;        ///< [m]
  double phi_degrees = 0;  ///< below 90
};
bool is_feasible(const VertexPlace& place, const PrintedRule& rule);

Check peg_feasibility_check();
/// Rows: delta of 1e-6 and 1e-3 m with phi of 0 and 30 degrees, and ours, each in both scenes.
/// `options.full`: steps of 0.02, 0.01 and 0.005 s, else 0.02 s alone.
CheckReport check_peg_feasibility(const ClaimOptions& options);

}  // namespace touchstone
