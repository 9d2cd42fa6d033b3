// SPDX-License-Identifier: GPL-3.0-or-later
// Spin of a free body: the gyroscopic torque by the implicit midpoint rule in the body's axes. It
// keeps kinetic energy and the magnitude of the angular momentum.
#pragma once

#include "geometry/vector.hpp"

namespace touchstone {

/// Angular velocity w+ after a step of length h without torque, in the body's axes [rad/s]:
/// I (w+ - w) = h (I m) x m with m = (w + w+)/2, by Newton's method from w. There is a solution
/// near w unless h |w| is large. Returns w if the iteration does not converge.
Vec3 free_spin(const Vec3& I, const Vec3& w, double h);

}  // namespace touchstone
