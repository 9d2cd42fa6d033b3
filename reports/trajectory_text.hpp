// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone simulate --judge` prints and writes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/energy/trajectory_judge.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// A run and what was found.
struct JudgedTrajectory {
  Trajectory run;
  TrajectoryFindings found;
};

struct MotionRecord {
  std::vector<JudgedTrajectory> results = {};
};
const RecordDescription<MotionRecord>& motion_record();

/// `room`: columns of the terminal, if there is one.
std::string trajectory_text(const std::vector<JudgedTrajectory>& judged,
                            std::optional<std::size_t> room);
/// The samples of one run.
std::string trajectory_csv(const TrajectoryFindings& found);

}  // namespace touchstone
