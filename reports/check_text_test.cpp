// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/check_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/check/check_record.hpp"

namespace touchstone {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

/// Two methods on three families, of which two are of one group. The second method breaks a claim.
CheckReport example() {
  Check check;
  check.name = "example";
  check.heading = "An example\n";
  check.subjects = "method";
  check.unanswered = "unan-\nswered";
  check.claims = {{"even",
                   "the index is even",
                   kMeasuredColumns,
                   {},
                   true,
                   false,
                   {{"lucky", "cases in which luck decides", "luck decides"}}},
                  {"found", "it is found", kShareColumn, "missed\n%", false}};
  check.counts = {{"exact", "answers that took exact arithmetic", "exact"}};
  check.legend = "The end of the legend.\n";
  CheckReport report{check, 7, {}, {}, {"second on large: more than 64 vertices"}};
  for (const char* subject : {"first", "second"}) {
    for (const char* family : {"boxes-a", "boxes-b", "hulls"}) {
      CheckRow row = empty_row(check, {subject});
      row.family = family;
      row.group = row.family.substr(0, 5);
      row.cases = 10;
      for (int k = 0; k < 4; ++k) row.claim("even").add(ClaimFinding::of(true), "a:1:0");
      row.claim("found").held = 3;
      row.claim("found").violated = 1;
      row.count("exact").add(2);
      report.rows.push_back(row);
    }
  }
  report.rows[5].claim("even").add({true, false, "it is odd", 0.25, 0, 1}, "hulls:7:3");
  return report;
}

TEST(CheckText, HasARowForEachGroup) {
  const std::string text = check_text(example(), false, false);
  EXPECT_THAT(text, HasSubstr("An example\n"));
  EXPECT_THAT(text, testing::ContainsRegex("first +boxes +20 +\\. +8 +\\. +0 +25 +4\n"));
  EXPECT_THAT(text, testing::ContainsRegex("\n +hulls +10 +\\. +4 +\\. +0 +25 +2\n"));
  EXPECT_THAT(text, testing::ContainsRegex("\n +hulls +10 +\\. +4 +1 +0\\.25 +25 +2\n"));
  EXPECT_THAT(text, Not(HasSubstr("boxes-a")));
  EXPECT_THAT(text, HasSubstr("even: the index is even\nThe end of the legend.\n"));
  EXPECT_THAT(text, Not(HasSubstr("it is found")));
}

TEST(CheckText, AClaimOfOneNumberHasOneTitle) {
  CheckReport report = example();
  report.check.claims[0].columns = kLargestColumn;
  const std::string text = check_text(report, false, false);
  EXPECT_THAT(text, testing::ContainsRegex("cases +swered +even +%"));
  EXPECT_THAT(text, testing::ContainsRegex("first +boxes +20 +\\. +0 +25 +4\n"));
}

/// A method and two claims of a second table, which show violations alone.
CheckReport example_of_two_tables() {
  Check check;
  check.claims = {{"even", "the index is even"},
                  {"small", "the index is not small", kViolatedColumn},
                  {"prime", "the index is not prime", kViolatedColumn}};
  check.claims[1].table = check.claims[2].table = 1;
  check.legend = "The first table's legend.\n";
  CheckRow row = empty_row(check, {"first"});
  row.family = row.group = "boxes";
  row.cases = 1;
  row.claim("even").add(ClaimFinding::of(true), "a:1:0");
  return {check, 7, {}, {row}, {}};
}

TEST(CheckText, HasATableOfWhatWasCheckedAndTheMeaningOfWhatIsViolated) {
  CheckReport report = example_of_two_tables();
  EXPECT_THAT(check_text(report, false, false), Not(HasSubstr("prime")));
  report.rows[0].claim("small").add(ClaimFinding::of(true), "a:1:0");
  report.rows[0].claim("prime").add(ClaimFinding::of(false), "a:1:0");
  const std::string text = check_text(report, false, false);
  EXPECT_THAT(text, testing::ContainsRegex("cases +small +prime\n"));
  EXPECT_THAT(text, HasSubstr("even: the index is even\nThe first table's legend.\n"));
  EXPECT_THAT(text, HasSubstr("prime: the index is not prime\n"));
  EXPECT_LT(text.find("legend"), text.find("prime"));
}

TEST(CheckText, HasNoFirstTableWhereOnlyTheSecondWasChecked) {
  CheckReport report = example_of_two_tables();
  report.rows[0].claim("even").held = 0;
  EXPECT_THAT(check_text(report, false, false), HasSubstr("even"));
  report.rows[0].claim("small").add(ClaimFinding::of(true), "a:1:0");
  EXPECT_THAT(check_text(report, false, false), Not(AnyOf(HasSubstr("even"), HasSubstr("legend"))));
  EXPECT_THAT(check_text(report, false, false), HasSubstr("small"));
}

/// A first table without a claim that was checked would read as if nothing was judged.
TEST(CheckText, CountsAreInTheFirstTableThatIsShown) {
  CheckReport report = example_of_two_tables();
  report.check.counts = {{"skipped", "cases that are not taken", "skipped"}};
  CheckRow& row = report.rows[0];
  row.counts = empty_row(report.check).counts;
  row.count("skipped").add(7);
  row.claim("small").add(ClaimFinding::of(false), "a:1:0");
  const std::string both = check_text(report, true, false);
  EXPECT_THAT(both, testing::ContainsRegex("held +lated +skipped\n"));
  EXPECT_THAT(both, testing::ContainsRegex("cases +small +prime\n"));
  row.claim("even").held = 0;
  const std::string one = check_text(report, true, false);
  EXPECT_THAT(one, Not(HasSubstr("even")));
  EXPECT_THAT(one, testing::ContainsRegex("cases +small +prime +skipped\n"));
  EXPECT_THAT(one, testing::ContainsRegex("boxes +1 +1 +\\. +7\n"));
}

TEST(CheckText, HasARowForEachFamilyAndTheirSum) {
  const std::string text = check_text(example(), true, false);
  EXPECT_THAT(text, testing::ContainsRegex("first +boxes-a +10 "));
  EXPECT_THAT(text, testing::ContainsRegex("\n +all +30 +\\. +12 +1 +0\\.25 +25 +6\n"));
}

TEST(CheckText, ListsViolationsAndWhatIsNotAsExpected) {
  const std::string text = check_text(example(), false, false);
  EXPECT_THAT(text, HasSubstr("second violates even in 1, first\n  hulls:7:3: it is odd\n"
                              "second, even: in 1 case luck decides\n"
                              "not as expected: second violates even in 1 of 13\n"
                              "not run: second on large: more than 64 vertices\nseed 7\n"));
  EXPECT_THAT(check_text(example(), false, true), Not(HasSubstr("not as expected")));
}

TEST(CheckText, SaysWhichViolationsWereToBeExpected) {
  CheckReport report = example();
  report.rows[3].subject.known_bad = "even";
  EXPECT_THAT(check_text(report, false, false),
              HasSubstr("second violates even in 1 (expected to fail), first\n"));
  report.rows[3].subject.known_bad = "found";
  EXPECT_THAT(check_text(report, false, false),
              HasSubstr("second violates even in 1 (known to be bad), first\n"));
  EXPECT_THAT(check_text(report, false, false), Not(HasSubstr("every claim that is judged holds")));
}

TEST(CheckText, SaysThatAllHoldsOnlyWhereNothingIsViolated) {
  CheckReport report = example();
  report.rows.pop_back();
  const std::string all_hold = "as expected: every claim that is judged holds\n";
  EXPECT_THAT(check_text(report, false, false), HasSubstr(all_hold));
  EXPECT_THAT(check_text(report, false, true), Not(HasSubstr(all_hold)));
  for (CheckRow& row : report.rows) row = empty_row(report.check, row.subject);
  EXPECT_THAT(check_text(report, false, false), Not(HasSubstr(all_hold)));
}

TEST(CheckRecord, SaysWhatIsClaimedAndWhatBecameOfIt) {
  CheckReport report = example();
  report.rows[0].cases = 0;
  const std::string record = check_record().document(report);
  EXPECT_THAT(record, HasSubstr("\"schema\": \"touchstone.check/1\""));
  EXPECT_THAT(record, HasSubstr("\"check\": \"example\""));
  EXPECT_THAT(record, HasSubstr("\"as_expected\": false"));
  EXPECT_THAT(record, HasSubstr("\"judged\": false"));
  EXPECT_THAT(record, HasSubstr("\"why\": \"it is odd\""));
  EXPECT_THAT(record, Not(HasSubstr("\"tolerance\"")));
  EXPECT_THAT(record, testing::ContainsRegex("\"largest\": 0\\.25, \"largest_id\": \"hulls"));
  report.tolerance = 1e-8;
  EXPECT_THAT(check_record().document(report), HasSubstr("\"tolerance\": 1e-08"));
}

}  // namespace
}  // namespace touchstone
