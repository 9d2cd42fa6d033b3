// SPDX-License-Identifier: GPL-3.0-or-later
// GJK + EPA and MPR as libccd has them, behind the metric interface.
#pragma once

#include <memory>

#include "metrics/metric.hpp"

namespace touchstone {

/// libccd's own default for epa_tolerance and mpr_tolerance (in its own units: metres, squared where it squares).
inline constexpr double kLibccdDefaultTolerance = 1e-4;

std::unique_ptr<Metric> make_gjk_epa(double tolerance);
std::unique_ptr<Metric> make_mpr(double tolerance);

}  // namespace touchstone
