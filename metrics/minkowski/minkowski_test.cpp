// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/minkowski/minkowski.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "metrics/registry.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20260724;

/// Two boxes with all faces parallel, in a common random rotation: every facet of the difference
/// holds up to 16 points that rounding moves off its plane. `kissing`: the middles of two faces
/// touch except for rounding.
Pair parallel_boxes(int index, bool kissing) {
  Random random(kSeed, 2, static_cast<std::uint64_t>(index));
  const auto half_extents = [&] {
    return Vec3(random.uniform(0.1, 2), random.uniform(0.1, 2), random.uniform(0.1, 2));
  };
  const Vec3 a = half_extents();
  const Vec3 b = half_extents();
  const Mat3 R = random.rotation();
  Vec3 d = random_vector(random, a + b);
  if (kissing) d = (a + b).cwiseProduct(Vec3::Unit(index % 3));
  return {make_box(a), Pose{R, Vec3::Zero()}, make_box(b), Pose{R, R * d}};
}

Pair random_hulls(int index, int points) {
  Random random(kSeed, 3, static_cast<std::uint64_t>(index));
  const PolytopePtr A = make_random_sphere_hull(random, points);
  const PolytopePtr B = make_random_ball_hull(random, points);
  return placed_apart(random, A, B, 0.2, 2.2);
}

/// Integer coordinates and poses: ties, coincident differences and exact contacts.
Pair lattice_hulls(int index) {
  Random random(kSeed, 4, static_cast<std::uint64_t>(index));
  Pair pair;
  pair.A = make_lattice_hull(random, 10, 2);
  pair.B = make_lattice_hull(random, 10, 2);
  for (double& entry : pair.X_WB.t) entry = static_cast<double>(random.below(9)) - 4;
  return pair;
}

double gap(const Pair& pair, const Vec3& n) {
  double least_A = std::numeric_limits<double>::infinity();
  double greatest_B = -least_A;
  for (const Vec3& v : pair.A->vertices()) {
    least_A = std::min(least_A, n.dot(pair.X_WA.R * v + pair.X_WA.t));
  }
  for (const Vec3& v : pair.B->vertices()) {
    greatest_B = std::max(greatest_B, n.dot(pair.X_WB.R * v + pair.X_WB.t));
  }
  return least_A - greatest_B;
}

class BothKinds : public testing::TestWithParam<std::string> {
 protected:
  BothKinds() : metric_(find_metric(GetParam())->make()) {}

  /// The answer, checked for p_A - p_B = phi n with unit n and witnesses on the bodies.
  Answer checked(const Pair& pair) {
    Answer answer = ask(*metric_, pair);
    EXPECT_EQ(answer.status, AnswerStatus::answered) << answer.note;
    if (answer.status != AnswerStatus::answered) return answer;
    EXPECT_NEAR(answer.normal->norm(), 1, 1e-14);
    const auto& [p_A, p_B] = *answer.witnesses;
    EXPECT_LE((p_A - p_B - answer.value * *answer.normal).norm(), 1e-13);
    EXPECT_TRUE(point_within(pair, WhichBody::A, p_A, 1e-13)) << p_A.transpose();
    EXPECT_TRUE(point_within(pair, WhichBody::B, p_B, 1e-13)) << p_B.transpose();
    return answer;
  }

  std::unique_ptr<Metric> metric_;
};

TEST_P(BothKinds, GivesTheClosedFormsOfAxisAlignedBoxes) {
  struct Known {
    Vec3 p_AB;
    double phi;
    Vec3 normal;
  };
  const std::vector<Known> all = {{{-1.5, 0.25, 0.125}, -0.5, {1, 0, 0}},
                                  {{1.5, 0.25, 0.125}, -0.5, {-1, 0, 0}},
                                  {{0.25, 1.75, 0.125}, -0.25, {0, -1, 0}},
                                  {{0.25, 0.5, -1.75}, -0.25, {0, 0, 1}},
                                  {{3, 0.5, 0.25}, 1, {-1, 0, 0}},
                                  {{0.5, -2.5, 0.25}, 0.5, {0, 1, 0}},
                                  {{5, 6, 0.5}, 5, {-0.6, -0.8, 0}},
                                  {{-5, 0.5, 6}, 5, {0.6, 0, -0.8}},
                                  {{4, 4, 3}, 3, {-2. / 3, -2. / 3, -1. / 3}}};
  for (const Known& known : all) {
    const Answer answer = checked(boxes_apart(known.p_AB));
    EXPECT_DOUBLE_EQ(answer.value, known.phi) << known.p_AB.transpose();
    EXPECT_LE((*answer.normal - known.normal).norm(), 1e-15) << answer.normal->transpose();
  }
}

TEST_P(BothKinds, TouchingBoxesAreAtZeroAlongATrueNormal) {
  // Face to face, face to half a face, edge to edge, vertex to vertex.
  for (const Vec3& t : {Vec3(2, 0, 0), Vec3(0.5, -2, 0.25), Vec3(2, 2, 0.5), Vec3(-2, 2, 2)}) {
    const Answer answer = checked(boxes_apart(t));
    EXPECT_EQ(answer.value, 0);
    EXPECT_FALSE(std::signbit(answer.value));
    EXPECT_GE(gap(boxes_apart(t), *answer.normal), -1e-15);
  }
}

TEST_P(BothKinds, CoincidentBoxesAreTheirWidthDeep) {
  const Answer answer = checked(boxes_apart(Vec3::Zero()));
  EXPECT_EQ(answer.value, -2);
}

TEST_P(BothKinds, ValueIsTheGapAlongItsNormalAndTheWitnessesDistance) {
  // gap(n) <= phi for any n, and a separated pair's phi <= |p_A - p_B|: the two meet.
  int overlapping = 0;
  for (int i = 0; i < 200; ++i) {
    const Pair pair = i % 2 == 0 ? random_boxes(kSeed, i) : random_hulls(i, 8);
    const Answer answer = checked(pair);
    EXPECT_NEAR(gap(pair, *answer.normal), answer.value, 1e-13) << "seed " << kSeed << ", " << i;
    if (answer.value < 0) ++overlapping;
  }
  EXPECT_GE(overlapping, 50);
  EXPECT_LE(overlapping, 150);
}

TEST_P(BothKinds, SurvivesFacetsOfManyNearlyCoplanarDifferences) {
  Oracle oracle;
  for (int i = 0; i < 200; ++i) {
    const Pair pair = parallel_boxes(i, i % 2 == 1);
    const Answer answer = checked(pair);
    EXPECT_LE(error_of(answer.value, oracle.solve(pair, false)), 1e-14)
        << "seed " << kSeed << ", " << i;
  }
}

TEST_P(BothKinds, LeavesTheRoundingModeAsItWas) {
  ask(*metric_, random_boxes(kSeed, 0));
  ask(*metric_, parallel_boxes(1, true));
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

TEST_P(BothKinds, FlatBodiesHaveNoAnswer) {
  Pair pair = boxes_apart(Vec3(0, 0, 3));
  pair.B = hull_of({Vec3(-1, -1, 0), Vec3(1, -1, 0), Vec3(1, 1, 0), Vec3(-1, 1, 0)});
  const Answer answer = ask(*metric_, pair);
  EXPECT_EQ(answer.status, AnswerStatus::no_answer);
  EXPECT_FALSE(answer.note.empty());
  EXPECT_FALSE(find_metric(GetParam())->traits.flat);
}

TEST_P(BothKinds, AnswersAlikeInManyThreads) {
  constexpr int kPairs = 24;
  std::vector<Pair> pairs;
  pairs.reserve(kPairs);
  for (int i = 0; i < kPairs; ++i) {
    pairs.push_back(i % 2 == 0 ? random_boxes(kSeed, i) : parallel_boxes(i, true));
  }
  std::vector<double> alone(kPairs);
  for (int i = 0; i < kPairs; ++i) alone[i] = ask(*metric_, pairs[i]).value;
  std::vector<std::vector<double>> together(3, std::vector<double>(kPairs));
  {
    std::vector<std::jthread> threads;
    threads.reserve(together.size());
    for (std::vector<double>& values : together) {
      threads.emplace_back([&] {
        for (int i = 0; i < kPairs; ++i) values[i] = ask(*metric_, pairs[i]).value;
      });
    }
  }
  for (const std::vector<double>& values : together) EXPECT_EQ(values, alone);
}

INSTANTIATE_TEST_SUITE_P(Minkowski, BothKinds, testing::Values("minkowski", "minkowski_float"),
                         [](const auto& each) { return each.param; });

/// Compares an exact answer with the oracle: the value bit by bit, the normal and the witnesses as
/// exactly as doubles can.
void expect_exact(const Metric& metric, Oracle& oracle, const Pair& pair,
                  const std::string& which) {
  const Answer answer = ask(metric, pair);
  const Truth truth = oracle.solve(pair, false);
  EXPECT_EQ(answer.value, truth.phi) << which;
  const bool normal_is_an_optimal_one =
      std::any_of(truth.normals.begin(), truth.normals.end(),
                  [&](const Vec3& n) { return n == *answer.normal; });
  // At contact the optimal directions are a cone, of which the truth lists the extreme rays.
  EXPECT_TRUE(normal_is_an_optimal_one || truth.sign == 0) << which;
  // Each entry of a unit normal is off by 2^-54 at most, and no support point here is 10 m away.
  EXPECT_GE(round_to_double(exact_gap(pair, *answer.normal)), truth.phi - 5e-15) << which;
}

TEST(Minkowski, ValueIsTheTruthToTheLastBit) {
  const auto metric = make_minkowski();
  Oracle oracle;
  const auto name = [](const char* kind, int index) {
    return std::string(kind) + ", seed " + std::to_string(kSeed) + ", " + std::to_string(index);
  };
  for (int i = 0; i < 300; ++i) {
    expect_exact(*metric, oracle, random_boxes(kSeed, i), name("boxes", i));
  }
  for (int i = 0; i < 60; ++i) {
    expect_exact(*metric, oracle, parallel_boxes(i, i % 2 == 0), name("parallel boxes", i));
    expect_exact(*metric, oracle, random_hulls(i, 6 + i % 11), name("hulls", i));
  }
  for (int i = 0; i < 10; ++i) {
    expect_exact(*metric, oracle, random_hulls(i, 32), name("hulls of 32", i));
  }
}

TEST(Minkowski, ValueIsTheTruthToTheLastBitAmongTies) {
  const auto metric = make_minkowski();
  Oracle oracle;
  int kissing = 0;
  for (int i = 0; i < 200; ++i) {
    const Pair pair = lattice_hulls(i);
    expect_exact(*metric, oracle, pair,
                 "lattice, seed " + std::to_string(kSeed) + ", " + std::to_string(i));
    if (ask(*metric, pair).value == 0) ++kissing;
  }
  EXPECT_GE(kissing, 3);
}

TEST(Minkowski, ValueIsTheTruthToTheLastBitFarFromTheOriginAndAtAnyScale) {
  const auto metric = make_minkowski();
  Oracle oracle;
  for (const double scale : {1e-50, 1e-9, 1e9, 1e50}) {
    const PolytopePtr box = make_box(Vec3::Constant(scale));
    for (int i = 0; i < 20; ++i) {
      Pair pair = random_boxes(kSeed, i);
      pair.A = pair.B = box;
      pair.X_WA.t = Vec3(scale * 1e6, 0, 0);
      pair.X_WB.t = pair.X_WA.t + scale * pair.X_WB.t;
      EXPECT_EQ(ask(*metric, pair).value, oracle.solve(pair, false).phi) << scale << ", " << i;
    }
  }
}

TEST(Minkowski, ValueIsTheTruthToTheLastBitOfBodiesOfVeryDifferentSizes) {
  const auto metric = make_minkowski();
  Oracle oracle;
  for (const double scale : {1e-10, 1e-25, 1e-40}) {
    for (int i = 0; i < 20; ++i) {
      Pair pair = random_boxes(kSeed, i);
      pair.A = make_box(Vec3(1, 2, 3) * scale);
      EXPECT_EQ(ask(*metric, pair).value, oracle.solve(pair, false).phi) << scale << ", " << i;
    }
  }
}

TEST(MinkowskiFloat, IsWithinItsOwnToleranceOfTheTruth) {
  const MetricRow& row = *find_metric("minkowski_float");
  const auto metric = row.make();
  Oracle oracle;
  for (int i = 0; i < 300; ++i) {
    const Pair pair = i % 3 == 0 ? random_hulls(i, 12) : random_boxes(kSeed, i);
    EXPECT_LE(error_of(ask(*metric, pair).value, oracle.solve(pair, false)),
              row.traits.own_tolerance * pair_size(pair))
        << "seed " << kSeed << ", " << i;
  }
}

TEST(MinkowskiFloat, HasNoAnswerWhereRoundingFlattensTheBodies) {
  const PolytopePtr grain = make_box(Vec3::Constant(1e-18));
  Pair pair{grain, Pose{}, grain, Pose{}};
  pair.X_WA.t = pair.X_WB.t = Vec3(1, 1, 1);
  EXPECT_EQ(ask(*make_minkowski_float(), pair).status, AnswerStatus::no_answer);
  EXPECT_EQ(ask(*make_minkowski(), pair).value, -2e-18);
}

// A known failure, pinned so that a repair is noticed: the origin lies on a facet's diagonal, and
// the direction of a nearest point that is itself rounding error is anything.
TEST(MinkowskiFloat, LosesSomeNormalsOfKissingParallelFaces) {
  const auto metric = make_minkowski_float();
  int invalid = 0;
  for (int i = 0; i < 300; ++i) {
    const Pair pair = parallel_boxes(i, true);
    const Answer answer = ask(*metric, pair);
    if (gap(pair, *answer.normal) < answer.value - 1e-8) ++invalid;
  }
  EXPECT_GE(invalid, 3) << "seed " << kSeed;
  EXPECT_LE(invalid, 40);
}

}  // namespace
}  // namespace touchstone
