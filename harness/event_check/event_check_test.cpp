// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/event_check/event_check.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "geometry/shapes.hpp"
#include "harness/check/tests/family_sources.hpp"

namespace touchstone {
namespace {

const ClaimFinding& claim(const PairEvents& found, EventClaim which) {
  return found.claims.at(static_cast<std::size_t>(which));
}

std::uint64_t kept(const PairEvents& found, EventSetting setting) {
  std::uint64_t sum = 0;
  for (const MissedEvents& sort : found.missed.at(static_cast<std::size_t>(setting))) {
    sum += sort.kept;
  }
  return sum;
}

PairEvents examine_case(const char* family, std::uint64_t index) {
  return PairEventCheck().examine(make_case(*find_family(family), 42, index).pair(), index);
}

PolytopePtr hull(const std::vector<Vec3>& vertices) {
  PolytopeInput input;
  input.vertices = vertices;
  return std::move(make_polytope(input)).value();
}

/// A roof from x = -l to l: its ridge is on the x-axis, its eaves at (y, z) on either side [m].
PolytopePtr roof(double l, const std::array<double, 4>& left, const std::array<double, 4>& right) {
  return hull({{-l, 0, 0},
               {l, 0, 0},
               {-l, left[0], left[1]},
               {l, left[2], left[3]},
               {-l, right[0], right[1]},
               {l, right[2], right[3]}});
}

Mat3 rows(const Vec3& x, const Vec3& y, const Vec3& z) {
  Mat3 R;
  R << x.transpose(), y.transpose(), z.transpose();
  return R;
}

// Faces that share a rectangle: its four corners are the events, and rho has no gradient there.
TEST(PairEventCheck, OfCubeOnCubeSeesTheSharedRectangle) {
  const Pair pair = {make_box(Vec3(0.5, 0.5, 0.5)), Pose{Mat3::Identity(), Vec3(0.3, 0.2, 1.1)},
                     make_box(Vec3(0.5, 0.5, 0.5)), Pose{}};
  const PairEvents found = PairEventCheck().examine(pair, 1);
  ASSERT_TRUE(found.answered);
  EXPECT_TRUE(claim(found, EventClaim::components).held);
  EXPECT_FALSE(claim(found, EventClaim::gradients).checked);
  EXPECT_TRUE(claim(found, EventClaim::region).held);
  EXPECT_EQ(kept(found, EventSetting::active), 4U);
}

TEST(PairEventCheck, OfACornerOnAFaceComparesTheGradient) {
  const Mat3 R = Eigen::Quaterniond::FromTwoVectors(Vec3(1, 1, 1), Vec3(0, 0, -1)).matrix();
  const Pair pair = {make_box(Vec3(0.5, 0.5, 0.5)), Pose{R, Vec3(0.1, 0.2, 0.9)},
                     make_box(Vec3(2, 2, 0.5)), Pose{Mat3::Identity(), Vec3(0, 0, -0.5)}};
  const PairEvents found = PairEventCheck().examine(pair, 1);
  ASSERT_TRUE(claim(found, EventClaim::gradients).checked);
  EXPECT_LE(claim(found, EventClaim::gradients).error, 1e-9);
  EXPECT_EQ(kept(found, EventSetting::active), 1U);
}

// Where edges cross at an angle of 1e-8 to 1e-6 a rounding of their directions moves the crossing
// by 1e-9 of the size and more.
TEST(PairEventCheck, FindsCornersOfTheContactWhereEdgesAreNearlyParallel) {
  for (const std::uint64_t index : {1223U, 1718U, 1728U}) {
    const PairEvents found = examine_case("sheared-1e-6", index);
    ASSERT_TRUE(claim(found, EventClaim::region).checked) << index;
    EXPECT_TRUE(claim(found, EventClaim::region).held)
        << index << ": " << claim(found, EventClaim::region).why;
  }
}

TEST(PairEventCheck, FindsTheContactOfBoxesTiltedByLittle) {
  const double tilt = 7.812645391523071e-09;
  const Pair pair = {make_box(Vec3(2.6243559305299224, 2, 0.5)), Pose{},
                     make_box(Vec3(2, 1.3350030090757392, 1.798172099364633)),
                     Pose{rows(Vec3(1, 0, 0), Vec3(0, 1, -tilt), Vec3(0, tilt, 1)),
                          Vec3(4.624355930529923, 0.6649969909242608, 2.2981721071772783)}};
  const PairEvents found = PairEventCheck().examine(pair, 1);
  ASSERT_TRUE(claim(found, EventClaim::region).checked);
  EXPECT_TRUE(claim(found, EventClaim::region).held) << claim(found, EventClaim::region).why;
}

TEST(PairEventCheck, FindsTheContactOfLongRoofs) {
  const Pair pair = {
      roof(1000, {0.1, 1, 0.1, 1}, {-0.1, 1, -0.1, 1}),
      Pose{rows(Vec3(-0.5030923540719929, 0.6978073576146291, -0.5098656440016228),
                Vec3(0.8448016443181552, 0.2726795948421843, -0.4603868159646226),
                Vec3(-0.18223135029857399, -0.6623524214612575, -0.7266918224066974)),
           Vec3(315.5237976175613, -529.8331814899948, 114.28980564747268)},
      roof(1000, {0.1, -1, 0.1, -1}, {-0.03, -0.7, -0.1, -1}),
      Pose{rows(Vec3(-0.5030923548480153, 0.6978073570551466, -0.5098656440016228),
                Vec3(0.8448016440149118, 0.2726795957816771, -0.4603868159646226),
                Vec3(-0.18223134956198056, -0.6623524216639146, -0.7266918224066974)),
           Vec3::Zero()}};
  const PairEvents found = PairEventCheck().examine(pair, 212);
  ASSERT_TRUE(claim(found, EventClaim::region).checked);
  EXPECT_TRUE(claim(found, EventClaim::region).held) << claim(found, EventClaim::region).why;
}

// Side faces in one plane along both interior points: h and n.d are 0, and t is their quotient.
TEST(PairEventCheck, CountsNoEventsOfSideFacesInOnePlane) {
  const PairEvents found = examine_case("prisms-stacked", 1893);
  ASSERT_TRUE(claim(found, EventClaim::region).checked);
  EXPECT_TRUE(claim(found, EventClaim::region).held) << claim(found, EventClaim::region).why;
}

// Facets of the large body are merged although its vertices are 6e-9 of the small one's size off
// their planes: the events are those of other bodies by as much.
TEST(PairEventCheck, ComparesNothingWhereMergedFacetsAreNotLevelToTheSmallBody) {
  const auto& family = *find_family("near-duplicates-unequal");
  for (const auto& [seed, index] : {std::pair{1U, 52U}, std::pair{3U, 185U}}) {
    const PairEvents found = PairEventCheck().examine(make_case(family, seed, index).pair(), index);
    EXPECT_TRUE(claim(found, EventClaim::components).held) << seed << ":" << index;
    EXPECT_FALSE(claim(found, EventClaim::region).checked) << seed << ":" << index;
  }
}

// The ridges are turned by 1.5e-9 to each other: steps by which edges turn more tell nothing of
// the gradient here.
TEST(PairEventCheck, ComparesNoGradientWhereStepsTurnTheEdgesByMore) {
  const Pair pair = {
      roof(10, {0.1, -1, 0.1, -1}, {-0.03, -1, -0.1, -1}),
      Pose{rows(Vec3(-0.4508262953666809, 0.7446231213599167, 0.4922317122475643),
                Vec3(0.8137402411167914, 0.5694928802381709, -0.11620963533725731),
                Vec3(-0.3668548369493581, 0.3481583928246555, -0.8626721637520319)),
           Vec3::Zero()},
      roof(10, {0.001, 0.001, 0.001, 0.001}, {-0.001, 0.001, -0.001, 0.001}),
      Pose{rows(Vec3(-0.4508262942344552, 0.7446231220454139, 0.4922317122475643),
                Vec3(0.8137402419827254, 0.5694928790008502, -0.11620963533725731),
                Vec3(-0.366854836419971, 0.3481583933824712, -0.8626721637520319)),
           Vec3(-4.922317122475643e-10, 1.1620963533725732e-10, 8.62672163752032e-10)}};
  const PairEvents found = PairEventCheck().examine(pair, 0);
  EXPECT_FALSE(claim(found, EventClaim::gradients).checked);
}

// Two edges that are parallel: along each of the motions of this stream rho is smooth, as any turn
// makes the edges cross, but the normal of their crossing is that of the turn. Rho has no gradient.
TEST(PairEventCheck, OfParallelEdgesSeesNoGradient) {
  constexpr std::uint64_t kIndex = 690;
  CaseSource source;
  source.family = find_family("kissing-edge-edge-parallel");
  source.name = source.family->name;
  source.group = source.family->group;
  const PairEvents found = PairEventCheck().examine(source.make(42, kIndex).pair(), kIndex);
  ASSERT_TRUE(found.answered);
  EXPECT_TRUE(claim(found, EventClaim::components).held);
  EXPECT_FALSE(claim(found, EventClaim::gradients).checked);
}

// A slab of 1e-310 m: rho is beyond the range of doubles.
TEST(PairEventCheck, OfAnInfiniteRhoComparesNothing) {
  constexpr std::uint64_t kIndex = 1279;
  CaseSource source;
  source.family = find_family("denormal");
  source.name = source.family->name;
  source.group = source.family->group;
  const PairEvents found = PairEventCheck().examine(source.make(42, kIndex).pair(), kIndex);
  EXPECT_FALSE(claim(found, EventClaim::components).checked);
}

TEST(PairEventCheck, SaysWhereRhoIsUndefined) {
  const Pair pair = {make_box(Vec3(1, 1, 1)), Pose{}, make_box(Vec3(2, 2, 2)), Pose{}};
  EXPECT_FALSE(PairEventCheck().examine(pair, 1).answered);
}

/// What is found of a pair whose claims are all as they should be.
PairEvents good_events() {
  PairEvents found;
  found.answered = true;
  for (ClaimFinding& one : found.claims) one = ClaimFinding::of(true);
  return found;
}

CheckReport report_of(const PairEvents& found) {
  CheckReport report{events_check(), 42, {}, {empty_row(events_check())}, {}};
  add_pair_events(found, "a:1:0", report.rows[0]);
  return report;
}

TEST(EventReport, SaysWhatIsViolatedAndWhatWasNotSeen) {
  PairEvents found = good_events();
  found.claims[0].held = found.claims[2].held = false;
  found.claims[3] = {};
  const std::vector<std::string> expected = {"components is violated in 1 of 1",
                                             "region was not seen to hold in any case"};
  EXPECT_EQ(report_of(found).unexpected(), expected);
}

// One pair of the user's own, whose edges are nearly parallel: no gradient can be compared.
TEST(EventReport, OfChosenCasesAsksOnlyThatNothingIsViolated) {
  PairEvents found = good_events();
  found.claims[1] = {};
  CheckReport report = report_of(found);
  report.rows[0].shows_all = false;
  EXPECT_TRUE(report.unexpected().empty());
  EXPECT_EQ(report.not_compared(), std::vector<std::string>{"gradients"});
  found.claims[1] = ClaimFinding::of(false);
  report = report_of(found);
  report.rows[0].shows_all = false;
  EXPECT_EQ(report.unexpected(), std::vector<std::string>{"gradients is violated in 1 of 1"});
  EXPECT_TRUE(report.not_compared().empty());
}

TEST(EventReport, CountsEventsThatAreMissed) {
  PairEvents found = good_events();
  found.missed[2][1] = {5, 2};
  const CheckReport report = report_of(found);
  EXPECT_EQ(report.rows[0].claim("near_two_edges").held, 3U);
  EXPECT_EQ(report.rows[0].claim("near_two_edges").violated, 2U);
  EXPECT_TRUE(report.as_expected());
}

TEST(EventCheck, GivesTheSameRowsOnAnyNumberOfThreads) {
  EXPECT_EQ(check_events(check_options({"kissing-face-face"}, 20, 1)).rows,
            check_events(check_options({"kissing-face-face"}, 20, 3)).rows);
}

}  // namespace
}  // namespace touchstone
