// SPDX-License-Identifier: GPL-3.0-or-later
// The active set of the last problem, tried on the next one of the same shape.
#pragma once

#include <vector>

#include "dynamics/complementarity/attempt.hpp"
#include "dynamics/complementarity/contact_memory.hpp"

namespace touchstone {

class WarmStart {
 public:
  /// How a start ended. `rough`: accepted, with more than the rounding errors of the last problem.
  enum class End { failed, rough, solved };

  End solve(Attempt& attempt);
  /// Keeps the active set of the attempt's solution.
  void remember(Attempt& attempt);
  void forget() { valid_ = false; }
  /// What the attempts at this island's problems keep.
  FoundSet& found() { return found_; }
  /// What each contact of the next problem did in the last step, where its island was another one.
  /// Takes the place of the active set.
  void expect(const std::vector<RememberedContact>& contacts);

 private:
  bool fits(const Attempt& attempt) const;
  bool solve_afresh(Attempt& attempt, bool refined);
  End solve_expected(Attempt& attempt);

  bool valid_ = false;
  std::vector<RememberedContact> expected_;  // empty: nothing is expected
  // The shape of the last problem.
  int dof_ = 0;
  int directions_ = 0;
  StepRows rows_ = StepRows::lcp;
  std::vector<ContactFriction> friction_;
  int size_ = 0;
  // Its solution.
  double residual_ = 0;
  std::vector<char> sticking_;
  bool by_contacts_ = false;  // or else by active_
  ActiveContacts contacts_;
  std::vector<int> active_;
  FoundSet found_;
  ActiveSystem system_;
  std::vector<double> z_;
};

}  // namespace touchstone
