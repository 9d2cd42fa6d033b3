// SPDX-License-Identifier: GPL-3.0-or-later
// A known bad method: the normal from B's centre to A's (yi_drumwright, III-B and Fig. 3). It
// pushes a ball that touches a long box along the box rather than out of its face.
#pragma once

#include "contact/normal_contacts.hpp"

namespace touchstone {

/// The unit direction from B's interior point to A's, world; empty if they coincide.
std::optional<Vec3> center_normal(const Polytope& A, const Pose& X_WA, const Polytope& B,
                                  const Pose& X_WB);

}  // namespace touchstone
