// SPDX-License-Identifier: GPL-3.0-or-later
// Where the bodies of a scene are at the end of a run, and whether that is where it expects them.
#pragma once

#include <cstddef>
#include <optional>
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
  double asked_s = 0;  ///< end of the scene
  /// End of the nearest whole step, where a run that is not cut short ends; nullopt of others.
  std::optional<double> time_s;
  std::vector<BodyEnd> bodies;
  std::vector<MetExpectation> expectations;

  std::size_t missed() const;  ///< expectations
};

/// The ends of all bodies that move, freely or on a path. `whole`: whether the run came to the
/// scene's end.
RunEnd run_end(const Scene& scene, const std::vector<BodyState>& states, bool whole);

}  // namespace touchstone
