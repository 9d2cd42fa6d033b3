// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/time_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>

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

std::size_t longest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  return longest;
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

TEST(TimeText, ARatioPluginIsComparedWithRatioMetrics) {
  TimeRecord record;
  const auto add = [&](const std::string& metric, double median_ns, const char* quantity) {
    record.results.push_back(result_of(metric, median_ns));
    record.results.back().quantity = quantity;
  };
  add("their_ratio", 50, "ratio");
  add("certified", 100, "");
  // One plug-in alone has nobody to be compared with, and our own metrics are no rivals.
  EXPECT_THAT(time_record_text(record, true), Not(HasSubstr("fastest")));
  add("gjk", 120, "");
  EXPECT_THAT(time_record_text(record, true), Not(HasSubstr("fastest")));
  add("ratio_ray", 150, "ratio");
  add("their_distance", 300, "");
  const std::string text = time_record_text(record, true);
  EXPECT_THAT(text, testing::ContainsRegex("8x8 +certified +gjk +100 ns +120 ns +1\\.2 "));
  EXPECT_THAT(text, testing::ContainsRegex("8x8 +their_ratio +ratio_ray +50 ns +150 ns +3 "));
  EXPECT_THAT(text, HasSubstr("Among those whose ratios are right"));
}

TEST(TimeText, RatiosAreAlsoShownWithoutTheTimeOfTheInterface) {
  TimeRecord record;
  for (const auto& [metric, median_ns] : {std::pair("certified", 100.0), {"yours", 180.0}}) {
    record.results.push_back(result_of(metric, median_ns));
  }
  EXPECT_THAT(time_record_text(record, true), Not(HasSubstr("Less empty")));
  for (TimeResult& result : record.results) result.empty_ns = 20;
  TimeRatio ratio;
  ratio.cell = record.results.front().cell;
  ratio.before = "certified_before";
  ratio.ratio = 0.8;
  ratio.net_ratio = 0.75;
  ratio.empty_ns = 30;
  record.ratios.push_back(ratio);
  const std::string text = time_record_text(record, true);
  EXPECT_THAT(text, testing::ContainsRegex("certified +yours +100 ns +180 ns +1\\.8 +2\n"));
  EXPECT_THAT(text, HasSubstr("plug-in that returns at once, 20 ns.\n"));
  EXPECT_THAT(text, testing::ContainsRegex("certified_before [^\n]* 0\\.8 [^\n]*0\\.75\n"));
  EXPECT_THAT(text, HasSubstr("plug-in that returns at once, 30 ns.\n"));
}

TEST(TimeText, BatchesHaveATableOfTheirOwn) {
  TimeRecord record;
  record.results.push_back(result_of("certified", 100));
  TimeRatio ratio;
  ratio.cell = record.results.front().cell;
  ratio.before = "certified";
  ratio.pairs = 8000;
  ratio.batch = 1000;
  ratio.same_bits = 7999;
  ratio.before_ns = 100;
  ratio.median_ns = 50;
  ratio.ratio = 0.5;
  record.ratios = {ratio, ratio};
  record.ratios[1].ratio.reset();
  record.ratios[1].reason = "no pair was answered by both";
  const std::string text = time_record_text(record, true);
  EXPECT_THAT(text, testing::ContainsRegex(
                        "certified [^\n]* 1000 +100 ns +50 ns +0\\.5 +- +- +7999 +8000\n"));
  EXPECT_THAT(text, HasSubstr("certified / one by one has no ratio: no pair was answered by both"));
  EXPECT_THAT(text, Not(HasSubstr("through the plug-in"))) << "the table of another build";
  EXPECT_LE(longest_line(time_record_text(record, true, 80)), 80U);
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
