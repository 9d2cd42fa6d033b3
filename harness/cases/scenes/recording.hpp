// SPDX-License-Identifier: GPL-3.0-or-later
// A run that was written down: its scene and the states of all bodies, by which anyone can see
// whether another machine, compiler or version moves the scene the same (schema
// touchstone.recording/1, docs/scene-file.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dynamics/scene.hpp"
#include "geometry/result.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

struct Recording {
  Scene scene;
  std::uint64_t every = 1;                     ///< steps between two entries
  std::vector<std::vector<BodyState>> states;  ///< at 0, every, 2 every, ... steps
  std::string fault;                           ///< why the run ended early; empty where it did not
};

/// Bit for bit.
bool same_states(const std::vector<BodyState>& a, const std::vector<BodyState>& b);

const RecordDescription<Recording>& recording_record();
std::string recording_json(const Recording& recording);
/// Reads a file ("-" is standard input).
Result<Recording> read_recording_file(const std::string& path);

}  // namespace touchstone
