// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_facets/ratio_facets.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

#include "metrics/tests/metric_samples.hpp"
#include "metrics/tests/ratio_checks.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261124;

Answer ask(const Pair& pair) { return ask(*make_ratio_facets(), pair); }

Pair placed(PolytopePtr A, PolytopePtr B, double reach, int index) {
  return placed_about_origin(kSeed, index, std::move(A), std::move(B), 0.1 * reach, reach);
}

TEST(RatioFacets, RhoOfRandomBoxesIsTheTruthWithoutIntegers) {
  int exact = 0;
  worst_rho_error(*make_ratio_facets(), kSeed, 400, [&](int i) {
    Pair pair = random_boxes(kSeed, i);
    exact += ask(pair).work.exact;
    return pair;
  });
  EXPECT_LE(exact, 4);
}

TEST(RatioFacets, RhoOfRandomHullsIsTheTruthWithoutIntegers) {
  int exact = 0;
  worst_rho_error(*make_ratio_facets(), kSeed, 300, [&](int i) {
    Random random(kSeed, 6, static_cast<std::uint64_t>(i));
    Pair pair = placed(make_random_sphere_hull(random, 8 + i % 40),
                       make_random_ball_hull(random, 20), 3, i);
    exact += ask(pair).work.exact;
    return pair;
  });
  EXPECT_LE(exact, 3);
}

TEST(RatioFacets, DetailIsItsOwnProof) {
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 7, static_cast<std::uint64_t>(i));
    const Pair pair =
        placed(make_random_sphere_hull(random, 8 + i), make_random_ball_hull(random, 30), 3, i);
    const Answer answer = ask(pair);
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    expect_proof_of_r(pair, answer);
    expect_ratio_witnesses(pair, answer, 4e-15);
  }
}

/// Integers find the same detail as double-doubles.
TEST(RatioFacets, DetailOfDegenerateProgramsIsItsOwnProof) {
  Random random(kSeed, 8);
  for (int i = 0; i < 40; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const Pair pair = boxes_apart(Vec3(3, random.uniform(-1, 1), random.uniform(-1, 1)));
    const Answer answer = ask(pair);
    EXPECT_EQ(answer.work.exact, 1);
    expect_proof_of_r(pair, answer);
    expect_ratio_witnesses(pair, answer, 4e-15);
  }
}

void expect_same_bits(const Answer& one, const Answer& two) {
  const auto same = [](double x, double y) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(x), std::bit_cast<std::uint64_t>(y));
  };
  const auto same_vectors = [&](const Vec3& u, const Vec3& v) {
    for (int k = 0; k < 3; ++k) same(u[k], v[k]);
  };
  same(one.value, two.value);
  same_vectors(*one.normal, *two.normal);
  same_vectors(one.witnesses->p_WA, two.witnesses->p_WA);
  same_vectors(one.witnesses->p_WB, two.witnesses->p_WB);
  same_vectors(one.ratio->x_W, two.ratio->x_W);
  same(one.ratio->r, two.ratio->r);
  EXPECT_EQ(one.ratio->active_facet, two.ratio->active_facet);
  EXPECT_EQ(one.ratio->active_count, two.ratio->active_count);
  for (std::size_t k = 0; k < 4; ++k) {
    same(one.ratio->active_multiplier[k], two.ratio->active_multiplier[k]);
  }
}

TEST(RatioFacets, AWarmStartChangesNoBitAndSavesWork) {
  const auto metric = make_ratio_facets();
  Random random(kSeed, 9);
  const auto shape_A = metric->prepare(*make_random_sphere_hull(random, 200));
  const auto shape_B = metric->prepare(*make_icosphere(2));
  const auto box = metric->prepare(*make_box(Vec3(1, 1, 1)));
  const auto warm = metric->make_workspace();
  const auto warm_boxes = metric->make_workspace();
  long warm_pivots = 0;
  long cold_pivots = 0;
  Pose X_WB{Mat3::Identity(), Vec3(1.6, 0.2, 0.1)};
  const Vec3 axis = random.unit_vector();
  for (int step = 0; step < 300; ++step) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " step " << step);
    X_WB.R = Eigen::AngleAxisd(0.01 * step, axis).toRotationMatrix();
    const Answer first =
        metric->evaluate(*shape_A, Pose{}, *shape_B, X_WB, *metric->make_workspace());
    const Answer again = metric->evaluate(*shape_A, Pose{}, *shape_B, X_WB, *warm);
    expect_same_bits(first, again);
    warm_pivots += again.work.iterations;
    cold_pivots += first.work.iterations;
    // Between proven answers there are ties.
    Pose X = X_WB;
    if (step % 3 == 0) X.R = Mat3::Identity();
    expect_same_bits(metric->evaluate(*box, Pose{}, *box, X, *metric->make_workspace()),
                     metric->evaluate(*box, Pose{}, *box, X, *warm_boxes));
  }
  EXPECT_LT(3 * warm_pivots, cold_pivots);
}

/// The workspace remembers shapes by their own numbers: one at the same address is another.
TEST(RatioFacets, AWorkspaceServesAnyShapes) {
  const auto metric = make_ratio_facets();
  const auto workspace = metric->make_workspace();
  for (int i = 0; i < 60; ++i) {
    Random random(kSeed, 10, static_cast<std::uint64_t>(i));
    const Pair pair = placed(make_random_sphere_hull(random, 40 - i / 2),
                             make_random_ball_hull(random, 10 + i), 3, i);
    const auto A = metric->prepare(*pair.A);
    const auto B = metric->prepare(*pair.B);
    expect_same_bits(metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace), ask(pair));
  }
}

TEST(RatioFacets, ThreadsShareShapes) {
  const auto metric = make_ratio_facets();
  const PolytopePtr sphere = make_icosphere(2);
  const auto shape = metric->prepare(*sphere);
  constexpr int kPairs = 60;
  std::array<std::vector<Answer>, 3> answers;
  {
    std::vector<std::jthread> threads;
    threads.reserve(answers.size());
    for (auto& mine : answers) {
      threads.emplace_back([&] {
        const auto workspace = metric->make_workspace();
        for (int i = 0; i < kPairs; ++i) {
          const Pair pair = placed(sphere, sphere, 3, i);
          mine.push_back(metric->evaluate(*shape, pair.X_WA, *shape, pair.X_WB, *workspace));
        }
      });
    }
  }
  for (std::size_t i = 0; i < kPairs; ++i) {
    expect_same_bits(answers[0][i], answers[1][i]);
    expect_same_bits(answers[0][i], answers[2][i]);
  }
}

}  // namespace
}  // namespace touchstone
