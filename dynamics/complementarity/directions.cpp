// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/directions.hpp"

#include <cassert>

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

}  // namespace touchstone
