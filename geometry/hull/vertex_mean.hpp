// SPDX-License-Identifier: GPL-3.0-or-later
// The mean of a body's extreme vertices, its interior point unless one is given.
#pragma once

#include <vector>

#include "geometry/vector.hpp"

namespace touchstone {

/// The mean of the extreme vertices, correctly rounded [m]. `extreme`: their indices, at least one.
Vec3 vertex_mean(const std::vector<Vec3>& vertices, const std::vector<int>& extreme);

}  // namespace touchstone
