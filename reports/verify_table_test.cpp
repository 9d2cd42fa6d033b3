// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/verify_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "harness/compare/record_samples.hpp"
#include "reports/degeneracy_text.hpp"

namespace touchstone {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

CampaignRow row_with(std::uint64_t skipped, std::uint64_t unanswered) {
  CampaignRow row;
  row.metric = "m";
  row.family = row.group = "f";
  row.cases = 10;
  row.skipped = skipped;
  row.no_answer = unanswered;
  row.answered = row.right = row.value.right = 10 - skipped - unanswered;
  row.error_rel_size.count = row.answered;
  return row;
}

/// The words of the table's second line, which names columns.
std::string names_of(const std::string& table) {
  const std::size_t begin = table.find('\n') + 1;
  return table.substr(begin, table.find('\n', begin) - begin);
}

TEST(VerdictTable, WhatWasNotAnsweredStandsFirst) {
  const std::string table = verdict_table(result_of({row_with(3, 2)}), {});
  const std::string names = names_of(table);
  EXPECT_LT(names.find("skipped"), names.find("answer"));
  EXPECT_LT(names.find("answer"), names.find("sign"));
  EXPECT_THAT(table, HasSubstr("50.00"));  // five of the ten cases are right
}

TEST(VerdictTable, RareColumnsAreThereWhereTheyCountSomething) {
  const CampaignRow plain = row_with(0, 2);
  for (const char* header : {"skipped", "flaky", "dep."}) {
    EXPECT_THAT(names_of(verdict_table(result_of({plain}), {})), Not(HasSubstr(header)));
  }
  CampaignRow faulty = plain;
  faulty.answered = faulty.right = faulty.value.right = 6;
  faulty.flaky = faulty.order_dependent = 1;
  faulty.metric = "n";
  const std::string names = names_of(verdict_table(result_of({plain, faulty}), {}));
  EXPECT_THAT(names, HasSubstr("flaky"));
  EXPECT_THAT(names, HasSubstr("dep."));
  EXPECT_THAT(names, Not(HasSubstr("skipped")));
}

/// Ten cases: two are right at the asked tolerance, all at the own one.
CampaignRow coarse_row() {
  CampaignRow row = row_with(0, 0);
  row.metric = "coarse";
  row.right = row.value.right = 2;
  row.value.inaccurate = 8;
  row.right_at_own = 10;
  row.own_tolerance = 1e-5;
  row.worst = {"f:42:3"};
  return row;
}

TEST(VerdictTable, ShowsWhatIsRightAtTheToleranceThatCounts) {
  const CampaignResult result = result_of({row_with(0, 0), coarse_row()});
  AccuracyCheck check;
  check.covered = {false, false};
  const std::string table = verdict_table(result, {}, check);
  EXPECT_THAT(names_of(table), HasSubstr("1e-08 %"));
  EXPECT_THAT(table, ContainsRegex("coarse +f +10 +100 +20.00 "));
  EXPECT_THAT(table, ContainsRegex("m +f +10 +100 +\\. "));
  EXPECT_THAT(table, HasSubstr("the metric's own tolerance: coarse to 1e-05.\n"));
  EXPECT_THAT(report_text(result, check, {}),
              HasSubstr("coarse is right to its own tolerance, but not to 1e-08 in 8 of 10, for "
                        "example\n  ./touchstone ask f:42:3 --metric coarse\n"));
}

TEST(VerdictTable, TheLegendKeepsToAScreen) {
  std::vector<CampaignRow> rows;
  for (int k = 0; k < 9; ++k) {
    rows.push_back(coarse_row());
    rows.back().metric += std::to_string(k);
  }
  AccuracyCheck check;
  check.covered.assign(rows.size(), false);
  const std::string table = verdict_table(result_of(rows), {}, check);
  std::istringstream legend(table.substr(table.find("right: ")));
  for (std::string line; std::getline(legend, line);) EXPECT_LE(line.size(), 100U) << line;
  EXPECT_THAT(table, HasSubstr("coarse0 to 1e-05,\ncoarse1 to 1e-05, coarse2"));
  EXPECT_THAT(table, HasSubstr(", coarse8 to 1e-05.\n"));
}

TEST(VerdictTable, ShowsTheAskedToleranceAloneWhereItCounts) {
  const CampaignResult result = result_of({coarse_row()});
  AccuracyCheck known;
  known.covered = {true};
  for (const AccuracyCheck& check : {known, AccuracyCheck()}) {
    const std::string table = verdict_table(result, {}, check);
    EXPECT_THAT(names_of(table), Not(HasSubstr("1e-08 %")));
    EXPECT_THAT(table, ContainsRegex("coarse +f +10 +20.00 "));
    EXPECT_THAT(report_text(result, check, {}), HasSubstr("coarse is wrong in 8 of 10"));
  }
}

TEST(VerifyText, OneCaseIsOneLineForEachMetric) {
  CampaignRow row = coarse_row();
  row.cases = row.answered = row.value.inaccurate = 1;
  row.right = row.value.right = row.right_at_own = 0;
  CampaignRow other = row;
  other.metric = "other";
  const std::string text = report_text(result_of({row, other}), {}, {});
  EXPECT_THAT(text, HasSubstr("coarse is wrong: ./touchstone ask f:42:3 --metric coarse\n"
                              "other is wrong: ./touchstone ask f:42:3 --metric other\n"));
  const std::size_t rule = text.find("\n---");
  EXPECT_EQ(text.find("\n---", rule + 1), std::string::npos) << "one below the names";
}

TEST(VerifyText, WhereAllIsUndecidedNothingWasJudged) {
  CampaignRow row = row_with(0, 0);
  row.answered = row.right = row.value.right = row.error_rel_size.count = 0;
  row.undecided = 9;
  row.not_applicable = 1;
  EXPECT_THAT(nothing_judged(result_of({row})), HasSubstr("undecided is m on f"));
  row.right = 1;
  row.undecided = 8;
  EXPECT_EQ(nothing_judged(result_of({row})), "");
}

TEST(VerdictTable, AnErrorBeyondDoublesOverflows) {
  CampaignRow row = row_with(0, 0);
  EXPECT_THAT(verdict_table(result_of({row}), {}), Not(HasSubstr("overflow")));
  row.error_rel_size.max = row.error_rel_size.mean = std::numeric_limits<double>::infinity();
  EXPECT_THAT(verdict_table(result_of({row}), {}), HasSubstr("overflow"));
}

TEST(VerifyText, LikelyCausesStandAboveTheTable) {
  CampaignResult result = result_of({coarse_row()});
  LikelyCause cause{"coarse",
                    "opposite-normal",
                    "have exactly the opposite normal",
                    "it must point from B to A",
                    true,
                    8,
                    8,
                    8};
  result.causes = {cause};
  const std::string said =
      "8 of 8 wrong answers have exactly the opposite normal: it must point "
      "from B to A (corrected so, they are right)";
  EXPECT_EQ(cause_text(cause), said);
  EXPECT_THAT(report_text(result, {}, {}), StartsWith("coarse: " + said + "\n\n"));
  cause.failures = 20;
  cause.corrected = false;
  EXPECT_EQ(cause_text(cause),
            "8 of 8 wrong answers, looked at of 20, have exactly the opposite normal: it must "
            "point from B to A");
  cause.failures = cause.examined = 12;
  EXPECT_EQ(cause_text(cause),
            "8 of 12 wrong answers have exactly the opposite normal: it must point from B to A; "
            "the others have another cause");
}

TEST(DegeneracyText, RareColumnsAreThereWhereTheyCountSomething) {
  CampaignRow row = row_with(0, 0);
  Verdict verdict;
  verdict.word = Word::crashed;
  row.degeneracy.add(0, "a", verdict);
  EXPECT_THAT(degeneracy_text(result_of({row}), false), Not(HasSubstr("flaky")));
  verdict.word = Word::flaky;
  row.degeneracy.add(0, "b", verdict);
  EXPECT_THAT(degeneracy_text(result_of({row}), false), HasSubstr("flaky"));
}

}  // namespace
}  // namespace touchstone
