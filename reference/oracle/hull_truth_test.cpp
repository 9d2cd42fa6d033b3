// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/oracle/hull_truth.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"
#include "reference/truth.hpp"

namespace touchstone {
namespace {

/// Share of each kind's cases that must not need exact arithmetic, a little below what was found.
const std::map<std::string, double>& least_settled() {
  static const std::map<std::string, double> shares{
      {"RandomBoxes", 0.7},   {"RandomHulls", 0.99}, {"FarHulls", 0.99},   {"KissingBoxes", 0},
      {"KissingHulls", 0.01}, {"LatticeHulls", 0},   {"FlatBodies", 0},    {"ThinBodies", 0.8},
      {"MixedScales", 0.99},  {"NearCopies", 0},     {"JiggledHulls", 0.5}};
  return shares;
}

class HullTruthOf : public testing::TestWithParam<AgreementKind> {};

TEST_P(HullTruthOf, IsTheExactTruthRoundedWheneverItIsGiven) {
  const int cases = agreement_cases(400);
  Oracle oracle;
  int settled = 0;
  for (int index = 0; index < cases; ++index) {
    SCOPED_TRACE(testing::Message()
                 << GetParam().name << " seed " << kAgreementSeed << " case " << index);
    const Pair pair = agreement_case(GetParam(), index);
    const std::optional<RoundedTruth> quick = oracle.settle(pair);
    if (!quick) continue;
    ++settled;
    const Truth exact = oracle.solve(pair);
    ASSERT_NE(quick->sign, 0) << "contact is not for doubles to say";
    const RoundedTruthCheck check = check_rounded_truth(*quick, exact);
    ASSERT_TRUE(check.holds()) << fault_of(*quick, exact);
  }
  RecordProperty("settled", settled);
  EXPECT_GE(settled, least_settled().at(GetParam().name) * cases) << settled << " of " << cases;
}

INSTANTIATE_TEST_SUITE_P(Kinds, HullTruthOf, testing::ValuesIn(agreement_kinds()),
                         [](const auto& tested) { return tested.param.name; });

TEST(HullTruth, WithoutTheRatioGivesTheSamePhi) {
  const AgreementKind& kind = agreement_kinds()[1];
  Oracle oracle;
  for (int index = 0; index < 100; ++index) {
    SCOPED_TRACE(testing::Message() << "seed " << kAgreementSeed << " case " << index);
    const Pair pair = agreement_case(kind, index);
    const std::optional<RoundedTruth> with = oracle.settle(pair);
    const std::optional<RoundedTruth> without = oracle.settle(pair, false);
    ASSERT_TRUE(!with || without);
    if (!without) continue;
    EXPECT_FALSE(without->rho);
    if (with) {
      EXPECT_EQ(with->phi.value, without->phi.value);
    }
  }
}

/// What is settled of a pair, or nothing, always holds.
std::optional<RoundedTruth> settled_and_checked(const Pair& pair) {
  Oracle oracle;
  std::optional<RoundedTruth> settled = oracle.settle(pair);
  if (settled) {
    const Truth exact = oracle.solve(pair);
    const RoundedTruthCheck check = check_rounded_truth(*settled, exact);
    EXPECT_TRUE(check.holds()) << fault_of(*settled, exact);
  }
  return settled;
}

/// Four vertices and their copies an ulp aside: eight facets tie, except for their low parts.
Pair near_duplicates() {
  const PolytopePtr A = hull_of({{-0.7855574933503161, -0.2555376042267344, 0.5635600744084244},
                                 {0.3555020093046591, 0.864880713627661, -0.3544004409919066},
                                 {0.14673986482117551, -0.9853891177403031, 0.08646212298602386},
                                 {0.7839121473660707, 0.18658552810055104, -0.5921719225996405},
                                 {-0.7855574933503162, -0.2555376042267344, 0.5635600744084244},
                                 {0.35550200930465903, 0.8648807136276611, -0.35440044099190665},
                                 {0.1467398648211755, -0.985389117740303, 0.08646212298602385},
                                 {0.7839121473660706, 0.18658552810055104, -0.5921719225996404}});
  Pose X_WA;
  X_WA.R << 0.9541621423333123, 0.24965556019207866, -0.1650657669024177,  //
      -0.2965658907382938, 0.7144327383697784, -0.6337464278369245,        //
      -0.0402899316021543, 0.6536497254727789, 0.7557239957820941;
  Pose X_WB;
  X_WB.R << 0.5312372736571479, 0.3953836513878702, -0.7493054934449586,  //
      0.26678544002797644, 0.7613635367597147, 0.5908900414369268,        //
      0.8041222720600649, -0.5138066156031045, 0.2989820009827914;
  X_WB.t = Vec3(-0.13996506041838136, 0.36966309398925046, -0.06840384866683602);
  return {A, X_WA, make_box({2, 2, 0.5}), X_WB};
}

TEST(HullTruth, TellsFacetsApartByTheLowPartsOfTheirDepths) {
  const Pair pair = near_duplicates();
  const auto settled = settled_and_checked(pair);
  ASSERT_TRUE(settled);
  EXPECT_EQ(settled->phi.value, -0.7818962593835647);
  EXPECT_TRUE(settled_and_checked({pair.B, pair.X_WB, pair.A, pair.X_WA}));
}

/// A roof of the given slope above the lowest corner of a small octahedron, `aside` of its ridge:
/// the two sides' depths differ by 2 slope aside, to first order.
Pair under_a_roof(double slope, double aside) {
  const PolytopePtr roof = hull_of({{-1, -1, 0.5 - slope},
                                    {-1, 1, 0.5 - slope},
                                    {0, -1, 0.5},
                                    {0, 1, 0.5},
                                    {1, -1, 0.5 - slope},
                                    {1, 1, 0.5 - slope},
                                    {-1, -1, -1},
                                    {-1, 1, -1},
                                    {1, -1, -1},
                                    {1, 1, -1}});
  return {roof, {}, make_double_pyramid(4, 0.125, 0.125), {Mat3::Identity(), Vec3(aside, 0, 0)}};
}

TEST(HullTruth, DirectionsThatNearlyTieAreOneOnlyWhereEitherIsAsGoodAsTheOther) {
  int settled = 0;
  for (double slope = 0x1p-4; slope > 0x1p-40; slope /= 2) {
    // A difference of the depths far below the last place of either.
    for (const double side : {-1, 1}) {
      const Pair pair = under_a_roof(slope, side * 0x1p-58 / slope);
      SCOPED_TRACE(testing::Message() << "slope " << slope << " side " << side);
      EXPECT_EQ(Oracle().solve(pair).directions.size(), 1U);
      if (settled_and_checked(pair)) ++settled;
      if (settled_and_checked({pair.B, pair.X_WB, pair.A, pair.X_WA})) ++settled;
    }
  }
  EXPECT_EQ(settled, 0) << "either side of the roof may be the nearer one";
  // Where the sides are one direction to 1e-13, it is told.
  EXPECT_TRUE(settled_and_checked(under_a_roof(0x1p-46, 0x1p-12)));
}

/// A segment of A - B at the height `height` above 0 whose end is `beyond` past the foot of the
/// perpendicular, turned at random: doubles do not know whether the foot is on it.
TEST(HullTruth, KnowsTheEndOfAnEdgeByLessThanDoublesDo) {
  Random random(23);
  int settled = 0;
  for (int index = 0; index < 2000; ++index) {
    SCOPED_TRACE(index);
    const double height = std::pow(10.0, random.uniform(-13.5, -11));
    const double beyond = std::pow(10.0, random.uniform(-18, -15));
    // One body ends in the edge, the other one in a corner; neither names these first.
    const PolytopePtr wedge = hull_of({{beyond + 0.1, -0.5, 1},
                                       {beyond + 0.1, 0.5, 1},
                                       {1, -0.5, 1},
                                       {1, 0.5, 1},
                                       {1, 0, height},
                                       {beyond, 0, height}});
    const PolytopePtr corner = hull_of({{0.4, 0.1, -1}, {-0.4, 0.3, -1}, {0, -0.4, -1}, {0, 0, 0}});
    const Pose X{random.rotation(), Vec3::Zero()};
    const bool swapped = index % 2 == 1;
    settled += settled_and_checked(swapped ? Pair{corner, X, wedge, X} : Pair{wedge, X, corner, X})
                   ? 1
                   : 0;
  }
  EXPECT_GT(settled, 500);
}

/// A stands on the plane z = drop and the top of B is 0, beside A: interior points are `inside` of
/// that plane and that corner.
Pair side_by_side(double inside, double drop) {
  const std::vector<Vec3> on_a_facet{{1, 0, 0}, {-0.5, 0.8, 0}, {-0.5, -0.8, 0}, {0, 0.1, 1}};
  const std::vector<Vec3> under_a_corner{
      {0, 0, 0}, {1, 0.1, -1}, {-0.6, 0.7, -1}, {-0.5, -0.8, -1}};
  const PolytopePtr A = make_polytope({on_a_facet, {}, Vec3(0.1, 0, inside)}).value();
  const PolytopePtr B = make_polytope({under_a_corner, {}, Vec3(0, 0, -inside)}).value();
  return {A, {Mat3::Identity(), Vec3(3, 0.2, drop)}, B, {}};
}

// The gap along z is as small as what d goes against z: their quotient is positive, and no part of
// rho.
TEST(HullTruth, LeavesOutDirectionsThatAreHardlyAgainstD) {
  int settled = 0;
  for (const double inside : {1e-14, 1e-15, 1e-16, 1e-17}) {
    for (const double drop : {-4.0, -3.0, -2.5, -2.1, -1.9, -1.0, 1.0}) {
      SCOPED_TRACE(testing::Message() << inside << " " << drop);
      settled += settled_and_checked(side_by_side(inside, drop * inside)) ? 1 : 0;
    }
  }
  EXPECT_GT(settled, 20);
}

}  // namespace
}  // namespace touchstone
