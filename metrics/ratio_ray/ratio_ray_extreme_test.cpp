// SPDX-License-Identifier: GPL-3.0-or-later
// `ratio_ray` where doubles, and double-doubles, have little to say: value, normal and witness
// points are those of exact arithmetic except for their rounding.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "metrics/ratio_ray/ratio_ray.hpp"
#include "metrics/tests/extreme_samples.hpp"
#include "metrics/tests/ratio_checks.hpp"
#include "metrics/tests/ratio_rounding_checks.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261123;

Answer ask(const Pair& pair) { return ask(*make_ratio_ray(), pair); }

/// Two solids of thickness 5e-14: their inradii, computed from rounded facets, are wrong.
Pair slivers_found_wrong() {
  constexpr double kThin = 4.6502309021110087e-14;
  Pair pair;
  pair.A = hull_of({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0.3, 0.3, kThin),
                    Vec3(0.6, 0.2, -2.3251154510555043e-14)});
  pair.B = hull_of({Vec3(0, 0, 0), Vec3(1, kThin, 0), Vec3(0, 1, kThin), Vec3(kThin, 0.3, kThin)});
  pair.X_WA.R << 0.7279847813753483, 0.43675035082482666, 0.5284763846571358,  //
      0.6077891514950577, -0.0544640499976844, -0.7922285115942036,            //
      -0.317223116135637, 0.8979325132281603, -0.3051011246733705;
  pair.X_WB.R << -0.9224956290756262, 0.37435788897404315, -0.09411687042854103,  //
      0.3772186025149943, 0.8225513072037057, -0.425576635794436,                 //
      -0.08190201617176203, -0.4280952206932158, -0.900014745305113;
  pair.X_WB.t = Vec3(0.1, kThin, 0);
  return pair;
}

TEST(RatioRayExtremes, SolidsOfThickness5e14HaveARho) {
  const Pair pair = slivers_found_wrong();
  const Answer answer = ask(pair);
  expect_rounded_answer(pair, answer);
  EXPECT_EQ(answer.value, Oracle().solve(pair).ratio->rho_rounded);
}

TEST(RatioRayExtremes, SoTheyHaveTowardsAFixedBody) {
  const Pair pair = slivers_found_wrong();
  const Answer answer = ask(*make_ratio_ray_fixed(), pair);
  ASSERT_EQ(answer.status, AnswerStatus::answered) << answer.note;
  const Rational r = *solve_fixed_body(pair);
  EXPECT_EQ(answer.value, round_to_double((r - 1) / r));
}

/// Along d to where rho is about 1e-16 and less, in `steps`.
void bring_together(Pair& pair, int steps) {
  for (int step = 0; step < steps; ++step) {
    const Answer answer = ask(pair);
    if (answer.status != AnswerStatus::answered) return;
    const Vec3 d = interior_in_world(*pair.A, pair.X_WA) - interior_in_world(*pair.B, pair.X_WB);
    pair.X_WB.t += answer.value * d;
  }
}

TEST(RatioRayExtremes, NormalsAndWitnessPointsAreExactButForRounding) {
  constexpr int kCases = 150;
  for (const std::string_view kind : kExtremes) {
    int solid = 0;
    for (int i = 0; i < kCases; ++i) {
      SCOPED_TRACE(testing::Message() << kind << " seed " << kSeed << " index " << i);
      Pair pair = extreme_pair(kSeed, kind, i);
      if (pair.A == nullptr || pair.B == nullptr) continue;
      if (i % 5 == 0) bring_together(pair, 1 + i / 5 % 3);
      const Answer answer = ask(pair);
      if (interior_points_coincide(pair) || !pair.A->interior_point_strictly_inside() ||
          !pair.B->interior_point_strictly_inside()) {
        EXPECT_EQ(answer.status, AnswerStatus::no_answer);
        continue;
      }
      ++solid;
      expect_rounded_answer(pair, answer);
      if (testing::Test::HasFailure()) return;
    }
    EXPECT_GE(solid, kCases / 2) << kind;
  }
}

TEST(RatioRayExtremes, TheOracleAgrees) {
  Oracle oracle;
  for (const std::string_view kind : kExtremes) {
    for (int i = 1000; i < 1012; ++i) {
      SCOPED_TRACE(testing::Message() << kind << " seed " << kSeed << " index " << i);
      const Pair pair = extreme_pair(kSeed, kind, i);
      if (pair.A == nullptr || pair.B == nullptr) continue;
      const Answer answer = ask(pair);
      const Truth truth = oracle.solve(pair);
      ASSERT_EQ(truth.ratio.has_value(), answer.status == AnswerStatus::answered) << answer.note;
      if (!truth.ratio) continue;
      EXPECT_EQ(check_ratio_certificate(pair, *answer.ratio).rho, truth.ratio->rho);
    }
  }
}

/// Interior points in corners, edges and faces, some of them an ulp off: rho is defined where they
/// are strictly inside, and nowhere else.
TEST(RatioRayExtremes, InteriorPointsOnTheBoundaryHaveNoRho) {
  int inside = 0;
  int outside = 0;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 9, static_cast<std::uint64_t>(i));
    Pair pair{small_solid(random), Pose{random.rotation(), Vec3::Zero()}, small_solid(random),
              Pose{random.rotation(), random.uniform(0, 3) * random.unit_vector()}};
    const auto& vertices = pair.A->vertices();
    PolytopeInput input;
    input.vertices = vertices;
    Vec3 point = Vec3::Zero();
    const std::vector<int>& corners = pair.A->facets().front().vertices;
    const std::size_t of = 1 + random.below(corners.size());
    for (std::size_t k = 0; k < of; ++k) {
      point += vertices[at(corners[k])] / static_cast<double>(of);
    }
    // A little towards the middle, in two of three cases.
    const double inwards = i % 3 == 0 ? 0 : power_of_ten(random, -17, -10);
    point += inwards * (pair.A->interior_point() - point);
    input.interior_point = point;
    const auto made = make_polytope(input);
    if (!made.ok()) continue;  // rounding put it outside
    pair.A = made.value();
    const Answer answer = ask(pair);
    if (!pair.A->interior_point_strictly_inside()) {
      EXPECT_EQ(answer.status, AnswerStatus::no_answer);
      EXPECT_EQ(answer.note, "an interior point is not strictly inside its body");
      ++outside;
      continue;
    }
    ++inside;
    expect_rounded_answer(pair, answer);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GE(inside, 100);
  EXPECT_GE(outside, 50);
}

/// What every campaign asks.
TEST(RatioRayExtremes, OrdinaryPairsAreRoundedAsWell) {
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 10, static_cast<std::uint64_t>(i));
    Pair pair = placed_about_origin(kSeed, i, small_solid(random), small_solid(random), 0.02, 3);
    if (i % 7 == 0) bring_together(pair, 1 + i % 4);
    expect_rounded_answer(pair, ask(pair));
    if (testing::Test::HasFailure()) return;
  }
}

/// `body` as long as it is along z, and `width` of what it is along x and y.
PolytopePtr slender(const PolytopePtr& body, double width) {
  return moved_vertices(body,
                        [&](const Vec3& v) { return Vec3(width * v.x(), width * v.y(), v.z()); });
}

/// Needles of 1e-6 of their length, nearly parallel, moved along d to where rho is a few 1e-12.
Pair needles_near_contact(std::uint64_t index) {
  Random random(kSeed, 11, index);
  const double width = power_of_ten(random, -6.5, -5);
  Pair pair{slender(small_solid(random), width), Pose{}, slender(small_solid(random), width), {}};
  if (pair.A == nullptr || pair.B == nullptr) return pair;
  pair.X_WA.R = random.rotation();
  const double turn = random.uniform(0, 2) * width;
  const Vec3 axis = random.unit_vector();
  pair.X_WB.R = pair.X_WA.R * Eigen::AngleAxisd(turn, axis).toRotationMatrix();
  pair.X_WB.t = pair.X_WB.R * random_vector(random, Vec3(2 * width, 2 * width, 0.6));
  bring_together(pair, 1);
  const Vec3 d = interior_in_world(*pair.A, pair.X_WA) - interior_in_world(*pair.B, pair.X_WB);
  pair.X_WB.t += (random.below(2) == 0 ? 1 : -1) * power_of_ten(random, -11.7, -10.7) * d;
  return pair;
}

/// Doubles leave the plane's edges tilted and its weights off, and the product of both is several
/// ulps of so small a rho: the proof has to take it off.
TEST(RatioRayExtremes, RhoIsRightOfNeedlesWhereDoublesTiltTheFacet) {
  int proven = 0;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const Pair pair = needles_near_contact(i);
    ASSERT_TRUE(pair.A != nullptr && pair.B != nullptr);
    const Answer answer = ask(pair);
    if (answer.work.exact != 0) continue;
    ++proven;
    expect_rounded_answer(pair, answer);
  }
  EXPECT_GE(proven, 20);
}

/// A crumb at the world's origin, beside a needle: its point is a vertex, and the needle's is a
/// mean, whose coordinates are so small that its rounding may show. Whether the needle is A or B,
/// where that is not known to be less than an ulp integers decide.
TEST(RatioRayExtremes, ThePointsOfBothBodiesAreHeldToTheSame) {
  int exact = 0;
  int swapped_exact = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    Random random(kSeed, 12, i);
    const double width = power_of_ten(random, -5, -2);
    const double size = width * power_of_ten(random, -4, 0.5);
    Pair pair;
    pair.A = moved_vertices(small_solid(random), [&](const Vec3& v) { return Vec3(size * v); });
    pair.B = slender(small_solid(random), width);
    ASSERT_TRUE(pair.A != nullptr && pair.B != nullptr) << i;
    pair.X_WA.R = random.rotation();
    pair.X_WB.R = random.rotation();
    pair.X_WB.t = pair.X_WB.R * random_vector(random, Vec3(2 * width, 2 * width, 0.6));
    const Answer answer = ask(pair);
    exact += answer.work.exact;
    if (i % 5 == 0) expect_rounded_answer(pair, answer);
    std::swap(pair.A, pair.B);
    std::swap(pair.X_WA, pair.X_WB);
    const Answer swapped = ask(pair);
    swapped_exact += swapped.work.exact;
    if (i % 5 == 0) expect_rounded_answer(pair, swapped);
  }
  EXPECT_GE(exact, 300);
  EXPECT_LE(exact, 900);
  EXPECT_NEAR(exact, swapped_exact, 30);
}

/// Crumbs 2^44 from the world's origin, 60 of their sizes apart: rho is large, and d is known to
/// less than doubles have. That is for integers to say.
TEST(RatioRayExtremes, ADirectionThatRoundingBlursIsNotTrusted) {
  for (std::uint64_t i = 0; i < 50; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 13, i);
    const Vec3 far = std::ldexp(1.0, 44) * Vec3(1, -0.5, 0.25);
    const auto crumb = [&](const Vec3& center) {
      return moved_vertices(small_solid(random), [&](const Vec3& v) {
        // The grid of doubles is 2^-8 there.
        return Vec3(far + center + std::ldexp(1.0, -8) * (20 * v).array().round().matrix());
      });
    };
    const Pair pair{crumb(Vec3(4, 2, 1)), {}, crumb(Vec3::Zero()), {}};
    ASSERT_TRUE(pair.A != nullptr && pair.B != nullptr);
    const Answer answer = ask(pair);
    EXPECT_EQ(answer.work.exact, 1);
    expect_rounded_answer(pair, answer);
  }
}

}  // namespace
}  // namespace touchstone
