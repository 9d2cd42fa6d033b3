// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the chain that looks for a set of contacts that stick.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "dynamics/complementarity/chain.hpp"

namespace touchstone {
namespace {

/// A no-slip contact with less than this share of the largest normal impulse does not press.
constexpr double kPresses = 1e-12;
/// Relative to the problem's scale: a contact that moves less, in each direction, holds.
constexpr double kHolds = 1e-9;
constexpr int kStickingRounds = 30;
/// Sets of sticking contacts tried where the rounds go in circles.
constexpr int kStickingSets = 64;

}  // namespace

/// Which no-slip contacts press. False if the set is as it was.
bool StepSolver::press(std::vector<char>& sticking) const {
  const double largest =
      solution_.normal_impulse.size() > 0 ? solution_.normal_impulse.maxCoeff() : 0;
  bool changed = false;
  for (std::size_t i = 0; i < sticking.size(); ++i) {
    const bool presses =
        problem_->friction[i].kind == FrictionKind::no_slip &&
        solution_.normal_impulse[static_cast<Eigen::Index>(i)] > kPresses * largest;
    changed = changed || presses != (sticking[i] != 0);
    sticking[i] = presses ? 1 : 0;
  }
  return changed;
}

/// Solves with the contacts that step_ has sticking; true if that solves the step's problem.
bool StepSolver::try_sticking() { return run_links(true) && (judge() || redistribute()); }

/// No-slip contacts that touch and do not slip.
std::vector<char> StepSolver::touching_without_slip(const StepSolution& solution,
                                                    double tolerance) const {
  std::vector<char> holding(problem_->friction.size(), 0);
  const double* u = solution.u.data();
  for (std::size_t i = 0; i < holding.size(); ++i) {
    const auto contact = static_cast<int>(i);
    if (problem_->friction[i].kind == FrictionKind::no_slip &&
        step_.normal_velocity(contact, u) <= tolerance) {
      const auto [x, y] = step_.tangent_velocity(contact, u);
      holding[i] = std::max(std::abs(x), std::abs(y)) <= tolerance ? 1 : 0;
    }
  }
  return holding;
}

/// The velocity may be right where the impulses are not: those that press are any of several
/// dependent ones. Distributes them over all that touch, then over those that press.
bool StepSolver::redistribute() {
  std::vector<char> pressing(problem_->friction.size(), 0);
  press(pressing);
  const double tolerance = kHolds * step_.scale();
  std::vector<char> holding = touching_without_slip(solution_, tolerance);
  for (std::size_t i = 0; i < pressing.size(); ++i) {
    if (pressing[i] != 0 && holding[i] == 0) {
      return false;
    }
  }
  seen_ = solution_;
  std::vector<char> loaded(pressing.size());
  for (std::size_t i = 0; i < loaded.size(); ++i) {
    const bool no_slip = problem_->friction[i].kind == FrictionKind::no_slip;
    loaded[i] = no_slip ? pressing[i] : seen_.normal_impulse[static_cast<Eigen::Index>(i)] > 0;
    holding[i] = no_slip ? holding[i] : 1;
  }
  if (try_without_slip(holding, tolerance) || try_without_slip(loaded, tolerance)) {
    return true;
  }
  std::swap(solution_, seen_);
  return false;
}

/// Solves for these contacts at the velocity of seen_, without those that pull.
bool StepSolver::try_without_slip(const std::vector<char>& allowed, double tolerance) {
  std::vector<char> sticking = allowed;
  for (std::size_t i = 0; i < sticking.size(); ++i) {
    if (problem_->friction[i].kind != FrictionKind::no_slip) {
      sticking[i] = 0;
    }
  }
  step_.stick(sticking);
  contacts_.read(step_, seen_.u.data(), tolerance, nullptr, &allowed);
  for (;;) {
    contacts_.solve(step_, 1, active_, z_);
    step_.expand(active_, z_, solution_);
    if (judge()) {
      by_contacts_ = true;
      return true;
    }
    if (!contacts_.drop_pulling()) {
      return false;
    }
    for (std::size_t i = 0; i < sticking.size(); ++i) {
      if (sticking[i] != 0 && !contacts_.acts(static_cast<int>(i))) {
        sticking[i] = 0;
      }
    }
    step_.stick(sticking);
  }
}

bool StepSolver::solve_no_slip() {
  std::vector<char> sticking(static_cast<std::size_t>(problem_->contacts()), 0);
  std::vector<std::vector<char>> seen;
  for (int round = 0; round < kStickingRounds; ++round) {
    step_.stick(sticking);
    if (!run_links(false)) {
      break;
    }
    if (judge() || redistribute()) {
      return true;
    }
    seen.push_back(sticking);
    if (!press(sticking) || std::find(seen.begin(), seen.end(), sticking) != seen.end()) {
      break;
    }
  }
  if (demands_.strict) {
    return false;
  }
  // Change one contact of the last set, then two, and so on.
  std::vector<std::size_t> contacts;
  for (std::size_t i = 0; i < sticking.size(); ++i) {
    if (problem_->friction[i].kind == FrictionKind::no_slip) {
      contacts.push_back(i);
    }
  }
  int tried = 0;
  for (std::size_t changes = 1; changes <= contacts.size() && tried < kStickingSets; ++changes) {
    std::vector<char> changed(contacts.size(), 0);
    std::fill(changed.begin(), changed.begin() + static_cast<std::ptrdiff_t>(changes), 1);
    do {
      std::vector<char> set = sticking;
      for (std::size_t i = 0; i < contacts.size(); ++i) {
        set[contacts[i]] = static_cast<char>(set[contacts[i]] ^ changed[i]);
      }
      if (std::find(seen.begin(), seen.end(), set) == seen.end()) {
        step_.stick(set);
        if (try_sticking()) {
          return true;
        }
        ++tried;
      }
    } while (tried < kStickingSets && std::prev_permutation(changed.begin(), changed.end()));
  }
  return false;
}

}  // namespace touchstone
