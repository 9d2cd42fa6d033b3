// SPDX-License-Identifier: GPL-3.0-or-later
// The seeds' unit test as a metric: the explicit convex hull of all vertex differences.
#pragma once

#include <memory>

#include "metrics/metric.hpp"

namespace touchstone {

/// Exact kernel: exact differences, exact hull, value rounded once.
std::unique_ptr<Metric> make_minkowski();
/// The same construction in plain doubles.
std::unique_ptr<Metric> make_minkowski_float();

}  // namespace touchstone
