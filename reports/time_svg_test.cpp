// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/time_svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <regex>
#include <sstream>

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;

TimeResult drawn_result(const std::string& metric, std::uint64_t vertices, double median_ns,
                        const std::string& start = "cold") {
  TimeResult result;
  result.cell = {metric, "random-hulls", "shallow", start, {vertices, vertices}};
  result.median_ns = median_ns;
  result.samples_ns = {0.8 * median_ns, median_ns, 1.2 * median_ns};
  result.right_share = 1;
  return result;
}

/// Times of two metrics that grow as vertices^0.5 and vertices^1; the first has a warm start, too.
TimeRecord drawn_record() {
  TimeRecord record;
  for (const double v : {10.0, 100.0, 1000.0}) {
    const auto vertices = static_cast<std::uint64_t>(v);
    record.results.push_back(drawn_result("slow", vertices, 100 * v));
    record.results.push_back(drawn_result("fast", vertices, 100 * std::sqrt(v)));
    record.results.push_back(drawn_result("fast", vertices, 90 * std::sqrt(v), "warm"));
  }
  return record;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

/// The points of every line that is no frame: x and y of each corner.
std::vector<std::vector<std::array<double, 2>>> drawn_lines(const std::string& svg) {
  std::vector<std::vector<std::array<double, 2>>> lines;
  const std::regex line("<polyline points=\"([^\"]*)\"");
  for (std::sregex_iterator at(svg.begin(), svg.end(), line), end; at != end; ++at) {
    lines.emplace_back();
    std::istringstream points((*at)[1].str());
    char comma = 0;
    for (std::array<double, 2> p{}; points >> p[0] >> comma >> p[1];) lines.back().push_back(p);
  }
  return lines;
}

TEST(TimeSvg, HasACurveABandAndAnExponentForEachMetricAndStart) {
  const std::string svg = time_svg(drawn_record(), "me");
  EXPECT_THAT(svg, HasSubstr(">random-hulls, shallow</text>"));
  EXPECT_THAT(svg, HasSubstr(">time of a query [\xc2\xb5s]</text>"));
  EXPECT_THAT(svg, HasSubstr(">vertices of each body</text>"));
  EXPECT_THAT(svg, HasSubstr(">slow 1.00</text>"));
  EXPECT_THAT(svg, HasSubstr(">fast 0.50/0.50</text>"));
  EXPECT_EQ(count_of(svg, "fill-opacity=\"0.2\""), 3U);
  EXPECT_EQ(count_of(svg, "stroke-dasharray"), 1U);
  EXPECT_THAT(svg, HasSubstr("Whole lines: cold start; dashed: warm."));
  EXPECT_THAT(svg, Not(HasSubstr("Crossed out")));
}

TEST(TimeSvg, PointsLieWhereTheRecordHasThem) {
  // Power laws are straight; the steeper one rises twice as much, since both start at 10 vertices.
  std::vector<std::vector<std::array<double, 2>>> curves;
  for (const auto& line : drawn_lines(time_svg(drawn_record(), ""))) {
    if (line.size() == 3) curves.push_back(line);
  }
  ASSERT_EQ(curves.size(), 3U);
  for (const auto& curve : curves) {
    EXPECT_NEAR(curve[1][0] - curve[0][0], curve[2][0] - curve[1][0], 0.02);
    EXPECT_NEAR(curve[1][1] - curve[0][1], curve[2][1] - curve[1][1], 0.02);
  }
  EXPECT_NEAR(curves[0][2][1] - curves[0][0][1], 2 * (curves[1][2][1] - curves[1][0][1]), 0.04);
}

TEST(TimeSvg, WrongAnswersAreCrossedOutAndThoseThatNobodyJudgedStruckThrough) {
  const auto ink = [](const std::string& text) { return count_of(text, "stroke=\"black\""); };
  TimeRecord record = drawn_record();
  record.results.front().right_share = 0.5;
  const std::string wrong = time_svg(record, "");
  EXPECT_THAT(wrong, HasSubstr("Crossed out: fewer than 99.9"));
  EXPECT_THAT(wrong, Not(HasSubstr("not judged")));
  EXPECT_EQ(ink(wrong), ink(time_svg(drawn_record(), "")) + 2);
  record.results.back().right_share = std::nullopt;
  const std::string svg = time_svg(record, "");
  EXPECT_THAT(svg, HasSubstr("Struck through once: not judged"));
  EXPECT_EQ(ink(svg), ink(wrong) + 1);
}

TEST(TimeSvg, AFamilyOfOneSizeIsDrawnOnlyWhereNoneHasMore) {
  TimeRecord record;
  record.results = {drawn_result("fast", 8, 100)};
  record.results.front().cell.family = "boxes";
  EXPECT_THAT(time_svg(record, ""), HasSubstr(">boxes, shallow</text>"));
  EXPECT_THAT(time_svg(record, ""), HasSubstr(">fast</text>"));
  for (const TimeResult& result : drawn_record().results) record.results.push_back(result);
  EXPECT_THAT(time_svg(record, ""), Not(HasSubstr("boxes")));
}

TEST(TimeSvg, PairsOfUnequalSizesAreNotDrawn) {
  TimeRecord record;
  record.results = {drawn_result("fast", 8, 100)};
  record.results.front().cell.vertices = {8, 200};
  EXPECT_THAT(time_svg(record, ""), HasSubstr("No pair of bodies of equal size"));
}

TEST(TimeSvg, NamesAreText) {
  TimeRecord record;
  record.results = {drawn_result("<&\x01", 8, 100)};
  EXPECT_THAT(time_svg(record, ""), HasSubstr("&lt;&amp;\xef\xbf\xbd"));
}

TEST(TimeSvg, AMetricLooksAlikeInAllPanels) {
  TimeRecord record = drawn_record();
  for (TimeResult result : drawn_record().results) {
    if (result.cell.metric == "slow") continue;
    result.cell.regime = "deep";
    record.results.push_back(result);
  }
  const std::string svg = time_svg(record, "");
  // "fast" is the second of the record, if the first of the second panel.
  const std::string colour = "stroke=\"#d55e00\" stroke-width=\"0.9\"";
  EXPECT_EQ(count_of(svg, colour), 6U);
}

}  // namespace
}  // namespace touchstone
