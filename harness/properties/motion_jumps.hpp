// SPDX-License-Identifier: GPL-3.0-or-later
// Condition N2 of Yi & Drumwright: a contact normal is piecewise continuous along motions, and
// jumps only where the optimal feature changes. Jumps of a metric's normal between the steps of a
// motion are held against the exact truth's.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/pair.hpp"
#include "metrics/metric.hpp"
#include "reference/truth.hpp"

namespace touchstone {

/// Why a normal jumps from one step to the next.
enum class JumpCause {
  feature_changed,  ///< the truth's optimal features change, as they may
  tie,  ///< the features stay, and both normals are as good as optimal: two answers are right
  unexplained  ///< neither: N2 is violated
};
inline constexpr std::array kJumpCauses = {JumpCause::feature_changed, JumpCause::tie,
                                           JumpCause::unexplained};
std::string_view jump_cause_name(JumpCause cause);

struct Jump {
  std::string metric;
  std::string family;
  std::string before;           ///< id
  std::string after;            ///< id
  double angle = 0;             ///< between the metric's normals [rad]
  double true_angle = 0;        ///< between the nearest directions of the truth [rad]
  std::string features_before;  ///< "vertex-face", of A and B; several if tied
  std::string features_after;
  JumpCause cause = JumpCause::unexplained;
};

/// What the truth knows of a step: directions and the faces on which they are attained.
struct OptimalDirection {
  Vec3 n;  ///< unit, from B to A, world
  ExactFeatures features;
};
/// All optimal directions of a truth; of a ratio metric those of rho, which the truth must have.
std::vector<OptimalDirection> optimal_directions(const Pair& pair, const Truth& truth,
                                                 Quantity quantity);

/// One step: the pair and the normal that a metric gave.
struct MotionStep {
  const Pair* pair = nullptr;
  std::string id;
  Vec3 n;
};

/// Whether the normal turned by more than the step's rotations explain.
bool may_be_jump(const MotionStep& before, const MotionStep& after);

/// Nothing where the truth's normal turns as far: then the metric follows the truth.
/// `both_optimal` says whether both normals reach the metric's own values.
std::optional<Jump> explain_jump(const MotionStep& before,
                                 const std::vector<OptimalDirection>& truth_before,
                                 const MotionStep& after,
                                 const std::vector<OptimalDirection>& truth_after,
                                 bool both_optimal);

}  // namespace touchstone
