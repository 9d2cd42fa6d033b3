// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/check/check.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "harness/check/check_run.hpp"
#include "harness/check/tests/family_sources.hpp"

namespace touchstone {
namespace {

Check two_claims() {
  Check check;
  check.name = "test";
  check.claims = {{"even", "the index is even"}, {"small", "the index is below 4"}};
  check.counts = {{"seen", "cases that were seen"}};
  return check;
}

/// Holds every case to both claims: an odd index violates "even", and one above 3 leaves "small"
/// unchecked.
CheckReport run(const CheckOptions& options, std::uint64_t block = 3,
                std::atomic<int>* judged = nullptr) {
  return judge_cases(
      two_claims(), {{"one"}, {"two"}}, options, block, [] { return NoBench(); },
      [judged](NoBench& /*bench*/, const CheckedCase& one, std::vector<CheckRow>& rows) {
        if (judged != nullptr) ++*judged;
        for (CheckRow& row : rows) {
          ++row.cases;
          row.count("seen").add(1);
          ClaimFinding even = ClaimFinding::of(one.index % 2 == 0);
          even.error = static_cast<double>(one.index % 5);
          row.claim("even").add(even, one.c.id);
          row.claim("small").add({one.index < 4, true}, one.c.id);
        }
      });
}

TEST(ClaimCounts, KeepsTheFirstViolationsAndTheLargestError) {
  ClaimCounts counts;
  for (int k = 0; k < 12; ++k) {
    counts.add({true, false, "odd", k == 7 ? 3.0 : 1.0}, "case " + std::to_string(k));
  }
  EXPECT_EQ(counts.violated, 12U);
  ASSERT_EQ(counts.first.size(), kFirstViolations);
  EXPECT_EQ(counts.first.front().id, "case 0");
  EXPECT_EQ(counts.largest, 3);
  EXPECT_EQ(counts.largest_id, "case 7");
  ClaimCounts later;
  later.add({true, false, "later", 3.0}, "another");
  later.add({}, "nothing");
  counts.add(later);
  EXPECT_EQ(counts.violated, 13U);
  EXPECT_EQ(counts.not_applicable, 1U);
  EXPECT_EQ(counts.largest_id, "case 7") << "the first of equals";
  EXPECT_EQ(counts.first.back().id, "case 9");
}

TEST(CheckRun, AddsUpInTheOrderOfTheCasesWhateverTheJobs) {
  const CheckReport one = run(check_options({"random-boxes", "lattice"}, 30, 1));
  const CheckReport three = run(check_options({"random-boxes", "lattice"}, 30, 3));
  ASSERT_EQ(one.rows.size(), 4U);
  EXPECT_EQ(one.rows, three.rows);
  EXPECT_EQ(one.rows, run(check_options({"random-boxes", "lattice"}, 30, 1), 7).rows);
  const CheckRow& row = one.rows[3];
  EXPECT_EQ(row.subject.name, "two");
  EXPECT_EQ(row.family, "lattice");
  EXPECT_EQ(row.cases, 30U);
  EXPECT_EQ(row.count("seen").value, 30);
  EXPECT_EQ(row.claim("even").held, 15U);
  EXPECT_EQ(row.claim("small").held, 4U);
  EXPECT_EQ(row.claim("small").not_applicable, 26U);
  EXPECT_EQ(row.claim("even").first.front().id, "lattice:42:1");
  EXPECT_EQ(row.claim("even").largest_id, "lattice:42:4");
  EXPECT_EQ(row.violated(), 15U);
}

TEST(CheckRun, BlocksGoThroughEverySourceOnce) {
  CheckOptions options = check_options({"random-boxes", "lattice"}, 7);
  options.sources.insert(options.sources.begin() + 1, family_source(*find_family("field"), 0));
  const CheckBlocks blocks(options, 3);
  ASSERT_EQ(blocks.size(), 6U);
  std::vector<std::uint64_t> places;
  std::uint64_t cases = 0;
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    EXPECT_EQ(blocks[k].source, &options.sources[blocks[k].place]);
    EXPECT_EQ(blocks[k].begin, 3 * (k % 3));
    places.push_back(blocks[k].place);
    cases += blocks[k].end - blocks[k].begin;
  }
  EXPECT_EQ(places, (std::vector<std::uint64_t>{0, 0, 0, 2, 2, 2}));
  EXPECT_EQ(cases, 14U);
  options.sources.clear();
  EXPECT_EQ(CheckBlocks(options, 3).size(), 0U);
}

TEST(CheckRun, KeepsWhatWasJudgedWhenItIsStopped) {
  CheckOptions options = check_options({"random-boxes"}, 30, 1);
  std::atomic<int> judged = 0;
  options.stop_requested = [&] { return judged >= 4; };
  const CheckReport report = run(options, 3, &judged);
  EXPECT_EQ(report.rows[0].cases, 6U) << "whole blocks";
  EXPECT_EQ(report.rows[0].claim("small").held, 4U);
}

TEST(CheckReport, SumsRowsOfASubjectAndOfAGroup) {
  const CheckReport report = run(check_options({"random-boxes", "lattice", "coincident"}, 4));
  const std::vector<CheckRow> subjects = summed_rows(report.rows);
  ASSERT_EQ(subjects.size(), 2U);
  EXPECT_EQ(subjects[0].cases, 12U);
  EXPECT_GE(summed_rows(report.rows, true).size(), 4U);
}

TEST(CheckReport, AKnownBadSubjectHasToBeSeenToBeBad) {
  CheckReport report = run(check_options({"random-boxes"}, 4));
  EXPECT_EQ(report.unexpected(), (std::vector<std::string>{"one violates even in 2 of 4",
                                                           "two violates even in 2 of 4"}));
  for (CheckRow& row : report.rows) row.subject.known_bad = "even";
  EXPECT_TRUE(report.as_expected());
  report.rows[1].claim("even").violated = 0;
  EXPECT_EQ(report.unexpected(),
            std::vector<std::string>{"two is known to violate even, and did not"});
  for (CheckRow& row : report.rows) row.shows_all = false;
  EXPECT_TRUE(report.as_expected());
}

// The families that the user chose may be such that a claim is not applicable to any case.
TEST(CheckReport, ChosenFamiliesNeedNotShowEveryClaim) {
  const auto judge = [](MustBeSeen must_be_seen, bool chosen) {
    Check check = two_claims();
    check.must_be_seen = must_be_seen;
    CheckOptions options = check_options({"random-boxes"}, 4);
    options.chosen = chosen;
    return judge_cases(
        check, {{"one"}}, options, 3, [] { return NoBench(); },
        [](NoBench& /*bench*/, const CheckedCase& one, std::vector<CheckRow>& rows) {
          ++rows[0].cases;
          rows[0].claim("even").add(ClaimFinding::of(true), one.c.id);
          rows[0].claim("small").add({}, one.c.id);
        });
  };
  for (const MustBeSeen must : {MustBeSeen::on_all_families, MustBeSeen::always}) {
    EXPECT_EQ(
        judge(must, false).unexpected(),
        std::vector<std::string>{"one was not seen to meet small in any case (0 of 4 unanswered)"});
    const CheckReport chosen = judge(must, true);
    EXPECT_TRUE(chosen.as_expected());
    EXPECT_EQ(chosen.not_compared(), std::vector<std::string>{"one, small"});
  }
}

TEST(CheckReport, SilenceIsNoProofWhereClaimsMustBeSeen) {
  CheckReport report{two_claims(), 42, {}, {empty_row(two_claims(), {"one"})}, {}};
  CheckRow& row = report.rows[0];
  row.cases = row.unanswered = 2;
  row.first_unanswered = {"a:1:0", "no answer"};
  EXPECT_TRUE(report.as_expected());
  report.check.must_be_seen = MustBeSeen::always;
  report.check.claims[1].need_not_be_seen = true;
  EXPECT_EQ(
      report.unexpected(),
      std::vector<std::string>{"one was not seen to meet even in any case (2 of 2 unanswered)"});
  row.claim("even").held = 1;
  row.subject.answers_all = true;
  EXPECT_EQ(report.unexpected(),
            std::vector<std::string>{"one leaves 2 of 2 cases unanswered, first a:1:0: no answer"});
  row.cases = 0;
  row.subject.takes_some = true;
  EXPECT_EQ(report.unexpected(), std::vector<std::string>{"one takes none of these cases"});
}

TEST(CheckReport, OneClaimMustBeSeenWhereNoneMustAlone) {
  CheckReport report{two_claims(), 42, {}, {empty_row(two_claims(), {"one"})}, {}};
  report.check.must_be_seen = MustBeSeen::always;
  for (CheckClaim& claim : report.check.claims) claim.need_not_be_seen = true;
  CheckRow& row = report.rows[0];
  row.cases = 2;
  EXPECT_EQ(report.unexpected(),
            std::vector<std::string>{"one: nothing was judged (0 of 2 cases unanswered)"});
  row.unanswered = 1;
  row.first_unanswered = {"a:1:0", "it crashed"};
  EXPECT_EQ(report.unexpected(),
            std::vector<std::string>{
                "one: nothing was judged (1 of 2 cases unanswered, first a:1:0: it crashed)"});
  row.claim("small").held = 1;
  EXPECT_TRUE(report.as_expected());
}

}  // namespace
}  // namespace touchstone
