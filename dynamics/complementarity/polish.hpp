// SPDX-License-Identifier: GPL-3.0-or-later
// Improves an accepted solution that has more than rounding errors: solves afresh for what each
// contact does at its velocity, and keeps the better of the two.
#pragma once

#include <functional>
#include <vector>

#include "dynamics/complementarity/attempt.hpp"

namespace touchstone {

/// A residual of this size is rounding.
inline constexpr double kPolished = 1e-13;

class Polish {
 public:
  /// `solve` solves the attempt's problem from nothing; false if it cannot.
  void run(Attempt& attempt, const std::function<bool()>& solve);

 private:
  void on_contacts(Attempt& attempt);
  void strictly(Attempt& attempt, const std::function<bool()>& solve);

  StepSolution seen_;
  ActiveContacts contacts_;
  std::vector<int> active_;
};

}  // namespace touchstone
