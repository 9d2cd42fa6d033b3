// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/polish.hpp"

#include <utility>

#include "dynamics/complementarity/no_slip.hpp"

namespace touchstone {
namespace {

/// Where masses differ much, a residual of this size is still rounding.
constexpr double kNearlyPolished = 1e-12;

}  // namespace

void Polish::run(Attempt& a, const std::function<bool()>& solve) {
  if (a.solution.residual > kPolished) {
    on_contacts(a);
    if (a.solution.residual > kNearlyPolished) {
      strictly(a, solve);
    }
  }
}

void Polish::on_contacts(Attempt& a) {
  seen_ = a.solution;
  const double tolerance = a.demands.acts * a.step.scale();
  const std::vector<char> sticking = a.step.reduced().sticking();
  if (a.no_slip) {
    const std::vector<char> holding = touching_without_slip(a.step.scaled(), seen_, tolerance);
    if (holding != sticking) {
      a.step.stick(holding);
    }
  }
  contacts_.read(a.step, seen_.u.data(), tolerance);
  const auto better = [&] {
    a.measure();
    return a.solution.residual < seen_.residual;
  };
  if (a.drop_until(contacts_, active_, better)) {
    std::swap(a.set->contacts, contacts_);
    return;
  }
  std::swap(a.solution, seen_);
  if (a.step.reduced().sticking() != sticking) {
    a.step.stick(sticking);
  }
}

/// Several contacts touch to within what is accepted, but not all of them to rounding: solves anew
/// with tolerances that tell them apart.
void Polish::strictly(Attempt& a, const std::function<bool()>& solve) {
  const StepSolution usual = a.solution;
  const std::vector<char> sticking = a.step.reduced().sticking();
  const std::vector<int> active = a.set->active;
  contacts_ = a.set->contacts;
  const bool by_contacts = a.set->by_contacts;
  a.demands = kStrictDemands;
  const bool solved = solve();
  a.demands = kUsualDemands;
  a.solution.solver = usual.solver;
  if (solved && a.solution.residual < usual.residual) {
    return;
  }
  a.solution = usual;
  a.set->active = active;
  a.set->contacts = contacts_;
  a.set->by_contacts = by_contacts;
  a.step.stick(sticking);
}

}  // namespace touchstone
