// SPDX-License-Identifier: GPL-3.0-or-later
// Which polytopes are boxes along their local axes.
#pragma once

#include <optional>

#include "geometry/polytope.hpp"

namespace touchstone {

/// {x : least <= x <= most, entry by entry}, local frame, exactly.
struct AlignedBox {
  Vec3 least;  ///< [m]
  Vec3 most;   ///< [m], above `least` in every entry
};

/// The polytope as a box along its local axes, or empty if it is none. Neither the order of its
/// vertices nor those inside its faces and edges matter.
std::optional<AlignedBox> as_aligned_box(const Polytope& polytope);

}  // namespace touchstone
