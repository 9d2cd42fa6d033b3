// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/verify_svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "harness/compare/record_samples.hpp"

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

CampaignRow drawn_row(const std::string& metric, const std::string& family,
                      const std::string& group, std::uint64_t right) {
  CampaignRow row;
  row.metric = metric;
  row.family = family;
  row.group = group;
  row.cases = 10;
  row.right = right;
  return row;
}

/// All text, in the order of the file.
std::vector<std::string> drawn_text(const std::string& svg) {
  std::vector<std::string> words;
  const std::regex text(">([^<>]*)</text>");
  for (std::sregex_iterator at(svg.begin(), svg.end(), text), end; at != end; ++at) {
    words.push_back((*at)[1].str());
  }
  return words;
}

TEST(VerifySvg, HasTheShareOfEachMetricAndGroup) {
  CampaignRow none = drawn_row("b", "y", "hulls", 0);
  none.not_applicable = 10;
  const CampaignResult result =
      result_of({drawn_row("a", "x", "boxes", 10), drawn_row("a", "z", "boxes", 5),
                 drawn_row("a", "y", "hulls", 10), drawn_row("b", "x", "boxes", 0), none});
  const std::string svg = verify_svg(result, "me");
  EXPECT_THAT(drawn_text(svg),
              ElementsAre("boxes", "hulls", "a", "75.00", "100", "b", "0.00", "\xe2\x80\x93",
                          "Percent of the applicable cases that are right to 1e-08 of size. A",
                          "dash: no case applies."));
  EXPECT_THAT(svg, HasSubstr("<desc>me</desc>"));
  // None is darkest, half of the cases darker than none wrong.
  EXPECT_THAT(svg, HasSubstr("fill=\"#08306b\""));
  EXPECT_THAT(svg, HasSubstr("fill=\"#ffffff\""));
}

TEST(VerifySvg, OfNothingSaysOnlyWhatItWouldShow) {
  EXPECT_THAT(drawn_text(verify_svg(result_of({}), "")),
              ElementsAre("Percent of the applicable cases that are right to 1e-08 of size."));
}

TEST(VerifySvg, OfOneGroupHasItsFamilies) {
  const CampaignResult result =
      result_of({drawn_row("a", "x", "boxes", 10), drawn_row("a", "z", "boxes", 5)});
  const auto text = drawn_text(verify_svg(result, ""));
  ASSERT_GE(text.size(), 5U);
  EXPECT_THAT(std::vector<std::string>(text.begin(), text.begin() + 5),
              ElementsAre("x", "z", "a", "100", "50.00"));
}

TEST(VerifySvg, ManyFamiliesAreRows) {
  std::vector<CampaignRow> rows;
  for (int k = 0; k < 30; ++k) {
    rows.push_back(drawn_row("a", "family-" + std::to_string(k), "g", 10));
  }
  rows.push_back(drawn_row("b", "family-0", "g", 5));
  const std::string svg = verify_svg(result_of(rows), "");
  const auto text = drawn_text(svg);
  ASSERT_GE(text.size(), 7U);
  EXPECT_THAT(std::vector<std::string>(text.begin(), text.begin() + 7),
              ElementsAre("a", "b", "family-0", "100", "50.00", "family-1", "100"));
  EXPECT_THAT(svg, HasSubstr("width=\"252pt\""));
  EXPECT_THAT(svg, HasSubstr("Nothing: not run."));
}

TEST(VerifySvg, LongNamesAreTurnedUpwards) {
  const CampaignResult few = result_of({drawn_row("a", "x", "boxes", 10)});
  EXPECT_THAT(verify_svg(few, ""), Not(HasSubstr("rotate")));
  std::vector<CampaignRow> rows;
  for (const char* group : {"a long name", "another long name", "boxes", "c", "d", "e", "f"}) {
    rows.push_back(drawn_row("a", group, group, 10));
  }
  EXPECT_THAT(verify_svg(result_of(rows), ""), HasSubstr("rotate(-90"));
}

}  // namespace
}  // namespace touchstone
