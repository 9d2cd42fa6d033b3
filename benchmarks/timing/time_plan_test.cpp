// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace touchstone {
namespace {

using testing::HasSubstr;

TEST(TimePlan, EveryFamilyMakesTheSizesThatItNames) {
  for (const TimeFamily& family : time_families()) {
    for (const std::uint64_t wanted : {4U, 8U, 11U, 50U, 300U, 1000U}) {
      const std::uint64_t size = family.nearest_size(wanted);
      EXPECT_EQ(family.nearest_size(size), size) << family.name;
      Random random(1, wanted);
      EXPECT_EQ(family.make(random, size)->vertices().size(), size) << family.name;
    }
    for (const TimeSize& size : family.default_sizes) {
      EXPECT_EQ(family.nearest_size(size.a), size.a) << family.name;
      EXPECT_EQ(family.nearest_size(size.b), size.b) << family.name;
    }
  }
}

TEST(TimePlan, TheNearestSizeIsNearestByRatio) {
  const TimeFamily* icospheres = find_time_family("icospheres");
  ASSERT_NE(icospheres, nullptr);
  EXPECT_EQ(icospheres->nearest_size(4), 12U);
  EXPECT_EQ(icospheres->nearest_size(22), 12U);
  EXPECT_EQ(icospheres->nearest_size(23), 42U);
  EXPECT_EQ(icospheres->nearest_size(100'000), 163'842U);
}

TEST(TimePlan, TheDefaultReachesTwoHundredThousandFacetsInEveryRegime) {
  const auto groups = plan_time({});
  ASSERT_TRUE(groups.ok());
  const auto& all = groups.value();
  EXPECT_TRUE(std::any_of(all.begin(), all.end(), [](const TimeGroup& group) {
    return group.family->name == std::string("random-hulls") && group.size.a == 100'002 &&
           group.size.b == 100'002 && group.regimes.size() == 5;
  }));
  EXPECT_TRUE(std::any_of(all.begin(), all.end(), [](const TimeGroup& group) {
    return group.size == TimeSize{8, 200};
  }));
}

TEST(TimePlan, SelectsStarts) {
  TimeSelection selection;
  EXPECT_EQ(plan_starts(selection).value(),
            (std::vector<TimeStart>{TimeStart::cold, TimeStart::warm}));
  selection.starts = {"warm", "warm"};
  EXPECT_EQ(plan_starts(selection).value(), std::vector<TimeStart>{TimeStart::warm});
  selection.starts = {"hot"};
  EXPECT_THAT(plan_starts(selection).reason(),
              HasSubstr("unknown start 'hot': must be cold or warm"));
}

TEST(TimePlan, SelectsWhatWasTyped) {
  const auto groups = plan_time({{"uv-spheres", "boxes"}, {"near", "deep"}, {"8", "40x100", "9"}});
  ASSERT_TRUE(groups.ok()) << groups.reason();
  const auto& all = groups.value();
  ASSERT_EQ(all.size(), 3U);  // 8 and 9 are one size of either family, and boxes have no other
  EXPECT_EQ(all[0].family->name, std::string("uv-spheres"));
  EXPECT_EQ(all[0].size, (TimeSize{14, 14}));
  EXPECT_EQ(all[1].size, (TimeSize{42, 114}));
  EXPECT_EQ(all[2].size, (TimeSize{8, 8}));
  EXPECT_EQ(all[0].regimes, (std::vector<TimeRegime>{TimeRegime::near, TimeRegime::deep}));
}

TEST(TimePlan, TheQuickSubsetHasEnoughSizesForItsFits) {
  std::size_t hulls = 0;
  std::size_t large = 0;
  for (const TimeGroup& group : quick_time()) {
    EXPECT_EQ(group.family->nearest_size(group.size.a), group.size.a);
    EXPECT_EQ(group.regimes.size(), 2U);
    const bool hull = group.family->name == std::string("random-hulls");
    hulls += hull ? 1 : 0;
    large += hull && 2 * group.size.a - 4 >= 500 ? 1 : 0;
  }
  EXPECT_EQ(hulls, 5U);
  EXPECT_EQ(large, 3U) << "for a fit from 500 facets on";
}

TEST(TimePlan, SaysWhatIsWrong) {
  EXPECT_THAT(plan_time({{"boxs"}, {}, {}}).reason(),
              HasSubstr("unknown family 'boxs': must be random-hulls, boxes"));
  EXPECT_THAT(plan_time({{}, {"touching"}, {}}).reason(), HasSubstr("unknown regime 'touching'"));
  for (const char* size : {"", "x", "8x", "x8", "3", "8x3", "8x8x8", "-8", "1000001", "8.5"}) {
    EXPECT_THAT(plan_time({{}, {}, {size}}).reason(), HasSubstr("is neither a number")) << size;
  }
}

}  // namespace
}  // namespace touchstone
