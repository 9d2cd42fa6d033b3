// SPDX-License-Identifier: GPL-3.0-or-later
// The time steppers: what law a step obeys, behind one interface.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "dynamics/complementarity/step_problem.hpp"
#include "dynamics/complementarity/stop_token.hpp"
#include "dynamics/complementarity/warm_start.hpp"

namespace touchstone {

/// What is remembered of an island from one step to the next.
struct StepMemory {
  WarmStart warm_start;
};

/// Solves one problem at a time, and keeps its scratch space.
class Stepper {
 public:
  virtual ~Stepper() = default;
  /// Valid until the next call; the caller may swap it for another one, whose memory is used then.
  /// `solved` is false if the problem was not solved.
  virtual StepSolution& solve(const StepProblem& problem, StepMemory& memory) = 0;
  /// From here on: what is stopped is not solved.
  virtual void set_stop(const StopToken& /*stop*/) {}
  /// Another one of the same kind, for another thread.
  virtual std::unique_ptr<Stepper> another() const = 0;
  /// What its solutions fulfil.
  virtual FrictionLaw law() const { return FrictionLaw::stewart_trinkle; }
};

struct StepperRow {
  std::string name;
  std::string summary;
  std::unique_ptr<Stepper> (*make)();
};

std::span<const StepperRow> stepper_registry();
/// nullptr if no stepper has that name.
const StepperRow* find_stepper(std::string_view name);

}  // namespace touchstone
