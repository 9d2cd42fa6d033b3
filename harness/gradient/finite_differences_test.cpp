// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/gradient/finite_differences.hpp"

#include <gtest/gtest.h>

#include "geometry/shapes.hpp"
#include "harness/check/tests/family_sources.hpp"
#include "harness/runners/make_runner.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

TEST(CentralDifferences, OfAPlaneAreTheGradient) {
  const auto runner = make_runner(*find_metric("certified"), {});
  Pair pair = {make_box({1, 1, 1}), Pose{}, make_double_pyramid(4, 1, 1), Pose{}};
  pair.X_WB.t = {0.25, 0.125, 3};
  const auto found = central_differences(*runner, pair, 1e-4);
  ASSERT_TRUE(found.has_value());
  // The apex p = (0.25, 0.125, 2) above the face z = 1.
  EXPECT_LT((found->v_A - Vec3(0, 0, -1)).norm(), 1e-10);
  EXPECT_LT((found->v_B - Vec3(0, 0, 1)).norm(), 1e-10);
  EXPECT_LT((found->w_A - Vec3(-0.125, 0.25, 0)).norm(), 1e-7);
  EXPECT_LT((found->w_B - Vec3(0, 0, 0)).norm(), 1e-7);
}

TEST(GradientDifferences, LoseDigitsWithTheStepAndAreWrongAtKinks) {
  const CheckOptions options = check_options({"posed-boxes", "kinks"}, 40);
  const CheckReport report = audit_differences(*find_metric("certified"), {}, options);
  ASSERT_EQ(report.rows.size(), 22U);
  EXPECT_TRUE(report.as_expected()) << report.unexpected().front();
  const auto row = [&](const std::string& step, const std::string& family) {
    for (const CheckRow& one : report.rows) {
      if (one.subject.name == step && one.family == family) return one;
    }
    return CheckRow{};
  };
  EXPECT_LT(row("1e-6", "posed-boxes").claim("smooth").largest, 1e-6);
  EXPECT_GT(row("1e-12", "posed-boxes").claim("smooth").largest, 1e-6);
  for (const char* step : {"1e-3", "1e-6", "1e-12"}) {
    const CheckRow of_kinks = row(step, "kinks");
    const ClaimCounts& kink = of_kinks.claim("kink");
    EXPECT_GT(kink.largest, 0.1) << step;
    EXPECT_GT(kink.violated, 1U) << step;
  }
}

/// `certified` with its values a thousandth too large.
class TooLarge : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return right_->prepare(polytope);
  }
  std::unique_ptr<Workspace> make_workspace() const override { return right_->make_workspace(); }
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const override {
    Answer answer = right_->evaluate(A, X_WA, B, X_WB, workspace);
    answer.value *= 1.001;
    return answer;
  }

 private:
  std::unique_ptr<Metric> right_ = find_metric("certified")->make();
};

TEST(GradientDifferences, OfTheBestStepAreRightWhereNothingIsNear) {
  const CheckOptions options = check_options({"random-boxes", "random-hulls-16-shallow",
                                              "random-hulls-16-deep", "capsules-crossing", "kinks"},
                                             40);
  const auto best_of = [&](const MetricRow& metric, bool expected) {
    const CheckReport report = audit_differences(metric, {}, options);
    EXPECT_EQ(report.as_expected(), expected)
        << metric.name << ": " << testing::PrintToString(report.unexpected()) << " "
        << first_violation(summed_rows(report.rows).back());
    return summed_rows(report.rows).back();
  };
  const CheckRow right = best_of(*find_metric("certified"), true);
  EXPECT_EQ(right.subject.name, "best");
  EXPECT_GT(right.claim("clear").held, 60U);
  EXPECT_LT(right.claim("clear").largest, 1e-6);
  const CheckRow ratio = best_of(*find_metric("ratio_ray"), true);
  EXPECT_GT(ratio.claim("clear").held, 30U);
  MetricRow spoilt = *find_metric("certified");
  spoilt.make = [] { return std::make_unique<TooLarge>(); };
  const CheckRow wrong = best_of(spoilt, false);
  EXPECT_EQ(wrong.claim("clear").held, 0U);
  EXPECT_EQ(wrong.claim("clear").violated, right.claim("clear").held);
}

TEST(GradientDifferences, OfALongStepAreWrongForManyHulls) {
  const CheckReport report = audit_differences(*find_metric("certified"), {},
                                               check_options({"random-hulls-16-separated"}, 60));
  const ClaimCounts& smooth = report.rows.front().claim("smooth");
  EXPECT_GT(static_cast<double>(smooth.violated), 0.25 * static_cast<double>(smooth.checked()));
}

}  // namespace
}  // namespace touchstone
