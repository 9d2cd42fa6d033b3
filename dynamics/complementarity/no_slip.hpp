// SPDX-License-Identifier: GPL-3.0-or-later
// The search for the set of no-slip contacts that stick.
//
// Tangential rows of a set S of them are bilateral, the others slide freely. S starts empty and
// becomes the contacts that press, until it no longer changes. Which of several dependent normals
// press is arbitrary; so if all that press do not slip, the impulses are distributed anew over all
// contacts that touch and do not slip. If S repeats, the sets nearest to the last one are tried in
// a fixed order. There may be no such set: the impulse that would stop a contact may lift it.
#pragma once

#include <vector>

#include "dynamics/complementarity/attempt.hpp"
#include "dynamics/complementarity/link_runs.hpp"

namespace touchstone {

/// No-slip contacts that touch and do not slip.
std::vector<char> touching_without_slip(const ScaledRows& rows, const StepSolution& solution,
                                        double tolerance);

class NoSlipSearch {
 public:
  bool solve(Attempt& attempt, LinkRuns& links);
  /// Whether the last search failed because there is no such set: all were solved for.
  bool inconsistent() const { return inconsistent_; }

 private:
  bool follow_pressing(Attempt& attempt, LinkRuns& links);
  bool try_near_sets(Attempt& attempt, LinkRuns& links);
  bool settle(Attempt& attempt);
  bool redistribute(Attempt& attempt);
  bool try_without_slip(Attempt& attempt, const std::vector<char>& allowed, double tolerance);
  bool has_tried(const std::vector<char>& sticking) const;

  std::vector<char> sticking_;            // whether each contact sticks in the last set
  std::vector<std::vector<char>> tried_;  // sets tried so far
  bool inconsistent_ = false;
  StepSolution seen_;  // where contacts are read off
};

}  // namespace touchstone
