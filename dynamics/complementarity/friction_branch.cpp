// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/friction_branch.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "dynamics/complementarity/directions.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Rates that differ by less are the same, as a share of the largest without friction [1].
constexpr double kSameRate = 1e-10;

/// A row of a contact's block times the velocities of its bodies.
double speed_of(const ContactRows& block, Eigen::Index row, const Eigen::VectorXd& u) {
  double sum = 0;
  for (const int side : {0, 1}) {
    const int body = block.body[at(side)];
    if (body < 0) continue;
    sum += block.rows.row(row)
               .segment<kDofOfBody>(Eigen::Index{kDofOfBody} * side)
               .dot(u.segment<kDofOfBody>(Eigen::Index{kDofOfBody} * body));
  }
  return sum;
}

}  // namespace

bool has_cones(const SparseProblem& problem) {
  return std::any_of(
      problem.friction.begin(), problem.friction.end(),
      [](const ContactFriction& f) { return f.kind == FrictionKind::cone && f.mu > 0; });
}

/// Writes the step of the chosen contacts.
void FrictionBranch::pose(const std::vector<int>& chosen) {
  contacts_ = chosen;
  std::sort(contacts_.begin(), contacts_.end());
  contacts_.erase(std::unique(contacts_.begin(), contacts_.end()), contacts_.end());
  node_.contact.clear();
  node_.friction.clear();
  node_.memory.clear();
  node_.bound.resize(static_cast<Eigen::Index>(contacts_.size()));
  for (const int contact : contacts_) {
    node_.bound[node_.contacts()] = problem_->bound[contact];
    node_.contact.push_back(problem_->contact[at(contact)]);
    node_.friction.push_back(problem_->friction[at(contact)]);
    node_.memory.push_back(problem_->memory[at(contact)]);
  }
}

/// Writes the solution of the last node as one of the problem. Contacts that are not in the node
/// have no impulse and the slip that they see.
void FrictionBranch::expand(const StepSolution& of_node, const std::vector<int>& chosen) {
  StepSolution& s = *solution_;
  const Eigen::Index n = problem_->contacts();
  const Eigen::Index k = problem_->directions;
  s.solver = kFrictionBranch;
  s.stabilisation_dropped = false;
  s.friction_bounded = false;
  s.no_slip_inconsistent = false;
  s.form = ConstraintForm::branched;
  s.chosen = chosen;
  s.pivots = of_node.pivots;
  s.u = of_node.u;
  s.joint_impulse = of_node.joint_impulse;
  s.normal_impulse.setZero(n);
  s.direction_impulse.setZero(n * k);
  s.slip.setZero(n);
  s.tangent_impulse.setZero(2 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    if (problem_->friction[at(i)].kind != FrictionKind::cone) continue;
    const double x = speed_of(problem_->contact[at(i)], 1, s.u);
    const double y = speed_of(problem_->contact[at(i)], 2, s.u);
    s.slip[i] = k == kRoundCone ? std::hypot(x, y) : slip_along(directions_, x, y);
  }
  for (Eigen::Index i = 0; at(i) < contacts_.size(); ++i) {
    const int contact = contacts_[at(i)];
    s.normal_impulse[contact] = of_node.normal_impulse[i];
    s.direction_impulse.segment(contact * k, k) = of_node.direction_impulse.segment(i * k, k);
    s.slip[contact] = of_node.slip[i];
    s.tangent_impulse.segment<2>(Eigen::Index{2} * contact) =
        of_node.tangent_impulse.segment<2>(2 * i);
  }
}

/// Sets psi of each contact.
void FrictionBranch::find_rates(const Eigen::VectorXd& u) {
  rates_.clear();
  for (int i = 0; i < problem_->contacts(); ++i) {
    rates_.push_back(speed_of(problem_->contact[at(i)], 0, u) + problem_->bound[i]);
  }
}

/// The contact of largest psi of a constraint. If several tie, `otherwise` is taken if it is one.
int FrictionBranch::largest(const ContactConstraint& constraint, int otherwise) const {
  int best = -1;
  constraint.for_each([&](int contact) {
    if (best < 0 || rates_[at(contact)] > rates_[at(best)]) best = contact;
  });
  const bool same = otherwise >= 0 && rates_[at(otherwise)] >= rates_[at(best)] - same_rate_;
  return same ? otherwise : best;
}

/// The contact of largest psi of each constraint at the solution of the last node.
std::vector<int> FrictionBranch::all_largest(const std::vector<int>& chosen) const {
  std::vector<int> contacts = chosen;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    contacts[i] = largest(problem_->constraints[i], chosen[i]);
  }
  return contacts;
}

/// Changes to each other contact of each constraint. With `above`: only of constraints whose chosen
/// contact presses while the contact that `above` names is farther out.
std::vector<FrictionBranch::Change> FrictionBranch::changes(const std::vector<int>& chosen,
                                                            const std::vector<int>* above) const {
  std::vector<Change> changes;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const bool presses = above != nullptr && solution_->normal_impulse[chosen[i]] > 0;
    if (above != nullptr && ((*above)[i] == chosen[i] || !presses)) continue;
    problem_->constraints[i].for_each([&](int contact) {
      if (contact != chosen[i]) changes.push_back({i, contact});
    });
  }
  return changes;
}

bool FrictionBranch::gives_up() const {
  return nodes_ >= kMaxNodes || unsolved_ >= kMaxUnsolved || stop_.comes();
}

/// Solves a node, then that of the contacts of largest psi in its solution, and so on, until one is
/// accepted or known. True: `solution` is the one accepted.
bool FrictionBranch::follow(std::vector<int> chosen) {
  while (!gives_up() && seen_.insert(chosen).second) {
    ++nodes_;
    pose(chosen);
    Node& node = open_.emplace_back();
    node.number = nodes_;
    node.chosen = chosen;
    const StepSolution* found = (*solve_node_)(node_);
    unsolved_ += found == nullptr ? 1 : 0;
    if (found != nullptr) {
      expand(*found, chosen);
      solution_->residual = residual_(*problem_, *solution_, FrictionLaw::stewart_trinkle);
      solution_->solved = solution_->residual <= kAcceptedResidual;
      if (solution_->solved) return true;
      node.residual = solution_->residual;
      find_rates(solution_->u);
      chosen = all_largest(chosen);
      node.changes = changes(node.chosen, &chosen);
    }
    std::push_heap(open_.begin(), open_.end(), &FrictionBranch::later);
  }
  return false;
}

bool FrictionBranch::solve(const SparseProblem& problem, const StepSolution& frictionless,
                           const Solve& solve_node, StepSolution& solution) {
  problem_ = &problem;
  solve_node_ = &solve_node;
  solution_ = &solution;
  nodes_ = unsolved_ = 0;
  open_.clear();
  seen_.clear();
  if (problem.directions != kRoundCone) directions_ = cone_directions(problem.directions);
  node_.bodies = problem.bodies;
  node_.free = problem.free;
  node_.directions = problem.directions;
  node_.joint = problem.joint;
  node_.joint_bound = problem.joint_bound;
  node_.joint_drive = problem.joint_drive;
  find_rates(frictionless.u);
  same_rate_ = 0;
  for (const double rate : rates_) same_rate_ = std::max(same_rate_, kSameRate * std::abs(rate));
  const bool branched = frictionless.form == ConstraintForm::branched;
  std::vector<int> chosen;
  for (std::size_t i = 0; i < problem.constraints.size(); ++i) {
    const ContactConstraint& constraint = problem.constraints[i];
    int first = constraint.primary.empty() ? -1 : constraint.primary.front();
    if (branched && constraint.kind != ContactConstraint::Kind::unilateral) {
      first = frictionless.chosen[i];
    }
    chosen.push_back(largest(constraint, first));
  }
  if (follow(std::move(chosen))) return true;
  while (!open_.empty() && !gives_up()) {
    std::pop_heap(open_.begin(), open_.end(), &FrictionBranch::later);
    Node& node = open_.back();
    if (node.changes.empty()) {
      if (node.wide) {
        open_.pop_back();
      } else {
        node.wide = true;
        node.changes = changes(node.chosen, nullptr);
        std::push_heap(open_.begin(), open_.end(), &FrictionBranch::later);
      }
      continue;
    }
    std::vector<int> next = node.chosen;
    next[node.changes.back().constraint] = node.changes.back().contact;
    node.changes.pop_back();
    std::push_heap(open_.begin(), open_.end(), &FrictionBranch::later);
    if (follow(std::move(next))) return true;
  }
  return false;
}

}  // namespace touchstone
