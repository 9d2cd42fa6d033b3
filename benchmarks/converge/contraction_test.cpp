// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/converge/contraction.hpp"

#include <gtest/gtest.h>

#include "metrics/registry.hpp"

namespace touchstone {
namespace {

// One contact of a particle of unit mass in space, which comes down with 1 m/s and slides with
// 2 m/s; then P_1(Gamma) = (2 - c_t, c_n - 1) with the relaxation's impulse along n + mu d. Sliding
// stays, so that Gamma -> mu (2 - mu c_n), (1 + mu^2) c_n = 1 + 2 mu - Gamma: successive changes
// have the ratio -mu^2/(1 + mu^2) exactly.
TEST(Contraction, OfAParticleIsTheOneOfItsFormula) {
  for (const double mu : {0.1, 0.3, 0.5}) {
    StepProblem problem;
    problem.free = Eigen::Vector3d(2, -1, 0);
    problem.normal = RowMatrix(1, 3);
    problem.normal << 0, 1, 0;
    problem.tangent = RowMatrix(2, 3);
    problem.tangent << 1, 0, 0, 0, 0, 1;
    problem.bound = Eigen::VectorXd::Zero(1);
    problem.friction = {{FrictionKind::cone, mu}};
    problem.joint.resize(0, 3);
    problem.joint_bound.resize(0);
    for (const FixedPointMap map : {FixedPointMap::chi_1, FixedPointMap::chi_2}) {
      const Contraction found = contract(problem, map);
      EXPECT_TRUE(found.solved) << map_name(map);
      ASSERT_GE(found.changes.size(), 3U);
      for (std::size_t k = 1; k < found.changes.size(); ++k) {
        if (found.changes[k] < 1e-9) break;
        EXPECT_NEAR(found.changes[k] / found.changes[k - 1], mu * mu / (1 + mu * mu), 1e-4);
      }
    }
  }
}

TEST(Contraction, SmallFrictionContractsOnTheStepsOfDice3) {
  ContractionOptions options;
  options.metric_source = [](std::string_view name) -> std::unique_ptr<Metric> {
    const MetricRow* row = find_metric(name);
    return row == nullptr ? nullptr : row->make();
  };
  options.scenes = {"dice3"};
  options.mu = {0.01, 0.1};
  options.problems = 20;
  const auto rows = contraction_rates(options);
  ASSERT_EQ(rows.size(), 6U);
  for (const ContractionRow& row : rows) {
    EXPECT_EQ(row.solved, row.problems) << map_name(row.map) << " " << row.mu;
    EXPECT_GT(row.problems, 0);
    EXPECT_LE(row.largest_rate, 0.5) << "theorem 5.9 for small friction";
  }
  EXPECT_LT(rows[0].median_rate, rows[1].median_rate) << "slower with more friction";
}

}  // namespace
}  // namespace touchstone
