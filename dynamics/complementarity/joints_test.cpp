// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/joints.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "dynamics/complementarity/step_problem.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

RowMatrix random_rows(Random& random, int rows, int dof) {
  RowMatrix matrix(rows, dof);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < dof; ++j) {
      matrix(i, j) = random.uniform(-1, 1);
    }
  }
  return matrix;
}

TEST(EqualityRows, FulfilRowsOfAnyLengthAndRank) {
  for (std::uint64_t index = 0; index < 200; ++index) {
    Random random(3, index);
    const int dof = 6 + static_cast<int>(random.below(10));
    const int rank = 1 + static_cast<int>(random.below(5));
    const int count = rank + static_cast<int>(random.below(6));
    RowMatrix rows = random_rows(random, count, rank) * random_rows(random, rank, dof);
    // Consistent offsets, and rows in different units.
    Eigen::VectorXd inside = random_rows(random, 1, dof).transpose();
    for (int i = 0; i < count; ++i) {
      rows.row(i) *= i % 2 == 0 ? 1e4 : 1e-3;
    }
    const Eigen::VectorXd offsets = -rows * inside;
    EqualityRows equalities;
    equalities.clear(dof);
    std::vector<int> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0);
    equalities.add(rows.data(), offsets.data(), numbers);
    EXPECT_EQ(equalities.rank(), rank) << index;

    Eigen::VectorXd u = random_rows(random, 1, dof).transpose();
    const Eigen::VectorXd before = u;
    equalities.fulfil(u.data());
    for (int i = 0; i < count; ++i) {
      EXPECT_LE(std::abs(rows.row(i) * u + offsets[i]), 1e-10 * rows.row(i).norm()) << index;
    }
    // The change is the sum of the rows' impulses, and nothing else is touched.
    std::vector<double> impulses(static_cast<std::size_t>(count), 0);
    const Eigen::VectorXd change = u - before;
    equalities.impulses(change.data(), impulses.data());
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(dof);
    for (int i = 0; i < count; ++i) {
      sum += impulses[at(i)] * rows.row(i).transpose();
    }
    EXPECT_LE((sum - change).norm(), 1e-10 * (1 + change.norm())) << index;

    Eigen::VectorXd row = rows.row(0).transpose();
    equalities.project(row.data());
    EXPECT_TRUE(row.isZero(0)) << index;
  }
}

TEST(EqualityRows, TangentialRowsOfAFaceThatSticksHaveRankThree) {
  // A box of side 2 on the plane z = -1: at each corner x and y move with (v_x, v_y, w).
  RowMatrix rows = RowMatrix::Zero(8, 6);
  for (Eigen::Index corner = 0; corner < 4; ++corner) {
    const double x = corner % 2 == 0 ? 1 : -1;
    const double y = corner < 2 ? 1 : -1;
    rows.row(2 * corner) << 1, 0, 0, 0, -1, -y;
    rows.row(2 * corner + 1) << 0, 1, 0, 1, 0, x;
  }
  EqualityRows equalities;
  equalities.clear(6);
  equalities.add(rows.data(), nullptr, {0, 1, 2, 3, 4, 5, 6, 7});
  EXPECT_EQ(equalities.rank(), 3);
}

TEST(EqualityRows, TruncateForgetsWhatWasAddedLast) {
  const RowMatrix rows = RowMatrix::Identity(2, 3);
  EqualityRows equalities;
  equalities.clear(3);
  equalities.add(rows.data(), nullptr, {0});
  equalities.add(rows.data() + 3, nullptr, {1});
  EXPECT_EQ(equalities.rank(), 2);
  equalities.truncate(1);
  std::vector<double> u{1, 2, 3};
  equalities.fulfil(u.data());
  EXPECT_EQ(u, (std::vector<double>{0, 2, 3}));
}

}  // namespace
}  // namespace touchstone
