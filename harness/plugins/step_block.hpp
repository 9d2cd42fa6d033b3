// SPDX-License-Identifier: GPL-3.0-or-later
// A contact problem on its way to a solver in a worker: in the memory that the worker reads.
#pragma once

#include <cstdint>

#include "dynamics/complementarity/local_step.hpp"
#include "harness/plugins/plugin_channel.hpp"

namespace touchstone {

/// The bit of touchstone/solver.h for such a cone.
std::uint32_t cone_bit(StepCone cone);

/// Writes the problem into the arena. False where it has no room.
bool write_step(const LocalStep& step, double time_limit_s, plugin_channel::Questions& questions);

/// What lies there, as a solver takes it.
class StepInArena {
 public:
  explicit StepInArena(const plugin_channel::Questions& questions);
  StepInArena(const StepInArena&) = delete;
  StepInArena& operator=(const StepInArena&) = delete;
  const touchstone_step& step() const { return step_; }

 private:
  touchstone_step_bodies bodies_{};
  touchstone_step step_{};
};

}  // namespace touchstone
