// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_seidel/ratio_seidel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "metrics/ratio_seidel/ray_exit.hpp"
#include "metrics/ratio_seidel/seidel_program.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "metrics/tests/ratio_checks.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261121;

Answer ask(const Pair& pair) { return ask(*make_ratio_seidel(), pair); }

/// Turns A and B at random and places their centres 0.1 to 1 `reach` apart [m].
Pair placed(PolytopePtr A, PolytopePtr B, double reach, int index) {
  return placed_about_origin(kSeed, index, std::move(A), std::move(B), 0.1 * reach, reach);
}

/// Primal point and multipliers are feasible and of equal value: by duality they prove r.
TEST(RatioSeidel, DetailIsItsOwnProof) {
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 2, static_cast<std::uint64_t>(i));
    const Pair pair =
        placed(make_random_sphere_hull(random, 8 + i), make_random_ball_hull(random, 30), 3, i);
    const Answer answer = ask(pair);
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    expect_proof_of_r(pair, answer);
  }
}

template <class MakePair>
double worst_error(int count, MakePair make_pair) {
  return worst_rho_error(*make_ratio_seidel(), kSeed, count, make_pair);
}

TEST(RatioSeidel, RhoOfRandomHullsIsTheTruth) {
  EXPECT_LE(worst_error(300,
                        [](int i) {
                          Random random(kSeed, 3, static_cast<std::uint64_t>(i));
                          return placed(make_random_sphere_hull(random, 8 + i % 40),
                                        make_random_ball_hull(random, 20), 3, i);
                        }),
            2e-15);
}

/// Facets merged at 1e-12 size and slivers: the facets are too rough, and the vertices decide.
TEST(RatioSeidel, RoughFacetsCostNoDigits) {
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  int climbed = 0;
  worst_error(200, [&](int i) {
    Random random(kSeed, 4, static_cast<std::uint64_t>(i));
    std::vector<Vec3> points = box->vertices();
    for (int k = 0; k < 12; ++k) {
      Vec3 p = points[random.below(8)];
      p[static_cast<int>(random.below(3))] *= random.uniform(-1, 1);
      points.emplace_back(p + 1e-12 * random.unit_vector());
    }
    Pair pair = placed(hull_of(points), box, 5, i);
    if (ask(pair).work.supports > 1) ++climbed;
    return pair;
  });
  EXPECT_GE(climbed, 150);
}

TEST(RatioSeidel, HistoryDoesNotChangeAnswers) {
  const auto metric = make_ratio_seidel();
  const auto workspace = metric->make_workspace();
  const PolytopePtr sphere = make_icosphere(2);
  std::vector<Answer> first;
  for (const bool again : {false, true}) {
    for (int i = 0; i < 40; ++i) {
      const Pair pair = placed(sphere, sphere, 3, again ? 39 - i : i);
      const auto A = metric->prepare(*pair.A);
      const auto B = metric->prepare(*pair.B);
      const Answer answer = metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
      if (!again) {
        first.push_back(answer);
        continue;
      }
      const Answer& before = first[at(39 - i)];
      EXPECT_EQ(answer.value, before.value) << "seed " << kSeed << " index " << 39 - i;
      EXPECT_EQ(*answer.normal, *before.normal) << "seed " << kSeed << " index " << 39 - i;
      EXPECT_EQ(answer.work.iterations, before.work.iterations);
    }
  }
}

SeidelRows rows_of(const Polytope& body) {
  std::vector<Vec3> rows;
  for (const Facet& facet : body.facets()) {
    rows.emplace_back(facet.normal / (facet.offset - facet.normal.dot(body.interior_point())));
  }
  SeidelRows result;
  result.assign(rows);
  return result;
}

/// Mean visits of all rows in one query, over pairs of spheres of the same kind.
double mean_visits(const PolytopePtr& sphere, const SeidelRows& rows) {
  double visits = 0;
  constexpr int kPairs = 40;
  for (int i = 0; i < kPairs; ++i) {
    const Pair pair = placed(sphere, sphere, 3, i);
    const SeidelProgram::Real3 d = -pair.X_WB.t.cast<SeidelProgram::Real>();
    SeidelProgram program(rows, rows, pair.X_WA.R.cast<SeidelProgram::Real>(),
                          pair.X_WB.R.cast<SeidelProgram::Real>(), d.normalized());
    EXPECT_TRUE(program.solve()) << "seed " << kSeed << " index " << i;
    visits += static_cast<double>(program.visits());
  }
  return visits / kPairs;
}

/// Seidel's bound on the expected visits of a row does not depend on their number; a program that
/// began again for every violated row would need as many as there are pivots (10 to 50, growing).
TEST(SeidelProgram, VisitsGrowLinearlyWithTheRows) {
  // The exponent: slope of the line fitted to the logarithms.
  double sum = 0;
  double squares = 0;
  for (const int level : {1, 2, 3, 4, 5}) {
    const PolytopePtr sphere = make_icosphere(level);
    const SeidelRows rows = rows_of(*sphere);
    const double visits = mean_visits(sphere, rows);
    EXPECT_GE(visits, 2.0 * 2 * rows.count) << level;  // by the recursion and by the certificate
    EXPECT_LE(visits, 12.0 * 2 * rows.count) << level;
    sum += (level - 3) * std::log(visits);
    squares += (level - 3) * (level - 3) * std::log(4);  // a level has four times the facets
  }
  EXPECT_GE(sum / squares, 0.8);
  EXPECT_LE(sum / squares, 1.15);
}

TEST(RayExit, TheClimbFindsTheFacetThatTheRayHits) {
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  VertexArms arms;
  arms.assign(box->vertices(), box->interior_point());
  const Mat3 I = Mat3::Identity();
  const Dd3 d = {DoubleDouble{5, 0}, DoubleDouble{1, 0}, DoubleDouble{-2, 0}};
  RayExit ray(arms, I, arms, I, d);
  ASSERT_TRUE(ray.climb(2, 1e-15));
  const RayExit::Value value = ray.evaluate(ray.normal(), true);
  ASSERT_TRUE(value.valid);
  EXPECT_EQ(value.rho, 0.6);  // K is the cube of half-width 2
  EXPECT_EQ(rounded(ray.normal()), Vec3(0.5, 0, 0));
  EXPECT_EQ(rounded(ray.arm_A()).x(), -1);
  EXPECT_EQ(rounded(ray.arm_B()).x(), 1);
  EXPECT_FALSE(ray.evaluate({DoubleDouble{-1, 0}, DoubleDouble{}, DoubleDouble{}}, false).valid);
}

}  // namespace
}  // namespace touchstone
