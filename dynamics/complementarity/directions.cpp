// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/directions.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "dynamics/complementarity/step_problem.hpp"
#include "geometry/arithmetic/trigonometry.hpp"

namespace touchstone {

std::vector<double> cone_directions(int directions) {
  assert(directions >= 4 && directions % 2 == 0);
  std::vector<double> xy;
  for (int k = 0; k < directions; ++k) {
    const SinCos turn = sin_cos_of_turn(k, directions);
    xy.push_back(turn.cos.high);
    xy.push_back(turn.sin.high);
  }
  return xy;
}

double slip_along(const std::vector<double>& directions, double x, double y) {
  double slip = 0;
  for (std::size_t k = 0; k < directions.size(); k += 2) {
    slip = std::max(slip, -(directions[k] * x + directions[k + 1] * y));
  }
  return slip;
}

std::string directions_text(int directions) {
  return directions == kRoundCone ? "round" : std::to_string(directions);
}

}  // namespace touchstone
