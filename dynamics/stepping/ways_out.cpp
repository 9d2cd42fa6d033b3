// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/ways_out.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "dynamics/stepping/step_correction.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

using Kind = ContactConstraint::Kind;

/// Gaps that differ by less are the same [m].
constexpr double kSameGap = 1e-6;

/// Drops the constraints that follow from unilateral ones: those with a contact that must hold, and
/// repeated ones.
void drop_what_follows(std::vector<ContactConstraint>& constraints, int contacts) {
  std::vector<char> must_hold(at(contacts), 0);
  std::erase_if(constraints, [&](const ContactConstraint& constraint) {
    if (constraint.kind != Kind::unilateral) return false;
    return std::exchange(must_hold[at(constraint.primary.front())], 1) != 0;
  });
  std::erase_if(constraints, [&](const ContactConstraint& constraint) {
    bool follows = false;
    constraint.for_each([&](int i) { follows = follows || must_hold[at(i)] != 0; });
    return follows && constraint.kind != Kind::unilateral;
  });
}

}  // namespace

void leave_out_ways_behind(std::span<const double> taken_back, double h, IslandProblem& island) {
  SparseProblem& rows = island.rows;
  const Eigen::VectorXd free = contact_rates(rows, rows.free);
  const auto least = [&](int i) { return (taken_back[at(i)] - kSameGap) / h; };
  bool changed = false;
  for (ContactConstraint& constraint : rows.constraints) {
    if (constraint.kind == Kind::unilateral) continue;
    bool has_way = false;
    constraint.for_each([&](int i) { has_way = has_way || rows.bound[i] >= least(i); });
    if (!has_way) continue;
    const auto behind = [&](int i) { return std::max(rows.bound[i], free[i]) < least(i); };
    if (std::erase_if(constraint.other, behind) == 0) continue;
    if (constraint.primary.size() + constraint.other.size() > 1) continue;
    if (constraint.primary.empty()) constraint.primary.swap(constraint.other);
    constraint.kind = Kind::unilateral;
    changed = true;
  }
  if (changed) drop_what_follows(rows.constraints, rows.contacts());
}

}  // namespace touchstone
