// SPDX-License-Identifier: GPL-3.0-or-later
// Constraints over the potential contacts of a step (Williams, Lu & Trinkle, williams2016peg):
// which facet a feature meets is a part of the problem.
//
// psi_i is the gap of contact i at the end of the step divided by the step's length [m/s],
// N_i u + b_i of a step problem.
//
//   U(i)     0 <= c_i perp psi_i >= 0;
//   I(P, O)  one feature against several facets: the largest psi of P and O is at least 0, and only
//            a contact of P carries a force;
//   X(O)     the largest psi of O is at least 0, without a force of its own.
//
// Forces are along the normal here. Friction follows from that of its contact (step_problem.hpp).
//
// What a solution has to fulfil is said in two forms.
//
// Lemke's form, a complementarity problem except for X:
//   I with one primary    0 <= c_1 perp max psi >= 0. The force of the primary may act while
//                         another contact has the largest psi; it is then borrowed.
//   I with several        max psi >= 0; a force only where its own psi is 0 and no other is
//                         above 0.
//   X                     max psi >= 0.
// Branched form: each I and X has chosen one of its contacts.
//   I and X               max psi >= 0; the chosen contact carries a force >= 0, and only where its
//                         psi is 0 and no other one is above 0.
#pragma once

#include <vector>

namespace touchstone {

struct ContactConstraint {
  enum class Kind { unilateral, inter, cross };
  Kind kind = Kind::unilateral;
  /// Contacts that may carry a force in Lemke's form: of U one, of I at least one, of X none. A
  /// contact is primary in one constraint at most.
  std::vector<int> primary;
  std::vector<int> other;  ///< the other contacts of I and X

  /// Calls with each contact, those of `primary` first.
  template <class Use>
  void for_each(const Use& use) const {
    for (const int contact : primary) use(contact);
    for (const int contact : other) use(contact);
  }
};

/// The form of the constraints that a solution fulfils.
enum class ConstraintForm { lemke, branched };

}  // namespace touchstone
