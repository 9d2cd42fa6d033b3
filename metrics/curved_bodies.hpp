// SPDX-License-Identifier: GPL-3.0-or-later
// What some metrics take beside polytopes: bodies with a curved core or a radius (docs/bodies.md).
#pragma once

#include <cstdint>
#include <memory>

#include "geometry/body.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

// Bits of MetricTraits::rounded_cores beside those of RoundedCore.
inline constexpr std::uint8_t kTakesCylinder = 32;
inline constexpr std::uint8_t kTakesCone = 64;
inline constexpr std::uint8_t kTakesEllipsoid = 128;
inline constexpr std::uint8_t kTakesCurved = kTakesCylinder | kTakesCone | kTakesEllipsoid;

/// Whether a metric is asked about polytopes with their radius, not about the cores.
inline bool takes_radius(const MetricTraits& traits) {
  return (traits.rounded_cores & ~kTakesCurved) != 0;
}

/// A metric of this program that needs nothing of a body but its support function, so that it takes
/// curved cores, with a radius or not. Its traits say which.
class CurvedBodies {
 public:
  virtual ~CurvedBodies() = default;
  /// A shape for Metric::evaluate, of the body with its radius.
  virtual std::unique_ptr<Shape> prepare_body(const ConvexBody& body) const = 0;
};

}  // namespace touchstone
