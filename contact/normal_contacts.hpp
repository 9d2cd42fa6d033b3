// SPDX-License-Identifier: GPL-3.0-or-later
// Contact data from a normal that a rule of thumb gives: phi is the gap along it, the rest is as
// with a metric's (contact/manifold.hpp).
#pragma once

#include <memory>
#include <optional>

#include "contact/contact.hpp"

namespace touchstone {

/// A unit direction from B to A, world; empty if the rule does not give a direction.
using NormalRule = std::optional<Vec3> (*)(const Polytope& A, const Pose& X_WA, const Polytope& B,
                                           const Pose& X_WB);

std::unique_ptr<ContactMethod> make_normal_contacts(NormalRule rule);

}  // namespace touchstone
