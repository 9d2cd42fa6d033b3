// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/junit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/compare/record_samples.hpp"
#include "reports/junit_suites.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;

CampaignRow row_with(std::uint64_t inaccurate, std::uint64_t crashed) {
  CampaignRow row;
  row.metric = "m";
  row.family = "f";
  row.cases = 10;
  row.crashed = crashed;
  row.answered = 10 - crashed;
  row.value.inaccurate = inaccurate;
  row.value.right = row.right = row.answered - inaccurate;
  row.error_rel_size = {row.answered, 0, 0.5, 0, 0};
  if (inaccurate + crashed > 0) row.worst = {"f:42:3", "f:42:<&>"};
  return row;
}

std::string junit(const CampaignResult& result, std::vector<CampaignRow> table = {}) {
  return junit_xml(result, check_accuracy(result, record_of(std::move(table))));
}

TEST(Junit, WhatIsRightIsNoFailure) {
  EXPECT_EQ(junit(result_of({row_with(0, 0)})),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites name=\"touchstone verify, seed 42\" tests=\"1\" failures=\"0\" "
            "errors=\"0\" skipped=\"0\">\n"
            "  <testsuite name=\"m\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\">\n"
            "    <testcase classname=\"touchstone.m\" name=\"f\"/>\n"
            "  </testsuite>\n"
            "</testsuites>\n");
}

TEST(Junit, WrongAnswersAreAFailureWithCountsAndIds) {
  const std::string xml = junit(result_of({row_with(3, 0)}));
  EXPECT_THAT(xml, HasSubstr("tests=\"1\" failures=\"1\" errors=\"0\""));
  EXPECT_THAT(xml, HasSubstr("<failure message=\"3 of 10 wrong, 3 inaccurate\" type=\"judged "
                             "wrong\">worst cases:&#10;./touchstone ask f:42:3 --metric m&#10;"));
  EXPECT_THAT(xml, HasSubstr("ask 'f:42:&lt;&amp;&gt;' --metric m&#10;</failure>"));
}

TEST(Junit, AFailureBringsTheSimplestPairs) {
  CampaignRow row = row_with(3, 0);
  row.kinds = "  3 x inaccurate\n    A: box [1, 1, 1]\n";
  EXPECT_THAT(junit(result_of({row})),
              HasSubstr("simplest pairs:&#10;  3 x inaccurate&#10;    A: box [1, 1, 1]&#10;"));
}

TEST(Junit, SaysWhatIsMissing) {
  CampaignRow row = row_with(0, 0);
  row.right -= 4;
  row.missing = row.normal.absent = 4;
  EXPECT_THAT(junit(result_of({row})),
              HasSubstr("4 of 10 wrong, 4 without a normal or witness points that were promised"));
}

TEST(Junit, CrashesAreErrors) {
  const std::string xml = junit(result_of({row_with(3, 2)}));
  EXPECT_THAT(xml, HasSubstr("failures=\"0\" errors=\"1\""));
  EXPECT_THAT(xml, HasSubstr("<error message=\"5 of 10 wrong, 2 crashed, 3 inaccurate\""));
}

TEST(Junit, WhatTheAccuracyTableExpectsIsNoFailure) {
  EXPECT_THAT(junit(result_of({row_with(3, 2)}), {row_with(3, 2)}),
              HasSubstr("failures=\"0\" errors=\"0\""));
  // Fewer wrong ones are news as well.
  const std::string better = junit(result_of({row_with(2, 2)}), {row_with(3, 2)});
  EXPECT_THAT(better, HasSubstr("failures=\"1\" errors=\"0\""));
  EXPECT_THAT(better, HasSubstr("not as in the accuracy table: right 5 -&gt; 6, inaccurate 3"));
  EXPECT_THAT(junit(result_of({row_with(3, 2)}), {row_with(3, 1)}),
              HasSubstr("failures=\"0\" errors=\"1\""));
}

TEST(Junit, FailsWhereTheExitCodeIsOneAndNowhereElse) {
  CampaignRow row = row_with(3, 0);
  row.own_tolerance = 1e-4;
  row.right_at_own = 10;
  EXPECT_THAT(junit(result_of({row})), HasSubstr("failures=\"0\" errors=\"0\""));
  row.claims_exact = true;
  EXPECT_THAT(junit(result_of({row})), HasSubstr("failures=\"1\" errors=\"0\""));
  row = row_with(0, 0);
  row.claims_exact = true;
  row.certificates.missing = 2;
  EXPECT_THAT(junit(result_of({row})), HasSubstr("2 without a proof that holds"));
  EXPECT_THAT(junit_xml(result_of({row_with(0, 0)}), AccuracyCheck{{false}, {0}, {}}, "a reason"),
              HasSubstr("<failure message=\"a reason\""));
}

TEST(Junit, FaultsFailWhateverTheTableSays) {
  CampaignRow row = row_with(0, 0);
  row.answered = row.right = row.value.right = 7;
  row.error_rel_size.count = 7;
  row.flaky = row.order_dependent = row.skipped = 1;
  for (const std::vector<CampaignRow>& table : {std::vector<CampaignRow>(), {row}}) {
    EXPECT_THAT(
        junit(result_of({row}), table),
        HasSubstr("<failure message=\"3 of 10 wrong, 1 skipped, 1 flaky, 1 order-dependent\""));
  }
  row.right += 2;
  row.answered = row.value.right = row.right;
  row.flaky = row.order_dependent = 0;
  EXPECT_THAT(junit(result_of({row}), {row}), HasSubstr("failures=\"0\""));
}

TEST(Junit, UnderAnotherRuleWhatTheRuleSaysFails) {
  const CampaignResult result = result_of({row_with(3, 0), row_with(0, 0)});
  const auto under = [&](const char* word) {
    return junit_xml(result, check_words(result, words_of_names({word}).value()));
  };
  EXPECT_THAT(under("crashed"), HasSubstr("tests=\"2\" failures=\"0\" errors=\"0\""));
  EXPECT_THAT(under("inaccurate"), HasSubstr("failures=\"1\" errors=\"0\""));
  EXPECT_THAT(under("inaccurate"), HasSubstr("<failure message=\"3 inaccurate\""));
  EXPECT_THAT(under("inaccurate"), HasSubstr("ask f:42:3 --metric m"));
  const CampaignResult crashing = result_of({row_with(3, 2)});
  EXPECT_THAT(
      junit_xml(crashing, check_words(crashing, words_of_names({"crashed", "inaccurate"}).value())),
      HasSubstr("<error message=\"2 crashed, 3 inaccurate\""));
}

TEST(Junit, WhatIsNotRunIsSkippedWithTheReason) {
  CampaignResult result = result_of({row_with(0, 0)});
  result.left_out = {{"m", "large", "hard"}, {"n", "large", "hard"}};
  result.not_run = {"m on large: bodies of more than 8 vertices", "n on large: too \"big\""};
  const std::string xml = junit(result);
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"bodies of more than 8 vertices\"/>"));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"too &quot;big&quot;\"/>"));
  EXPECT_THAT(xml, HasSubstr("tests=\"3\" failures=\"0\" errors=\"0\" skipped=\"2\""));
}

TEST(XmlText, HoldsOnlyCharactersOfXml) {
  EXPECT_EQ(xml_text("a<b>&\"c\"\t\n"), "a&lt;b&gt;&amp;&quot;c&quot;&#9;&#10;");
  EXPECT_EQ(xml_text(std::string("a\0b\x1b", 4)),
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd");
  EXPECT_EQ(xml_text("\xff"), "\xef\xbf\xbd");                          // no UTF-8
  EXPECT_EQ(xml_text("\xef\xbf\xbf"), "\xef\xbf\xbd");                  // U+FFFF
  EXPECT_EQ(xml_text("\xef\xbe\xbe\xc3\xa9"), "\xef\xbe\xbe\xc3\xa9");  // letters stay
}

}  // namespace
}  // namespace touchstone
