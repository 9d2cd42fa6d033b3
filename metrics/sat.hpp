// SPDX-License-Identifier: GPL-3.0-or-later
// The separating axis test of Yi & Drumwright, Algorithms 1 and 2 as printed.
#pragma once

#include <memory>

#include "metrics/metric.hpp"

namespace touchstone {

std::unique_ptr<Metric> make_sat();

}  // namespace touchstone
