// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/time_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

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

std::size_t longest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  return longest;
}

TEST(TimeText, FitsATerminalOfEightyColumns) {
  constexpr std::size_t kRoom = 80;
  TimeRecord record;
  for (const char* metric : {"certified_exact", "gjk_epa", "a_peer_of_long_name"}) {
    record.results.push_back(result_of(metric, 1234));
    TimeRatio ratio;
    ratio.cell = record.results.back().cell;
    ratio.before = ratio.cell.metric + "_before";
    ratio.ratio = 1.01;
    record.ratios.push_back(ratio);
    record.shapes.push_back({metric, "boxes", 8, 6, 123, 456});
  }
  EXPECT_GT(longest_line(time_record_text(record, true)), kRoom);
  const std::string narrow = time_record_text(record, true, kRoom);
  EXPECT_LE(longest_line(narrow), kRoom) << narrow;
  EXPECT_THAT(narrow, HasSubstr("not shown in 80 columns: "));
  for (const char* column : {"median", "right"}) EXPECT_THAT(narrow, HasSubstr(column));
}

TEST(TimeText, ManySizesStandInSeveralTablesOfEightyColumns) {
  TimeRecord record;
  for (std::uint64_t size = 8; size <= 2048; size *= 2) {
    for (const char* metric : {"certified", "sat", "gjk", "mpr", "vclip"}) {
      TimeResult result = result_of(metric, 1e6);
      result.cell.vertices = {size, size};
      result.facets = {2 * size, 2 * size};
      record.results.push_back(result);
    }
  }
  ASSERT_GT(longest_line(time_record_text(record, false)), 80U);
  const std::string narrow = time_record_text(record, false, 80);
  EXPECT_LE(longest_line(narrow), 80U) << narrow;
  for (const char* size : {"8", "256", "2048"}) EXPECT_THAT(narrow, HasSubstr(size));
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
