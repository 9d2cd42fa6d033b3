// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/peg_branch.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <limits>
#include <utility>

#include "dynamics/complementarity/dense.hpp"
#include "geometry/index.hpp"
#include "geometry/loop_bound.hpp"

namespace touchstone {
namespace {

/// Violation of a row that a node's program allows, relative to the step's scale [1].
constexpr double kNodeFeasibility = 1e-11;
/// A constraint below this counts as violated, relative to the step's scale [1]. The judge allows
/// 1e-9.
constexpr double kViolated = 1e-10;
/// Minima that differ by less are equal [1].
constexpr double kSameCost = 1e-12;

}  // namespace

/// Solves the program of a node. False if it is infeasible.
bool PegBranch::run(const std::vector<int>& chosen) {
  contacts_.clear();
  for (std::size_t i = 0; i < problem_->constraints.size(); ++i) {
    const ContactConstraint& constraint = problem_->constraints[i];
    const bool unilateral = constraint.kind == ContactConstraint::Kind::unilateral;
    const int contact = unilateral ? constraint.primary.front() : chosen[i];
    if (contact >= 0) contacts_.push_back(contact);
  }
  std::sort(contacts_.begin(), contacts_.end());
  contacts_.erase(std::unique(contacts_.begin(), contacts_.end()), contacts_.end());
  const std::size_t dof = reduced_->scaled().dof();
  rows_.clear();
  q_.clear();
  for (const int contact : contacts_) {
    rows_.insert(rows_.end(), reduced_->normal(contact), reduced_->normal(contact) + dof);
    q_.push_back(reduced_->normal_constant(contact));
  }
  ++nodes_;
  const QuadraticProgramEnd end =
      program_.solve(rows_, q_, problem_->dof(), kNodeFeasibility * reduced_->scale());
  // Below a node that is not known nearer velocities may be.
  if (end == QuadraticProgramEnd::limit) gave_up_ = true;
  if (end != QuadraticProgramEnd::solved) return false;
  u_ = reduced_->start();
  add_multiple(1, program_.x().data(), u_.data(), dof);
  return true;
}

/// psi of a contact in the last program, in sqrt(J).
double PegBranch::rate(int contact) const {
  return reduced_->scaled().normal_velocity(contact, u_.data());
}

/// Largest psi of a constraint, scaled [sqrt(J)], and the contact that has it. The contacts are
/// compared in m/s.
double PegBranch::largest_rate(const ContactConstraint& constraint, int& contact) const {
  double largest = -std::numeric_limits<double>::infinity();
  double scaled = largest;
  constraint.for_each([&](int candidate) {
    const double psi = rate(candidate) / reduced_->scaled().root_mass(candidate);
    if (psi > largest) {
      largest = psi;
      scaled = rate(candidate);
      contact = candidate;
    }
  });
  return scaled;
}

/// The constraint that is violated most among those without a choice, -1 where all hold.
int PegBranch::most_violated(const std::vector<int>& chosen) const {
  int worst = -1;
  double least = -kViolated * reduced_->scale();
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i] >= 0) continue;
    int contact = -1;
    const double rate = largest_rate(problem_->constraints[i], contact);
    if (rate < least) {
      least = rate;
      worst = static_cast<int>(i);
    }
  }
  return worst;
}

/// |u - start|^2 of the last program.
double PegBranch::cost() const {
  return dot(program_.x().data(), program_.x().data(), program_.x().size());
}

/// Adds a node if its program is feasible.
void PegBranch::open(std::vector<int> chosen) {
  if (!run(chosen)) return;
  const int violated = most_violated(chosen);
  open_.push_back({cost(), nodes_, violated, std::move(chosen)});
  std::push_heap(open_.begin(), open_.end(), &PegBranch::later);
}

/// A force on a chosen contact is only right where no other contact of the constraint is above 0.
/// Where rows depend on each other, another row may carry that force as well: chooses the contact
/// of the largest psi of every constraint. The nearest velocity fulfils these, and what fulfils
/// them is no nearer; so it stays. Ends with the program of `chosen`.
void PegBranch::release(std::vector<int>& chosen) {
  std::vector<int> largest = chosen;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (problem_->constraints[i].kind == ContactConstraint::Kind::unilateral) continue;
    largest_rate(problem_->constraints[i], largest[i]);
  }
  const double limit = cost() + kSameCost * reduced_->scale() * reduced_->scale();
  if (run(largest) && cost() <= limit) {
    chosen = std::move(largest);
  } else {
    run(chosen);
  }
}

/// Solves afresh on the active rows, which are independent, and writes the solution.
void PegBranch::expand(const std::vector<int>& chosen, StepSolution& solution) {
  const std::vector<int>& active = program_.active();
  const auto n = static_cast<Eigen::Index>(active.size());
  const auto dof = static_cast<Eigen::Index>(problem_->dof());
  Eigen::MatrixXd a(dof, n);
  Eigen::VectorXd right(n);
  Eigen::VectorXd impulse(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const auto row = at(active[at(k)]);
    a.col(k) = Eigen::Map<const Eigen::VectorXd>(&rows_[row * static_cast<std::size_t>(dof)], dof);
    right[k] = -q_[row];
    impulse[k] = program_.multipliers()[at(k)];
  }
  if (n > 0) {
    const Eigen::MatrixXd gram = a.transpose() * a;
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(gram);
    const Eigen::VectorXd better = impulse + qr.solve(right - gram * impulse);
    if (better.allFinite() && better.minCoeff() >= 0) impulse = better;
  }
  solution.clear_impulses(*problem_);
  solution.form = ConstraintForm::branched;
  solution.chosen = chosen;
  solution.u = Eigen::Map<const Eigen::VectorXd>(reduced_->start().data(), dof) + a * impulse;
  for (Eigen::Index k = 0; k < n; ++k) {
    const int contact = contacts_[at(active[at(k)])];
    solution.normal_impulse[contact] = impulse[k] * reduced_->scaled().root_mass(contact);
  }
  reduced_->add_bilateral(solution);
}

PegBranch::End PegBranch::solve(const StepProblem& problem, ReducedRows& rows,
                                StepSolution& solution) {
  problem_ = &problem;
  reduced_ = &rows;
  nodes_ = 0;
  gave_up_ = false;
  open_.clear();
  open(std::vector<int>(problem.constraints.size(), -1));
  // Each round takes a node that had its program solved.
  LoopBound bound("branching of constraints: nodes", kMaxNodes);
  while (!open_.empty() && nodes_ < kMaxNodes && !gave_up_ && !stop_.comes_at(nodes_)) {
    bound.step();
    std::pop_heap(open_.begin(), open_.end(), &PegBranch::later);
    Node node = std::move(open_.back());
    open_.pop_back();
    if (node.violated < 0) {
      run(node.chosen);
      release(node.chosen);
      expand(node.chosen, solution);
      return End::solved;
    }
    problem.constraints[at(node.violated)].for_each([&](int contact) {
      std::vector<int> chosen = node.chosen;
      chosen[at(node.violated)] = contact;
      open(std::move(chosen));
    });
  }
  return open_.empty() && !gave_up_ ? End::infeasible : End::limit;
}

}  // namespace touchstone
