// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/campaign/tally.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace touchstone {
namespace {

Verdict answered(Word word, double error, Word own_word) {
  Verdict verdict;
  verdict.word = word;
  verdict.own_word = own_word;
  verdict.value = word == Word::right ? ValueVerdict::right : ValueVerdict::inaccurate;
  verdict.error_abs = error;
  verdict.error_rel_size = 2 * error;
  verdict.ulps = error;
  return verdict;
}

TEST(ErrorStream, OfTwoPartsHasTheMomentsOfTheWhole) {
  for (const std::size_t cut : {0U, 1U, 2U, 5U, 6U}) {
    ErrorStream whole;
    ErrorStream first;
    ErrorStream second;
    const std::array<double, 6> errors = {3, 1, 10, 0.5, 0.25, 6};
    for (std::size_t k = 0; k < errors.size(); ++k) {
      whole.add(errors[k]);
      (k < cut ? first : second).add(errors[k]);
    }
    first.merge(second);
    EXPECT_EQ(first.count, whole.count);
    EXPECT_EQ(first.min, whole.min);
    EXPECT_EQ(first.max, whole.max);
    EXPECT_NEAR(first.mean, whole.mean, 1e-14) << cut;
    EXPECT_NEAR(first.squares, whole.squares, 1e-12) << cut;
  }
}

TEST(Tally, OfTwoPartsIsThatOfTheWhole) {
  CampaignRow blank;
  blank.error_histogram.emplace();
  Tally whole{blank};
  Tally first{blank};
  Tally second{blank};
  for (int k = 0; k < 12; ++k) {
    Verdict verdict = answered(k % 3 == 0 ? Word::inaccurate : Word::right, k,
                               k % 2 == 0 ? Word::inaccurate : Word::right);
    if (k == 7) {
      verdict = Verdict();
      verdict.word = Word::not_applicable;
    }
    const std::string id = "case" + std::to_string(k);
    whole.add(id, verdict, "flat");
    (k < 5 ? first : second).add(id, verdict, "flat");
  }
  first.merge(second);
  const CampaignRow a = whole.row();
  const CampaignRow b = first.row();
  for (const RowField& field : kRowFields) {
    EXPECT_EQ(field.read(a), field.read(b)) << field.column;
  }
  EXPECT_EQ(a.ulp_histogram, b.ulp_histogram);
  EXPECT_EQ(a.error_histogram, b.error_histogram);
  EXPECT_EQ(a.error_histogram->count(), a.answered);
  EXPECT_EQ(a.worst, b.worst);
  EXPECT_EQ(a.why_not_applicable, "flat");
  EXPECT_EQ(b.why_not_applicable, "flat");
  EXPECT_EQ(a.right_at_own, 5U);
  EXPECT_TRUE(adds_up(a));
}

/// Each count is tied to others: one more or less of it does not add up.
TEST(Tally, NoCountMayBeOffByOne) {
  Tally tally{CampaignRow{}};
  for (int k = 0; k < 4; ++k) tally.add("right", answered(Word::right, 0, Word::right));
  tally.add("inaccurate", answered(Word::inaccurate, 1, Word::right));
  Verdict sign;
  sign.word = Word::right;
  sign.sign = SignVerdict::right;
  tally.add("sign", sign);
  sign.word = Word::wrong_sign;
  sign.sign = SignVerdict::wrong_sign;
  tally.add("wrong sign", sign);
  for (const Word word : {Word::flaky, Word::crashed, Word::timed_out, Word::order_dependent,
                          Word::no_answer, Word::skipped, Word::undecided, Word::not_applicable}) {
    Verdict verdict;
    verdict.word = word;
    tally.add("none", verdict);
  }
  CampaignRow row = tally.row();
  ASSERT_TRUE(adds_up(row));
  for (const RowField& field : kRowFields) {
    const std::string name(field.column);
    std::uint64_t& count = field.write(row);
    const bool free =
        name == "right_at_own" || name.rfind("normal_", 0) == 0 || name.rfind("witness_", 0) == 0;
    ++count;
    EXPECT_TRUE(!adds_up(row) || (free && count <= row.cases)) << name << " one more";
    count -= 2;
    EXPECT_TRUE(!adds_up(row) || free) << name << " one less";
    ++count;
  }
  row.right_at_own = row.cases + 1;
  EXPECT_FALSE(adds_up(row));
}

TEST(Tally, ASignWhereAValueWasPromisedIsCountedOnce) {
  Tally tally{CampaignRow{}};
  Verdict verdict;
  verdict.word = Word::no_answer;
  verdict.sign = SignVerdict::right;
  tally.add("sign", verdict);
  const CampaignRow row = tally.row();
  EXPECT_TRUE(adds_up(row));
  EXPECT_EQ(row.no_answer, 1U);
  EXPECT_EQ(row.sign_only, 0U);
}

TEST(Tally, WhatIsFlakyOrderDependentOrSkippedIsWrongAndListed) {
  Tally tally{CampaignRow{}};
  for (const Word word :
       {Word::right, Word::skipped, Word::order_dependent, Word::flaky, Word::crashed}) {
    Verdict verdict;
    verdict.word = word;
    if (word == Word::right) verdict.value = ValueVerdict::right;
    tally.add(std::string(word_name(word)), verdict);
  }
  const CampaignRow row = tally.row();
  EXPECT_TRUE(adds_up(row));
  EXPECT_EQ(row.flaky, 1U);
  EXPECT_EQ(row.order_dependent, 1U);
  EXPECT_EQ(row.skipped, 1U);
  EXPECT_EQ(row.wrong(), 4U);
  EXPECT_EQ(row.worst,
            (std::vector<std::string>{"flaky", "crashed", "order_dependent", "skipped"}));
}

TEST(RowFields, HaveNamesOfTheirOwnAndMeanSomething) {
  std::set<std::string_view> columns;
  std::set<std::pair<std::string_view, std::string_view>> keys;
  CampaignRow row;
  std::uint64_t next = 0;
  for (const RowField& field : kRowFields) field.write(row) = ++next;
  next = 0;
  for (const RowField& field : kRowFields) {
    EXPECT_EQ(field.read(row), ++next) << field.column << " is another field too";
    EXPECT_TRUE(columns.insert(field.column).second) << field.column;
    EXPECT_TRUE(keys.insert({field.part, field.key}).second) << field.column;
    EXPECT_NE(field.meaning, "") << field.column;
  }
}

TEST(RowFields, EachVerdictIsCountedOnce) {
  for (std::size_t k = 0; k < kWords; ++k) {
    const auto word = static_cast<Word>(k);
    Tally tally{CampaignRow{}};
    Verdict verdict;
    verdict.word = word;
    if (word == Word::wrong_sign) verdict.sign = SignVerdict::wrong_sign;
    if (word == Word::inaccurate) verdict.value = ValueVerdict::inaccurate;
    tally.add("a", verdict);
    for (std::size_t other = 0; other < kWords; ++other) {
      EXPECT_EQ(cases_with(tally.row(), static_cast<Word>(other)), other == k ? 1U : 0U)
          << word_name(word);
    }
  }
}

TEST(Tally, UndecidedCasesAreNeitherRightNorWrong) {
  Tally tally{CampaignRow{}};
  Verdict verdict;
  verdict.word = verdict.own_word = Word::undecided;
  tally.add("open", verdict);
  const CampaignRow row = tally.row();
  EXPECT_EQ(row.undecided, 1U);
  EXPECT_EQ(row.decided(), 0U);
  EXPECT_EQ(row.wrong(), 0U);
  EXPECT_EQ(row.right, 0U);
  EXPECT_TRUE(row.worst.empty());
}

TEST(RowFields, AnInvalidNormalIsToldFromInvalidWitnessPoints) {
  Tally tally{CampaignRow{}};
  Verdict verdict = answered(Word::right, 0, Word::right);
  verdict.word = Word::invalid_normal;
  verdict.normal = verdict.witness = PartVerdict::invalid;
  tally.add("both", verdict);
  verdict.word = Word::invalid_witness;
  verdict.normal = PartVerdict::valid;
  tally.add("witness", verdict);
  CampaignRow row = tally.row();
  EXPECT_TRUE(adds_up(row));
  EXPECT_EQ(row.invalid_normal, 1U);
  EXPECT_EQ(row.invalid_witness, 1U);
  EXPECT_EQ(row.witness.invalid, 2U);
  // More cases than normals that are invalid cannot have that verdict.
  row.invalid_normal = 2;
  row.invalid_witness = 0;
  EXPECT_FALSE(adds_up(row));
}

TEST(RowFields, OfOneTitleAreAddedUp) {
  CampaignRow row;
  row.value.wrong_sign = 3;
  row.sign.wrong_sign = 4;
  row.right = 5;
  EXPECT_EQ(titled_count(row, "wrong sign"), 7U);
  EXPECT_EQ(titled_count(row, "right"), 5U);
}

}  // namespace
}  // namespace touchstone
