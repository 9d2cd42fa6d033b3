// SPDX-License-Identifier: GPL-3.0-or-later
// The gradient of a metric's value, which follows from the normal and the witness points of its
// answer (docs/gradients.md). Where phi or rho has a kink it is a point of the generalised gradient.
#pragma once

#include <optional>

#include "geometry/pair.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// The rate of phi or rho for each unit of a motion: v the velocity of the origin of a body's frame,
/// w the angular velocity about it, both in world axes. v-parts are [1] for phi and [1/m] for rho,
/// w-parts [m] and [1].
struct Gradient {
  Vec3 v_A = Vec3::Zero();
  Vec3 w_A = Vec3::Zero();
  Vec3 v_B = Vec3::Zero();
  Vec3 w_B = Vec3::Zero();
};

/// A gradient as somebody gives it.
struct ClaimedGradient {
  Gradient rates;
  std::optional<bool> differentiable = {};  ///< whether this is said to be no kink
};

/// The gradient of phi or rho; nothing where the answer lacks a value, a normal or witness points,
/// or where a ratio metric answers about one body alone that grows, or r - 1.
std::optional<Gradient> gradient_of(const Answer& answer, const MetricTraits& traits,
                                    const Pair& pair);

}  // namespace touchstone
