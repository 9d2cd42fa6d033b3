// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/no_slip.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// A no-slip contact with less than this share of the largest normal impulse does not press.
constexpr double kPresses = 1e-12;
/// Relative to the problem's scale: a contact that moves less, in each direction, holds.
constexpr double kHolds = 1e-9;
constexpr int kStickingRounds = 30;
/// Sets of sticking contacts tried after a set has come again.
constexpr int kStickingSets = 64;

bool is_no_slip(const StepProblem& problem, std::size_t contact) {
  return problem.friction[contact].kind == FrictionKind::no_slip;
}

/// Sets which no-slip contacts press. False if the set has not changed.
bool press(const Attempt& a, std::vector<char>& sticking) {
  const Eigen::VectorXd& impulse = a.solution.normal_impulse;
  const double largest = impulse.size() > 0 ? impulse.maxCoeff() : 0;
  bool changed = false;
  for (std::size_t i = 0; i < sticking.size(); ++i) {
    const bool presses =
        is_no_slip(*a.problem, i) && impulse[static_cast<Eigen::Index>(i)] > kPresses * largest;
    changed = changed || presses != (sticking[i] != 0);
    sticking[i] = presses ? 1 : 0;
  }
  return changed;
}

}  // namespace

std::vector<char> touching_without_slip(const ScaledRows& rows, const StepSolution& solution,
                                        double tolerance) {
  std::vector<char> holding(at(rows.contacts()), 0);
  const double* u = solution.u.data();
  for (int i = 0; i < rows.contacts(); ++i) {
    if (rows.friction(i).kind == FrictionKind::no_slip && rows.normal_velocity(i, u) <= tolerance) {
      const auto [x, y] = rows.tangent_velocity(i, u);
      holding[at(i)] = std::max(std::abs(x), std::abs(y)) <= tolerance ? 1 : 0;
    }
  }
  return holding;
}

bool NoSlipSearch::solve(Attempt& a, LinkRuns& links) {
  sticking_.assign(at(a.problem->contacts()), 0);
  tried_.clear();
  inconsistent_ = false;
  return follow_pressing(a, links) || (!a.demands.strict && try_near_sets(a, links));
}

bool NoSlipSearch::has_tried(const std::vector<char>& sticking) const {
  return std::find(tried_.begin(), tried_.end(), sticking) != tried_.end();
}

/// The contacts that press are the next set that sticks.
bool NoSlipSearch::follow_pressing(Attempt& a, LinkRuns& links) {
  for (int round = 0; round < kStickingRounds; ++round) {
    a.step.stick(sticking_);
    if (!links.run(a, false)) {
      return false;
    }
    if (settle(a)) {
      return true;
    }
    tried_.push_back(sticking_);
    if (!press(a, sticking_) || has_tried(sticking_)) {
      return false;
    }
  }
  return false;
}

/// Changes one contact of the last set, then two, and so on.
bool NoSlipSearch::try_near_sets(Attempt& a, LinkRuns& links) {
  std::vector<std::size_t> contacts;
  for (std::size_t i = 0; i < sticking_.size(); ++i) {
    if (is_no_slip(*a.problem, i)) {
      contacts.push_back(i);
    }
  }
  int tried = 0;
  bool all_solved = !tried_.empty();  // the last set, from which the others differ
  for (std::size_t changes = 1; changes <= contacts.size() && tried < kStickingSets; ++changes) {
    std::vector<char> changed(contacts.size(), 0);
    std::fill(changed.begin(), changed.begin() + static_cast<std::ptrdiff_t>(changes), 1);
    do {
      std::vector<char> set = sticking_;
      for (std::size_t i = 0; i < contacts.size(); ++i) {
        set[contacts[i]] = static_cast<char>(set[contacts[i]] ^ changed[i]);
      }
      if (!has_tried(set)) {
        a.step.stick(set);
        const bool solved = links.run(a, true);
        if (solved && settle(a)) {
          return true;
        }
        all_solved = all_solved && solved;
        ++tried;
      }
    } while (tried < kStickingSets && std::prev_permutation(changed.begin(), changed.end()));
  }
  inconsistent_ = all_solved && contacts.size() < 31 &&
                  tried_.size() + static_cast<std::size_t>(tried) == 1UL << contacts.size();
  return false;
}

/// Whether the solution for the sticking contacts solves the step's problem.
bool NoSlipSearch::settle(Attempt& a) { return a.judge() || redistribute(a); }

/// The velocity may be right where the impulses are not: those that press are any of several
/// dependent ones. Distributes them over all that touch, then over those that press.
bool NoSlipSearch::redistribute(Attempt& a) {
  std::vector<char> pressing(sticking_.size(), 0);
  press(a, pressing);
  const double tolerance = kHolds * a.step.scale();
  std::vector<char> holding = touching_without_slip(a.step.scaled(), a.solution, tolerance);
  for (std::size_t i = 0; i < pressing.size(); ++i) {
    if (pressing[i] != 0 && holding[i] == 0) {
      return false;
    }
  }
  seen_ = a.solution;
  std::vector<char> loaded(pressing.size());
  for (std::size_t i = 0; i < loaded.size(); ++i) {
    const bool no_slip = is_no_slip(*a.problem, i);
    loaded[i] = no_slip ? pressing[i] : seen_.normal_impulse[static_cast<Eigen::Index>(i)] > 0;
    holding[i] = no_slip ? holding[i] : 1;
  }
  if (try_without_slip(a, holding, tolerance) || try_without_slip(a, loaded, tolerance)) {
    return true;
  }
  std::swap(a.solution, seen_);
  return false;
}

/// Solves for these contacts at the velocity of seen_, without those that pull.
bool NoSlipSearch::try_without_slip(Attempt& a, const std::vector<char>& allowed,
                                    double tolerance) {
  std::vector<char> sticking = allowed;
  for (std::size_t i = 0; i < sticking.size(); ++i) {
    if (!is_no_slip(*a.problem, i)) {
      sticking[i] = 0;
    }
  }
  a.step.stick(sticking);
  a.set->contacts.read(a.step, seen_.u.data(), tolerance, nullptr, &allowed);
  const auto release = [&] {
    for (std::size_t i = 0; i < sticking.size(); ++i) {
      if (sticking[i] != 0 && !a.set->contacts.acts(static_cast<int>(i))) {
        sticking[i] = 0;
      }
    }
    a.step.stick(sticking);
  };
  return a.drop_until(
      a.set->contacts, a.set->active, [&] { return a.judge(); }, release);
}

}  // namespace touchstone
