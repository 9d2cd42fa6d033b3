// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/box15.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "metrics/metric_samples.hpp"
#include "reference/gap.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261122;

Answer ask(const Pair& pair) { return ask(*make_box15(), pair); }

PolytopePtr off_center(const Vec3& half, const Vec3& center) {
  const PolytopePtr box = make_box(half);
  std::vector<Vec3> corners;
  for (const Vec3& v : box->vertices()) corners.emplace_back(v + center);
  return hull_of(corners);
}

TEST(Box15, FaceContactGivesDepthAndNormalFromBToA) {
  const Answer answer = ask(boxes_apart(Vec3(1.5, 0.25, -0.125)));
  ASSERT_EQ(answer.status, AnswerStatus::answered);
  EXPECT_EQ(answer.value, -0.5);
  EXPECT_EQ(*answer.normal, Vec3(-1, 0, 0));
}

TEST(Box15, CrossedEdgesGiveDepthAlongTheirCrossProduct) {
  Pair pair = boxes_apart(Vec3(0, 0, 0));
  const double c = std::sqrt(0.5);
  pair.X_WA.R << c, 0, c, 0, 1, 0, -c, 0, c;
  pair.X_WB.R << 1, 0, 0, 0, c, -c, 0, c, c;
  pair.X_WB.t.z() = 2 * std::sqrt(2.0) - 0.125;
  const Answer answer = ask(pair);
  ASSERT_EQ(answer.status, AnswerStatus::answered);
  EXPECT_NEAR(answer.value, -0.125, 2e-15);
  EXPECT_LE((*answer.normal - Vec3(0, 0, -1)).norm(), 1e-15);
}

TEST(Box15, KissingIsAnsweredWithPositiveZero) {
  const Answer answer = ask(boxes_apart(Vec3(0, -2, 0.5)));
  ASSERT_EQ(answer.status, AnswerStatus::answered);
  EXPECT_EQ(answer.value, 0);
  EXPECT_FALSE(std::signbit(answer.value));
  EXPECT_EQ(*answer.normal, Vec3(0, 1, 0));
}

TEST(Box15, AnUlpApartIsDisjoint) {
  for (const Vec3& apart : {Vec3(2 + 0x1p-51, 0, 0), Vec3(0, 1, -2.25), Vec3(3, 3, 3)}) {
    const Answer answer = ask(boxes_apart(apart));
    EXPECT_EQ(answer.status, AnswerStatus::sign_only);
    EXPECT_EQ(answer.sign, 1);
    EXPECT_FALSE(answer.normal.has_value());
  }
}

TEST(Box15, TakesNothingButBoxesAndFinitePoses) {
  const double infinity = std::numeric_limits<double>::infinity();
  Pair pair = boxes_apart(Vec3(1, 0, 0));
  pair.B = make_simplex();
  EXPECT_EQ(ask(pair).note, "not a box along its local axes");
  pair.B = hull_of({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 0)});
  EXPECT_EQ(ask(pair).note, "flat body");
  for (const double bad : {infinity, std::nan("")}) {
    EXPECT_EQ(ask(boxes_apart(Vec3(0, bad, 0))).status, AnswerStatus::no_answer);
    pair = boxes_apart(Vec3(1, 0, 0));
    pair.X_WA.R(1, 2) = bad;
    EXPECT_EQ(ask(pair).status, AnswerStatus::no_answer);
  }
  const double largest = std::numeric_limits<double>::max();
  pair = boxes_apart(Vec3(-largest, 0, 0));
  pair.X_WA.t.x() = largest;
  EXPECT_EQ(ask(pair).sign, 1);
}

/// Depth and normal against the exact truth; both signs occur.
template <class MakePair>
void expect_truth(int count, MakePair make_pair) {
  Oracle oracle;
  int penetrating = 0;
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + " index " + std::to_string(i));
    Random random(kSeed, 1, static_cast<std::uint64_t>(i));
    const Pair pair = make_pair(random);
    const Truth truth = oracle.solve(pair, false);
    const Answer answer = ask(pair);
    if (answer.status == AnswerStatus::sign_only) {
      ASSERT_EQ(answer.sign, truth.sign);
      continue;
    }
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    ++penetrating;
    const double size = pair_size(pair);
    const double ulp = std::nextafter(std::abs(truth.phi), HUGE_VAL) - std::abs(truth.phi);
    ASSERT_LE(error_of(answer.value, truth), 0.6 * ulp + 1e-25 * size);
    ASSERT_NEAR(answer.normal->norm(), 1, 1e-15);
    const double levers = pair.A->bounding_radius() + pair.B->bounding_radius();
    ASSERT_TRUE(gap_reaches(pair, *answer.normal, truth, 1e-15 * levers));
  }
  EXPECT_GE(penetrating, count / 5);
  EXPECT_LE(penetrating, count - count / 20);
}

Vec3 random_half(Random& random) {
  Vec3 half;
  for (int i = 0; i < 3; ++i) {
    // Plates and needles among them.
    half[i] = random.uniform(0.5, 1);
    for (int k = static_cast<int>(random.below(4)); k > 1; --k) half[i] *= 1e-3;
  }
  return half;
}

TEST(Box15, IsRightToAnUlpOfBoxesInGeneralPosition) {
  expect_truth(300, [](Random& random) {
    Pair pair{make_box(random_half(random)), {}, make_box(random_half(random)), {}};
    pair.X_WA = Pose{random.rotation(), random_vector(random, 1)};
    pair.X_WB = Pose{random.rotation(), pair.X_WA.t + random_vector(random, 0.6)};
    return pair;
  });
}

TEST(Box15, IsRightOfAlmostParallelEdgesAndShearedPoses) {
  expect_truth(300, [](Random& random) {
    Pair pair{
        make_box(random_half(random)), {}, off_center(Vec3(0.5, 1, 0.25), Vec3(3, -1, 2)), {}};
    pair.X_WA.R = random.rotation();
    pair.X_WB.R = pair.X_WA.R;
    constexpr double kNoise[] = {0, 1e-17, 1e-15, 1e-12, 1e-7};
    const double noise = kNoise[random.below(5)];
    for (int i = 0; i < 9; ++i) pair.X_WB.R(i / 3, i % 3) += random.uniform(-noise, noise);
    pair.X_WB.t = -(pair.X_WB.R * Vec3(3, -1, 2)) + random_vector(random, 0.8);
    return pair;
  });
}

TEST(Box15, IsRightAtEveryScaleAndFarFromTheOrigin) {
  constexpr double kUnits[] = {1e-40, 1e-6, 1, 1e6, 1e40};
  expect_truth(300, [&](Random& random) {
    const double a = kUnits[random.below(5)];
    const double b = a * (random.below(2) == 0 ? 1 : 1e-6);
    Pair pair{make_box(a * random_half(random)), {}, make_box(b * random_half(random)), {}};
    pair.X_WA = Pose{random.rotation(), 1e6 * a * random.unit_vector()};
    pair.X_WB = Pose{random.rotation(), pair.X_WA.t + random_vector(random, 0.5 * a)};
    return pair;
  });
}

}  // namespace
}  // namespace touchstone
