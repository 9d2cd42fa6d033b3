// SPDX-License-Identifier: GPL-3.0-or-later
// The form of the value, for every ratio metric of the registry.
#include "metrics/ratio_options.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "geometry/test_name.hpp"
#include "metrics/metric_samples.hpp"
#include "metrics/registry.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261201;
constexpr RatioOptions kGrowth{.form = RatioForm::growth};

std::vector<std::string> ratio_names() {
  std::vector<std::string> names;
  for (const MetricRow& row : metric_registry()) {
    if (row.traits.quantity == Quantity::ratio) names.push_back(row.name);
  }
  return names;
}

class RatioOptionsOf : public testing::TestWithParam<std::string> {
 protected:
  const MetricRow& row_ = *find_metric(GetParam());
};

TEST(RatioOptions, AreOfEveryRatioMetricAndOfNoOther) {
  EXPECT_GE(ratio_names().size(), 4U);
  for (const MetricRow& row : metric_registry()) {
    EXPECT_EQ(row.make_ratio != nullptr, row.traits.quantity == Quantity::ratio) << row.name;
  }
}

TEST_P(RatioOptionsOf, WithoutAnyTheAnswerIsThePlainOne) {
  for (int i = 0; i < 50; ++i) {
    const Pair pair = random_boxes(kSeed, i);
    EXPECT_EQ(ask(*row_.make_ratio({}), pair).value, ask(*row_.make(), pair).value) << i;
  }
}

TEST_P(RatioOptionsOf, GrowthIsTheTruth) {
  Oracle oracle;
  int negative = 0;
  for (int i = 0; i < 500; ++i) {
    const Pair pair = random_boxes(kSeed, i);
    const Rational rho = oracle.solve(pair).ratio->rho;
    const double growth = round_to_double(rho / (1 - rho));
    if (growth < 0) ++negative;
    const Answer answer = ask(*row_.make_ratio(kGrowth), pair);
    ASSERT_EQ(answer.status, AnswerStatus::answered) << answer.note;
    const double limit = (row_.traits.own_tolerance + 1e-15) * std::max(1.0, growth);
    EXPECT_NEAR(answer.value, growth, limit) << "seed " << kSeed << " index " << i;
    EXPECT_NEAR(answer.value, answer.ratio->r - 1, 1e-15 + limit);
  }
  EXPECT_GT(negative, 100);
  EXPECT_LT(negative, 400);
}

TEST_P(RatioOptionsOf, GrowthKeepsAllDigitsAtContact) {
  const auto metric = row_.make_ratio(kGrowth);
  for (const double size : {0x1p-20, 0x1p-35, 0x1p-50}) {
    for (const double gap : {size, -size}) {
      EXPECT_DOUBLE_EQ(ask(*metric, boxes_apart(Vec3(0.5, 2 + gap, 0))).value, gap / 2);
    }
  }
}

TEST_P(RatioOptionsOf, GrowthIsMinusOneWhereInteriorPointsCoincide) {
  const Answer answer = ask(*row_.make_ratio(kGrowth), boxes_apart(Vec3(0, 0, 0)));
  EXPECT_EQ(answer.status, AnswerStatus::answered);
  EXPECT_EQ(answer.value, -1);
  EXPECT_EQ(answer.ratio->r, 0);
  EXPECT_EQ(answer.note, "");
  EXPECT_EQ(ask(*row_.make_ratio({}), boxes_apart(Vec3(0, 0, 0))).status, AnswerStatus::no_answer);
}

INSTANTIATE_TEST_SUITE_P(EveryRow, RatioOptionsOf, testing::ValuesIn(ratio_names()),
                         [](const auto& row) { return test_name(row.param); });

}  // namespace
}  // namespace touchstone
