// SPDX-License-Identifier: GPL-3.0-or-later
// The form of the value, for every ratio metric of the registry.
#include "metrics/common/ratio_options.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "geometry/tests/test_name.hpp"
#include "metrics/registry.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "metrics/tests/ratio_checks.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261201;
constexpr RatioOptions kGrowth{.form = RatioForm::growth};

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

/// Gives up, but had begun to fill in its detail.
class GivesUp final : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& /*polytope*/) const override {
    return std::make_unique<Shape>();
  }
  Answer evaluate(const Shape& /*A*/, const Pose& /*X_WA*/, const Shape& /*B*/,
                  const Pose& /*X_WB*/, Workspace& /*workspace*/) const override {
    Answer answer;
    answer.note = "lost its way";
    answer.ratio.emplace();
    return answer;
  }
};

TEST(RatioOptions, GrowthIsNotMinusOneWhereAMetricGaveUp) {
  const auto metric = in_form(std::make_unique<GivesUp>(), RatioForm::growth);
  const Answer answer = ask(*metric, boxes_apart(Vec3(3, 0, 0)));
  EXPECT_EQ(answer.status, AnswerStatus::no_answer);
  EXPECT_EQ(answer.note, "lost its way");
}

/// B is A with its axes named otherwise, and in the same place: rounding leaves something of
/// x_A - x_B, as the terms of each are added up in another order.
TEST_P(RatioOptionsOf, InteriorPointsThatCoincideAreKnownThroughRounding) {
  const auto plain = row_.make_ratio({});
  const auto growth = row_.make_ratio(kGrowth);
  Random random(kSeed, 3, 0);
  for (int i = 0; i < 60; ++i) {
    PolytopeInput of_A;
    of_A.vertices = make_random_sphere_hull(random, 8)->vertices();
    of_A.interior_point = Vec3(0.1, 0.07, 0.03) * random.uniform(0.1, 1);
    if (!make_polytope(of_A)) continue;
    const auto renamed = [](const Vec3& v) { return Vec3(v.y(), v.z(), v.x()); };
    PolytopeInput of_B;
    for (const Vec3& v : of_A.vertices) of_B.vertices.push_back(renamed(v));
    of_B.interior_point = renamed(*of_A.interior_point);
    Pair pair{make_polytope(of_A).value(), Pose{random.rotation(), random.unit_vector()},
              make_polytope(of_B).value(), Pose{}};
    if (!pair.A->interior_point_strictly_inside()) continue;
    pair.X_WB.t = pair.X_WA.t;
    for (int k = 0; k < 3; ++k) pair.X_WB.R.col(k) = pair.X_WA.R.col((k + 1) % 3);
    const Answer answer = ask(*plain, pair);
    EXPECT_EQ(answer.status, AnswerStatus::no_answer) << "index " << i << ": " << answer.value;
    EXPECT_EQ(answer.note, kInteriorPointsCoincide) << "index " << i;
    EXPECT_EQ(ask(*growth, pair).value, -1) << "index " << i;
  }
}

/// Far less apart than the roundings of where they are.
TEST_P(RatioOptionsOf, NearlyCoincidingInteriorPointsHaveARatio) {
  PolytopeInput input;
  input.vertices = make_box(Vec3(1, 1, 1))->vertices();
  input.interior_point = Vec3(0.1, 0.07, 0.03);
  Random random(kSeed, 4, 0);
  const PolytopePtr body = make_polytope(input).value();
  for (const double offset : {1e-20, 1e-33, 1e-40}) {
    Pair pair{body, Pose{random.rotation(), Vec3(offset, 0, 0)}, body, Pose{}};
    pair.X_WB.R = pair.X_WA.R;
    const double rho = Oracle().solve(pair).ratio->rho_rounded;
    const Answer answer = ask(*row_.make_ratio({}), pair);
    ASSERT_EQ(answer.status, AnswerStatus::answered) << offset << ": " << answer.note;
    EXPECT_NEAR(answer.value / rho, 1, 1e-12) << offset;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryRow, RatioOptionsOf, testing::ValuesIn(ratio_names()),
                         [](const auto& row) { return test_name(row.param); });

}  // namespace
}  // namespace touchstone
