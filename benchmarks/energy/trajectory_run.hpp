// SPDX-License-Identifier: GPL-3.0-or-later
// Our own run of a scene as a trajectory, to be judged as those of others.
#pragma once

#include <functional>

#include "benchmarks/energy/trajectory.hpp"
#include "contact/registry.hpp"

namespace touchstone {

/// Runs the scene to its end, on one thread as other engines do. Rejects unknown names.
Result<Trajectory> run_trajectory(
    const Scene& scene, const MetricSource& metrics,
    const std::function<void(std::uint64_t done, std::uint64_t total)>& progress = {});

}  // namespace touchstone
