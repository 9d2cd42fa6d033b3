// SPDX-License-Identifier: GPL-3.0-or-later
// How a free body spins: the gyroscopic torque by the implicit midpoint rule in the body's axes,
// which keeps kinetic energy and the size of the angular momentum.
#pragma once

#include "geometry/vector.hpp"

namespace touchstone {

/// Spin after a step of length h without torque, the body's axes: I (w+ - w) = h (I m) x m with
/// m = (w + w+)/2. Newton's method from w; the rule has a solution near w for any sensible
/// h |w|. If the iteration does not converge the spin stays as it is.
Vec3 free_spin(const Vec3& I, const Vec3& w, double h);

}  // namespace touchstone
