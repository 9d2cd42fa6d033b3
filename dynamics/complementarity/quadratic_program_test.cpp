// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/quadratic_program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "dynamics/complementarity/step_problem.hpp"
#include "geometry/random.hpp"
#include "geometry/tests/planted_loop.hpp"

namespace touchstone {
namespace {

Eigen::VectorXd as_vector(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

/// Optimality, by the definition: x = A'y, y >= 0, A x + q >= 0, y.(A x + q) = 0.
void expect_optimal(const QuadraticProgram& program, const RowMatrix& a, const Eigen::VectorXd& q,
                    double tolerance, std::uint64_t index) {
  Eigen::VectorXd y = Eigen::VectorXd::Zero(q.size());
  for (std::size_t i = 0; i < program.active().size(); ++i) {
    y[program.active()[i]] = program.multipliers()[i];
  }
  const Eigen::VectorXd x = as_vector(program.x());
  // Nearly opposite rows have large multipliers, which cancel.
  EXPECT_LE((a.transpose() * y - x).norm(), tolerance + 1e-14 * y.lpNorm<1>()) << index;
  EXPECT_GE(y.minCoeff(), 0) << index;
  const Eigen::VectorXd w = a * x + q;
  EXPECT_GE(w.minCoeff(), -tolerance) << index;
  EXPECT_LE(w.cwiseMin(y).cwiseAbs().maxCoeff(), tolerance) << index;
}

/// Farkas: no x has a x + q >= 0.
void expect_infeasible(const QuadraticProgram& program, const RowMatrix& a,
                       const Eigen::VectorXd& q, std::uint64_t index) {
  const Eigen::VectorXd y = as_vector(program.certificate());
  ASSERT_EQ(y.size(), q.size()) << index;
  EXPECT_GE(y.minCoeff(), 0) << index;
  EXPECT_LE((a.transpose() * y).norm(), 1e-8 * y.norm()) << index;
  EXPECT_LT(y.dot(q), 0) << index;
}

TEST(QuadraticProgram, IsStoppedAmongItsSteps) {
  constexpr int kSize = 2 * StopToken::kBetween;
  const RowMatrix rows = RowMatrix::Identity(kSize, kSize);
  const std::vector<double> entries(rows.data(), rows.data() + rows.size());
  const std::vector<double> q(kSize, -1);
  QuadraticProgram program;
  ASSERT_EQ(program.solve(entries, q, kSize, 1e-12), QuadraticProgramEnd::solved);
  StopRequest request;
  request.set([] { return true; });
  program.set_stop(StopToken(request));
  EXPECT_EQ(program.solve(entries, q, kSize, 1e-12), QuadraticProgramEnd::limit);
  EXPECT_EQ(program.steps(), StopToken::kBetween - 1);
}

TEST(QuadraticProgram, ProjectsOntoTheCornerOfTwoRows) {
  // x >= 1 and x + y >= 3: the nearest point to the origin is (1.5, 1.5); with x >= 2: (2, 1).
  QuadraticProgram program;
  ASSERT_EQ(program.solve({1, 0, 1, 1}, {-1, -3}, 2, 1e-12), QuadraticProgramEnd::solved);
  EXPECT_NEAR(program.x()[0], 1.5, 1e-15);
  EXPECT_EQ(program.active(), std::vector<int>{1});
  ASSERT_EQ(program.solve({1, 0, 1, 1}, {-2, -3}, 2, 1e-12), QuadraticProgramEnd::solved);
  EXPECT_NEAR(program.x()[0], 2, 1e-15);
  EXPECT_NEAR(program.x()[1], 1, 1e-15);
}

TEST(QuadraticProgram, NamesStepsThatDoNotEnd) {
  const auto solve = [] { QuadraticProgram().solve({1, 0, 1, 1}, {-1, -3}, 2, 1e-12); };
  for (const char* loop :
       {"quadratic program: rows made active", "quadratic program: steps of a row"}) {
    EXPECT_THAT(end_of_planted(loop, solve), testing::StartsWith(loop));
  }
}

TEST(QuadraticProgram, SaysWhatIsInfeasible) {
  QuadraticProgram program;
  ASSERT_EQ(program.solve({1, 0, -1, 0}, {-1, 0}, 2, 1e-12), QuadraticProgramEnd::infeasible);
  EXPECT_EQ(program.certificate(), (std::vector<double>{1, 1}));
  // A row of zeros holds or does not.
  EXPECT_EQ(program.solve({1, 0, 0, 0}, {-1, 2}, 2, 1e-12), QuadraticProgramEnd::solved);
  EXPECT_EQ(program.solve({1, 0, 0, 0}, {-1, -2}, 2, 1e-12), QuadraticProgramEnd::infeasible);
}

TEST(QuadraticProgram, IsOptimalOrProvenInfeasibleOnRandomDegenerateRows) {
  QuadraticProgram program;
  int solved = 0;
  int infeasible = 0;
  for (std::uint64_t index = 0; index < 2000; ++index) {
    Random random(5, index);
    const int dof = 2 + static_cast<int>(random.below(8));
    const int n = 1 + static_cast<int>(random.below(24));
    RowMatrix a(n, dof);
    Eigen::VectorXd q(n);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < dof; ++j) {  // small integers: many rows are equal or dependent
        a(i, j) = static_cast<double>(random.below(3)) - 1 + (random.below(4) == 0 ? 1e-3 : 0);
      }
      q[i] = static_cast<double>(random.below(4)) - 2;
    }
    const std::vector<double> rows(a.data(), a.data() + a.size());
    const std::vector<double> offsets(q.data(), q.data() + q.size());
    const QuadraticProgramEnd end = program.solve(rows, offsets, dof, 1e-11);
    ASSERT_NE(end, QuadraticProgramEnd::limit) << index;
    if (end == QuadraticProgramEnd::solved) {
      ++solved;
      expect_optimal(program, a, q, 1e-9 * (1 + as_vector(program.x()).norm()), index);
    } else {
      ++infeasible;
      expect_infeasible(program, a, q, index);
    }
  }
  EXPECT_GT(solved, 400);
  EXPECT_GT(infeasible, 100);
}

}  // namespace
}  // namespace touchstone
