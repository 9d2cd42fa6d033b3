// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the judge (residual.hpp) that knows contact constraints. It shares no code with a
// solver.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "contact/contact_constraint.hpp"

namespace touchstone {

/// Error where nothing can be judged: an entry is not finite, or a size or an index is wrong.
inline constexpr double kUnjudgeable = std::numeric_limits<double>::infinity();

/// What each contact of a step does.
struct ContactValues {
  std::span<const double> impulse;    ///< c_i / sqrt(m_i) [sqrt(J)]
  std::span<const double> rate;       ///< psi_i [m/s]
  std::span<const double> root_mass;  ///< sqrt(m_i)
};

/// By how much the rules of a form are broken, the largest over all constraints and contacts
/// [sqrt(J)]. `chosen`: of each constraint the contact that it chose, -1 for none; read in the
/// branched form alone. Infinity where a constraint is not well formed or names a contact that is
/// not there, or where a chosen contact is not one of the constraint's.
double constraint_error(std::span<const ContactConstraint> constraints, ConstraintForm form,
                        const ContactValues& values, std::span<const int> chosen);

}  // namespace touchstone
