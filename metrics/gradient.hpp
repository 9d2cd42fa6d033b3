// SPDX-License-Identifier: GPL-3.0-or-later
// The gradient of a metric's value, which follows from the normal and the witness points of its
// answer (docs/gradients.md). Where phi or rho has a kink it is a point of the generalised gradient.
#pragma once

#include <cmath>
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

/// The gradient of phi or rho; nothing where the answer lacks a value, a normal or witness points,
/// or where a ratio metric answers about one body alone that grows, or r - 1. Witness points differ
/// along the normal alone, so that each body may use its own: its lever is then rounded least. Those
/// of rho grow with their body until they meet.
inline std::optional<Gradient> gradient_of(const Answer& answer, const MetricTraits& traits,
                                           const Pair& pair) {
  if (answer.status != AnswerStatus::answered || !answer.normal || !answer.witnesses) return {};
  Vec3 n = *answer.normal;
  Vec3 arm_A = answer.witnesses->p_WA - pair.X_WA.t;
  Vec3 arm_B = answer.witnesses->p_WB - pair.X_WB.t;
  if (traits.quantity == Quantity::ratio) {
    if (traits.form != RatioForm::rho || traits.fixed != FixedBody::none) return {};
    const Vec3 center_A = pair.X_WA.R * pair.A->interior_point();
    const Vec3 center_B = pair.X_WB.R * pair.B->interior_point();
    // n.d, where p_A - p_B = rho d is the longer of the two: of centers that are next to each other
    // rounding leaves nothing of d.
    const double rho = answer.value;
    const Vec3 d = (pair.X_WA.t - pair.X_WB.t) + (center_A - center_B);
    const Vec3 apart = answer.witnesses->p_WA - answer.witnesses->p_WB;
    // n_r / r^2 with n_r.d = r and 1/r = 1 - rho.
    const double shrink = 1 - rho;
    n *= std::abs(rho) > 1 ? shrink / n.dot(apart) * rho : shrink / n.dot(d);
    arm_A = center_A + (arm_A - center_A) / shrink;
    arm_B = center_B + (arm_B - center_B) / shrink;
  }
  return Gradient{n, arm_A.cross(n), -n, n.cross(arm_B)};
}

}  // namespace touchstone
