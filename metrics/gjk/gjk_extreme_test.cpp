// SPDX-License-Identifier: GPL-3.0-or-later
// `gjk` keeps its claim where doubles, and double-doubles, say little.
#include "metrics/gjk/gjk.hpp"
#include "metrics/tests/extreme_checks.hpp"

namespace touchstone {
namespace {

constexpr double kClaim = 1e-9;

void expect_claim(const Pair& pair) {
  expect_distance_claim(pair, Oracle().solve(pair), ask(*make_gjk(), pair), kClaim);
}

TEST(GjkExtremes, ValueNormalAndWitnessPointsKeepTheClaim) {
  Oracle oracle;
  const auto metric = make_gjk();
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
  EXPECT_GE(exact, 10);
  EXPECT_LE(exact, 250);
}

TEST(GjkExtremes, FarApartAnUlpIsKept) { for_pairs_far_apart(20261124, 1000, expect_claim); }

TEST(GjkExtremes, UnequalBodiesRoofsAndBodiesFarFromTheirOwnOriginAreAnsweredAsClaimed) {
  for_misleading_pairs(20261126, 400, expect_claim);
}

PolytopePtr roof(double half_length, double half_width, double eaves) {
  return hull_of({{-half_length, 0, 0},
                  {half_length, 0, 0},
                  {-half_length, half_width, eaves},
                  {half_length, half_width, eaves},
                  {-half_length, -half_width, eaves},
                  {half_length, -half_width, eaves}});
}

/// The triangle of differences was a sliver: its weights put the witness points 3e-6 sizes beside
/// each other, along its normal the distance was right.
TEST(GjkExtremes, WitnessPointsOnParallelRidgesLieAlongTheNormal) {
  Pair pair{roof(1000, 0.001, -0.001), Pose{}, roof(1000, 0.1, 0.2), Pose{}};
  pair.X_WA.R << 0.07505528610999854, -0.24434890567753023, 0.9667783180859715,  //
      0.09323883755524306, 0.9669852095614719, 0.23716265233106032,              //
      -0.9928107690785255, 0.07234097582663516, 0.09536015949104183;
  pair.X_WB.R = pair.X_WA.R;
  pair.X_WB.t = Vec3(-12.923419340097551, -16.041654856264824, 170.91585326640023);
  const Answer answer = ask(*make_gjk(), pair);
  ASSERT_EQ(answer.status, AnswerStatus::answered);
  const auto& [p_A, p_B] = *answer.witnesses;
  EXPECT_LE((p_A - p_B - answer.value * *answer.normal).norm(), 1e-9 * pair_size(pair));
  expect_claim(pair);
}

/// The witness point on B was off by 1e-8: its place is what is left of 2e8 less 2e8.
TEST(GjkExtremes, AWitnessPointIsPlacedWithoutRoundingWhatTheTranslationTakesBack) {
  const Vec3 away(23970689, -243431587, 1296305);
  std::vector<Vec3> corners = make_box(Vec3(0.5, 1, 0.75))->vertices();
  for (Vec3& v : corners) v += away;
  Random random(20261126, 0, 0);
  Pair pair{make_random_sphere_hull(random, 10), Pose{}, hull_of(corners), Pose{}};
  for (int i = 0; i < 20; ++i) {
    SCOPED_TRACE(i);
    pair.X_WB.R = random.rotation();
    pair.X_WB.t = 3 * random.unit_vector() - pair.X_WB.R * away;
    EXPECT_EQ(ask(*make_gjk(), pair).status, AnswerStatus::answered);
    expect_claim(pair);
  }
}

/// The smaller one was called overlapping 4e-5 m apart: arms of 1e12 m are rounded at 1e-4 m.
TEST(GjkExtremes, ABoxBesideOneATrillionTimesAsLargeIsApart) {
  Pair pair{make_box(Vec3(0.8583622738360261, 0.6803551241003716, 0.5021565396553198)), Pose{},
            make_box(Vec3(877410667369.9689, 339539775043.13306, 863840705804.257)), Pose{}};
  pair.X_WA.t = Vec3(877410667370.4711, -339539775043.9914, 217697966457.0858);
  pair.X_WA.R << 0, 0, 1,  //
      -1, 0, 0,            //
      0, -1, 0;
  EXPECT_EQ(ask(*make_gjk(), pair).status, AnswerStatus::answered);
  expect_claim(pair);
}

/// A vertex 1e-9 from an edge, of boxes parallel to 1e-6: the tetrahedron of double-doubles is so
/// slim that the signs of its weights were rounding.
TEST(GjkExtremes, ATetrahedronHoldsTheOriginOnlyIfItsWeightsMakeIt) {
  Pair pair{make_box(Vec3(0.4716352554320533, 0.32555349033960146, 0.8716651119285488)), Pose{},
            make_box(Vec3(0.986486540191335, 0.33674987490323005, 0.7731269835016636)), Pose{}};
  pair.X_WA.R << 1.000000373742896, -3.58389635775657e-07, -2.883973303860121e-07,  //
      3.9814207342631956e-07, 1.0000004635934874, -4.630729741396513e-07,           //
      -3.441755212401484e-07, -2.4067299882825065e-07, 1.0000004777781488;
  pair.X_WA.t = Vec3(-0.8776260368378122, -0.04105171046677025, -0.30401597248354206);
  pair.X_WB.R << 0.9999996471845117, -3.902038425751428e-07, -3.8604122424426855e-07,  //
      -3.1940010676662943e-07, -2.8782650515057125e-07, 0.9999996153331482,            //
      -4.443752654656091e-07, -1.0000004241626512, 4.509295305106041e-07;
  pair.X_WB.t = Vec3(0.5804955557044549, 1.057628990166678, -0.8389318135563602);
  EXPECT_EQ(ask(*make_gjk(), pair).status, AnswerStatus::answered);
  expect_claim(pair);
}

/// Edges parallel to 1e-13, one 100,000 times as long: the triangle of vertex pairs is a needle, and
/// beside its tip both long sides are alike.
TEST(GjkExtremes, ACrumbWhoseEdgeIsParallelToALongOne) {
  Pair pair{make_prism(6, 8e-6, 6e-6), Pose{},
            make_box(Vec3(0.4376885103397909, 0.3400123102708374, 0.960986003714938)), Pose{}};
  pair.X_WA.R << 0.9447408788534555, 0.19505566882356354, 0.2634728788376386,  //
      0.32780908039230744, -0.5680611822913469, -0.7548825736405012,           //
      0.0024245897695128514, 0.7995372281723655, -0.600611640022819;
  pair.X_WA.t = 1.0001 * Vec3(0.6597909042795714, -0.8626063174057853, -0.22640673109607345);
  pair.X_WB.R << 0.19505566882373646, 0.9447408788534029, -0.26347287883769904,  //
      -0.568061182291364, 0.3278090803924595, 0.7548825736404223,                //
      0.7995372281723112, 0.0024245897694365566, 0.6006116400228916;
  const Answer answer = ask(*make_gjk(), pair);
  EXPECT_EQ(answer.status, AnswerStatus::answered);
  EXPECT_EQ(answer.work.exact, 0);
  expect_claim(pair);
}

/// Faces 2e-17 apart: the vertex that rounding saw beyond brought the nearest point no nearer, and
/// the simplex that it makes has another normal.
TEST(GjkExtremes, WhatBringsNothingNearerIsLeftOut) {
  Pair pair{hull_of({Vec3(0.885625027140785, 0.8456442798398404, -2),
                     Vec3(0.8856250271407848, 0.8456442798398411, 0),
                     Vec3(-0.8856250271407848, 0.8456442798398411, -2),
                     Vec3(-0.8856250271407844, 0.8456442798398416, 0),
                     Vec3(-0.8856250271407848, -0.845644279839841, -2),
                     Vec3(-0.8856250271407846, -0.8456442798398405, 0),
                     Vec3(0.8856250271407851, -0.8456442798398411, -2),
                     Vec3(0.8856250271407929, -0.8456442798398429, 0)}),
            Pose{},
            hull_of({Vec3(-0.8856250271407788, -0.8456442798398421, 0),
                     Vec3(0.8856250271407788, -0.8456442798398421, 0),
                     Vec3(-0.8856250271407788, 0.8456442798398421, 0),
                     Vec3(0.8856250271407788, 0.8456442798398421, 0),
                     Vec3(-0.8856250271407788, -0.8456442798398421, 1.25),
                     Vec3(0.8856250271407788, -0.8456442798398421, 1.25),
                     Vec3(-0.8856250271407788, 0.8456442798398421, 1.25),
                     Vec3(0.8856250271407788, 0.8456442798398421, 1.25)}),
            Pose{}};
  pair.X_WA.R << 0.5607416981140172, 0.47653918662148714, -0.6771108857567864,  //
      0.5087331764160564, -0.8434986674990127, -0.17233848421353748,            //
      -0.6532681709756246, -0.24783139740864468, -0.7154161692669803;
  pair.X_WA.t = Vec3(-0.009533359542102516, -0.02454058734594676, -0.8397825483379346);
  pair.X_WB.R << 0.5607416981140172, 0.47653918662148714, -0.6771108857567864,  //
      0.5087331764160564, -0.8434986674990127, -0.17233848421353748,            //
      -0.6532681709756246, -0.24783139740864468, -0.7154161692669803;
  pair.X_WB.t = Vec3(-0.009533359542102549, -0.024540587345946774, -0.8397825483379346);
  EXPECT_EQ(ask(*make_gjk(), pair).status, AnswerStatus::answered);
  expect_claim(pair);
}

/// 1e-18 from an edge, beside a body a trillion times as large: double-doubles leave 1e-14 of the
/// normal open, which is much at that body's far end.
TEST(GjkExtremes, ANormalThatDoubleDoublesLeaveOpenIsDecidedInIntegers) {
  Pair pair{make_box(Vec3(8.665698221070729e-13, 9.715197756604847e-13, 4.726737351001781e-13)),
            Pose{},
            hull_of({Vec3(-0.36987137841055834, -0.09530882485936631, -0.92418147099831),
                     Vec3(-0.8519439790392636, -0.28873688757798177, 0.4368323091651152),
                     Vec3(0.29429241803650785, -0.9550240706567762, 0.03634552451659423),
                     Vec3(-0.5115091840028069, -0.2530587291175495, 0.8211696744876745),
                     Vec3(0.5776304170001116, 0.046554154154275454, 0.8149698228077265),
                     Vec3(-0.9456454217826968, 0.1670933554408097, 0.27898843493764525),
                     Vec3(-0.8465622948506762, 0.22348680871607662, 0.48310032836571387),
                     Vec3(-0.9710737048075821, 0.23009229718752308, -0.06382315102096969),
                     Vec3(0.8810612804479248, -0.47251163019747283, -0.021535538618526084),
                     Vec3(0.9044102250911638, 0.42225229476485143, -0.061197584236369895)}),
            Pose{}};
  pair.X_WA.R << 0.8036342047281076, -0.32040615028614733, -0.5015096847019335,  //
      -0.5786320576171035, -0.6176838360117419, -0.5325895423566037,             //
      -0.13912946089458902, 0.7181967540922406, -0.6817891283399514;
  pair.X_WA.t = Vec3(0.9241814709989322, 0.09530882485851654, 0.3698713784114578);
  pair.X_WB.R << 0, 0, -1,  //
      0, -1, 0,             //
      -1, 0, 0;
  const Answer answer = ask(*make_gjk(), pair);
  EXPECT_EQ(answer.work.exact, 1);
  expect_claim(pair);
}

/// Distances just inside and just outside the range in which fourth powers of lengths are finite.
TEST(GjkExtremes, BeyondSevenTimes1e74MetresThereIsNoAnswer) {
  const PolytopePtr box = make_box(Vec3(0.5, 1, 0.75));
  Pair pair{box, Pose{}, box, Pose{}};
  pair.X_WB.t = Vec3(7e74, 0, 0);
  EXPECT_EQ(ask(*make_gjk(), pair).status, AnswerStatus::answered);
  expect_claim(pair);
  pair.X_WB.t = Vec3(8e74, 0, 0);
  const Answer answer = ask(*make_gjk(), pair);
  EXPECT_EQ(answer.status, AnswerStatus::no_answer);
  EXPECT_EQ(answer.note, "farther apart than the squares of lengths reach");
}

/// The body's place cancels its origin, 113 m away: what double-double rounds there is as long as
/// the other body.
TEST(GjkExtremes, BodiesOfTheRoundingOfDoubleDoubleNeedIntegers) {
  Oracle oracle;
  Pair pair;
  pair.X_WA.t = Vec3(-0.08356110178063869, 0.6937738673420798, -1.3719469576479304);
  pair.B = hull_of({Vec3(0, 0, -113.38032557788408)});
  pair.X_WB.R << 0.999999746214841, -0.000627474849700669, -0.0003374100866133559,
      0.000627505757510725, 0.9999997989316557, 9.150504078458521e-05, 0.0003373526016591552,
      -9.171674433395596e-05, 0.9999999388906287;
  pair.X_WB.t = Vec3(-0.12181676725412305, 0.7041487386582537, 112.00837169163573);
  for (std::uint64_t i = 0; i < 40; ++i) {
    Random random(20261130, 3, i);
    const Vec3 half = 1e-24 * random.unit_vector();
    pair.A = hull_of({Vec3(-half), half});
    const Answer answer = ask(*make_gjk(), pair);
    EXPECT_EQ(answer.work.exact, 1);
    expect_distance_claim(pair, oracle.solve(pair), answer, kClaim);
  }
}

}  // namespace
}  // namespace touchstone
