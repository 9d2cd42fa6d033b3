// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_lp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

#include "geometry/pair.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "metrics/glpk_program.hpp"
#include "reference/gap.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20260722;

Answer ask(const Pair& pair, RatioProgram form = RatioProgram::dual) {
  const auto metric = make_ratio_lp(form);
  const auto A = metric->prepare(*pair.A);
  const auto B = metric->prepare(*pair.B);
  const auto workspace = metric->make_workspace();
  return metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
}

Pair boxes_apart(const Vec3& p_AB) {
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  Pair pair{box, Pose{}, box, Pose{}};
  pair.X_WB.t = p_AB;
  return pair;
}

Vec3 random_vector(Random& random, double limit) {
  Vec3 v;
  for (double& entry : v) entry = random.uniform(-limit, limit);
  return v;
}

Pair random_boxes(int index) {
  Random random(kSeed, 1, static_cast<std::uint64_t>(index));
  Pair pair = boxes_apart(random_vector(random, 2.8));
  pair.X_WB.R = random.rotation();
  return pair;
}

Pair random_hulls(int index, int points) {
  Random random(kSeed, 2, static_cast<std::uint64_t>(index));
  Pair pair;
  pair.A = make_random_sphere_hull(random, points);
  pair.B = make_random_ellipsoid_hull(random, points, Vec3(1, 0.5, 2));
  pair.X_WA = Pose{random.rotation(), random.unit_vector()};
  const double distance = random.uniform(0.1, 3);
  pair.X_WB = Pose{random.rotation(), pair.X_WA.t + distance * random.unit_vector()};
  return pair;
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

Vec3 interior_point(const PolytopePtr& body, const Pose& X) {
  return X.R * body->interior_point() + X.t;
}

TEST(RatioLp, BoxesTwiceTheirSizeApartGrowTwofold) {
  for (const RatioProgram form : {RatioProgram::rows, RatioProgram::dual}) {
    const Answer answer = ask(boxes_apart(Vec3(4, 0, 0)), form);
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    EXPECT_EQ(answer.value, 0.5);
    EXPECT_EQ(answer.ratio->r, 2);
    EXPECT_EQ(*answer.normal, Vec3(-1, 0, 0));
    EXPECT_EQ(answer.ratio->x_W.x(), 2);
    EXPECT_EQ(answer.witnesses->p_WA.x(), 1);
    EXPECT_EQ(answer.witnesses->p_WB.x(), 3);
  }
}

TEST(RatioLp, NearContactRhoHasFullRelativeAccuracy) {
  for (const double gap : {0x1p-20, 0x1p-35, 0x1p-50, -0x1p-20, -0x1p-35, -0x1p-50}) {
    const Answer answer = ask(boxes_apart(Vec3(0.5, 2 + gap, 0)));
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    EXPECT_DOUBLE_EQ(answer.value, gap / (2 + gap));
  }
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

TEST(RatioLp, CoincidingInteriorPointsHaveNoAnswer) {
  const Answer answer = ask(boxes_apart(Vec3(0, 0, 0)));
  EXPECT_EQ(answer.status, AnswerStatus::no_answer);
  EXPECT_EQ(answer.note, "interior points coincide: r = 0");
}

TEST(RatioLp, FlatBodiesHaveNoAnswer) {
  PolytopeInput square;
  square.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 0)};
  Pair pair = boxes_apart(Vec3(4, 0, 0));
  pair.B = make_polytope(square).value();
  EXPECT_EQ(ask(pair).status, AnswerStatus::no_answer);
  EXPECT_EQ(ask(pair).note, "flat body");
}

TEST(RatioLp, AnInfinitePoseHasNoAnswer) {
  EXPECT_EQ(ask(boxes_apart(Vec3(HUGE_VAL, 0, 0))).status, AnswerStatus::no_answer);
}

TEST(RatioLp, DistanceFromTheOriginCostsNoDigits) {
  const Pair near = boxes_apart(Vec3(2.5, 0.25, -0.125));
  Pair far = near;
  far.X_WA.t += Vec3(1e6, -3e6, 2e6);
  far.X_WB.t += Vec3(1e6, -3e6, 2e6);
  EXPECT_EQ(ask(far).value, ask(near).value);
}

/// Primal point and multipliers are feasible and of equal value: by duality they prove r.
TEST(RatioLp, DetailIsItsOwnProof) {
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const Pair pair = i % 2 == 0 ? random_boxes(i) : random_hulls(i, 12);
    const Answer answer = ask(pair, i % 4 < 2 ? RatioProgram::dual : RatioProgram::rows);
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    const RatioDetail& detail = *answer.ratio;
    const Vec3 x_A = interior_point(pair.A, pair.X_WA);
    const Vec3 x_B = interior_point(pair.B, pair.X_WB);
    const auto offset = [](const Polytope& body, const Facet& facet) {
      return facet.offset - facet.normal.dot(body.interior_point());
    };
    for (const Facet& facet : pair.A->facets()) {
      EXPECT_LE((pair.X_WA.R * facet.normal).dot(detail.x_W - x_A),
                detail.r * offset(*pair.A, facet) + 1e-14);
    }
    for (const Facet& facet : pair.B->facets()) {
      EXPECT_LE((pair.X_WB.R * facet.normal).dot(detail.x_W - x_B),
                detail.r * offset(*pair.B, facet) + 1e-14);
    }
    Vec3 m_A = Vec3::Zero();
    Vec3 m_B = Vec3::Zero();
    double scale = 0;
    ASSERT_GE(detail.active_count, 2);
    for (std::size_t k = 0; k < static_cast<std::size_t>(detail.active_count); ++k) {
      const bool on_A = detail.active_on_A[k];
      const Polytope& body = on_A ? *pair.A : *pair.B;
      const Facet& facet = body.facets()[static_cast<std::size_t>(detail.active_facet[k])];
      const double multiplier = detail.active_multiplier[k];
      EXPECT_GT(multiplier, 0);
      scale += multiplier * offset(body, facet);
      (on_A ? m_A : m_B) += multiplier * ((on_A ? pair.X_WA : pair.X_WB).R * facet.normal);
    }
    EXPECT_NEAR(scale, 1, 1e-13);
    EXPECT_LE((m_A + m_B).norm(), 1e-13 * m_A.norm());
    EXPECT_NEAR(-m_A.dot(x_A - x_B), detail.r, 1e-13 * std::max(1.0, detail.r));
    EXPECT_LE((*answer.normal + m_A.normalized()).norm(), 1e-13);
  }
}

/// dr = n_r.(v_A + w_A x (x - x_A)) - n_r.(v_B + w_B x (x - x_B)), n_r = -m: here for translations.
TEST(RatioLp, MultipliersAreTheDerivativeOfR) {
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const Pair pair = random_boxes(i);
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
    const Pair pair = i % 2 == 0 ? random_boxes(i) : random_hulls(i, 20);
    const Answer answer = ask(pair);
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    const Vec3 d = interior_point(pair.A, pair.X_WA) - interior_point(pair.B, pair.X_WB);
    const double tolerance = 1e-14 * std::max(1.0, std::abs(answer.value));
    EXPECT_LE((answer.witnesses->p_WA - answer.witnesses->p_WB - answer.value * d).norm(),
              tolerance);
    EXPECT_TRUE(point_within(pair, Body::A, answer.witnesses->p_WA, tolerance));
    EXPECT_TRUE(point_within(pair, Body::B, answer.witnesses->p_WB, tolerance));
  }
}

/// Worst |rho error| / max(1, |rho|) over `count` pairs, both forms; the sample has both signs.
template <class MakePair>
double worst_error(int count, MakePair make_pair) {
  Oracle oracle;
  double worst = 0;
  int negative = 0;
  for (int i = 0; i < count; ++i) {
    const Pair pair = make_pair(i);
    const Truth truth = oracle.solve(pair);
    EXPECT_TRUE(truth.ratio.has_value()) << "index " << i;
    if (!truth.ratio) continue;
    const double rho = truth.ratio->rho_rounded;
    if (rho < 0) ++negative;
    for (const RatioProgram form : {RatioProgram::rows, RatioProgram::dual}) {
      const Answer answer = ask(pair, form);
      EXPECT_EQ(answer.status, AnswerStatus::answered) << "index " << i << ": " << answer.note;
      const double error = std::abs(answer.value - rho) / std::max(1.0, std::abs(rho));
      EXPECT_LE(error, 1e-12) << "seed " << kSeed << " index " << i << " rho " << rho;
      worst = std::max(worst, error);
    }
  }
  EXPECT_GT(negative, count / 8);
  EXPECT_LT(negative, count - count / 8);
  return worst;
}

TEST(RatioLp, RhoOfRandomBoxesIsTheTruth) { EXPECT_LE(worst_error(1000, random_boxes), 1e-15); }

TEST(RatioLp, RhoOfRandomHullsIsTheTruth) {
  EXPECT_LE(worst_error(200, [](int i) { return random_hulls(i, 8 + i % 25); }), 1e-14);
}

TEST(RatioLp, RhoOfKissingBoxesIsTheTruth) { EXPECT_LE(worst_error(500, kissing_boxes), 1e-15); }

TEST(RatioLp, RhoOfFineSpheresIsTheTruth) {
  const PolytopePtr sphere = make_icosphere(2);
  EXPECT_LE(worst_error(20,
                        [&](int i) {
                          Pair pair = random_boxes(i);
                          pair.A = sphere;
                          pair.B = sphere;
                          return pair;
                        }),
            1e-13);
}

TEST(RatioLp, ThinAndUnequalBodiesAreNoHarder) {
  const PolytopePtr needle = make_needle(1e4);
  const PolytopePtr plate = make_plate(1e4);
  const PolytopePtr crumb = make_box(Vec3(1e-5, 1e-5, 1e-5));
  worst_error(60, [&](int i) {
    Pair pair = random_boxes(i);
    pair.X_WB.t *= 0.3;
    pair.A = i % 3 == 0 ? needle : plate;
    if (i % 3 == 2) pair.B = crumb;
    return pair;
  });
}

/// The answer to a query must not depend on those before it, nor on other threads.
TEST(RatioLp, ThreadsAndHistoryDoNotChangeAnswers) {
  ASSERT_TRUE(glpk_is_thread_safe());
  constexpr int kPairs = 60;
  std::vector<Pair> pairs;
  std::vector<Answer> alone;
  for (int i = 0; i < kPairs; ++i) {
    pairs.push_back(i % 2 == 0 ? random_boxes(i) : random_hulls(i, 8 + i % 7));
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
  RatioFacets none;
  const RatioProgramResult refused = solve_with_glpk(RatioProgram::dual, none);
  EXPECT_FALSE(refused.optimal);
  // Which of GLPK's checks meets the empty program first depends on whether the thread has solved
  // one before.
  EXPECT_EQ(refused.note.rfind("GLPK: glp_", 0), 0U) << refused.note;
  EXPECT_EQ(ask(boxes_apart(Vec3(4, 0, 0))).value, 0.5);
}

}  // namespace
}  // namespace touchstone
