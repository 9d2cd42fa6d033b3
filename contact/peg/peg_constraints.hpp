// SPDX-License-Identifier: GPL-3.0-or-later
// The constraints of a contact model over the potential contacts of a pair (williams2016peg,
// section 5).
//
// Constraints of the model `peg`:
//   a vertex      is outside one of the facets that it may meet, or one next to them: U or I;
//   two edges     are apart, or something in another direction separates the bodies: U or I;
//   two vertices  with facets (f of B around w, g of A around v) in different directions: v is
//                 outside f, or w outside g, or something in a third direction separates: X. In
//                 the plane these are the paper's X(1,4) and X(2,3), between edges of the same
//                 side;
//   the pair      some separator separates it: U or X.
// Directions that differ by less than 0.1 rad may change places within a step: contacts in them are
// no alternatives to each other. A constraint that contains another one follows from it and is
// dropped.
#pragma once

#include <vector>

#include "contact/contact_constraint.hpp"
#include "contact/peg/potential_contacts.hpp"

namespace touchstone {

/// Writes the constraints of a model over the contact numbers of `potential`, to which it adds the
/// contacts that only the constraints name.
void write_constraints(PegModel model, double reach, const PegOptions& options,
                       PotentialContacts& potential, std::vector<ContactConstraint>& constraints);

/// The contacts of the plane of largest gap, adding those that are not there: of a facet with all
/// vertices that may come down to it, or of two edges.
std::vector<int> contacts_of_plane(double reach, const PegOptions& options,
                                   PotentialContacts& potential);

}  // namespace touchstone
