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
