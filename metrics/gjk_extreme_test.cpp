// SPDX-License-Identifier: GPL-3.0-or-later
// `gjk` keeps its claim where doubles, and double-doubles, say little.
#include "metrics/extreme_checks.hpp"
#include "metrics/gjk.hpp"

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

/// Edges parallel to 1e-13, one a billion times as long: the triangle of vertex pairs is a needle,
/// and beside its tip both long sides are alike.
TEST(GjkExtremes, ACrumbWhoseEdgeIsParallelToALongOne) {
  Pair pair{make_prism(6, 8e-10, 6e-10), Pose{},
            make_box(Vec3(0.4376885103397909, 0.3400123102708374, 0.960986003714938)), Pose{}};
  pair.X_WA.R << 0.9447408788534555, 0.19505566882356354, 0.2634728788376386,  //
      0.32780908039230744, -0.5680611822913469, -0.7548825736405012,           //
      0.0024245897695128514, 0.7995372281723655, -0.600611640022819;
  pair.X_WA.t = Vec3(0.6597909042795714, -0.8626063174057853, -0.22640673109607345);
  pair.X_WB.R << 0.19505566882373646, 0.9447408788534029, -0.26347287883769904,  //
      -0.568061182291364, 0.3278090803924595, 0.7548825736404223,                //
      0.7995372281723112, 0.0024245897694365566, 0.6006116400228916;
  const Answer answer = ask(*make_gjk(), pair);
  EXPECT_EQ(answer.status, AnswerStatus::answered);
  EXPECT_EQ(answer.work.exact, 0);
  expect_claim(pair);
}

}  // namespace
}  // namespace touchstone
