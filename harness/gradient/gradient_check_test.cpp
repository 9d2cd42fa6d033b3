// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/gradient/gradient_check.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string_view>

#include "harness/check/tests/family_sources.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

class GradientsOfMetrics : public testing::TestWithParam<const char*> {};

TEST_P(GradientsOfMetrics, AreRightOnEveryFamilyOfSmallBodies) {
  std::uint64_t smooth = 0;
  std::uint64_t kinks = 0;
  constexpr int kSmall = 64;
  for (const CheckRow& row :
       audit_gradients(*find_metric(GetParam()), {}, options_of_all(6, 0, kSmall)).rows) {
    EXPECT_EQ(row.violated(), 0U) << row.family << " " << first_violation(row);
    smooth += row.claim("smooth").held;
    kinks += row.claim("kink").held;
    EXPECT_EQ(row.claim("kink").count("coarse").value, 0) << row.family;
    // It decides a direction in doubles: where several nearly tie, it may take one beside.
    if (std::string_view(GetParam()) == "ratio_seidel") continue;
    EXPECT_EQ(row.claim("kink").count("near").value, 0) << row.family;
  }
  EXPECT_GT(smooth, 20U);
  EXPECT_GT(kinks, 5U);
}

INSTANTIATE_TEST_SUITE_P(Metrics, GradientsOfMetrics,
                         testing::Values("certified", "gjk", "box15", "ratio_ray", "ratio_seidel"),
                         [](const auto& test) { return std::string(test.param); });

/// `certified` with normals that are off by 1e-5.
class Turned : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return right_->prepare(polytope);
  }
  std::unique_ptr<Workspace> make_workspace() const override { return right_->make_workspace(); }
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const override {
    Answer answer = right_->evaluate(A, X_WA, B, X_WB, workspace);
    Vec3& n = answer.normal.value();
    n = (n + 1e-5 * n.unitOrthogonal()).normalized();
    return answer;
  }

 private:
  std::unique_ptr<Metric> right_ = find_metric("certified")->make();
};

TEST(GradientCheck, AMetricIsHeldToTheToleranceThatItClaims) {
  MetricRow row = *find_metric("certified");
  row.make = [] { return std::make_unique<Turned>(); };
  const auto violated = [&row](double claimed) {
    row.traits.own_tolerance = claimed;
    return audit_gradients(row, {}, check_options({"random-boxes"}, 40)).rows.front().violated();
  };
  EXPECT_EQ(violated(1e-4), 0U);
  EXPECT_GT(violated(1e-8), 30U);
}

TEST(GradientCheck, CountsWrongOnesAndThoseThatAreNotJudged) {
  CheckRow row = empty_row(gradients_check());
  add_verdict({GradientWord::not_judged}, false, "a", row);
  add_verdict({GradientWord::right_near_a_kink, 0.5}, false, "b", row);
  add_verdict({GradientWord::wrong_frame, 0.25, "w halved"}, true, "c", row);
  add_verdict({GradientWord::right_at_a_kink, 1e-7, "", true}, true, "d", row);
  add_verdict({GradientWord::right_at_a_kink, 1e-16}, true, "e", row);
  EXPECT_EQ(row.claim("kink").count("coarse").value, 1);
  EXPECT_EQ(row.claim("kink").count("near").value, 0);
  EXPECT_EQ(row.count("not_judged").value, 1);
  EXPECT_EQ(row.claim("smooth").held, 1U);
  EXPECT_EQ(row.claim("smooth").count("near").value, 1);
  EXPECT_EQ(row.claim("smooth").largest, 0);
  EXPECT_EQ(row.claim("kink").violated, 1U);
  EXPECT_EQ(row.claim("kink").first.front().why, "wrong_frame (w halved), off by 0.25");
}

TEST(GradientCheck, SaysWhatIsMissingAndWhichFlagIsWrong) {
  CheckRow row = empty_row(gradients_check());
  // Near a kink numbers are right however far they are from the exact gradient.
  add_verdict({GradientWord::wrong_flag, 2.5}, false, "a", row);
  add_verdict({GradientWord::wrong_flag, 1e-16}, true, "b", row);
  EXPECT_EQ(row.claim("smooth").first.front().why, "wrong_flag: no, and no kink is near");
  EXPECT_EQ(row.claim("smooth").largest, 0);
  EXPECT_EQ(row.claim("kink").first.front().why, "wrong_flag: yes, at a kink");
  GradientVerdict missing;
  add_verdict(missing, false, "c", row);
  missing.not_finite = true;
  add_verdict(missing, false, "d", row);
  EXPECT_EQ(row.claim("smooth").first.at(1).why, "missing: none was given");
  EXPECT_EQ(row.claim("smooth").first.at(2).why, "missing: not all numbers are finite");
}

TEST(GradientCheck, SaysWhoseGradientsAreJudgedAndWhereNothingIs) {
  CheckReport report =
      audit_gradients(*find_metric("certified"), {}, check_options({"random-boxes"}, 2));
  EXPECT_NE(report.check.heading.find("certified: the gradients are Touchstone's, made from"),
            std::string::npos)
      << report.check.heading;
  EXPECT_TRUE(report.as_expected());
  for (ClaimCounts& claim : report.rows.front().claims) claim.held = 0;
  EXPECT_EQ(report.unexpected(),
            std::vector<std::string>{"certified: nothing was judged (0 of 2 cases unanswered)"});
}

TEST(GradientCheck, RefusesMetricsWithoutPoints) {
  EXPECT_EQ(gives_no_gradient(*find_metric("sat"), {}),
            "sat gives no gradient, and no normal with witness points");
  EXPECT_EQ(gives_no_gradient(*find_metric("certified"), {}), "");
  EXPECT_EQ(gives_no_gradient(*find_metric("box15"), {}), "") << "it gives points on request";
}

}  // namespace
}  // namespace touchstone
