// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics that misbehave on purpose, for tests. Each is exact on axis-aligned boxes, except on
// marked pairs.
#pragma once

#include <span>

#include "geometry/pair.hpp"
#include "metrics/registry.hpp"

namespace touchstone {

/// B's height above A's frame at which a misdeed happens [m].
inline constexpr double kMarkedHeight = 5;

/// One isolated row for each misdeed, and `sound`, which has none.
std::span<const MetricRow> misdeed_registry();

/// Cubes of half-width 1, B's centre at `t`, no rotation.
Pair cube_pair(const Vec3& t);

}  // namespace touchstone
