// SPDX-License-Identifier: GPL-3.0-or-later
// The linear program of the ratio metric over half-spaces whose doubles are taken as they stand:
// what a metric that is given rounded facets can know at best.
#pragma once

#include <optional>

#include "geometry/pair.hpp"
#include "geometry/rational.hpp"

namespace touchstone {

/// rho of the half-spaces that facets_about_interior_point makes of either body, exactly. Nothing
/// where it is undefined: a body is flat, its interior point is not strictly inside all of them,
/// r = 0, or, as they are rounded, they do not bound a body.
std::optional<Rational> solve_facet_program(const Pair& pair);

}  // namespace touchstone
