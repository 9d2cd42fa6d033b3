// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/warm_start.hpp"

#include <algorithm>

#include "dynamics/complementarity/links.hpp"
#include "dynamics/complementarity/polish.hpp"

namespace touchstone {
namespace {

/// A warm start this far from accepted has the wrong active set; below, it may want refinement.
constexpr double kNearlyAccepted = 1e-6;

bool same_kind(const ContactFriction& a, const ContactFriction& b) { return a.kind == b.kind; }

}  // namespace

bool WarmStart::fits(const Attempt& a) const {
  return valid_ && rows_ == a.rows && dof_ == a.step.dof() && size_ == a.step.size() &&
         directions_ == a.problem->directions &&
         std::equal(friction_.begin(), friction_.end(), a.problem->friction.begin(),
                    a.problem->friction.end(), same_kind);
}

void WarmStart::remember(Attempt& a) {
  valid_ = true;
  rows_ = a.rows;
  dof_ = a.step.dof();
  size_ = a.step.size();
  directions_ = a.problem->directions;
  friction_ = a.problem->friction;
  sticking_ = a.step.reduced().sticking();
  residual_ = a.solution.residual;
  by_contacts_ = a.set->by_contacts;
  if (by_contacts_) {
    valid_ = a.set->contacts.choose_unknowns(a.step);
    contacts_ = a.set->contacts;
  } else {
    active_ = a.set->active;
  }
}

/// Solves afresh on the active set that is remembered; `refined`: goes on from what that gave.
bool WarmStart::solve_afresh(Attempt& a, bool refined) {
  if (by_contacts_) {
    if (refined) {
      contacts_.refine(a.step, a.set->active, z_);
    } else if (!contacts_.resume(a.step, a.set->active, z_)) {
      return false;
    }
    a.step.expand(a.set->active, z_, a.solution);
  } else {
    if (!system_.solve(a.step, active_, refined ? 1 : 0, z_)) {
      return false;
    }
    a.step.expand(active_, z_, a.solution);
  }
  a.measure();
  return true;
}

void WarmStart::expect(const std::vector<RememberedContact>& contacts) {
  valid_ = false;
  const bool known =
      std::any_of(contacts.begin(), contacts.end(), [](const RememberedContact& contact) {
        return contact.action != RememberedContact::Action::none;
      });
  expected_.clear();
  if (known) expected_ = contacts;
}

WarmStart::End WarmStart::solve_expected(Attempt& a) {
  std::vector<char> sticking(expected_.size(), 0);
  for (std::size_t i = 0; i < expected_.size(); ++i) {
    sticking[i] = a.problem->friction[i].kind == FrictionKind::no_slip &&
                          expected_[i].action == RememberedContact::Action::sticks
                      ? 1
                      : 0;
  }
  const bool sticks = std::find(sticking.begin(), sticking.end(), 1) != sticking.end();
  if (sticks) a.step.stick(sticking);
  a.solution.solver = link_name(SolverLink::warm_start);
  a.set->contacts.expect(a.step, expected_);
  expected_.clear();
  const auto accepted = [&] {
    a.measure();
    return a.solution.residual <= kAcceptedResidual;
  };
  if (a.drop_until(a.set->contacts, a.set->active, accepted)) {
    return End::rough;  // what is remembered of it is chosen anew
  }
  if (sticks) a.step.stick(std::vector<char>(sticking.size(), 0));
  return End::failed;
}

WarmStart::End WarmStart::solve(Attempt& a) {
  if (!expected_.empty() && expected_.size() == a.problem->friction.size()) {
    return solve_expected(a);
  }
  if (!fits(a)) {
    return End::failed;
  }
  const bool sticks = std::find(sticking_.begin(), sticking_.end(), 1) != sticking_.end();
  if (sticks) {
    a.step.stick(sticking_);
  }
  a.solution.solver = link_name(SolverLink::warm_start);
  // Where the last problem left more than rounding this one will too.
  const double polished = std::max(kPolished, 10 * residual_);
  if (solve_afresh(a, false) && a.solution.residual > polished &&
      a.solution.residual <= kNearlyAccepted) {
    solve_afresh(a, true);
  }
  if (a.solution.residual <= kAcceptedResidual) {
    return a.solution.residual > polished ? End::rough : End::solved;
  }
  if (sticks) {
    a.step.stick(std::vector<char>(sticking_.size(), 0));
  }
  return End::failed;
}

}  // namespace touchstone
