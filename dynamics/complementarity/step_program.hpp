// SPDX-License-Identifier: GPL-3.0-or-later
// The quadratic program that a step's rows pose, without the slips of an lcp.
#pragma once

#include <vector>

#include "dynamics/complementarity/active_system.hpp"
#include "dynamics/complementarity/quadratic_program.hpp"
#include "dynamics/complementarity/scaled_step.hpp"

namespace touchstone {

class StepProgram {
 public:
  /// `feasibility` is relative to the step's scale. False: infeasible, or too many steps.
  bool solve(const ScaledStep& step, double feasibility);
  /// The solution, solved afresh on the active rows.
  void expand(ScaledStep& step, StepSolution& solution);

  void set_stop(const StopToken& stop) { program_.set_stop(stop); }

  const std::vector<int>& active() const { return program_.active(); }
  const std::vector<double>& multipliers() const { return program_.multipliers(); }
  int steps() const { return program_.steps(); }

 private:
  QuadraticProgram program_;
  ActiveSystem system_;
  std::vector<double> rows_, q_, z_;
};

}  // namespace touchstone
