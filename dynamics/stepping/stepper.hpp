// SPDX-License-Identifier: GPL-3.0-or-later
// Time steppers: the friction law of a step and how it is solved, behind one interface.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "dynamics/complementarity/step_problem.hpp"
#include "dynamics/complementarity/stop_token.hpp"
#include "dynamics/complementarity/warm_start.hpp"

namespace touchstone {

/// What a stepper remembers of an island from one step to the next.
struct StepMemory {
  WarmStart warm_start;
};

/// Solves one problem at a time, and keeps its scratch space.
class Stepper {
 public:
  virtual ~Stepper() = default;
  /// The solution, valid until the next call; `solved` is false if there is none. The caller may
  /// swap it for another solution, whose memory is used then.
  virtual StepSolution& solve(const StepProblem& problem, StepMemory& memory) = 0;
  /// Takes effect at once; a problem that is stopped is not solved.
  virtual void set_stop(const StopToken& /*stop*/) {}
  /// A stepper of the same kind for another thread.
  virtual std::unique_ptr<Stepper> another() const = 0;
  /// The law that its solutions fulfil.
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
