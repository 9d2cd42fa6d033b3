// SPDX-License-Identifier: GPL-3.0-or-later
// The time steppers: what law a step obeys, behind one interface.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "dynamics/complementarity/step_problem.hpp"

namespace touchstone {

/// Keeps memory and the active set of the last step; one for each simulation.
class Stepper {
 public:
  virtual ~Stepper() = default;
  /// Valid until the next call. `solved` is false if the problem was not solved.
  virtual const StepSolution& solve(const StepProblem& problem) = 0;
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
