// SPDX-License-Identifier: GPL-3.0-or-later
// Questions about curved cores, which go to plug-ins that take them (docs/write-a-plugin.md). They
// reach the transport beside the runners: those carry pairs of polytopes.
#pragma once

#include <cstdint>
#include <string>

#include "geometry/body.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// Bits of MetricTraits::rounded_cores beside those of RoundedCore.
inline constexpr std::uint8_t kTakesCylinder = 32;
inline constexpr std::uint8_t kTakesCone = 64;
inline constexpr std::uint8_t kTakesEllipsoid = 128;

/// Whether the metric takes any curved core.
inline bool takes_curved_cores(const MetricRow& metric) {
  return (metric.traits.rounded_cores & (kTakesCylinder | kTakesCone | kTakesEllipsoid)) != 0;
}

/// Why the pair is not put to the metric; empty where it is a plug-in that takes both bodies. A
/// radius around a curved core goes to those that take a `round_solid`, too.
std::string why_curved_not_applicable(const MetricRow& metric, const ConvexPair& pair);

}  // namespace touchstone
