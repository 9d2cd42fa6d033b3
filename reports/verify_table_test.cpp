// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/verify_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/compare/record_samples.hpp"
#include "reports/degeneracy_text.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;

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
