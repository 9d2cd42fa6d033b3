// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/event_check/event_check.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/shapes.hpp"
#include "harness/cases/families/family.hpp"

namespace touchstone {
namespace {

const ClaimResult& claim(const PairEvents& found, EventClaim which) {
  return found.claims.at(static_cast<std::size_t>(which));
}

std::uint64_t kept(const PairEvents& found, EventSetting setting) {
  std::uint64_t sum = 0;
  for (const MissedEvents& sort : found.missed.at(static_cast<std::size_t>(setting))) {
    sum += sort.kept;
  }
  return sum;
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

// Two edges that are parallel: along each of the motions of this stream rho is smooth, as any turn
// makes the edges cross, but the normal of their crossing is that of the turn. Rho has no gradient.
TEST(PairEventCheck, OfParallelEdgesSeesNoGradient) {
  constexpr std::uint64_t kIndex = 690;
  CaseSource source;
  source.family = find_family("kissing-edge-edge-parallel");
  source.name = source.family->name;
  source.group = source.family->group;
  const PairEvents found = PairEventCheck().examine(source.make(42, kIndex).pair, kIndex);
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
  const PairEvents found = PairEventCheck().examine(source.make(42, kIndex).pair, kIndex);
  EXPECT_FALSE(claim(found, EventClaim::components).checked);
}

TEST(PairEventCheck, SaysWhereRhoIsUndefined) {
  const Pair pair = {make_box(Vec3(1, 1, 1)), Pose{}, make_box(Vec3(2, 2, 2)), Pose{}};
  EXPECT_FALSE(PairEventCheck().examine(pair, 1).answered);
}

TEST(ClaimTally, KeepsTheFirstFailuresWhateverTheOrder) {
  ClaimResult bad;
  bad.checked = true;
  bad.error = 3;
  bad.why = "off";
  ClaimTally late;
  late.add(bad, 7, "seven");
  ClaimTally early;
  early.add(bad, 2, "two");
  early.add({}, 3, "three");
  late.merge(early);
  EXPECT_EQ(late.violated, 2U);
  EXPECT_EQ(late.not_checked, 1U);
  EXPECT_EQ(late.max_error, 3);
  ASSERT_EQ(late.first.size(), 2U);
  EXPECT_EQ(late.first[0].id, "two");
}

TEST(EventReport, SaysWhatIsViolatedAndWhatWasNotSeen) {
  EventReport report;
  report.rows.resize(1);
  ClaimResult good;
  good.checked = good.held = true;
  ClaimResult bad;
  bad.checked = true;
  auto& claims = report.rows[0].claims;
  claims[0].add(bad, 0, "a:1:0");
  claims[1].add(good, 0, "a:1:0");
  claims[2].add(bad, 0, "a:1:0");
  const std::vector<std::string> expected = {"components is violated in 1 of 1",
                                             "region was not seen to hold in any case"};
  EXPECT_EQ(report.unexpected(), expected);
}

// The totals do not depend on the number of threads.
TEST(EventCheck, GivesTheSameRecordOnAnyNumberOfThreads) {
  EventCheckOptions options;
  CaseSource source;
  source.family = find_family("kissing-face-face");
  source.name = source.family->name;
  source.group = source.family->group;
  source.count = 20;
  options.sources = {source};
  const std::string one = events_json(check_events(options));
  options.jobs = 3;
  EXPECT_EQ(events_json(check_events(options)), one);
}

}  // namespace
}  // namespace touchstone
