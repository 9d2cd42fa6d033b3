// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/lemke.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "geometry/index.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

TEST(Lemke, SolvesATextbookProblem) {
  // w_1 and w_2 are zero: z = (4/3, 7/3) from
  // 2 z_1 + z_2 = 5 and z_1 + 2 z_2 = 6.
  const std::vector<double> m{2, 1, 1, 2};
  const std::vector<double> q{-5, -6};
  const std::vector<double> ones{1, 1};
  Lemke lemke;
  ASSERT_EQ(lemke.solve(m.data(), q.data(), ones.data(), 2), LemkeEnd::solved);
  EXPECT_NEAR(lemke.z()[0], 4.0 / 3, 1e-14);
  EXPECT_NEAR(lemke.z()[1], 7.0 / 3, 1e-14);
}

TEST(Lemke, GoesWhereTheCoveringVectorLeads) {
  // z = (1, 0), (0, 1) and (1/3, 1/3) all solve it.
  const std::vector<double> m{1, 2, 2, 1};
  const std::vector<double> q{-1, -1};
  Lemke lemke;
  for (const int first : {0, 1}) {
    const std::vector<double> covering{first == 0 ? 1.0 : 2.0, first == 0 ? 2.0 : 1.0};
    ASSERT_EQ(lemke.solve(m.data(), q.data(), covering.data(), 2), LemkeEnd::solved);
    EXPECT_EQ(lemke.basic(), std::vector<int>{first});
  }
}

TEST(Lemke, EndsInARayWhereNothingSolves) {
  // w = -1 + 0 z can not be non-negative.
  const std::vector<double> m{0};
  const std::vector<double> q{-1};
  const std::vector<double> ones{1};
  Lemke lemke;
  EXPECT_EQ(lemke.solve(m.data(), q.data(), ones.data(), 1), LemkeEnd::ray);
}

TEST(Lemke, IsStoppedAmongItsPivots) {
  // w = z - 1: a pivot for each z.
  constexpr int kSize = 3 * StopToken::kBetween;
  const RowMajor m = RowMajor::Identity(kSize, kSize);
  const std::vector<double> q(kSize, -1);
  std::vector<double> covering(kSize);
  for (int i = 0; i < kSize; ++i) covering[at(i)] = 1 + i;
  int asked = 0;
  StopRequest request;
  request.set([&asked] { return ++asked == 2; });
  Lemke lemke;
  ASSERT_EQ(lemke.solve(m.data(), q.data(), covering.data(), kSize), LemkeEnd::solved);
  EXPECT_GT(lemke.pivots(), 2 * StopToken::kBetween);
  lemke.set_stop(StopToken(request));
  EXPECT_EQ(lemke.solve(m.data(), q.data(), covering.data(), kSize), LemkeEnd::limit);
  EXPECT_EQ(lemke.pivots(), 2 * StopToken::kBetween - 1);
  EXPECT_TRUE(request.seen());
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

TEST(Lemke, TakesTheWayOfThePerturbedProblemWhereRatiosTie) {
  // Monotone problems of small integers: what the lexicographic rule decides without the numbers,
  // q + (e, e^2, ...) decides by them.
  Lemke lemke;
  Lemke perturbed;
  int solved = 0;
  for (std::uint64_t index = 0; index < 20000; ++index) {
    Random random(3, index);
    const int n = 3 + static_cast<int>(random.below(3));
    const auto small = [&] { return static_cast<double>(random.below(3)) - 1; };
    RowMajor m(n, n);
    Eigen::MatrixXd a(n, 2);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < 2; ++j) a(i, j) = small();
    }
    m = a * a.transpose();
    Eigen::VectorXd q(n);
    Eigen::VectorXd q_moved(n);
    double e = 1;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < i; ++j) {
        const double skew = small();
        m(i, j) += skew;
        m(j, i) -= skew;
      }
      q[i] = small();
      q_moved[i] = q[i] + (e /= 100);
    }
    const Eigen::VectorXd ones = Eigen::VectorXd::Ones(n);
    const LemkeEnd end = lemke.solve(m.data(), q.data(), ones.data(), n);
    ASSERT_EQ(perturbed.solve(m.data(), q_moved.data(), ones.data(), n), end) << index;
    if (end != LemkeEnd::solved || lemke.pivots() == 0) continue;
    // At a tie with z_0, which leaves whenever it can, the search ends before the perturbed one.
    EXPECT_LE(lemke.pivots(), perturbed.pivots()) << index;
    if (lemke.pivots() < perturbed.pivots()) continue;
    ++solved;
    EXPECT_EQ(lemke.basic(), perturbed.basic()) << index;
  }
  EXPECT_GT(solved, 1000);
}

}  // namespace
}  // namespace touchstone
