// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_lp/ratio_lp.hpp"

#include <glpk.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

#include "metrics/ratio_lp/glpk_program.hpp"
#include "metrics/tests/extreme_checks.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "metrics/tests/ratio_checks.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20260722;

Answer ask(const Pair& pair, RatioProgram form = RatioProgram::dual) {
  return ask(*make_ratio_lp(form), pair);
}

Pair random_hulls(int index, int points) {
  Random random(kSeed, 2, static_cast<std::uint64_t>(index));
  const PolytopePtr A = make_random_sphere_hull(random, points);
  const PolytopePtr B = make_random_ellipsoid_hull(random, points, Vec3(1, 0.5, 2));
  return placed_apart(random, A, B, 0.1, 3);
}

/// Aligned boxes that touch up to a gap of 0 or +-1e-15 ... +-1e-3 in a face, an edge or a corner.
Pair kissing_boxes(int index) {
  Random random(kSeed, 3, static_cast<std::uint64_t>(index));
  double gap = 0;
  if (const auto decade = random.below(14); decade > 0) {
    gap = random.below(2) == 0 ? 1 : -1;
    for (std::uint64_t i = 0; i < decade + 2; ++i) gap /= 10;
  }
  Vec3 half_A;
  Vec3 half_B;
  Vec3 p_AB;
  const auto touching = random.below(3);  // further axes in which the boxes touch too
  for (int i = 0; i < 3; ++i) {
    half_A[i] = 0.25 * static_cast<double>(1 + random.below(8));
    half_B[i] = 0.25 * static_cast<double>(1 + random.below(8));
    const double reach = half_A[i] + half_B[i];
    p_AB[i] = static_cast<std::uint64_t>(i) <= touching ? reach : 0.25 * reach * random.uniform();
  }
  p_AB[0] += gap;
  return Pair{make_box(half_A), Pose{}, make_box(half_B), Pose{Mat3::Identity(), p_AB}};
}

/// Corner on corner, the gaps of the three axes within GLPK's own tolerance of each other: what the
/// last pivots are for. Of aligned boxes rho is the largest of gap_i / p_i.
TEST(RatioLp, NearlyTiedFacetsAreToldApart) {
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 5, static_cast<std::uint64_t>(i));
    Vec3 half_A;
    Vec3 half_B;
    Vec3 p_AB;
    double rho = -1;
    for (int axis = 0; axis < 3; ++axis) {
      half_A[axis] = 0.25 * static_cast<double>(1 + random.below(8));
      half_B[axis] = 0.25 * static_cast<double>(1 + random.below(8));
      const double reach = half_A[axis] + half_B[axis];
      p_AB[axis] = reach + random.uniform(-4e-12, 4e-12);
      rho = std::max(rho, (p_AB[axis] - reach) / p_AB[axis]);
    }
    const Pair pair{make_box(half_A), Pose{}, make_box(half_B), Pose{Mat3::Identity(), p_AB}};
    for (const RatioProgram form : {RatioProgram::rows, RatioProgram::dual}) {
      const Answer answer = ask(pair, form);
      ASSERT_EQ(answer.status, AnswerStatus::answered);
      EXPECT_NEAR(answer.value, rho, 1e-15);
    }
  }
}

TEST(RatioLp, TheGivenInteriorPointIsTheCentreOfGrowth) {
  Pair pair = boxes_apart(Vec3(4, 0, 0));
  PolytopeInput input;
  input.vertices = pair.A->vertices();
  input.interior_point = Vec3(0.5, 0, 0);
  pair.A = make_polytope(input).value();
  const Answer answer = ask(pair);
  ASSERT_EQ(answer.status, AnswerStatus::answered);
  EXPECT_DOUBLE_EQ(answer.ratio->r, 3.5 / 1.5);
}

/// Primal point and multipliers are feasible and of equal value: by duality they prove r.
TEST(RatioLp, DetailIsItsOwnProof) {
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const Pair pair = i % 2 == 0 ? random_boxes(kSeed, i) : random_hulls(i, 12);
    const Answer answer = ask(pair, i % 4 < 2 ? RatioProgram::dual : RatioProgram::rows);
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    expect_proof_of_r(pair, answer);
  }
}

/// dr = n_r.(v_A + w_A x (x - x_A)) - n_r.(v_B + w_B x (x - x_B)), n_r = -m: here for translations.
TEST(RatioLp, MultipliersAreTheDerivativeOfR) {
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const Pair pair = random_boxes(kSeed, i);
    const Answer answer = ask(pair);
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    Vec3 n_r = Vec3::Zero();
    for (std::size_t k = 0; k < static_cast<std::size_t>(answer.ratio->active_count); ++k) {
      if (!answer.ratio->active_on_A[k]) continue;
      const auto facet = static_cast<std::size_t>(answer.ratio->active_facet[k]);
      n_r -= answer.ratio->active_multiplier[k] * (pair.X_WA.R * pair.A->facets()[facet].normal);
    }
    Random random(kSeed, 4, static_cast<std::uint64_t>(i));
    const Vec3 direction = random.unit_vector();
    const double step = 0x1p-24;
    Pair ahead = pair;
    Pair behind = pair;
    ahead.X_WA.t += step * direction;
    behind.X_WA.t -= step * direction;
    const double slope = (ask(ahead).ratio->r - ask(behind).ratio->r) / (2 * step);
    EXPECT_NEAR(slope, n_r.dot(direction), 1e-6);
  }
}

TEST(RatioLp, WitnessesDifferByRhoTimesD) {
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const Pair pair = i % 2 == 0 ? random_boxes(kSeed, i) : random_hulls(i, 20);
    const Answer answer = ask(pair);
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    expect_ratio_witnesses(pair, answer, 1e-14);
  }
}

/// Largest error of rho over both forms of the program.
template <class MakePair>
double worst_error(int count, MakePair make_pair) {
  double worst = 0;
  for (const RatioProgram form : {RatioProgram::rows, RatioProgram::dual}) {
    worst = std::max(worst, worst_rho_error(*make_ratio_lp(form), kSeed, count, make_pair));
  }
  return worst;
}

TEST(RatioLp, RhoOfRandomBoxesIsTheTruth) {
  EXPECT_LE(worst_error(1000, [](int i) { return random_boxes(kSeed, i); }), 1e-15);
}

TEST(RatioLp, RhoOfRandomHullsIsTheTruth) {
  EXPECT_LE(worst_error(200, [](int i) { return random_hulls(i, 8 + i % 25); }), 1e-14);
}

TEST(RatioLp, RhoOfKissingBoxesIsTheTruth) { EXPECT_LE(worst_error(500, kissing_boxes), 1e-15); }

TEST(RatioLp, RhoOfFineSpheresIsTheTruth) {
  const PolytopePtr sphere = make_icosphere(2);
  EXPECT_LE(worst_error(20,
                        [&](int i) {
                          Pair pair = random_boxes(kSeed, i);
                          pair.A = sphere;
                          pair.B = sphere;
                          return pair;
                        }),
            1e-13);
}

/// The answer to a query must not depend on those before it, nor on other threads.
/// Their interior points in the world were rounded at 2^-64 of the way that the pose takes back.
TEST(RatioLp, BodiesFarFromTheirOwnOriginAreAnsweredAsClaimed) {
  Oracle oracle;
  const auto metric = make_ratio_lp(RatioProgram::dual);
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(i);
    const Pair pair = far_from_own_origin_pair(20261126, i);
    expect_ratio_claim(pair, oracle.solve(pair), ask(*metric, pair), 1e-12);
  }
}

TEST(RatioLp, ThreadsAndHistoryDoNotChangeAnswers) {
  ASSERT_NE(glp_config("TLS"), nullptr) << "this GLPK is for one thread";
  constexpr int kPairs = 60;
  std::vector<Pair> pairs;
  std::vector<Answer> alone;
  for (int i = 0; i < kPairs; ++i) {
    pairs.push_back(i % 2 == 0 ? random_boxes(kSeed, i) : random_hulls(i, 8 + i % 7));
    alone.push_back(ask(pairs.back()));
  }
  const auto metric = make_ratio_lp(RatioProgram::dual);
  std::vector<std::vector<Answer>> answers(2, std::vector<Answer>(kPairs));
  {
    std::vector<std::jthread> threads;
    threads.reserve(answers.size());
    for (std::vector<Answer>& own : answers) {
      threads.emplace_back([&metric, &pairs, &own] {
        const auto workspace = metric->make_workspace();
        for (std::size_t i = kPairs; i-- > 0;) {
          const auto A = metric->prepare(*pairs[i].A);
          const auto B = metric->prepare(*pairs[i].B);
          own[i] = metric->evaluate(*A, pairs[i].X_WA, *B, pairs[i].X_WB, *workspace);
        }
      });
    }
  }
  for (const std::vector<Answer>& own : answers) {
    for (std::size_t i = 0; i < kPairs; ++i) {
      EXPECT_EQ(own[i].value, alone[i].value) << "seed " << kSeed << " index " << i;
      EXPECT_EQ(*own[i].normal, *alone[i].normal) << "seed " << kSeed << " index " << i;
    }
  }
}

/// A program that GLPK refuses by abort(): no facets at all.
TEST(RatioLp, AnErrorInsideGlpkIsANoteAndTheNextQueryRuns) {
  LpFacets none;
  const RatioProgramResult refused = solve_with_glpk(RatioProgram::dual, none);
  EXPECT_FALSE(refused.optimal);
  // Which of GLPK's checks meets the empty program first depends on whether the thread has solved
  // one before.
  EXPECT_EQ(refused.note.rfind("GLPK: glp_", 0), 0U) << refused.note;
  EXPECT_EQ(ask(boxes_apart(Vec3(4, 0, 0))).value, 0.5);
}

}  // namespace
}  // namespace touchstone
