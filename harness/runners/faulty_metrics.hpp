// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics that misbehave on purpose, for tests. Each is exact on axis-aligned boxes, except on
// marked pairs.
#pragma once

#include <span>

#include "geometry/pair.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// B's height above A's frame at which a faulty metric misbehaves [m].
inline constexpr double kMarkedHeight = 5;

/// One isolated row for each faulty metric, and `sound`, which is not faulty.
std::span<const MetricRow> faulty_registry();

/// Cubes of half-width 1, B's centre at `t`, no rotation.
Pair cube_pair(const Vec3& t);

}  // namespace touchstone
