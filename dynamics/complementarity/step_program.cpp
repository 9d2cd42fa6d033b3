// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/step_program.hpp"

namespace touchstone {

bool StepProgram::solve(const ScaledStep& step, double feasibility) {
  step.write_rows(rows_, q_);
  return program_.solve(rows_, q_, step.dof(), feasibility * step.scale()) ==
         QuadraticProgramEnd::solved;
}

void StepProgram::expand(ScaledStep& step, StepSolution& solution) {
  if (!system_.solve(step, program_.active(), 1, z_)) {
    z_ = program_.multipliers();
  }
  step.expand(program_.active(), z_, solution);
}

}  // namespace touchstone
