// SPDX-License-Identifier: GPL-3.0-or-later
// The fixed-body variant of every ratio metric of the registry, in both forms, against the exact
// program over the vertices.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "geometry/tests/test_name.hpp"
#include "metrics/common/ratio_options.hpp"
#include "metrics/ratio_ray/ratio_ray.hpp"
#include "metrics/registry.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "metrics/tests/ratio_checks.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261203;
constexpr RatioOptions kFixed{.fixed_B = true};
constexpr RatioOptions kFixedGrowth{.fixed_B = true, .form = RatioForm::growth};

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool within_an_ulp(double value, double truth) {
  return value >= std::nextafter(truth, -kInfinity) && value <= std::nextafter(truth, kInfinity);
}

/// How often the signs of r - 1 and r = 0 occurred.
struct Signs {
  int grown = 0;
  int kissing = 0;
  int shrunk = 0;
  int inside = 0;
};

class FixedBodyOf : public testing::TestWithParam<std::string> {
 protected:
  FixedBodyOf() : rho_(row_.make_ratio(kFixed)), growth_(row_.make_ratio(kFixedGrowth)) {}

  /// Compares rho and growth with the exact r.
  void expect_truth(const Pair& pair, const Rational& r) const {
    const Answer answer = ask(*rho_, pair);
    const Answer growth = ask(*growth_, pair);
    if (r == 0) {
      expect_no_rho(answer, growth);
      return;
    }
    ASSERT_EQ(answer.status, AnswerStatus::answered) << answer.note;
    ASSERT_EQ(growth.status, AnswerStatus::answered) << growth.note;
    const double rho = round_to_double((r - 1) / r);
    const double f_2 = round_to_double(r - 1);
    if (row_.traits.claims_exact) {
      EXPECT_PRED2(within_an_ulp, answer.value, rho);
      EXPECT_PRED2(within_an_ulp, answer.ratio->r, round_to_double(r));
    }
    const double tolerance = row_.traits.own_tolerance + 1e-15;
    EXPECT_NEAR(answer.value, rho, tolerance * std::max(1.0, std::abs(rho)));
    EXPECT_NEAR(growth.value, f_2, tolerance * std::max(1.0, std::abs(f_2)));
    EXPECT_EQ(growth.value, answer.value * answer.ratio->r);
    expect_normal_and_witnesses(pair, answer, rho);
  }

  /// A metric that rounds may take a point of B's surface for one next to it.
  void expect_no_rho(const Answer& answer, const Answer& growth) const {
    ASSERT_TRUE(answer.ratio.has_value());
    if (!row_.traits.claims_exact && answer.ratio->r != 0) {
      EXPECT_LE(answer.ratio->r, 1e-14);
      return;
    }
    EXPECT_EQ(answer.status, AnswerStatus::no_answer);
    EXPECT_EQ(answer.note, kInteriorPointInFixedBody);
    EXPECT_EQ(answer.ratio->r, 0);
    EXPECT_EQ(growth.status, AnswerStatus::answered);
    EXPECT_EQ(growth.value, -1);
  }

  /// Any u gives a bound gap(u)/g(u) <= rho; the normal gives rho. Witnesses as documented.
  static void expect_normal_and_witnesses(const Pair& pair, const Answer& answer, double rho) {
    const Vec3 n = *answer.normal;
    EXPECT_NEAR(n.norm(), 1, 1e-15);
    const Vec3 x_A = interior_in_world(*pair.A, pair.X_WA);
    double h_A = 0;
    for (const Vec3& a : pair.A->vertices()) {
      h_A = std::max(h_A, -n.dot(pair.X_WA.R * (a - pair.A->interior_point())));
    }
    const double gap = exact_gap(pair, n).get_d();
    const double limit = 1e-12 * std::max(1.0, std::abs(rho));
    EXPECT_NEAR(gap / (gap + h_A), rho, limit * std::max(1.0, std::abs(rho)));
    const auto& [p_A, p_B] = *answer.witnesses;
    EXPECT_LE((p_A - p_B - rho * (x_A - p_B)).norm(), 4 * limit);
    EXPECT_TRUE(point_within(pair, WhichBody::A, p_A, limit));
    EXPECT_TRUE(point_within(pair, WhichBody::B, p_B, limit));
  }

  template <class MakePair>
  Signs expect_truth_of_all(int count, MakePair make_pair) const {
    Signs signs;
    for (int i = 0; i < count; ++i) {
      SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
      const Pair pair = make_pair(i);
      const Rational r = *solve_fixed_body(pair);
      ++(r == 0 ? signs.inside : r < 1 ? signs.shrunk : r == 1 ? signs.kissing : signs.grown);
      expect_truth(pair, r);
    }
    return signs;
  }

  const MetricRow& row_ = *find_metric(GetParam());
  std::unique_ptr<Metric> rho_;
  std::unique_ptr<Metric> growth_;
};

TEST_P(FixedBodyOf, RandomBoxesGetTheTruth) {
  const Signs signs = expect_truth_of_all(600, [](int i) { return random_boxes(kSeed, i); });
  EXPECT_GT(signs.grown, 150);
  EXPECT_GT(signs.shrunk, 150);
  EXPECT_GT(signs.inside, 20);
}

TEST_P(FixedBodyOf, RandomHullsGetTheTruth) {
  const Signs signs = expect_truth_of_all(600, [](int i) {
    Random random(kSeed, 2, static_cast<std::uint64_t>(i));
    return placed_about_origin(kSeed, i, make_random_sphere_hull(random, 8 + i % 40),
                               make_random_ball_hull(random, 20), 0.1, 3);
  });
  EXPECT_GT(signs.grown, 150);
  EXPECT_GT(signs.shrunk, 60);
  EXPECT_GT(signs.inside, 20);
}

TEST_P(FixedBodyOf, KissingAndDegenerateBoxesGetTheTruth) {
  const Signs signs = expect_truth_of_all(600, [](int i) {
    Random random(kSeed, 3, static_cast<std::uint64_t>(i));
    const auto quarter = [&] { return 0.25 * static_cast<double>(random.below(9)); };
    return boxes_apart(Vec3(i % 3 == 0 ? 2 : quarter(), quarter(), i % 5 == 0 ? 3 : quarter()));
  });
  EXPECT_GT(signs.grown, 100);
  EXPECT_GT(signs.kissing, 100);
  EXPECT_GT(signs.shrunk, 60);
  EXPECT_GT(signs.inside, 20);
}

/// d is in (r + 1) A for equal bodies with a centre: r = |d|_A - 1 here, |d|_A / 2 if both grow.
TEST_P(FixedBodyOf, AnEqualBodyIsReachedByTwiceTheGrowthThatBothNeed) {
  const auto both = row_.make_ratio({.form = RatioForm::growth});
  const PolytopePtr sphere = make_icosphere(2);
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 4, static_cast<std::uint64_t>(i));
    Pair pair{sphere, Pose{random.rotation(), Vec3::Zero()}, sphere, Pose{}};
    pair.X_WB = Pose{pair.X_WA.R, random.uniform(1.1, 4) * random.unit_vector()};
    EXPECT_NEAR(ask(*growth_, pair).value, 2 * ask(*both, pair).value, 1e-12);
  }
}

TEST_P(FixedBodyOf, NearContactNoDigitsAreLost) {
  for (const double size : {0x1p-20, 0x1p-35, 0x1p-50}) {
    for (const double gap : {size, -size}) {
      const Pair pair = boxes_apart(Vec3(0.5, 2 + gap, 0));
      EXPECT_DOUBLE_EQ(ask(*rho_, pair).value, gap / (1 + gap));
      EXPECT_DOUBLE_EQ(ask(*growth_, pair).value, gap);
    }
  }
}

/// lambda.b_A = 1 and sum lambda a + sum mu b = 0 prove r: with m = sum lambda a, A grown by t has
/// m.(x - x_A) <= t, and B has m.(x - x_B) >= -sum mu b_B, so t >= -m.d - mu.b_B = r.
TEST_P(FixedBodyOf, MultipliersOfFacetsProveR) {
  int with_facets = 0;
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 9, static_cast<std::uint64_t>(i));
    Pair pair = placed_about_origin(kSeed, i, make_random_sphere_hull(random, 30),
                                    make_box(Vec3::Constant(random.uniform(0.1, 100))), 1, 3);
    pair.X_WB.t *= pair.B->bounding_radius();
    const Answer answer = ask(*rho_, pair);
    if (answer.status != AnswerStatus::answered || answer.ratio->active_count == 0) continue;
    ++with_facets;
    const RatioDetail& detail = *answer.ratio;
    const ActiveSums sums = sums_over_active(pair, detail);
    const Vec3 d = interior_in_world(*pair.A, pair.X_WA) - interior_in_world(*pair.B, pair.X_WB);
    EXPECT_NEAR(sums.level_A, 1, 1e-12);
    EXPECT_LE((sums.m_A + sums.m_B).norm(), 1e-12 * sums.m_A.norm());
    EXPECT_NEAR(-sums.m_A.dot(d) - sums.level_B, detail.r, 1e-12 * (detail.r + sums.level_B));
    EXPECT_LE((*answer.normal + sums.m_A.normalized()).norm(), 1e-12);
  }
  const bool names_facets = ask(*rho_, boxes_apart(Vec3(4, 0, 0))).ratio->active_count > 0;
  EXPECT_GE(with_facets, names_facets ? 50 : 0);
}

/// Ground under a small body. GLPK's program has nothing but facets, whose rounding is 1e-10 beside
/// a body a million times smaller.
TEST_P(FixedBodyOf, TheFixedBodyMayBeMuchLarger) {
  const bool facets_alone = GetParam().rfind("ratio_lp", 0) == 0;
  for (const double size : {1e3, 1e6, 1e9}) {
    const Pair pair{make_box(Vec3(1, 1, 1)), Pose{Mat3::Identity(), Vec3(0.25 * size, 0, 3)},
                    make_box(Vec3::Constant(size)), Pose{Mat3::Identity(), Vec3(0, 0, -size)}};
    const Answer answer = ask(*rho_, pair);
    if (facets_alone && size > 1e3) {
      EXPECT_EQ(answer.status, AnswerStatus::no_answer);
      EXPECT_EQ(answer.note, "the rounding of facets hides the way to the fixed body");
      continue;
    }
    ASSERT_EQ(answer.status, AnswerStatus::answered) << answer.note;
    EXPECT_NEAR(answer.ratio->r, 3, 1e-12) << size;
    EXPECT_NEAR(answer.value, 2.0 / 3, 1e-12) << size;
  }
}

TEST_P(FixedBodyOf, WhereThePlainMetricRefusesSoDoesThis) {
  EXPECT_EQ(ask(*rho_, boxes_apart(Vec3(0, 0, 0))).note, kInteriorPointInFixedBody);
  EXPECT_EQ(ask(*growth_, boxes_apart(Vec3(0, 0, 0))).value, -1);
  EXPECT_EQ(ask(*rho_, boxes_apart(Vec3(kInfinity, 0, 0))).note, "a pose is not finite");
  Pair pair = boxes_apart(Vec3(4, 0, 0));
  pair.B = hull_of({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 0)});
  EXPECT_EQ(ask(*rho_, pair).note, "flat body");
  EXPECT_EQ(ask(*growth_, pair).note, "flat body");
}

INSTANTIATE_TEST_SUITE_P(EveryRow, FixedBodyOf, testing::ValuesIn(ratio_names()),
                         [](const auto& row) { return test_name(row.param); });

TEST(RatioRayFixed, RelativeAccuracyIsKeptAtContactInAnyDirection) {
  const auto metric = make_ratio_ray_fixed();
  int exact = 0;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 5, static_cast<std::uint64_t>(i));
    Pair pair = placed_about_origin(kSeed, i, make_random_sphere_hull(random, 8 + i % 20),
                                    make_random_ball_hull(random, 20), 1.5, 3);
    const Answer apart = ask(*metric, pair);
    ASSERT_EQ(apart.status, AnswerStatus::answered);
    const auto& [p_A, p_B] = *apart.witnesses;
    const double part = std::ldexp(i % 2 == 0 ? 1.0 : -1.0, -20 - i % 31);
    pair.X_WB.t += (1 - part) * (p_A - p_B);
    const Rational r = *solve_fixed_body(pair);
    const Answer near = ask(*metric, pair);
    ASSERT_EQ(near.status, AnswerStatus::answered);
    EXPECT_LE(std::abs(near.value), 1e-5);
    EXPECT_PRED2(within_an_ulp, near.value, round_to_double((r - 1) / r));
    if (std::abs(part) >= 0x1p-30) exact += near.work.exact;
  }
  // Closer to contact, where fewer digits are left, integers may have to decide.
  EXPECT_LE(exact, 3);
}

TEST(RatioRayFixed, OrdinaryPairsNeedNoExactArithmetic) {
  const auto metric = make_ratio_ray_fixed();
  int exact = 0;
  for (int i = 0; i < 2000; ++i) exact += ask(*metric, random_boxes(kSeed, i)).work.exact;
  EXPECT_LE(exact, 2);
}

TEST(RatioRayFixed, WarmAndColdAnswersAreTheSameBits) {
  const auto metric = make_ratio_ray_fixed();
  const PolytopePtr sphere = make_icosphere(3);
  const PolytopePtr box = make_box(Vec3(1, 2, 0.5));
  const auto grows = metric->prepare(*sphere);
  const auto fixed = metric->prepare(*box);
  const auto warm = metric->make_workspace();
  int supports_warm = 0;
  int supports_cold = 0;
  Random random(kSeed, 6);
  Pose X_WB{random.rotation(), Vec3(2.5, 0.25, 0.5)};
  for (int step = 0; step < 200; ++step) {
    X_WB.t += 0.02 * random.unit_vector();
    const Answer continued = metric->evaluate(*grows, Pose{}, *fixed, X_WB, *warm);
    const Answer fresh = metric->evaluate(*grows, Pose{}, *fixed, X_WB, *metric->make_workspace());
    ASSERT_EQ(fresh.status, AnswerStatus::answered);
    EXPECT_EQ(continued.value, fresh.value);
    supports_warm += continued.work.supports;
    supports_cold += fresh.work.supports;
  }
  EXPECT_LT(supports_warm, supports_cold / 2);
}

TEST(RatioRayFixed, LargeAndDistantBodiesAreNoHarder) {
  const auto metric = make_ratio_ray_fixed();
  for (int i = 0; i < 30; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 7, static_cast<std::uint64_t>(i));
    const double far = std::ldexp(1.0, i);
    Pair pair{make_icosphere(3), Pose{random.rotation(), 100 * random.unit_vector()},
              make_uv_sphere(24, 12), Pose{}};
    pair.X_WB = Pose{random.rotation(), pair.X_WA.t + far * random.unit_vector()};
    const Rational r = *solve_fixed_body(pair);
    const Answer answer = ask(*metric, pair);
    if (r == 0) {
      EXPECT_EQ(answer.ratio->r, 0);
      continue;
    }
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    EXPECT_PRED2(within_an_ulp, answer.value, round_to_double((r - 1) / r));
  }
}

}  // namespace
}  // namespace touchstone
