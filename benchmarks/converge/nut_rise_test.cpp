// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/converge/nut_rise.hpp"

#include <gtest/gtest.h>

#include "metrics/registry.hpp"

namespace touchstone {
namespace {

TEST(NutRise, TheRankIsTheShareOfBodiesThatLieHigher) {
  Scene scene;
  scene.bodies.resize(6);
  scene.bodies[5].fixed = true;
  std::vector<BodyState> states(6);
  const double heights[] = {1, 0.5, 2, 3, 0.5, 9};
  for (std::size_t i = 0; i < 6; ++i) states[i].p_W.y() = heights[i];
  const NutRank rank = nut_rank(scene, states);
  EXPECT_EQ(rank.above, 0.5);
  EXPECT_EQ(rank.over_mean_m, -0.5);
}

TEST(NutRise, TheLargeBodyIsCoveredBeforeTheFirstShake) {
  ClaimOptions options;
  options.metric_source = [](std::string_view name) { return find_metric(name)->make(); };
  const CheckReport report = rank_nuts({{"few", 60, 1, 0}}, options);
  ASSERT_EQ(report.rows.size(), 1U);
  for (const CheckRow& row : report.rows) {
    EXPECT_EQ(row.cases, 1U);
    EXPECT_EQ(row.unanswered, 0U);
    EXPECT_EQ(row.claim("solved").violated, 0U);
    EXPECT_EQ(row.claim("inside").held, 1U);
    EXPECT_EQ(row.count("least_above").value, row.claim("on_top").largest) << "one seed";
  }
  EXPECT_EQ(report.rows[0].family, "0");
  EXPECT_GT(report.rows[0].count("least_above").value, 0.3) << "covered at the start";
  EXPECT_TRUE(report.as_expected());
}

TEST(NutRise, ARunThatIsStoppedSaysSo) {
  ClaimOptions options;
  options.metric_source = [](std::string_view name) { return find_metric(name)->make(); };
  options.stop_requested = [] { return true; };
  const CheckReport report = rank_nuts({{"few", 30, 1, 1}}, options);
  for (const CheckRow& row : report.rows) EXPECT_EQ(row.unanswered, row.cases);
}

}  // namespace
}  // namespace touchstone
