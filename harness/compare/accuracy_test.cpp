// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/compare/accuracy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "harness/campaign/tally.hpp"
#include "harness/compare/record_samples.hpp"
#include "harness/compare/verdict_records.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

CampaignRow row_of(const std::string& metric, std::uint64_t wrong) {
  CampaignRow row;
  row.metric = metric;
  row.family = "f";
  row.cases = row.answered = 10;
  row.value.inaccurate = wrong;
  row.value.right = row.right = 10 - wrong;
  row.error_rel_size = {10, 0, 0.123456, 0, 0};
  return row;
}

TEST(Accuracy, AsInTheTableIsExpectedAndAnythingElseIsNot) {
  EXPECT_FALSE(check_accuracy(result_of({row_of("m", 3)}), record_of({row_of("m", 3)})).unexpected);
  EXPECT_TRUE(check_accuracy(result_of({row_of("m", 4)}), record_of({row_of("m", 3)})).unexpected);
  const auto better = check_accuracy(result_of({row_of("m", 2)}), record_of({row_of("m", 3)}));
  EXPECT_TRUE(better.unexpected);
  ASSERT_EQ(better.differences.size(), 1U);
  EXPECT_EQ(better.differences[0].change, Change::better);
}

TEST(Accuracy, ATableOfAnotherSeedToleranceOrShardSaysNothing) {
  const VerdictRecord table = record_of({row_of("m", 3)});
  CampaignResult seed = result_of({row_of("m", 4)});
  seed.seed = 43;
  CampaignResult tolerance = result_of({row_of("m", 4)});
  tolerance.tolerance = 1e-9;
  CampaignResult shard = result_of({row_of("m", 4)});
  shard.shard = {1, 2};
  for (const CampaignResult& other : {seed, tolerance, shard}) {
    const AccuracyCheck check = check_accuracy(other, table);
    EXPECT_THAT(check.covered, ElementsAre(false));
    EXPECT_TRUE(check.differences.empty());
  }
}

TEST(Accuracy, WhatIsUndecidedAtOneToleranceIsNoFaultAtTheOther) {
  const auto counted = [](Word word, Word own_word, double own_tolerance) {
    Tally tally{CampaignRow{}};
    Verdict verdict;
    verdict.word = word;
    verdict.own_word = own_word;
    tally.add("a", verdict);
    CampaignRow row = tally.row();
    row.own_tolerance = own_tolerance;
    return counted_wrong(row, 1e-8);
  };
  EXPECT_EQ(counted(Word::inaccurate, Word::undecided, 1e-4), 0U);
  EXPECT_EQ(counted(Word::inaccurate, Word::undecided, 1e-9), 1U) << "the looser one counts";
  EXPECT_EQ(counted(Word::inaccurate, Word::inaccurate, 1e-4), 1U);
  EXPECT_EQ(counted(Word::undecided, Word::right, 1e-4), 0U);
  EXPECT_EQ(counted(Word::undecided, Word::inaccurate, 1e-9), 0U);
}

TEST(Accuracy, WhereTheTableSaysNothingTheLooserToleranceCounts) {
  const VerdictRecord table = record_of({row_of("m", 3)});
  CampaignResult other = result_of({row_of("m", 4)});
  other.seed = 43;
  CampaignRow& row = other.rows[0];
  row.own_tolerance = 10 * other.tolerance;
  row.right_at_own = 10;
  EXPECT_THAT(check_accuracy(other, table).covered, ElementsAre(false));
  EXPECT_FALSE(check_accuracy(other, table).unexpected);
  row.right_at_own = 9;
  EXPECT_TRUE(check_accuracy(other, table).unexpected);
  EXPECT_THAT(check_accuracy(other, table).counted, ElementsAre(1));
  // Its own tolerance is the tighter one.
  row.own_tolerance = other.tolerance / 10;
  row.right_at_own = 2;
  EXPECT_THAT(check_accuracy(other, table).counted, ElementsAre(4));
  row.right = 10;
  EXPECT_FALSE(check_accuracy(other, table).unexpected);
  CampaignResult fewer = result_of({row_of("m", 4)});
  fewer.rows[0].cases = 9;
  EXPECT_THAT(check_accuracy(fewer, table).covered, ElementsAre(false));
}

TEST(Accuracy, WhoClaimsToBeExactCountsAtTheAskedTolerance) {
  CampaignResult result = result_of({row_of("m", 4)});
  result.rows[0].own_tolerance = 10 * result.tolerance;
  result.rows[0].right_at_own = 10;
  EXPECT_FALSE(check_accuracy(result, record_of({})).unexpected);
  result.rows[0].claims_exact = true;
  EXPECT_THAT(check_accuracy(result, record_of({})).counted, ElementsAre(4));
  EXPECT_TRUE(check_accuracy(result, record_of({})).unexpected);
}

TEST(Accuracy, AFaultIsKnownWhereTheTableCountsItInTheCellOfItsCase) {
  CampaignRow boxes = row_of("m", 3);
  boxes.family = "random-boxes";
  CampaignRow corpus = row_of("m", 3);
  corpus.family = "field";
  const VerdictRecord table = record_of({boxes, corpus});
  const auto known = [&](const char* metric, const char* id, double tolerance, Word word) {
    Case c;
    c.id = id;
    c.family = c.id.substr(0, c.id.find(':'));
    return is_known_fault(table, metric, c, tolerance, word);
  };
  EXPECT_TRUE(known("m", "random-boxes:42:9", 1e-8, Word::inaccurate));
  EXPECT_TRUE(known("m", "field:fcl-503", 1e-8, Word::inaccurate));
  EXPECT_FALSE(known("m", "random-boxes:42:9", 1e-8, Word::wrong_sign)) << "no such fault";
  EXPECT_FALSE(known("m", "random-boxes:42:10", 1e-8, Word::inaccurate)) << "beyond its cases";
  EXPECT_FALSE(known("m", "random-boxes:43:9", 1e-8, Word::inaccurate)) << "another seed";
  EXPECT_FALSE(known("m", "random-boxes:42:9", 1e-9, Word::inaccurate)) << "another tolerance";
  EXPECT_FALSE(known("m", "thin-boxes:42:9", 1e-8, Word::inaccurate)) << "another family";
  EXPECT_FALSE(known("n", "random-boxes:42:9", 1e-8, Word::inaccurate)) << "another metric";
}

TEST(Accuracy, OnCasesOfOnesOwnEveryMetricHasToBeRight) {
  CampaignResult mine = result_of({row_of("gjk_epa", 1)});
  mine.rows[0].family = "meshes-deep";
  mine.rows[0].own_tolerance = 1e-4;
  mine.rows[0].right_at_own = 10;
  EXPECT_FALSE(check_accuracy(mine, record_of({})).unexpected);
  mine.rows[0].group = "meshes";
  EXPECT_TRUE(check_accuracy(mine, record_of({})).unexpected);
  mine.rows = {row_of("gjk_epa", 0)};
  mine.rows[0].group = "meshes";
  EXPECT_FALSE(check_accuracy(mine, record_of({})).unexpected);
}

TEST(Accuracy, SinglePrecisionCountsThereAtItsOwnTolerance) {
  for (const char* metric : {"sat_float32", "gjk_epa"}) {
    const bool single = std::string(metric) == "sat_float32";
    CampaignResult mine = result_of({row_of(metric, 4)});
    mine.rows[0].family = "file:mine";
    mine.rows[0].own_tolerance = 1e-4;
    mine.rows[0].right_at_own = 10;
    EXPECT_EQ(check_accuracy(mine, record_of({})).unexpected, !single) << metric;
    mine.rows[0].right_at_own = 9;
    EXPECT_TRUE(check_accuracy(mine, record_of({})).unexpected) << metric;
    // Asked for at a looser tolerance than its own.
    mine.rows[0].right = 10;
    EXPECT_FALSE(check_accuracy(mine, record_of({})).unexpected) << metric;
  }
}

TEST(Accuracy, APluginInDoublePrecisionCountsAtTheAskedTolerance) {
  for (const bool single : {false, true}) {
    CampaignResult result = result_of({row_of("mine", 4)});
    result.rows[0].plugin = "./libmine.so";
    result.rows[0].single_plugin = single;
    result.rows[0].own_tolerance = 1e-4;
    result.rows[0].right_at_own = 10;
    EXPECT_EQ(check_accuracy(result, record_of({})).unexpected, !single);
    result.rows[0].right = 10;
    EXPECT_FALSE(check_accuracy(result, record_of({})).unexpected);
  }
}

TEST(Accuracy, WhoClaimsToBeExactMayNotLackAPromisedCertificate) {
  CampaignResult result = result_of({row_of("m", 0)});
  result.rows[0].claims_exact = true;
  // The table has the cell, or says nothing of it.
  for (const VerdictRecord& table : {record_of(result.rows), record_of({})}) {
    result.rows[0].certificates.missing = 0;
    EXPECT_FALSE(check_accuracy(result, table).unexpected);
    result.rows[0].certificates.missing = 1;
    EXPECT_TRUE(check_accuracy(result, table).unexpected);
    EXPECT_TRUE(check_accuracy(result, table).unproven);
  }
  result.rows[0].claims_exact = false;
  EXPECT_FALSE(check_accuracy(result, record_of({})).unexpected);
}

TEST(Accuracy, WhoAnswersInTwoWaysIsNeverAsExpected) {
  for (const auto fault : {&CampaignRow::flaky, &CampaignRow::order_dependent}) {
    CampaignResult result = result_of({row_of("m", 0)});
    CampaignRow& row = result.rows[0];
    row.answered = row.right = row.value.right = 9;
    row.*fault = 1;
    row.own_tolerance = 1;  // however loose its claim
    row.right_at_own = 9;
    for (const VerdictRecord& table : {record_of(result.rows), record_of({})}) {
      EXPECT_TRUE(check_accuracy(result, table).unexpected);
      EXPECT_TRUE(check_accuracy(result, table).unreliable);
    }
  }
}

TEST(Accuracy, WhatIsSkippedCountsAtAnyTolerance) {
  CampaignResult result = result_of({row_of("m", 0)});
  CampaignRow& row = result.rows[0];
  row.answered = row.right = row.value.right = row.right_at_own = 9;
  row.skipped = 1;
  row.own_tolerance = 1;
  EXPECT_EQ(counted_wrong(row, 1e-8), 1U);
  EXPECT_TRUE(check_accuracy(result, record_of({})).unexpected);
  EXPECT_FALSE(check_accuracy(result, record_of(result.rows)).unexpected);
}

TEST(Accuracy, TheTableCountsWhatIsMissing) {
  CampaignResult result = result_of({row_of("m", 0)});
  result.rows[0].right -= 2;
  result.rows[0].missing = result.rows[0].normal.absent = 2;
  EXPECT_THAT(accuracy_json(result), HasSubstr("\"missing\": 2"));
  const auto read = parse_record(accuracy_json(result), "table");
  ASSERT_TRUE(read.ok()) << read.reason();
  EXPECT_EQ(read.value().result.rows[0].missing, 2U);
  EXPECT_FALSE(check_accuracy(result, read.value()).unexpected);
}

/// Every cell of plain verify, nothing wrong.
CampaignResult whole_campaign() {
  CampaignResult result = result_of({});
  for (const MetricRow& metric : metric_registry()) {
    for (const Family& family : family_registry(CurvedCases::taken)) {
      if (family.largest_vertices > metric.traits.largest_default_vertices) continue;
      if (family.name == "curved-aligned") continue;
      CampaignRow row = row_of(metric.name, 0);
      row.family = family.name;
      row.cases = row.answered = row.right = row.value.right = family.default_cases;
      result.rows.push_back(row);
    }
  }
  return result;
}

TEST(Accuracy, AWholeCampaignHasEveryCellAndNoOther) {
  const CampaignResult whole = whole_campaign();
  EXPECT_TRUE(is_whole_campaign(whole, Extent::plain));
  EXPECT_FALSE(check_accuracy(whole, record_of(whole.rows)).unexpected);
  CampaignResult part = whole;
  part.rows.pop_back();
  EXPECT_FALSE(is_whole_campaign(part, Extent::plain));
  EXPECT_FALSE(check_accuracy(part, record_of(whole.rows)).unexpected);
  // A metric or family that is new to the table, and one that is only there.
  auto rows = whole.rows;
  rows.pop_back();
  const auto fresh = check_accuracy(whole, record_of(rows));
  ASSERT_EQ(fresh.differences.size(), 1U);
  EXPECT_EQ(fresh.differences[0].change, Change::fresh);
  EXPECT_TRUE(fresh.unexpected);
  rows = whole.rows;
  rows.push_back(row_of("retired", 0));
  const auto gone = check_accuracy(whole, record_of(rows));
  ASSERT_EQ(gone.differences.size(), 1U);
  EXPECT_EQ(gone.differences[0].change, Change::gone);
  EXPECT_TRUE(gone.unexpected);
}

TEST(Accuracy, AVariantMayBeWrongAsOftenAsItsMetric) {
  const VerdictRecord table = record_of({row_of("ratio_lp", 3)});
  const auto with_variant = [&](std::uint64_t wrong) {
    return check_accuracy(result_of({row_of("ratio_lp", 3), row_of("ratio_lp-fixed-A", wrong)}),
                          table);
  };
  EXPECT_FALSE(with_variant(3).unexpected);
  EXPECT_THAT(with_variant(4).counted, ElementsAre(0, 1));
  EXPECT_TRUE(with_variant(4).unexpected);
  CampaignResult whole = whole_campaign();
  const VerdictRecord all = record_of(whole.rows);
  CampaignRow variant = whole.rows.front();
  variant.metric = "ratio_ray-growth";
  whole.rows.push_back(variant);
  EXPECT_TRUE(is_whole_campaign(whole, Extent::plain));
  EXPECT_FALSE(check_accuracy(whole, all).unexpected);
}

TEST(Accuracy, ATableReadBackIsAsTheCampaign) {
  CampaignResult result = result_of({row_of("m", 3), row_of("n", 0)});
  result.rows[1].error_rel_size.max = std::numeric_limits<double>::infinity();
  const auto read = parse_record(accuracy_json(result), "table");
  ASSERT_TRUE(read.ok()) << read.reason();
  const auto check = check_accuracy(result, read.value());
  EXPECT_THAT(check.covered, ElementsAre(true, true));
  EXPECT_FALSE(check.unexpected);
}

TEST(Accuracy, TheCommittedTablesHaveEveryCellOfThisProgram) {
  for (const Extent extent : {Extent::plain, Extent::quick}) {
    const CampaignResult& table = committed_accuracy(extent).result;
    EXPECT_EQ(table.seed, CampaignOptions().seed);
    EXPECT_EQ(table.tolerance, CampaignOptions().tolerance);
    EXPECT_EQ(extent_of(table), extent);
    EXPECT_TRUE(is_whole_campaign(table, extent)) << "./touchstone verify --write-accuracy results "
                                                     "renews the table, with --quick the quick one";
  }
}

}  // namespace
}  // namespace touchstone
