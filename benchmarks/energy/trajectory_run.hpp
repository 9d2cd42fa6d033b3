// SPDX-License-Identifier: GPL-3.0-or-later
// Our own run of a scene as a trajectory, to be judged as those of others.
#pragma once

#include <functional>

#include "benchmarks/energy/run_limits.hpp"
#include "benchmarks/energy/trajectory.hpp"
#include "contact/registry.hpp"

namespace touchstone {

struct TrajectoryRun {
  Trajectory trajectory;             ///< its fault says also what `cut_short` does
  std::uint64_t unsolved_steps = 0;  ///< not solved as posed
  std::string cut_short;             ///< what ended the run early; empty if nothing did
};

/// Runs the scene to its end, on one thread as other engines do. Rejects unknown names.
Result<TrajectoryRun> run_trajectory(
    const Scene& scene, const MetricSource& metrics,
    const std::function<void(std::uint64_t done, std::uint64_t total)>& progress = {},
    const RunLimits& limits = {});

}  // namespace touchstone
