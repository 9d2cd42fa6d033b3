// SPDX-License-Identifier: GPL-3.0-or-later
// A scene's motion as any program found it: the states of all bodies after each step, and how long
// each step took (schema touchstone.trajectory/1, docs/energy.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dynamics/scene.hpp"
#include "geometry/result.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

struct Trajectory {
  std::string engine;
  std::string version;
  std::string settings;  ///< what a reader has to know to judge the numbers
  std::string scene;     ///< its name
  double dt = 0;         ///< [s]
  std::vector<std::string> bodies;
  std::string fault;                           ///< why it ended early; empty where it did not
  std::vector<double> took_s;                  ///< processor time of each step [s]
  std::vector<std::vector<BodyState>> states;  ///< at the start and after each step
};

const RecordDescription<Trajectory>& trajectory_record();
std::string trajectory_json(const Trajectory& trajectory);
/// Reads a file ("-" is standard input).
Result<Trajectory> read_trajectory_file(const std::string& path);

/// Why no trajectory is written or judged of this scene, or nothing.
std::optional<Error> no_trajectory(const Scene& scene);
/// Why it is not a motion of the scene, in one line: other bodies, another step or start.
std::optional<Error> not_of_scene(const Trajectory& trajectory, const Scene& scene);

}  // namespace touchstone
