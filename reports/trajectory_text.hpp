// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone simulate --judge` prints and writes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/energy/trajectory_judge.hpp"

namespace touchstone {

/// A run and what was found.
struct JudgedTrajectory {
  Trajectory run;
  TrajectoryFindings found;
};

/// `room`: columns of the terminal, if there is one.
std::string trajectory_text(const std::vector<JudgedTrajectory>& judged,
                            std::optional<std::size_t> room);
/// Schema touchstone.motion/1: one entry of `results` for each run.
std::string motion_json(const std::vector<JudgedTrajectory>& judged);
/// The samples of one run.
std::string trajectory_csv(const TrajectoryFindings& found);

}  // namespace touchstone
