// SPDX-License-Identifier: GPL-3.0-or-later
// Two boxes by the fifteen axes of the separating axis test: sign, depth and normal.
//
// [gottschalk1996], with these differences: R is taken as it stands, so that a posed box is any
// parallelepiped; besides the sign the depth is found; and what rounding leaves in doubt, an axis
// of almost parallel edges among it, is decided in double-double.
#pragma once

#include <memory>

#include "geometry/arithmetic/registers.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// Takes boxes along their local axes (geometry/aligned_box.hpp) and no others. Witness points come
/// where a proof is wanted alone.
MetricRow box15_row();
std::unique_ptr<Metric> make_box15();
/// Computes with these registers, which the machine must have; every choice gives the same bits.
std::unique_ptr<Metric> make_box15(Registers registers);

}  // namespace touchstone
