// SPDX-License-Identifier: GPL-3.0-or-later
// A polytope that is a box along its local axes, and what its features are called. Internal to
// `certified`.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "metrics/common/box_body.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// Immutable; shared between threads.
class BoxShape {
 public:
  /// Empty if the polytope is not a box along its local axes, or if a feature of the box is not one
  /// of the polytope, or has a number of more than 16 bits.
  static std::optional<BoxShape> of(const Polytope& polytope);

  /// The feature that has this corner and extends along the axes `free`, a bit each, at most two.
  /// Bit i of `corner`: whether it is the upper one along axis i.
  Feature feature(unsigned free, unsigned corner) const {
    using enum Feature::Kind;
    constexpr std::array kKinds = {vertex, edge, edge, facet, edge, facet, facet};
    return {kKinds[free], numbers_[free][corner & ~free]};
  }

  BoxBody body;
  Vec3 least = Vec3::Zero();  ///< lower corner, local [m]
  Vec3 most = Vec3::Zero();   ///< upper corner, local [m]
  double longest = 0;         ///< from the centre to a corner [m]
  double farthest = 0;        ///< from the local origin to a corner, or above it [m]

 private:
  explicit BoxShape(const Polytope& polytope);
  bool name_features(const Polytope& polytope);

  std::array<std::array<std::uint16_t, 8>, 7> numbers_{};
};

}  // namespace touchstone
