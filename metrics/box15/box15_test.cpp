// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/box15/box15.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "metrics/gradient.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "metrics/tests/sat_checks.hpp"
#include "metrics/tests/size_ratio_checks.hpp"
#include "reference/gradient.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261122;

Answer ask(const Pair& pair) { return ask(*make_box15(), pair); }

/// The answer with what a proof brings: witness points.
Answer ask_for_points(const Pair& pair) {
  const auto metric = make_box15();
  const auto A = metric->prepare(*pair.A);
  const auto B = metric->prepare(*pair.B);
  const auto workspace = metric->make_workspace();
  workspace->wants_proof = true;
  return metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
}

void expect_points(const Pair& pair, const Truth& truth) {
  const Answer answer = ask_for_points(pair);
  ASSERT_TRUE(answer.normal && answer.witnesses);
  EXPECT_TRUE(witnesses_valid(pair, *answer.witnesses, truth, Quantity::euclidean,
                              1e-15 * pair_size(pair), &*answer.normal))
      << answer.witnesses->p_WA.transpose() << ", " << answer.witnesses->p_WB.transpose();
}

/// Distance of the gradient from the generalised one, w-parts by the size [1].
double error_of_gradient(const Pair& pair, const Truth& truth) {
  const Answer answer = ask_for_points(pair);
  const auto gradient = gradient_of(answer, box15_row().traits, pair);
  const auto exact = exact_gradient(pair, truth, Quantity::euclidean);
  if (!gradient || !exact) return HUGE_VAL;
  ExactVec12 claimed;
  std::size_t k = 0;
  for (const Vec3& part : {gradient->v_A, gradient->w_A, gradient->v_B, gradient->w_B}) {
    for (const double x : part) claimed.at(k++) = x;
  }
  const Rational size(pair_size(pair));
  return std::sqrt(round_to_double(squared_distance_from(*exact, claimed, size, size)));
}

PolytopePtr off_center(const Vec3& half, const Vec3& center) {
  const PolytopePtr box = make_box(half);
  std::vector<Vec3> corners;
  for (const Vec3& v : box->vertices()) corners.emplace_back(v + center);
  return hull_of(corners);
}

TEST(Box15, FaceContactGivesDepthAndNormalFromBToA) { expect_depth_of_face_contact(*make_box15()); }

TEST(Box15, CrossedEdgesGiveDepthAlongTheirCrossProduct) {
  expect_depth_of_crossed_edges(*make_box15());
}

TEST(Box15, KissingIsAnsweredWithPositiveZero) {
  expect_positive_zero_where_kissing(*make_box15());
}

TEST(Box15, AnUlpApartIsDisjoint) {
  for (const Vec3& apart : {Vec3(2 + 0x1p-51, 0, 0), Vec3(0, 1, -2.25), Vec3(3, 3, 3)}) {
    expect_sign_only_where_apart(*make_box15(), apart);
  }
}

TEST(Box15, TakesNothingButBoxesAndFinitePoses) {
  Pair pair = boxes_apart(Vec3(1, 0, 0));
  pair.B = make_simplex();
  EXPECT_EQ(ask(pair).note, "not a box along its local axes");
  pair.B = hull_of({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 0)});
  EXPECT_EQ(ask(pair).note, "flat body");
  expect_only_finite_poses_taken(*make_box15());
}

TEST(Box15, KeepsItsClaimUpToASizeRatioOf1e14AndHasNoAnswerBeyond) {
  Oracle oracle;
  const MetricTraits traits = box15_row().traits;
  const auto metric = make_box15();
  int depths = 0;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(i);
    Random random(kSeed, 7, static_cast<std::uint64_t>(i));
    const double small = i % 3 == 0 ? 1 : i % 3 == 1 ? 1e-14 : 1e-60;
    Pair pair = pair_of_ratio(random, small, 9e13, true);
    depths += expect_right(*metric, oracle, pair, traits.own_tolerance) ? 1 : 0;
    pair = pair_of_ratio(random, small, 1.1e14, true);
    EXPECT_EQ(ask(pair).note, "the bodies' sizes are too far apart");
    EXPECT_NE(traits.sizes.refusal(pair.A->bounding_radius(), pair.B->bounding_radius()), nullptr);
  }
  EXPECT_GE(depths, 60);
}

template <class MakePair>
void expect_truth(int count, MakePair make_pair) {
  expect_true_depths(
      *make_box15(), kSeed, count, count / 5,
      [&](Random& random, int /*index*/) { return make_pair(random); },
      [](const Pair& pair, const Truth& truth) {
        const double ulp = std::nextafter(std::abs(truth.phi), HUGE_VAL) - std::abs(truth.phi);
        const double levers = pair.A->bounding_radius() + pair.B->bounding_radius();
        expect_points(pair, truth);
        return DepthLimits{0.6 * ulp + 1e-25 * pair_size(pair), 1e-15 * levers};
      });
}

TEST(Box15, GivesPointsOnlyWhereAProofIsWanted) {
  const Pair pair = boxes_apart(Vec3(1.5, 0.25, -0.125));
  EXPECT_FALSE(ask(pair).witnesses);
  EXPECT_TRUE(ask_for_points(pair).witnesses);
  EXPECT_FALSE(ask_for_points(boxes_apart(Vec3(3, 0, 0))).witnesses);
}

/// Edges at an angle meet in one point, however small the angle: the gradient is that of the point.
TEST(Box15, GivesTheCrossingOfNearlyParallelEdges) {
  Oracle oracle;
  const Mat3 R = Eigen::Quaterniond(1, 0.2, -0.3, 0.5).normalized().toRotationMatrix();
  const Mat3 on_edge = Eigen::AngleAxisd(EIGEN_PI / 4, Vec3::UnitX()).toRotationMatrix();
  for (double angle = 1e-2; angle > 1e-13; angle /= 10) {
    SCOPED_TRACE(angle);
    Pair pair = boxes_apart(Vec3(0, 0, 0));
    const Mat3 turn = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
    pair.X_WA = Pose{R * on_edge, R * Vec3(0.3, 0.4 * angle, std::sqrt(8.0) - 0.1 * angle)};
    pair.X_WB.R = R * turn * on_edge;
    const Truth truth = oracle.solve(pair, false);
    ASSERT_LT(truth.phi, 0);
    const auto exact = exact_gradient(pair, truth, Quantity::euclidean);
    ASSERT_TRUE(exact && exact->is_differentiable());
    EXPECT_LE(error_of_gradient(pair, truth), 1e-14);
  }
}

TEST(Box15, GivesAPointOfTheManifoldOfParallelFacesAndEdges) {
  Oracle oracle;
  int kinks = 0;
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 11, static_cast<std::uint64_t>(i));
    const Vec3 half_A = random_vector(random, 0.5) + Vec3(1, 1, 1);
    Pair pair{make_box(half_A), {}, off_center(Vec3(0.5, 1, 0.25), Vec3(3, -1, 2)), {}};
    const Mat3 turns[] = {Mat3::Identity(),
                          Eigen::AngleAxisd(0.7, Vec3::UnitZ()).toRotationMatrix(),
                          Eigen::AngleAxisd(EIGEN_PI / 4, Vec3::UnitX()).toRotationMatrix()};
    pair.X_WB.R = turns[i % 3];
    pair.X_WB.t = -(pair.X_WB.R * Vec3(3, -1, 2)) + random_vector(random, half_A);
    const Truth truth = oracle.solve(pair, false);
    if (truth.phi > -1e-9) continue;
    const auto exact = exact_gradient(pair, truth, Quantity::euclidean);
    kinks += exact && !exact->is_differentiable() ? 1 : 0;
    EXPECT_LE(error_of_gradient(pair, truth), 1e-14);
  }
  EXPECT_GE(kinks, 100);
}

/// Faces that lie on each other, one turned by so little that doubles do not tell which of two
/// nearly parallel sides is farther out.
TEST(Box15, GivesPointsOfFacesThatAreTurnedByLessThanAnUlp) {
  Oracle oracle;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 12, static_cast<std::uint64_t>(i));
    const Vec3 half_A = random_vector(random, 0.5) + Vec3(1, 1, 1);
    const Vec3 half_B = random_vector(random, 0.5) + Vec3(1, 1, 1);
    Pair pair{make_box(half_A), {}, make_box(half_B), {}};
    const double angle = std::ldexp(random.uniform(-1, 1), -50 - i % 20);
    pair.X_WB.R << 1, 0, angle, 0, 1, 0, -angle, 0, 1;
    pair.X_WB.t = random_vector(random, 1);
    pair.X_WB.t.y() = half_A.y() + half_B.y() - 1e-3;
    expect_points(pair, oracle.solve(pair, false));
  }
}

/// Two axes are as good as each other, but for less than a double-double tells. The point of one of
/// them is out of reach of the other's columns, unless one of these leaves its end: by less than an
/// ulp where its box is large.
TEST(Box15, GivesPointsWhereAxesAreTiedToMoreThanItsDigits) {
  Oracle oracle;
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 13, static_cast<std::uint64_t>(i));
    const double turn = std::ldexp(random.uniform(0.5, 1), -28 - i % 5);
    const double slight = std::ldexp(random.uniform(-1, 1), -109) / turn;
    const double half_B = i % 2 == 0 ? 1 : std::ldexp(1, 30 + i % 7);
    Pair pair{make_box({1, 1, 1}), {}, make_box({half_B, half_B, half_B}), {}};
    pair.X_WB.R << 1, -slight, 0, slight, 1, -turn, 0, turn, 1;
    pair.X_WB.t = Vec3(half_B + 0.75, half_B - 1, 0);
    expect_points(pair, oracle.solve(pair, false));
  }
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

/// Little is left of the sum of so large offsets.
TEST(Box15, IsRightOfBoxesFarFromTheirLocalOrigins) {
  expect_truth(300, [](Random& random) {
    const auto center = [&]() -> Vec3 {
      return std::pow(10.0, random.uniform(2, 9)) * random.unit_vector();
    };
    Pair pair{off_center(Vec3(0.5, 1, 0.75), center()),
              {random.rotation(), Vec3::Zero()},
              off_center(Vec3(1, 0.5, 0.25), center()),
              {random.rotation(), Vec3::Zero()}};
    pair.X_WB.t = pair.X_WA.R * pair.A->interior_point() - pair.X_WB.R * pair.B->interior_point() +
                  random_vector(random, 1.2);
    return pair;
  });
}

/// Expects them; whether there is a depth.
bool same_bits(const Metric& narrow, const Metric& wide, const Pair& pair) {
  const Answer one = ask(narrow, pair);
  const Answer other = ask(wide, pair);
  EXPECT_EQ(one.status, other.status);
  EXPECT_EQ(one.sign, other.sign);
  EXPECT_EQ(one.value, other.value);
  EXPECT_EQ(one.normal, other.normal);
  return one.status == AnswerStatus::answered;
}

/// Off their local origins and off the world's at once, by up to 1e9 and 1e15; every third B is a
/// millionth of A's size. Centres farther off would round plates to flat bodies.
Pair pair_far_from_every_origin(Random& random) {
  const auto offset = [&](double largest_exponent) -> Vec3 {
    return std::pow(10.0, random.uniform(0, largest_exponent)) * random.unit_vector();
  };
  const double size_B = random.below(3) == 0 ? 1e-6 : 1;
  Pair pair{off_center(random_half(random), offset(9)),
            {random.rotation(), Vec3::Zero()},
            off_center(size_B * random_half(random), size_B * offset(9)),
            {random.rotation(), Vec3::Zero()}};
  const Vec3 place = offset(15);
  pair.X_WA.t = place - pair.X_WA.R * pair.A->interior_point();
  pair.X_WB.t = place - pair.X_WB.R * pair.B->interior_point() + random_vector(random, 0.6);
  return pair;
}

TEST(Box15, IsRightOfBoxesFarFromTheirLocalOriginsAndFromTheWorlds) {
  expect_truth(1000, pair_far_from_every_origin);
}

TEST(Box15, NarrowAndWideRegistersGiveTheSameBitsFarFromEveryOrigin) {
  if (machine_registers() == Registers::narrow) GTEST_SKIP() << "this machine has narrow ones only";
  const auto narrow = make_box15(Registers::narrow);
  const auto wide = make_box15(Registers::wide);
  int answered = 0;
  for (int i = 0; i < 600; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 10, static_cast<std::uint64_t>(i));
    answered += static_cast<int>(same_bits(*narrow, *wide, pair_far_from_every_origin(random)));
  }
  EXPECT_GE(answered, 100);
  EXPECT_LE(answered, 590);
}

TEST(Box15, NarrowAndWideRegistersGiveTheSameBits) {
  if (machine_registers() == Registers::narrow) GTEST_SKIP() << "this machine has narrow ones only";
  const auto narrow = make_box15(Registers::narrow);
  const auto wide = make_box15(Registers::wide);
  int answered = 0;
  for (int i = 0; i < 600; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 9, static_cast<std::uint64_t>(i));
    Pair pair{make_box(random_half(random)),
              {},
              off_center(Vec3(1, 0.5, 0.75), Vec3(2, 0, -1)),
              {random.rotation(), random_vector(random, 1)}};
    // Some of them parallel, some sheared.
    pair.X_WA.R = i % 3 == 0 ? pair.X_WB.R : random.rotation();
    if (i % 5 == 0) pair.X_WA.R(1, 2) += 1e-7;
    pair.X_WA.t = pair.X_WB.t + pair.X_WB.R * Vec3(2, 0, -1) + random_vector(random, 0.8);
    answered += static_cast<int>(same_bits(*narrow, *wide, pair));
  }
  EXPECT_GE(answered, 200);
  EXPECT_LE(answered, 590);
}

/// Where nothing but R's distance from a rotation keeps axes apart: to 1e-6, as input may be.
TEST(Box15, IsRightOfTheMostShearedPosesThatAreTaken) {
  expect_truth(200, [](Random& random) {
    Pair pair{make_box(random_half(random)), {}, make_box(random_half(random)), {}};
    pair.X_WA = Pose{random.rotation(), random_vector(random, 1)};
    pair.X_WB = Pose{random.rotation(), pair.X_WA.t + random_vector(random, 0.5)};
    for (int i = 0; i < 9; ++i) {
      pair.X_WA.R(i / 3, i % 3) += random.uniform(-1e-6, 1e-6);
      pair.X_WB.R(i / 3, i % 3) += random.uniform(-1e-6, 1e-6);
    }
    return pair;
  });
}

/// Centres apart along the plates: along their common normal only rounding is left of c in doubles,
/// which has either sign, and 2e-16 is many ulps of a depth of 2e-3.
TEST(Box15, IsRightOfPlatesThatLieInOnePlane) {
  expect_truth(100, [](Random& random) {
    const PolytopePtr plate = make_box(Vec3(1, 0.8, 1e-3));
    Pair pair{plate, {random.rotation(), random_vector(random, 1)}, plate, {}};
    pair.X_WB.R = pair.X_WA.R;
    pair.X_WB.t = pair.X_WA.t + pair.X_WA.R * random_vector(random, Vec3(2.2, 1.8, 0));
    return pair;
  });
}

}  // namespace
}  // namespace touchstone
