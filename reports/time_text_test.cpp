// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/time_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;

TimeResult result_of(const std::string& metric, double median_ns) {
  TimeResult result;
  result.cell = {metric, "boxes", "near", "cold", {8, 8}};
  result.median_ns = result.p10_ns = result.p90_ns = median_ns;
  result.floor_ns = 20;
  result.witness_share = 1;
  result.judged = 100;
  return result;
}

TEST(TimeText, TheFastestIsNamedOnlyAmongSeveral) {
  TimeRecord record;
  record.results = {result_of("mine", 100)};
  EXPECT_THAT(time_record_text(record, true), Not(HasSubstr("fastest")));
  record.results.push_back(result_of("mine_before", 120));
  EXPECT_THAT(time_record_text(record, true), Not(HasSubstr("fastest")));
  record.results.push_back(result_of("yours", 150));
  EXPECT_THAT(time_record_text(record, true),
              testing::ContainsRegex("boxes +near +cold +8x8 +mine +yours +100 ns +150 ns +1\\.5"));
}

TEST(TimeText, AComparisonSaysWhetherTheMachineWasAnother) {
  TimeComparison comparison;
  comparison.floor_ratio = 1.02;
  EXPECT_THAT(time_comparison_text(comparison, false), Not(HasSubstr("The machine")));
  comparison.floor_ratio = 1.4;
  EXPECT_THAT(time_comparison_text(comparison, false),
              HasSubstr("took 1.4 times as long as in the old run.\nThe machine was another, or "
                        "busier"));
}

}  // namespace
}  // namespace touchstone
