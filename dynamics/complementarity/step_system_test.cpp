// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/step_system.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <memory>

#include "dynamics/complementarity/local_multipliers.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"
#include "reference/steps.hpp"

namespace touchstone {
namespace {

RowsOfStep view(const SparseRows& rows) { return {rows.begin, rows.column, rows.value}; }

StepJudgement judged(const LocalStep& step, const LocalAnswer& answer) {
  const StepSystem& system = *step.system;
  const StepBehind behind = {at(system.velocities), view(system.mass),    system.free,
                             system.force,          view(system.contact), system.offset,
                             view(system.joint),    system.rest};
  StepQuestion question;
  question.mu = step.mu;
  question.behind = &behind;
  return judge_step(question, {answer.impulses, {}, answer.joint_impulses});
}

void add_dense(const Eigen::MatrixXd& matrix, SparseRows& out) {
  for (const auto& row : matrix.rowwise()) {
    for (int k = 0; k < row.size(); ++k) out.add(k, row[k]);
    out.end_row();
  }
}

Eigen::MatrixXd random_matrix(Random& random, int rows, int columns) {
  Eigen::MatrixXd matrix(rows, columns);
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) matrix(r, c) = random.uniform(-1, 1);
  }
  return matrix;
}

/// Two contacts on six velocities that a mass matrix of this condition couples. Rows are M times
/// others: what the inverse of M makes of them cancels.
LocalStep ill_conditioned(Random& random, double condition) {
  constexpr int kVelocities = 6, kContacts = 2;
  const Eigen::MatrixXd turned =
      Eigen::HouseholderQR<Eigen::MatrixXd>(random_matrix(random, kVelocities, kVelocities))
          .householderQ();
  Eigen::VectorXd of_axis(kVelocities);
  for (int k = 0; k < kVelocities; ++k) of_axis[k] = std::pow(condition, -k / (kVelocities - 1.0));
  Eigen::MatrixXd M = turned * of_axis.asDiagonal() * turned.transpose();
  M = Eigen::MatrixXd((M + M.transpose()) / 2);
  StepSystem system;
  system.velocities = kVelocities;
  add_dense(M, system.mass);
  add_dense(random_matrix(random, 3 * kContacts, kVelocities) * M, system.contact);
  system.offset.assign(at(3 * kContacts), 0);
  for (int k = 0; k < kVelocities; ++k) system.free.push_back(random.uniform(-1, 1));
  LocalStep step;
  step.mu.assign(at(kContacts), 0.5);
  step.system = std::make_shared<const StepSystem>(system);
  return step;
}

TEST(StepSystem, AnIllConditionedMIsSolvedAsItIsJudged) {
  Random random(50);
  for (int sample = 0; sample < 10; ++sample) {
    LocalStep step = ill_conditioned(random, 1e10);
    ASSERT_EQ(set_local_form(step), "");
    const LocalAnswer answer = local_multipliers(step);
    EXPECT_TRUE(answer.solved) << sample;
    const StepJudgement judgement = judged(step, answer);
    EXPECT_TRUE(judgement.solved) << sample << ": " << judgement.r;
  }
}

/// Contacts on the normal velocities of bodies, so many on each; the bodies turn with the contact.
StepBodies contacts_on(int bodies, int contacts_of_each) {
  constexpr std::size_t kSize = 6;
  StepBodies out;
  for (int body = 0; body < bodies; ++body) {
    for (std::size_t k = 0; k < kSize * kSize; ++k) out.masses.push_back(k % (kSize + 1) == 0);
    out.free.insert(out.free.end(), kSize, 1);
    for (int i = 0; i < contacts_of_each; ++i) {
      out.contact_body.insert(out.contact_body.end(), {body, -1});
      for (std::size_t k = 0; k < 3 * 2 * kSize; ++k) {
        out.contact_rows.push_back(k / (2 * kSize) == k % (2 * kSize) ? 1 : 0);
      }
      out.bound.push_back(0);
    }
  }
  return out;
}

// Two doubles do not reach that far.
TEST(StepSystem, OfNumbersNearTheLargestDoubleHasALocalForm) {
  StepBodies light = contacts_on(1, 1);
  for (double& mass : light.masses) mass *= 0x1p-1020;
  LocalStep step;
  step.mu = {0};
  step.system = std::make_shared<const StepSystem>(system_of(light));
  EXPECT_EQ(set_local_form(step), "");
  EXPECT_EQ(step.W.value, (std::vector<double>{0x1p1020, 0, 0, 0, 0x1p1020, 0, 0, 0, 0x1p1020}));
}

std::string fault_of(const StepBodies& bodies) {
  LocalStep step;
  step.mu.assign(bodies.bound.size(), 0);
  step.system = std::make_shared<const StepSystem>(system_of(bodies));
  return set_local_form(step);
}

TEST(StepSystem, OfTooManyBlocksIsRefused) {
  EXPECT_EQ(fault_of(contacts_on(1, 4473)), "makes more than 20,000,000 blocks of contacts");
  EXPECT_EQ(fault_of(contacts_on(10, 500)), "");
}

}  // namespace
}  // namespace touchstone
