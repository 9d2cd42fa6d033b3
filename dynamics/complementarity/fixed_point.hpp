// SPDX-License-Identifier: GPL-3.0-or-later
// From the convex relaxation to Stewart & Trinkle's problem: Hart's fixed-point iteration.
//
// Hart's thesis (hart2007thesis), section 5. With Gamma added to the bounds the relaxation is a
// quadratic program with the velocity P_1(Gamma); where Gamma = mu lambda its solution solves the
// complementarity problem too (lemma 5.1). With Lambda(v) = max_k -d_k.v the maps (5.17) are
//
//   chi_1(v)     = P_1(mu Lambda(v)),                    from v = the velocity without impulses;
//   chi_2(Gamma) = mu Lambda(P_1(Gamma)),                from Gamma = 0;
//   chi_3(Gamma) = mu Lambda(P_2(Lambda(P_1(Gamma)))),   from Gamma = 0,
//
// P_2(lambda) the velocity of the program in which n.v >= -b and d_k.v >= -lambda stand apart
// (5.15). For small friction they contract; for large friction they need not converge, so the
// residual decides.
#pragma once

#include <functional>
#include <vector>

#include "dynamics/complementarity/residual.hpp"
#include "dynamics/complementarity/scaled_step.hpp"
#include "dynamics/complementarity/step_program.hpp"

namespace touchstone {

enum class FixedPointMap { chi_1, chi_2, chi_3 };

inline constexpr int kFixedPointIterations = 200;

class FixedPoint {
 public:
  /// Solves a problem of Stewart & Trinkle without constraints: solved if its residual is accepted
  /// within `max_iterations`.
  const StepSolution& solve(const StepProblem& problem, FixedPointMap map = FixedPointMap::chi_2,
                            int max_iterations = kFixedPointIterations);

  /// Iterates on a scaled step, which may have sticking contacts, until `accept` takes a solution.
  /// Changes the rows that the step has chosen.
  bool iterate(ScaledStep& step, FixedPointMap map, int max_iterations,
               const std::function<bool(const StepSolution&)>& accept);

  void set_stop(const StopToken& stop) { program_.set_stop(stop); }

  int iterations() const { return iterations_; }
  /// Steps of all quadratic programs of the last call.
  int steps() const { return steps_; }

 private:
  bool solve_program(ScaledStep& step, StepRows rows, const std::vector<double>& shift);
  void slips(const ScaledStep& step, std::vector<double>& by_contact) const;

  ScaledStep step_;
  Residual residual_;
  StepProgram program_;
  StepSolution solution_;
  StepSolution last_;
  std::vector<double> lambda_, gamma_, previous_;
  int iterations_ = 0;
  int steps_ = 0;
};

}  // namespace touchstone
