// SPDX-License-Identifier: GPL-3.0-or-later
// Projected Gauss-Seidel on a local step, the baseline of contact solvers: one contact after the
// other gets the impulse that its law makes of the velocities so far (Jourdan, Alart & Jean 1998
// [jourdan1998]).
#pragma once

#include <cstdint>
#include <ctime>
#include <limits>
#include <vector>

#include "dynamics/complementarity/local_step.hpp"

namespace touchstone {

struct LocalAnswer {
  std::vector<double> impulses;  ///< (c, f) of each contact [N s]
  double residual = 0;           ///< what the solver measures itself: local_error() [1]
  std::uint64_t iterations = 0;
  bool timed_out = false;  ///< the time limit ended it
  bool solved = false;     ///< residual <= the tolerance asked for
};

struct GaussSeidelOptions {
  int max_sweeps = 10000;
  double tolerance = 1e-12;  ///< largest local_error() of a solution [1]
  double time_limit_s = std::numeric_limits<double>::infinity();  ///< processor time
};

/// The processor time of this program since it was made, against a limit [s].
class TimeLimit {
 public:
  explicit TimeLimit(double limit_s) : limit_s_(limit_s) {}
  bool is_over() const {
    return static_cast<double>(std::clock() - begun_) > limit_s_ * CLOCKS_PER_SEC;
  }

 private:
  double limit_s_;
  std::clock_t begun_ = std::clock();
};

LocalAnswer gauss_seidel(const LocalStep& step, const GaussSeidelOptions& options = {});

}  // namespace touchstone
