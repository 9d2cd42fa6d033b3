// SPDX-License-Identifier: GPL-3.0-or-later
// A scene run as it stands, with the states of its bodies on the way: what recordings are made of
// and held against.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "benchmarks/energy/run_limits.hpp"
#include "benchmarks/energy/step_meter.hpp"
#include "contact/registry.hpp"
#include "dynamics/stepping/simulation.hpp"
#include "geometry/polytope.hpp"
#include "geometry/result.hpp"

namespace touchstone {

struct RecordedRun {
  std::uint64_t steps = 0;           ///< taken
  std::uint64_t unsolved_steps = 0;  ///< steps taken, but not solved as posed
  std::string fault;                 ///< why it could not go on; empty if it could
  /// What ended it before that, "its time limit of 2 s ended it at 0.3 s"; empty if nothing did.
  std::string cut_short;
  double t_end = 0;  ///< where it ended [s]
};

/// Largest distance or depth that can be measured between bodies whose states can be read [m].
inline constexpr double kMaxDistance_m = 100 * kMaxCoordinate;

/// Why these states cannot be written and read again, or nothing.
std::string unreadable(const std::vector<BodyState>& states);
/// What has ended a run at that time, as RecordedRun has it.
std::string cut_short(const RunClock& clock, const RunLimits& limits, double t_s);

/// False ends the run.
using SeeStep = std::function<bool(const Simulation& simulation)>;

/// Shows the simulation at the start and after every so many steps. The run ends before a state
/// that could not be read again. Rejects unknown names.
Result<RecordedRun> run_recorded(const Scene& scene, std::uint64_t every,
                                 const MetricSource& metrics, const SeeStep& see,
                                 const StepProgress& progress = {}, const RunLimits& limits = {});

}  // namespace touchstone
