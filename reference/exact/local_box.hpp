// SPDX-License-Identifier: GPL-3.0-or-later
// Which polytopes are boxes along their local axes.
#pragma once

#include <optional>

#include "geometry/polytope.hpp"

namespace touchstone {

/// {x : |x - centre| <= half, entry by entry}, local frame, exactly.
struct LocalBox {
  Vec3 centre;  ///< [m]
  Vec3 half;    ///< [m], positive
};

/// The polytope as a box along its local axes, if it is one and centre and half extents are
/// doubles.
std::optional<LocalBox> as_box(const Polytope& polytope);

}  // namespace touchstone
