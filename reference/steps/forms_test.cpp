// SPDX-License-Identifier: GPL-3.0-or-later
// One step in several forms: local, and with the velocities behind its contacts.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "geometry/random.hpp"
#include "reference/steps.hpp"

namespace touchstone {
namespace {

/// Rows of a matrix that own their numbers.
struct OwnedRows {
  std::vector<int> begin = {0}, column;
  std::vector<double> value;
  OwnedRows& row(const std::vector<double>& dense) {
    for (std::size_t k = 0; k < dense.size(); ++k) {
      if (dense[k] == 0) continue;
      column.push_back(static_cast<int>(k));
      value.push_back(dense[k]);
    }
    begin.push_back(static_cast<int>(column.size()));
    return *this;
  }
  RowsOfStep view() const { return {begin, column, value}; }
};

/// A step with velocities, which owns its numbers.
struct SteppedBodies {
  int dimension = 3;
  std::vector<double> mu, free, force, offset, rest;
  OwnedRows mass, contact, joint;

  StepJudgement judge(const std::vector<double>& P, const std::vector<double>& l = {},
                      const std::vector<double>& w = {}) const {
    const StepBehind behind = {mass.begin.size() - 1, mass.view(), free,         force,
                               contact.view(),        offset,      joint.view(), rest};
    StepQuestion question;
    question.dimension = dimension;
    question.mu = mu;
    question.behind = &behind;
    return judge_step(question, {P, w, l});
  }
};

/// Two contacts on three coupled velocities; M^-1 of these has entries of few bits.
SteppedBodies random_bodies(Random& random, int dimension) {
  SteppedBodies step;
  step.dimension = dimension;
  step.mu = {0.5, 0.25};
  // The inverse is [[1.5, -0.5, 0], [-0.5, 0.5, 0], [0, 0, 0.25]].
  step.mass.row({1, 1, 0}).row({1, 3, 0}).row({0, 0, 4});
  for (int k = 0; k < 3; ++k) step.free.push_back(random.uniform(-1, 1));
  for (int k = 0; k < 2 * dimension; ++k) {
    std::vector<double> row;
    for (int j = 0; j < 3; ++j) row.push_back(std::ldexp(std::round(random.uniform(-8, 8)), -3));
    step.contact.row(row);
    step.offset.push_back(k % dimension == 0 ? random.uniform(-0.5, 0.5) : 0);
  }
  return step;
}

/// Its local form: exact but for q.
struct LocalForm {
  std::vector<int> begin = {0, 2, 4}, column = {0, 1, 0, 1};
  std::vector<double> blocks, q;

  explicit LocalForm(const SteppedBodies& step) {
    const double inverse[3][3] = {{1.5, -0.5, 0}, {-0.5, 0.5, 0}, {0, 0, 0.25}};
    const int rows = 2 * step.dimension;
    std::vector<std::vector<double>> dense;
    for (int row = 0; row < rows; ++row) {
      std::vector<double> line(3, 0);
      const auto at = static_cast<std::size_t>(row);
      for (int k = step.contact.begin[at]; k < step.contact.begin[at + 1]; ++k) {
        line[static_cast<std::size_t>(step.contact.column[static_cast<std::size_t>(k)])] =
            step.contact.value[static_cast<std::size_t>(k)];
      }
      dense.push_back(line);
    }
    const auto product = [&](int r, int c) {
      double sum = 0;
      for (std::size_t j = 0; j < 3; ++j) {
        for (std::size_t k = 0; k < 3; ++k) {
          sum += dense[static_cast<std::size_t>(r)][j] * inverse[j][k] *
                 dense[static_cast<std::size_t>(c)][k];
        }
      }
      return sum;
    };
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) {
        for (int k = 0; k < step.dimension * step.dimension; ++k) {
          blocks.push_back(product(i * step.dimension + k / step.dimension,
                                   j * step.dimension + k % step.dimension));
        }
      }
    }
    for (std::size_t row = 0; row < dense.size(); ++row) {
      double sum = step.offset[row];
      for (std::size_t k = 0; k < 3; ++k) sum += dense[row][k] * step.free[k];
      q.push_back(sum);
    }
  }
};

TEST(StepForms, GiveOneResidual) {
  Random random(46);
  for (int sample = 0; sample < 200; ++sample) {
    SteppedBodies step = random_bodies(random, 2 + sample % 2);
    const LocalForm local(step);
    std::vector<double> P;
    for (std::size_t k = 0; k < local.q.size(); ++k) P.push_back(random.uniform(-1, 1));
    StepQuestion question;
    question.dimension = step.dimension;
    question.mu = step.mu;
    question.begin = local.begin;
    question.column = local.column;
    question.blocks = local.blocks;
    question.q = local.q;
    const StepJudgement expected = judge_step(question, {P, {}});
    const StepJudgement judged = step.judge(P);
    EXPECT_NEAR(judged.r, expected.r, 1e-12 * expected.r) << sample;
    EXPECT_EQ(judged.worst, expected.worst);
    EXPECT_EQ(judged.solved, expected.solved);
    // The velocities without impulses as impulses of that size.
    SteppedBodies pushed = step;
    pushed.force = {step.free[0] + step.free[1], step.free[0] + 3 * step.free[1], 4 * step.free[2]};
    pushed.free.clear();
    EXPECT_NEAR(pushed.judge(P).r, expected.r, 1e-12 * expected.r) << sample;
  }
}

/// Two points of 1 kg on a rod; the first one meets the ground with 1 m/s.
SteppedBodies rod() {
  SteppedBodies step;
  step.mu = {0};
  step.free = {-1, -1};
  step.mass.row({1, 0}).row({0, 1});
  step.contact.row({1, 0}).row({}).row({});
  step.offset = {0, 0, 0};
  step.joint.row({1, -1});
  step.rest = {0};
  return step;
}

TEST(StepForms, JointsAreARowOfTheError) {
  const SteppedBodies step = rod();
  EXPECT_EQ(step.judge({2, 0, 0}, {-1}).r, 0);
  EXPECT_TRUE(step.judge({2, 0, 0}, {-1}, {0, 0, 0}).solved);
  EXPECT_FALSE(step.judge({2, 0, 0}, {1}).solved) << "the rod pulls the wrong way";
  EXPECT_FALSE(step.judge({1, 0, 0}, {0}).solved) << "the rod bends";
  // Contact mass 2 kg, as both points are stopped; rod mass 1/2 kg; unit sqrt(2 J).
  const double e = 0x1p-20;
  EXPECT_NEAR(step.judge({2, 0, 0}, {-1 + e}).r, e, 1e-3 * e);
  EXPECT_NEAR(step.judge({2 + e, 0, 0}, {-1 - e}).r, e / 2, 1e-3 * e);
  EXPECT_EQ(step.judge({2, 0, 0}).unusable, "there are 0 impulses of joints for 1 rows");
  SteppedBodies open = step;
  open.free = {1, 1};
  const StepJudgement bent = open.judge({0, 0, 0}, {e});
  EXPECT_EQ(bent.worst_joint, 0U);
  EXPECT_NEAR(bent.r, e, 1e-3 * e);
  open.rest = {0x1p-20};
  EXPECT_FALSE(open.judge({0, 0, 0}, {0}).solved) << "the rod is to become longer";
  EXPECT_EQ(open.judge({0, 0, 0}, {-0x1p-21}).r, 0);
}

TEST(StepForms, JointsInLocalFormAreJudgedAlike) {
  StepQuestion question;
  const std::vector<double> mu = {0}, W = {1, 0, 0, 0, 0, 0, 0, 0, 0}, q = {-1, 0, 0};
  const std::vector<double> V = {1, 0, 0}, R = {2}, s = {0};
  const std::vector<int> begin = {0, 1}, column = {0};
  question.mu = mu;
  question.begin = begin;
  question.column = column;
  question.blocks = W;
  question.q = q;
  question.joint_columns = V;
  question.joint_matrix = R;
  question.joint_rest = s;
  for (const auto& [c, l] : {std::pair{2.0, -1.0}, {2.0, 1.0}, {1.0, 0.0}, {2.25, -1.0}}) {
    const std::vector<double> P = {c, 0, 0}, of_joint = {l};
    const StepJudgement local = judge_step(question, {P, {}, of_joint});
    const StepJudgement behind = rod().judge(P, of_joint);
    EXPECT_EQ(local.r, behind.r) << c << " " << l;
    EXPECT_EQ(local.solved, behind.solved);
    EXPECT_EQ(local.solved, c == 2 && l == -1);
  }
}

TEST(StepForms, JointRowsMayDependOnEachOther) {
  SteppedBodies step = rod();
  step.joint.row({2, -2}).row({});
  step.rest = {0, 0, 0};
  EXPECT_EQ(step.judge({2, 0, 0}, {-1, 0, 7}).r, 0);
  EXPECT_EQ(step.judge({2, 0, 0}, {1, -1, 0}).r, 0);
  const double e = 0x1p-20;
  EXPECT_NEAR(step.judge({2, 0, 0}, {-1 + e, 0, 0}).r, e, 1e-3 * e) << "one mass, as above";
  step.rest = {0, 0, 1};
  EXPECT_FALSE(step.judge({2, 0, 0}, {-1, 0, 0}).solved) << "a row of zeros that is not fulfilled";
}

TEST(StepForms, TheUnitIsAtLeastAMillionthOfWhatCancels) {
  SteppedBodies step = rod();
  step.joint = {};
  step.rest.clear();
  step.free = {-1, 0};
  step.offset[0] = 1 - 0x1p-40;  // q is -2^-40
  const double unit = 1e-6 * 2;
  EXPECT_NEAR(step.judge({0, 0, 0}).r, 0x1p-40 / unit, 1e-6);
  EXPECT_EQ(step.judge({0x1p-40, 0, 0}).r, 0);
}

TEST(StepForms, ASingularMassIsNoProblem) {
  SteppedBodies step = rod();
  step.mass = {};
  step.mass.row({1, 1}).row({1, 1});
  EXPECT_EQ(step.judge({2, 0, 0}, {-1}).unusable, "M is singular");
}

// 1/3 is no double: the velocity misses 0 by the rounding of the impulse alone, which only the exact
// inverse of M shows.
TEST(StepForms, MIsInvertedExactly) {
  SteppedBodies step;
  step.mu = {0};
  step.free = {-1};
  step.mass.row({3});
  step.contact.row({1}).row({}).row({});
  step.offset = {0, 0, 0};
  EXPECT_EQ(step.judge({3, 0, 0}).r, 0);
  step.mass.value = {1.0 / 3};
  const double left = std::fma(3.0, 1.0 / 3, -1.0);
  EXPECT_NEAR(step.judge({1.0 / 3, 0, 0}).r, 0, 0) << left;
}

TEST(StepForms, VelocitiesAndLimitAreThoseOfTheBodies) {
  const SteppedBodies step = rod();
  EXPECT_EQ(step.judge({2, 0, 0}, {-1}, {1e-6, 0, 0}).unusable,
            "the velocity of contact 0 is not W P + q");
  // |free| + |P| + |l| = 4, the unit 1.
  EXPECT_NEAR(step.judge({2, 0, 0}, {-1}).limit, 4 * 0x1p-53, 1e-20);
}

// Joints leave nothing of the contact's mobility but what cancelling leaves: its mass is at most 1e6
// times the one without joints. A joint that still moves is then seen.
TEST(StepForms, TheMassOfAHeldContactHasTheFloorOfFreeOnes) {
  constexpr std::size_t kVelocities = 6;
  Random random(47);
  for (int sample = 0; sample < 20; ++sample) {
    SteppedBodies step;
    step.mu = {0.5};
    step.offset = {1, 0, 0};
    std::vector<double> l;
    for (std::size_t k = 0; k < kVelocities; ++k) {
      std::vector<double> mass(kVelocities, 0), joint(kVelocities, 0);
      mass[k] = random.uniform(0.5, 2);
      joint[k] = 1;
      step.mass.row(mass);
      step.joint.row(joint);
      step.rest.push_back(0);
      step.free.push_back(random.uniform(0.5, 1));
      l.push_back(-mass[k] * step.free[k]);
    }
    for (int row = 0; row < 3; ++row) {
      std::vector<double> contact;
      for (std::size_t k = 0; k < kVelocities; ++k) contact.push_back(random.uniform(-1, 1));
      step.contact.row(contact);
    }
    EXPECT_TRUE(step.judge({0, 0, 0}, l).solved) << sample;
    l[0] *= 1.001;
    EXPECT_FALSE(step.judge({0, 0, 0}, l).solved) << sample;
  }
}

// The contact is exact, and the impulses of two joint rows that depend on each other are large.
TEST(StepForms, TheLimitIsThatOfJointsToo) {
  SteppedBodies step;
  step.mu = {0};
  step.free = {-1, 0, 0};
  step.mass.row({1, 0, 0}).row({0, 1, 0}).row({0, 0, 1});
  step.contact.row({1, 0, 0}).row({}).row({});
  step.offset = {0, 0, 0};
  step.joint.row({0, 1, -1}).row({0, 1, -1});
  step.rest = {0, 0};
  const std::vector<double> P = {1, 0, 0}, l = {1e9, -1e9};
  const StepJudgement judged = step.judge(P, l);
  EXPECT_EQ(judged.r, 0);
  // Two velocities of two terms each, the mass of a row 1/2 kg.
  EXPECT_NEAR(judged.limit, 4e9 * std::sqrt(0.5) * 0x1p-53, 1e-20);
  StepQuestion question;
  const std::vector<double> W = {1, 0, 0, 0, 0, 0, 0, 0, 0}, q = {-1, 0, 0};
  const std::vector<double> V(6, 0), R(4, 2), s(2, 0);
  const std::vector<int> begin = {0, 1}, column = {0};
  question.mu = step.mu;
  question.begin = begin;
  question.column = column;
  question.blocks = W;
  question.q = q;
  question.joint_columns = V;
  question.joint_matrix = R;
  question.joint_rest = s;
  EXPECT_EQ(judge_step(question, {P, {}, l}).limit, judged.limit);
}

}  // namespace
}  // namespace touchstone
