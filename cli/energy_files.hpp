// SPDX-License-Identifier: GPL-3.0-or-later
// The files of `touchstone energy`: scenes and recordings.
#pragma once

#include <cstdint>
#include <string>

#include "dynamics/scene.hpp"

namespace touchstone {

/// Writes a scene down and runs nothing. These return the exit code.
int write_scene(const Scene& scene, const std::string& path);

/// Runs a scene to its end and writes down its states, one in every few steps.
int record_scene(const Scene& scene, std::uint64_t every, double time_limit_s,
                 const std::string& path);

/// Runs a recorded scene again and compares the states bit for bit.
int replay_recording(const std::string& path, std::uint64_t max_steps);

}  // namespace touchstone
