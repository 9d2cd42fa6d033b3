// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/lemke.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "geometry/random.hpp"

namespace touchstone {
namespace {

TEST(Lemke, SolvesATextbookProblem) {
  // Both w are zero: z = (4/3, 7/3) from
  // 2 z_1 + z_2 = 5 and z_1 + 2 z_2 = 6.
  const std::vector<double> m{2, 1, 1, 2};
  const std::vector<double> q{-5, -6};
  const std::vector<double> ones{1, 1};
  Lemke lemke;
  ASSERT_EQ(lemke.solve(m.data(), q.data(), ones.data(), 2), LemkeEnd::solved);
  EXPECT_NEAR(lemke.z()[0], 4.0 / 3, 1e-14);
  EXPECT_NEAR(lemke.z()[1], 7.0 / 3, 1e-14);
}

TEST(Lemke, EndsInARayWhereNothingSolves) {
  // w = -1 + 0 z can not be non-negative.
  const std::vector<double> m{0};
  const std::vector<double> q{-1};
  const std::vector<double> ones{1};
  Lemke lemke;
  EXPECT_EQ(lemke.solve(m.data(), q.data(), ones.data(), 1), LemkeEnd::ray);
}

TEST(Lemke, SolvesSemidefiniteProblemsWithManyTies) {
  // A A' of low rank with equal rows and q of few values: most ratios tie.
  Lemke lemke;
  for (std::uint64_t index = 0; index < 500; ++index) {
    Random random(2, index);
    const int n = 4 + static_cast<int>(random.below(12));
    Eigen::MatrixXd a(n, 3);
    Eigen::Vector3d start;
    for (int j = 0; j < 3; ++j) {
      start[j] = static_cast<double>(random.below(3)) - 1;
      for (int i = 0; i < n; ++i) {
        a(i, j) = static_cast<double>(random.below(3)) - 1;
      }
    }
    a.col(0).setOnes();  // feasible: enough of the first column
    const Eigen::MatrixXd m = a * a.transpose();
    const Eigen::VectorXd q = a * start;
    const Eigen::VectorXd ones = Eigen::VectorXd::Ones(n);
    ASSERT_EQ(lemke.solve(m.data(), q.data(), ones.data(), n), LemkeEnd::solved) << index;
    const Eigen::VectorXd z = Eigen::Map<const Eigen::VectorXd>(lemke.z().data(), n);
    const Eigen::VectorXd w = m * z + q;
    EXPECT_LE(z.cwiseMin(w).cwiseAbs().maxCoeff(), 1e-12) << index;
    EXPECT_LE(lemke.pivots(), 6 * n) << index;
  }
}

}  // namespace
}  // namespace touchstone
