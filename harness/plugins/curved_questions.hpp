// SPDX-License-Identifier: GPL-3.0-or-later
// Which pairs go to which metrics. Curved cores go to plug-ins (docs/write-a-plugin.md) and metrics
// that take them.
#pragma once

#include <string>

#include "harness/asking/asked_pair.hpp"
#include "metrics/curved_bodies.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// Whether the metric takes any curved core.
inline bool takes_curved_cores(const MetricRow& metric) {
  return (metric.traits.rounded_cores & kTakesCurved) != 0;
}

/// Why the pair is not put to the metric; empty where it takes both bodies. A radius around a
/// curved core goes to plug-ins that take a `round_solid`, too; metrics of this program that take
/// the core take the radius.
std::string why_not_applicable(const MetricRow& metric, const AskedPair& asked);

}  // namespace touchstone
