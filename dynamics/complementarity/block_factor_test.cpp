// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/block_factor.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "geometry/random.hpp"

namespace touchstone {
namespace {

/// Solves a random system with the blocks of a random graph, and with Eigen.
void compare(std::uint64_t round, bool symmetric, BlockFactor& factor) {
  Random random(5, round);
  const int bodies = 1 + static_cast<int>(random.below(20));
  std::vector<std::pair<int, int>> pairs;
  for (int a = 0; a < bodies; ++a) {
    for (int b = a + 1; b < bodies; ++b) {
      if (random.below(4) == 0) pairs.emplace_back(a, b);
    }
  }
  const auto entries = [&random] {
    BlockFactor::Block block;
    for (Eigen::Index i = 0; i < 36; ++i) block.data()[i] = random.uniform(-1, 1);
    return block;
  };
  factor.set_pattern(bodies, pairs);
  factor.clear(symmetric);
  const Eigen::Index n = Eigen::Index{6} * bodies;
  Eigen::MatrixXd whole = Eigen::MatrixXd::Identity(n, n);
  for (int body = 0; body < bodies; ++body) {
    factor.add(body, body, BlockFactor::Block::Identity());
  }
  for (const auto& [a, b] : pairs) {
    // J' J of a row for each of the bodies' velocities.
    const BlockFactor::Block A = entries();
    const BlockFactor::Block B = entries();
    const BlockFactor::Block C = symmetric ? A : BlockFactor::Block(A + 0.3 * entries());
    const BlockFactor::Block D = symmetric ? B : BlockFactor::Block(B + 0.3 * entries());
    const auto add = [&](int row, int column, const BlockFactor::Block& block) {
      factor.add(row, column, block);
      whole.block<6, 6>(Eigen::Index{6} * row, Eigen::Index{6} * column) += block;
    };
    add(a, a, A.transpose() * C);
    add(a, b, A.transpose() * D);
    add(b, a, B.transpose() * C);
    add(b, b, B.transpose() * D);
  }
  Eigen::VectorXd x(n);
  for (double& value : x) value = random.uniform(-1, 1);
  const Eigen::VectorXd expected = whole.partialPivLu().solve(x);
  ASSERT_TRUE(factor.factor());
  factor.solve(x);
  EXPECT_LE((x - expected).norm(), 1e-9 * expected.norm()) << "round " << round;
}

TEST(BlockFactor, SolvesWhatEigenSolves) {
  BlockFactor factor;
  for (std::uint64_t round = 0; round < 60; ++round) {
    compare(round, true, factor);
    compare(round, false, factor);
  }
}

/// I + s J'J of contacts between two bodies each, with fewer rows than velocities.
void compare_stiff(std::uint64_t round, bool symmetric) {
  constexpr double kPenalty = 1e7;
  constexpr int kBodies = 6;
  Random random(6, round);
  std::vector<std::pair<int, int>> pairs;
  for (int a = 0; a < kBodies; ++a) {
    for (int b = a + 1; b < kBodies; ++b) pairs.emplace_back(a, b);
  }
  BlockFactor factor;
  factor.set_pattern(kBodies, pairs);
  factor.clear(symmetric);
  constexpr Eigen::Index kSize = kDofOfBody * kBodies;
  using Long = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  Long whole = Long::Identity(kSize, kSize);
  for (int body = 0; body < kBodies; ++body) {
    factor.add(body, body, BlockFactor::Block::Identity());
  }
  for (const auto& [a, b] : pairs) {
    ContactRows rows;
    rows.body = {a, b};
    for (Eigen::Index i = 0; i < 36; ++i) rows.rows.data()[i] = random.uniform(-1, 1);
    const Eigen::Matrix3d weight = kPenalty * Eigen::Vector3d(1, 0, 0).asDiagonal();
    factor.add_product<3>(rows, weight);
    Long row = Long::Zero(1, kSize);
    row.block(0, kDofOfBody * a, 1, 6) = rows.rows.block<1, 6>(0, 0).cast<long double>();
    row.block(0, kDofOfBody * b, 1, 6) = rows.rows.block<1, 6>(0, 6).cast<long double>();
    whole += kPenalty * row.transpose() * row;
  }
  Eigen::VectorXd x(kSize);
  for (double& value : x) value = random.uniform(-1, 1);
  const Eigen::Matrix<long double, Eigen::Dynamic, 1> expected =
      whole.partialPivLu().solve(x.cast<long double>());
  ASSERT_TRUE(factor.factor());
  factor.solve(x);
  const auto error = static_cast<double>((x.cast<long double>() - expected).norm());
  EXPECT_LE(error, 1e-7 * static_cast<double>(expected.norm())) << "round " << round;
}

TEST(BlockFactor, SolvesWhatIsStiffInSomeDirectionsOnly) {
  for (std::uint64_t round = 0; round < 40; ++round) {
    compare_stiff(round, true);
    compare_stiff(round, false);
  }
}

TEST(BlockFactor, SaysWhereABlockIsSingular) {
  BlockFactor factor;
  factor.set_pattern(2, {{0, 1}});
  factor.clear(true);
  EXPECT_FALSE(factor.factor());
}

}  // namespace
}  // namespace touchstone
