// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/accuracy_markdown.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "harness/compare/accuracy.hpp"
#include "harness/compare/record_samples.hpp"

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

CampaignRow row_of(const std::string& metric, const std::string& family, std::uint64_t wrong) {
  CampaignRow row;
  row.metric = metric;
  row.family = family;
  row.cases = row.answered = 10;
  row.value.inaccurate = wrong;
  row.value.right = row.right = 10 - wrong;
  return row;
}

TEST(AccuracyPages, AreOneOfAllGroupsAndOneOfEach) {
  EXPECT_THAT(accuracy_page_names(),
              ElementsAre("accuracy.md", "accuracy/boxes.md", "accuracy/hulls.md",
                          "accuracy/kissing.md", "accuracy/hard.md", "accuracy/motion.md",
                          "accuracy/field.md", "accuracy/rounded.md", "accuracy/curved.md"));
}

TEST(AccuracyPages, SayOfEachMetricWhatItIsWorthOnAGroup) {
  CampaignResult result = result_of({row_of("m", "random-boxes", 3), row_of("m", "lattice", 2),
                                     row_of("m", "symmetric", 0), row_of("n", "random-boxes", 0)});
  result.rows[0].missing = 2;
  const auto pages = accuracy_pages(result);
  ASSERT_EQ(pages.size(), accuracy_page_names().size());
  EXPECT_THAT(
      pages[0],
      HasSubstr(
          "| metric | boxes | hard |\n|---|--:|--:|\n| m | 70.00 | 90.00 |\n| n | 100 |  |\n"));
  EXPECT_THAT(pages[1], HasSubstr("| random-boxes | 70.00 | 100 |\n"));
  EXPECT_THAT(pages[1], HasSubstr("| right % | no answer | wrong sign |"));
  EXPECT_THAT(pages[1], HasSubstr("| random-boxes | 10 | 70.00 | . | . | 3 | . | . | 2 |"));
  EXPECT_THAT(pages[1], Not(HasSubstr("lattice")));
  EXPECT_THAT(pages[4], HasSubstr("| lattice | 80.00 |\n| symmetric | 100 |\n"));
}

TEST(AccuracyPages, AsCommittedAreThoseOfTheCommittedTable) {
  const auto names = accuracy_page_names();
  const auto pages = accuracy_pages(committed_accuracy(Extent::plain).result);
  for (std::size_t k = 0; k < names.size(); ++k) {
    std::ifstream file(TOUCHSTONE_SOURCE_DIR "/results/" + names[k], std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_EQ(text.str(), pages[k])
        << "./touchstone verify --write-accuracy results renews results/" << names[k];
  }
}

}  // namespace
}  // namespace touchstone
