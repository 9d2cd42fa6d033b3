// SPDX-License-Identifier: GPL-3.0-or-later
// Overlaps of bodies as records have them.
#pragma once

#include "benchmarks/energy/overlap_sum.hpp"
#include "schema/json_text.hpp"

namespace touchstone {

/// The keys `lower`, `median`, `upper`, `mean` and `max`.
JsonObject& add_overlap(const OverlapStatistics& overlap, JsonObject& object);

}  // namespace touchstone
