// SPDX-License-Identifier: GPL-3.0-or-later
// Cases on which the metrics of faulty_metrics.hpp misbehave now and then, for tests of campaigns.
#pragma once

#include <string>

#include "harness/campaign/campaign.hpp"
#include "harness/runners/faulty_metrics.hpp"

namespace touchstone {

/// The cases file:cubes:0, 1, ... of the pairs `pair_of(k)`.
template <class PairOf>
CaseSource cubes_of(int count, const PairOf& pair_of) {
  CaseSource source;
  source.name = "file:cubes";
  source.group = "file:cubes";
  for (int k = 0; k < count; ++k) {
    Case c;
    c.id = "file:cubes:" + std::to_string(k);
    c.family = source.name;
    c.bodies = pair_of(k);
    source.cases.push_back(c);
  }
  source.count = source.cases.size();
  return source;
}

/// `count` pairs of cubes at multiples of 1/64 in every relation; every tenth is marked (B five
/// above A).
inline CaseSource marked_cubes(int count) {
  return cubes_of(count, [](int k) {
    Pair pair = cube_pair({(k * 7 % 200) / 64.0, (k * 11 % 160) / 64.0, (k * 5 % 120) / 64.0});
    if (k % 10 == 3) pair.X_WB.t.z() = kMarkedHeight;
    return pair;
  });
}

}  // namespace touchstone
