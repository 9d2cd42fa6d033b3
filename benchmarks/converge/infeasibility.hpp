// SPDX-License-Identifier: GPL-3.0-or-later
// How far the bodies of a run overlap, summed up over its steps: the largest depth of any pair [m],
// and Hart's infeasibility I(q) (hart2007thesis, (6.3)), which takes the ratio metric's rho in its
// place [1]. The joints of (6.3) are left out: the problems have none.
//
// The thesis compares averages: single steps overlap as order h, the more rarely the smaller h is.
// So the share of the largest hundredth of the steps is said as well, and the average over the
// steps in which something moves.
#pragma once

#include <cstddef>
#include <vector>

namespace touchstone {

/// Below this kinetic energy a scene rests [J].
inline constexpr double kRestingEnergy = 1e-9;
/// Depths below this are rounding, of which no constant is made [m].
inline constexpr double kRoundingDepth = 1e-12;

/// What was seen after one step of length h.
struct InfeasibleStep {
  double time_s = 0;
  double h = 0;
  double depth_m = 0;        ///< of the deepest pair, at least 0
  double speed_squared = 0;  ///< |v|^2 of all bodies' velocities and spins [m^2/s^2, rad^2/s^2]
  double kinetic_J = 0;
  double ratio = 0;  ///< I(q) of (6.3): max(0, -rho) of all pairs, at most infinity [1]
};

/// Theorem 6.12: I <= C |v|^2 h^2 with the step's own v and h.
struct StabilisationConstant {
  double C = 0;       ///< the largest of any step [1/m]
  double time_s = 0;  ///< when the step with that C ended
  double speed = 0;   ///< |v| of the step with that C
  double depth_m = 0;
};

struct InfeasibilitySum {
  std::size_t steps = 0;
  double average_m = 0;
  double max_m = 0;
  double max_time_s = 0;
  double top_share = 0;          ///< what the deepest hundredth of the steps has of the sum [1]
  std::size_t moving_steps = 0;  ///< steps with kinetic energy above kRestingEnergy
  double moving_average_m = 0;
  StabilisationConstant constant;
  double average_ratio = 0, max_ratio = 0;  ///< of I(q) as printed [1]
};

InfeasibilitySum sum_up(const std::vector<InfeasibleStep>& steps);

}  // namespace touchstone
