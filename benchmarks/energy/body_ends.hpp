// SPDX-License-Identifier: GPL-3.0-or-later
// Where the bodies of a scene are at the end of a run, and whether that is where it expects them.
#pragma once

#include <string>
#include <vector>

#include "dynamics/scene.hpp"

namespace touchstone {

struct BodyEnd {
  std::string body;
  Vec3 position_m = Vec3::Zero();  ///< centre of mass, world
  double moved_m = 0;              ///< distance from where it started
};

/// What became of an expectation of the scene (Scene::expect).
struct MetExpectation {
  Expectation expected;
  double away_m = 0;  ///< distance from where it is expected
  bool met = false;   ///< whether the run came to its end and it is near enough
};

/// What a run ended with.
struct RunEnd {
  std::vector<BodyEnd> bodies;
  std::vector<MetExpectation> expectations;

  bool all_met() const;
};

/// The ends of all bodies that move, freely or on a path. `whole`: whether the run came to the
/// scene's end.
RunEnd run_end(const Scene& scene, const std::vector<BodyState>& states, bool whole);

}  // namespace touchstone
