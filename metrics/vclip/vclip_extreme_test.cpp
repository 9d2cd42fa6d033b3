// SPDX-License-Identifier: GPL-3.0-or-later
// `vclip` answers, and keeps its claim, where double-doubles say little.
#include "metrics/tests/extreme_checks.hpp"
#include "metrics/vclip/vclip.hpp"

namespace touchstone {
namespace {

constexpr double kClaim = 1e-11;

TEST(VClipExtremes, EveryPairIsAnsweredAsClaimed) {
  Oracle oracle;
  const auto metric = make_vclip();
  int apart = 0;
  int exact = 0;
  for_extreme_pairs(20261124, 100, [&](const Pair& pair) {
    const Answer answer = ask(*metric, pair);
    expect_distance_claim(pair, oracle.solve(pair), answer, kClaim);
    apart += answer.status == AnswerStatus::answered ? 1 : 0;
    exact += answer.work.exact;
  });
  EXPECT_GE(apart, 250);
  // Integers are for what double-doubles leave open.
  EXPECT_LE(exact, 100);
}

TEST(VClipExtremes, FarApartAnUlpIsKept) {
  Oracle oracle;
  const auto metric = make_vclip();
  for_pairs_far_apart(20261124, 1000, [&](const Pair& pair) {
    expect_distance_claim(pair, oracle.solve(pair), ask(*metric, pair), kClaim);
  });
}

/// Double-doubles answer up to a ratio of 2^15, and beyond it where the normal is that of the
/// feature; integers answer the rest, and all from 2^50 on.
TEST(VClipExtremes, UnequalBodiesRoofsAndBodiesFarFromTheirOwnOriginAreAnsweredAsClaimed) {
  Oracle oracle;
  const auto metric = make_vclip();
  std::array<int, 3> asked{};
  std::array<int, 3> exact{};
  for_misleading_pairs(20261126, 400, [&](const Pair& pair) {
    const Answer answer = ask(*metric, pair);
    expect_distance_claim(pair, oracle.solve(pair), answer, kClaim);
    const double ratio =
        std::max(pair.A->bounding_radius(), pair.B->bounding_radius()) / pair_size(pair);
    const std::size_t range = ratio < 0x1p14 ? 0 : ratio < 0x1p50 ? 1 : 2;
    ++asked.at(range);
    exact.at(range) += answer.work.exact;
  });
  for (const int count : asked) EXPECT_GE(count, 50);
  EXPECT_LE(exact[0], asked[0] / 20);
  EXPECT_GE(exact[1], 10);
  EXPECT_LE(exact[1], asked[1] - 10);
  EXPECT_EQ(exact[2], asked[2]);
}

/// Vertices of B doubled at any distance beside a vertex a million sizes away: the normal in
/// double-double was that of a near tie, and its rounding turned that vertex past the claim.
TEST(VClipExtremes, ANearTieOfANeedleWithManyNearDuplicatesKeepsTheClaim) {
  Oracle oracle;
  const auto metric = make_vclip();
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(i);
    Random random(20261126, 5, static_cast<std::uint64_t>(i));
    const auto cluster = [&](const Vec3& corner, int count) {
      std::vector<Vec3> points;
      for (int k = 0; k < count; ++k) {
        points.emplace_back(corner + power_of_ten(random, -16, -1) * random.in_unit_ball());
      }
      return points;
    };
    std::vector<Vec3> of_A = cluster(Vec3(1, -1, -1), 8);
    of_A.emplace_back(2, -1, -1);
    std::vector<Vec3> of_B = cluster(Vec3(-1, 0, -1), 60);
    of_B.emplace_back(power_of_ten(random, 4, 7), 0, -1);
    Pair pair{hull_of(of_A), Pose{}, hull_of(of_B), Pose{}};
    if (pair.A->dimension() < 3 || pair.B->dimension() < 3) continue;
    pair.X_WB.R = random.rotation();
    const Vec3 touching = Vec3(1, -1, -1) - pair.X_WB.R * Vec3(-1, 0, -1);
    pair.X_WB.t = touching + power_of_ten(random, -9, 0) * random.unit_vector();
    expect_distance_claim(pair, oracle.solve(pair), ask(*metric, pair), kClaim);
  }
}

/// A box 1e-28 m deep in the face of another a trillion times its size: double-doubles had no
/// answer.
TEST(VClipExtremes, ACrumbInAFaceIsOverlapping) {
  Pair pair{make_box(Vec3(0.7534759631443216, 0.8438580511978486, 0.815898385391358)), Pose{},
            make_box(Vec3(4.2477164991799255e-13, 3.0148780762045214e-13, 4.579953086646792e-13)),
            Pose{}};
  pair.X_WA.t = Vec3(0.2837185589020429, -0.8438580511978488, 0.17566781208182305);
  pair.X_WB.t = Vec3(1.6948139362128395e-13, 6.884001180601551e-13, -5.210844082395663e-13);
  pair.X_WB.R << 0.10028172802360993, 0.6867845934284532, -0.7199100619201769,  //
      0.6034588292977036, 0.5332960387472842, 0.5928176586431112,               //
      0.7910632189447591, -0.4938848623776289, -0.36096637841630996;
  const Answer answer = ask(*make_vclip(), pair);
  EXPECT_EQ(answer.status, AnswerStatus::sign_only);
  EXPECT_EQ(answer.sign, -1);
  EXPECT_EQ(answer.work.exact, 1);
  // 1e-26 m outside.
  pair.X_WB.t.y() += 0x1p-93 + 0x1p-87;
  const Answer apart = ask(*make_vclip(), pair);
  expect_distance_claim(pair, Oracle().solve(pair), apart, kClaim);
}

}  // namespace
}  // namespace touchstone
