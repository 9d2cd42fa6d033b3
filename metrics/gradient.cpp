// SPDX-License-Identifier: GPL-3.0-or-later
// Witness points of phi differ along the normal alone, so that each body may use its own: its lever
// is then rounded least. Those of rho grow with their body until they meet.
#include "metrics/gradient.hpp"

#include "metrics/arithmetic/center_offset.hpp"

namespace touchstone {
namespace {

[[gnu::cold, gnu::noinline]] Vec3 precise_offset(const Pair& pair) {
  return rounded(
      center_offset(pair.A->interior_point(), pair.X_WA, pair.B->interior_point(), pair.X_WB));
}

/// d = x_A - x_B. Double-doubles cost twice as much as the rest of a gradient: only where the arms to
/// the interior points cancel are they needed.
Vec3 offset(const Pair& pair, const Vec3& center_A, const Vec3& center_B) {
  const Vec3 d = (pair.X_WA.t - pair.X_WB.t) + (center_A - center_B);
  const bool cancels = !(center_A.lpNorm<1>() + center_B.lpNorm<1>() <= 2 * d.lpNorm<1>());
  return cancels ? precise_offset(pair) : d;
}

}  // namespace

std::optional<Gradient> gradient_of(const Answer& answer, const MetricTraits& traits,
                                    const Pair& pair) {
  if (answer.status != AnswerStatus::answered || !answer.normal || !answer.witnesses) return {};
  Vec3 n = *answer.normal;
  Vec3 arm_A = answer.witnesses->p_WA - pair.X_WA.t;
  Vec3 arm_B = answer.witnesses->p_WB - pair.X_WB.t;
  if (traits.quantity == Quantity::ratio) {
    if (traits.form != RatioForm::rho || traits.fixed != FixedBody::none) return {};
    if (!answer.ratio && !(answer.value < 1)) return {};
    // Beside 1 rho says little of r.
    const double r = answer.ratio ? answer.ratio->r : 1 / (1 - answer.value);
    const Vec3 center_A = pair.X_WA.R * pair.A->interior_point();
    const Vec3 center_B = pair.X_WB.R * pair.B->interior_point();
    // n_r / r^2 with n_r.d = r.
    n /= r * n.dot(offset(pair, center_A, center_B));
    arm_A = center_A + r * (arm_A - center_A);
    arm_B = center_B + r * (arm_B - center_B);
  }
  return Gradient{n, arm_A.cross(n), -n, n.cross(arm_B)};
}

}  // namespace touchstone
