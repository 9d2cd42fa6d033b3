// SPDX-License-Identifier: GPL-3.0-or-later
// The scaled rows of a step's contacts after its bilateral rows are eliminated: joints, and the
// tangential rows of no-slip contacts that stick (joints.hpp). Other no-slip contacts slide freely.
//
// Velocities that fulfil the bilateral rows are `start` plus impulses times the reduced rows.
#pragma once

#include <vector>

#include "dynamics/complementarity/joints.hpp"
#include "dynamics/complementarity/scaled_rows.hpp"
#include "dynamics/complementarity/step_problem.hpp"
#include "geometry/index.hpp"

namespace touchstone {

class ReducedRows {
 public:
  /// Keeps a reference to `problem`, which must be finite. No contact sticks.
  void assign(const StepProblem& problem);
  /// Makes the tangential rows of exactly these no-slip contacts bilateral.
  void stick(const std::vector<char>& sticking);

  /// The rows before elimination.
  const ScaledRows& scaled() const { return scaled_; }
  const std::vector<char>& sticking() const { return sticking_; }
  const std::vector<double>& start() const { return start_; }
  /// The normal row of a contact and the first of its two tangential ones, and their constants.
  const double* normal(int contact) const { return normal_rows_ + at(contact) * scaled_.dof(); }
  const double* tangent(int contact) const {
    return tangent_rows_ + 2 * at(contact) * scaled_.dof();
  }
  double normal_constant(int contact) const { return normal_q_[at(contact)]; }
  const double* tangent_constant(int contact) const { return &tangent_q_[2 * at(contact)]; }
  /// Scale that tolerances are relative to [sqrt(J)].
  double scale() const;

  /// Sets the impulses of joints and sticking contacts from the velocity and the other impulses.
  void add_bilateral(StepSolution& solution);

 private:
  void eliminate();

  ScaledRows scaled_;
  std::vector<char> sticking_;
  EqualityRows equalities_;
  int joint_rank_ = 0;
  std::vector<double> start_;    // dof
  std::vector<double> normal_;   // n x dof, filled if anything is eliminated
  std::vector<double> tangent_;  // 2n x dof, filled if anything is eliminated
  const double* normal_rows_ = nullptr;
  const double* tangent_rows_ = nullptr;
  std::vector<double> normal_q_;   // n
  std::vector<double> tangent_q_;  // 2n
  std::vector<double> rest_, impulse_, rows_;
  std::vector<int> numbers_;
};

}  // namespace touchstone
