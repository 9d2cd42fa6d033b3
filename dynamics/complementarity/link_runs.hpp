// SPDX-License-Identifier: GPL-3.0-or-later
// The links of the chain that solve an attempt's problem from nothing (links.hpp), one after the
// other.
#pragma once

#include <vector>

#include "dynamics/complementarity/attempt.hpp"
#include "dynamics/complementarity/fixed_point.hpp"
#include "dynamics/complementarity/lemke.hpp"
#include "dynamics/complementarity/links.hpp"
#include "dynamics/complementarity/step_program.hpp"

namespace touchstone {

class LinkRuns {
 public:
  explicit LinkRuns(std::vector<SolverLink> chain);

  /// A link that is stopped fails, and so do all after it.
  void set_stop(const StopToken& stop);
  bool has(SolverLink link) const;
  /// Runs links until a solution is accepted. `briefly`: only links that solve with one attempt.
  bool run(Attempt& attempt, bool briefly);

 private:
  bool run_link(SolverLink link, Attempt& attempt);
  bool run_program(Attempt& attempt);
  bool run_lemke(Attempt& attempt, double regularisation, int covering);
  bool run_relaxed_active_set(Attempt& attempt);
  bool relax(Attempt& attempt);
  bool run_fixed_point(Attempt& attempt);

  StopToken stop_;
  std::vector<SolverLink> chain_;
  StepProgram program_;
  Lemke lemke_;
  FixedPoint fixed_point_;
  StepSolution relaxed_;
  std::vector<double> gamma_;
  std::vector<double> z_, rows_, q_, matrix_, covering_;
};

}  // namespace touchstone
