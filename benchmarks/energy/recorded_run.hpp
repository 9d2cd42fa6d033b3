// SPDX-License-Identifier: GPL-3.0-or-later
// A scene run as it stands, with the states of its bodies on the way: what recordings are made of
// and held against.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "benchmarks/energy/step_meter.hpp"
#include "contact/registry.hpp"
#include "dynamics/scene.hpp"
#include "geometry/result.hpp"

namespace touchstone {

struct RecordedRun {
  std::uint64_t steps = 0;           ///< taken
  std::uint64_t unsolved_steps = 0;  ///< of them, not solved as posed
  std::string fault;                 ///< why it ended early; empty if it did not
};

/// Whether every number of every state is finite.
bool finite(const std::vector<BodyState>& states);

/// False ends the run.
using SeeStates = std::function<bool(const std::vector<BodyState>& states)>;

/// Shows the states at the start and after every so many steps. The run ends before a state
/// that is not finite. Rejects unknown names.
Result<RecordedRun> run_recorded(const Scene& scene, std::uint64_t every,
                                 const MetricSource& metrics, const SeeStates& see,
                                 const StepProgress& progress = {});

}  // namespace touchstone
