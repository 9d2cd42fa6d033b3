// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/compare/compare.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "harness/campaign/row_fields.hpp"
#include "harness/campaign/tally.hpp"
#include "harness/compare/accuracy.hpp"
#include "harness/compare/record_samples.hpp"
#include "harness/compare/verdict_records.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// Errors of that many values, all but one of which have none.
ErrorSummary one_error_of(std::uint64_t count, double error) {
  const auto n = static_cast<double>(count);
  return {count, 0, error, error / n, error * std::sqrt(n - 1) / n};
}
ErrorSummary one_error_of_ten(double error) { return one_error_of(10, error); }

/// Ten cases of one metric on one family, all right.
CampaignRow good_row(const std::string& metric = "m", const std::string& family = "f") {
  CampaignRow row;
  row.metric = metric;
  row.family = family;
  row.cases = row.right = row.answered = row.value.right = 10;
  row.normal.valid = row.witness.valid = row.right_at_own = 10;
  row.error_rel_size = one_error_of_ten(1e-16);
  return row;
}

CampaignRow inaccurate_row(std::uint64_t wrong, double error) {
  CampaignRow row = good_row();
  row.right = row.value.right = row.right_at_own = 10 - wrong;
  row.value.inaccurate = wrong;
  row.error_rel_size = one_error_of_ten(error);
  return row;
}

TEST(ChangeOf, MoreRightIsBetterAndTheOtherWayRoundWorse) {
  EXPECT_EQ(change_of(inaccurate_row(3, 0.1), good_row()), Change::better);
  EXPECT_EQ(change_of(good_row(), inaccurate_row(3, 0.1)), Change::worse);
  EXPECT_EQ(change_of(good_row(), good_row()), Change::same);
}

TEST(ChangeOf, WordsAreOrderedByHowSeriousTheyAre) {
  const CampaignRow inaccurate = inaccurate_row(3, 0.1);
  CampaignRow wrong_sign = inaccurate;
  std::swap(wrong_sign.value.inaccurate, wrong_sign.value.wrong_sign);
  EXPECT_EQ(change_of(inaccurate, wrong_sign), Change::worse);
  EXPECT_EQ(change_of(wrong_sign, inaccurate), Change::better);
}

/// Three of ten cases ended without an answer to judge.
CampaignRow ended_row(std::uint64_t CampaignRow::*how) {
  CampaignRow row = good_row();
  row.right = row.answered = row.value.right = row.right_at_own = 7;
  row.normal.valid = row.witness.valid = 7;
  row.error_rel_size = one_error_of(7, 1e-16);
  row.*how = 3;
  return row;
}

TEST(ChangeOf, EndsAreOrderedByHowSeriousTheyAre) {
  using Row = CampaignRow;
  const std::array<std::uint64_t Row::*, 6> order = {&Row::flaky,     &Row::crashed,
                                                     &Row::timed_out, &Row::order_dependent,
                                                     &Row::no_answer, &Row::skipped};
  for (std::size_t k = 0; k < order.size(); ++k) {
    const Row row = ended_row(order.at(k));
    EXPECT_TRUE(adds_up(row)) << k;
    EXPECT_EQ(change_of(good_row(), row), Change::worse) << k;
    if (k == 0) continue;
    EXPECT_EQ(change_of(ended_row(order.at(k - 1)), row), Change::better) << k;
  }
  CampaignRow wrong_sign = inaccurate_row(3, 1e-16);
  std::swap(wrong_sign.value.inaccurate, wrong_sign.value.wrong_sign);
  // Nobody gets better by skipping what he got wrong.
  EXPECT_EQ(change_of(wrong_sign, ended_row(&Row::skipped)), Change::worse);
  EXPECT_EQ(difference_text(good_row(), ended_row(&Row::order_dependent)),
            "right 10 -> 7, order-dependent 0 -> 3");
  EXPECT_EQ(difference_text(good_row(), ended_row(&Row::flaky)), "right 10 -> 7, flaky 0 -> 3");
  EXPECT_EQ(difference_text(good_row(), ended_row(&Row::skipped)), "right 10 -> 7, skipped 0 -> 3");
}

TEST(ChangeOf, MissingIsWorseThanRightAndBetterThanInvalid) {
  CampaignRow missing = good_row();
  missing.right = missing.normal.valid = 7;
  missing.missing = missing.normal.absent = 3;
  CampaignRow invalid = good_row();
  invalid.right = invalid.normal.valid = 7;
  invalid.normal.invalid = invalid.invalid_normal = 3;
  EXPECT_EQ(change_of(good_row(), missing), Change::worse);
  EXPECT_EQ(change_of(missing, good_row()), Change::better);
  EXPECT_EQ(change_of(missing, invalid), Change::worse);
  EXPECT_EQ(change_of(invalid, missing), Change::better);
  EXPECT_EQ(difference_text(good_row(), missing), "right 10 -> 7, missing 0 -> 3");
  CampaignRow witness = good_row();
  witness.right = witness.witness.valid = 7;
  witness.witness.invalid = witness.invalid_witness = 3;
  EXPECT_EQ(change_of(invalid, witness), Change::better);
  EXPECT_EQ(change_of(witness, missing), Change::better);
}

TEST(ChangeOf, BothWaysIsMixed) {
  // Fewer are wrong, one of them worse.
  CampaignRow other = inaccurate_row(2, 0.1);
  other.value.inaccurate = 1;
  other.value.wrong_sign = 1;
  EXPECT_EQ(change_of(inaccurate_row(3, 0.1), other), Change::mixed);
  // Fewer are wrong, but the worst is worse.
  EXPECT_EQ(change_of(inaccurate_row(3, 0.1), inaccurate_row(2, 0.2)), Change::mixed);
}

TEST(ChangeOf, TheWorstErrorAloneCounts) {
  EXPECT_EQ(change_of(inaccurate_row(3, 0.1), inaccurate_row(3, 0.2)), Change::worse);
  EXPECT_EQ(change_of(inaccurate_row(3, 0.2), inaccurate_row(3, 0.1)), Change::better);
  EXPECT_EQ(change_of(inaccurate_row(3, 0.1), inaccurate_row(3, 0.104)), Change::same);
}

TEST(ChangeOf, NothingThatIsCountedGoesUnnoticed) {
  const CampaignRow before = inaccurate_row(3, 0.1);
  for (const auto part : {&CampaignRow::normal, &CampaignRow::witness}) {
    CampaignRow after = before;
    (after.*part).invalid = 1;
    EXPECT_EQ(change_of(before, after), Change::worse);
    after = before;
    (after.*part).absent = 1;
    EXPECT_EQ(change_of(before, after), Change::worse);
  }
  CampaignRow own = inaccurate_row(3, 0.1);
  own.right_at_own = 10;
  EXPECT_EQ(change_of(inaccurate_row(3, 0.1), own), Change::better);
  EXPECT_THAT(difference_text(inaccurate_row(3, 0.1), own), "right at own 7 -> 10");
}

TEST(SameError, IsWithinATwentiethOrBothAbsent) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(same_error(1e-16, 1.04e-16));
  EXPECT_FALSE(same_error(1e-16, 1.06e-16));
  EXPECT_FALSE(same_error(0.0, 1e-300));
  EXPECT_TRUE(same_error(0.0, 0.0));
  EXPECT_TRUE(same_error(std::nullopt, std::nullopt));
  EXPECT_FALSE(same_error(std::nullopt, 0.0));
  EXPECT_TRUE(same_error(infinity, infinity));
  EXPECT_FALSE(same_error(1e300, infinity));
}

TEST(Compare, SaysWhatIsNewAndWhatIsGone) {
  const auto compared = compare_records(record_of({good_row("m", "f"), good_row("old", "f")}),
                                        record_of({good_row("new", "f"), good_row("m", "f")}));
  ASSERT_TRUE(compared.ok()) << compared.reason();
  const Comparison& comparison = compared.value();
  ASSERT_EQ(comparison.cells.size(), 3U);
  EXPECT_EQ(comparison.cells[0].change, Change::fresh);
  EXPECT_EQ(comparison.cells[1].change, Change::same);
  EXPECT_EQ(comparison.cells[2].change, Change::gone);
  EXPECT_FALSE(comparison.anything_worse());
  const json written = json::parse(comparison_json(comparison));
  EXPECT_EQ(written.at("schema"), "touchstone.compare/3");
  EXPECT_EQ(written.at("summary").at("new"), 1);
  EXPECT_TRUE(written.at("cells").at(0).at("old").is_null());
  EXPECT_EQ(written.at("cells").at(1).at("new").at("worst_error"), 1e-16);
}

TEST(Compare, IdsAsFarAsBothListThem) {
  VerdictRecord before = record_of({inaccurate_row(3, 0.1)});
  VerdictRecord after = record_of({inaccurate_row(3, 0.1)});
  const CellName cell{"m", "f"};
  before.listed[cell] = {{"f:1", "f:4", "f:6"}, {1, 4, 6}, true};
  after.listed[cell] = {{"f:1", "f:3"}, {1, 3}, false};  // what comes after 3 is not known
  const auto partly = compare_records(before, after);
  EXPECT_THAT(*partly.value().cells[0].became_wrong, ElementsAre("f:3"));
  EXPECT_THAT(*partly.value().cells[0].became_right, ElementsAre());
  after.listed[cell] = {{"f:3", "f:6", "f:1"}, {}, true};
  const auto all = compare_records(before, after);
  EXPECT_THAT(*all.value().cells[0].became_wrong, ElementsAre("f:3"));
  EXPECT_THAT(*all.value().cells[0].became_right, ElementsAre("f:4"));
  after.listed[cell] = {{"f:3"}, {}, false};
  EXPECT_FALSE(compare_records(before, after).value().cells[0].became_wrong);
}

TEST(Compare, RefusesOtherCases) {
  const auto reason = [](const VerdictRecord& after) {
    VerdictRecord before = record_of({good_row()}, "old");
    before.fingerprints["f"] = "1";
    const auto compared = compare_records(before, after);
    return compared.ok() ? "" : compared.reason();
  };
  VerdictRecord other = record_of({good_row()}, "new");
  EXPECT_EQ(reason(other), "");
  other.result.seed = 43;
  EXPECT_EQ(reason(other), "new: has seed 43, old has seed 42: not comparable");
  other = record_of({good_row()}, "new");
  other.result.tolerance = 1e-9;
  EXPECT_THAT(reason(other), HasSubstr("tolerance 1e-09"));
  other = record_of({good_row()}, "new");
  other.result.shard = {1, 2};
  EXPECT_THAT(reason(other), HasSubstr("shard 1/2"));
  other = record_of({good_row("x"), good_row()}, "new");
  other.result.rows[0].cases = 9;
  EXPECT_THAT(reason(other), HasSubstr("9 cases of f, old has 10"));
  other = record_of({good_row()}, "new");
  other.fingerprints["f"] = "2";
  EXPECT_THAT(reason(other), HasSubstr("fingerprint"));
  EXPECT_THAT(reason(record_of({good_row("x")}, "new")), HasSubstr("in common"));
}

/// A record of an interrupted run, which finished one of its two families.
VerdictRecord partial_record(const std::string& name) {
  CampaignRow begun = good_row("m", "begun");
  begun.left = 5;
  VerdictRecord record = record_of({good_row("m", "f"), begun}, name);
  record.result.complete = false;
  record.result.done = 20;
  record.result.total = 25;
  return record;
}

TEST(Compare, APartialRecordIsComparedWhereItsRunCameToTheEnd) {
  CampaignRow whole = good_row("m", "begun");
  whole.cases = 15;
  const VerdictRecord old = record_of({good_row("m", "f"), whole}, "old");
  const VerdictRecord part = partial_record("new");
  const std::string said =
      "new is partial: its run was interrupted after 20 of 25 answers; 1 cell not compared";
  for (const bool later : {true, false}) {
    const auto compared = later ? compare_records(old, part) : compare_records(part, old);
    ASSERT_TRUE(compared.ok()) << compared.reason();
    EXPECT_THAT(compared.value().partial, ElementsAre(said));
    ASSERT_EQ(compared.value().cells.size(), 1U);
    EXPECT_EQ(compared.value().cells[0].family, "f");
    EXPECT_EQ(compared.value().cells[0].change, Change::same);
    const json written = json::parse(comparison_json(compared.value()));
    EXPECT_EQ(written.at("partial").at(0), said);
  }
  const auto nothing = compare_records(record_of({whole}, "old"), part);
  EXPECT_EQ(nothing.reason(),
            "new: has no metric and family in common with old whose run came to its end; " + said);
  const auto itself = compare_records(part, part);
  EXPECT_THAT(itself.value().partial, ElementsAre(said));
}

TEST(Record, OfAnInterruptedRunIsReadBackAsPartial) {
  const auto read = parse_record(campaign_json(partial_record("new").result), "new");
  ASSERT_TRUE(read.ok()) << read.reason();
  const CampaignResult& result = read.value().result;
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.done, 20U);
  EXPECT_EQ(result.total, 25U);
  EXPECT_EQ(result.rows[0].left, 0U);
  EXPECT_EQ(result.rows[1].left, 5U);
  EXPECT_TRUE(
      parse_record(campaign_json(record_of({good_row()}).result), "x").value().result.complete);
}

TEST(Record, IsThatOfTheCampaignThatWasWritten) {
  CampaignResult result = record_of({inaccurate_row(3, 0.1)}).result;
  result.rows[0].worst = {"f:42:1", "f:42:2"};
  const auto read = parse_record(campaign_json(result), "out.json");
  ASSERT_TRUE(read.ok()) << read.reason();
  EXPECT_EQ(read.value().result.seed, 42U);
  ASSERT_EQ(read.value().result.rows.size(), 1U);
  EXPECT_EQ(change_of(result.rows[0], read.value().result.rows[0]), Change::same);
  EXPECT_FALSE(read.value().listed.at({"m", "f"}).complete);
}

TEST(Record, OfAnotherVersionIsRefusedInOneLine) {
  const auto reason = [](const std::string& schema) {
    return parse_record("{\"schema\": \"" + schema + "\"}", "x.json").reason();
  };
  for (const char* version : {"1", "4", "6"}) {
    EXPECT_EQ(reason(std::string("touchstone.verify/") + version),
              "x.json: schema: must be touchstone.verify/5");
  }
  EXPECT_EQ(reason("touchstone.accuracy/2"), "x.json: schema: must be touchstone.accuracy/3");
  EXPECT_EQ(reason("touchstone.time/1"),
            "x.json: schema: is that of times, and must be touchstone.verify/5 or "
            "touchstone.accuracy/3");
}

TEST(Record, HasEveryCountButATableOnlyThoseThatAreNotZero) {
  CampaignResult result = record_of({ended_row(&CampaignRow::skipped)}).result;
  const auto read = parse_record(campaign_json(result), "new");
  ASSERT_TRUE(read.ok()) << read.reason();
  EXPECT_EQ(read.value().result.rows[0].skipped, 3U);
  const auto table = parse_record(accuracy_json(result), "table");
  ASSERT_TRUE(table.ok()) << table.reason();
  EXPECT_EQ(table.value().result.rows[0].skipped, 3U);
  result = record_of({good_row()}).result;
  const json written = json::parse(campaign_json(result));
  for (const char* key : {"flaky", "order_dependent", "skipped", "missing", "invalid_normal"}) {
    EXPECT_EQ(accuracy_json(result).find(key), std::string::npos);
    json without = written;
    without["results"][0].erase(key);
    EXPECT_THAT(parse_record(without.dump(), "new").reason(), HasSubstr("is missing")) << key;
  }
}

TEST(Record, HasTheHistogramOfErrorsAndChecksIt) {
  CampaignResult result = record_of({inaccurate_row(3, 0.1)}).result;
  json written = json::parse(campaign_json(result));
  EXPECT_TRUE(written["results"][0].at("error_histogram").is_null());
  EXPECT_FALSE(parse_record(written.dump(), "new").value().result.rows[0].error_histogram);
  ErrorHistogram histogram;
  histogram.zero = result.rows[0].answered - 4;
  for (const double error : {1e-30, 1e-3, 1e-3, 1e6}) histogram.add(error);
  result.rows[0].error_histogram = histogram;
  result.rows[0].error_rel_size = one_error_of_ten(1e6);
  written = json::parse(campaign_json(result));
  const auto read = parse_record(written.dump(), "new");
  ASSERT_TRUE(read.ok()) << read.reason();
  EXPECT_EQ(read.value().result.rows[0].error_histogram, histogram);
  const auto changed = [&](const char* key, const json& value) {
    json other = written;
    other["results"][0]["error_histogram"][key] = value;
    return parse_record(other.dump(), "x.json").reason();
  };
  EXPECT_THAT(changed("above", 2), HasSubstr("error_histogram: the counts do not add up"));
  EXPECT_THAT(changed("zero", -1), HasSubstr("zero: must be from 0 to 1e+15"));
  EXPECT_THAT(changed("first", -79), HasSubstr("must be -80"));
  EXPECT_THAT(changed("counts", json::array({1})), HasSubstr("must have 96 items"));
  json without = written;
  without["results"][0].erase("error_histogram");
  EXPECT_THAT(parse_record(without.dump(), "new").reason(), HasSubstr("is missing"));
}

TEST(Record, NumbersThatCannotBeAreRefused) {
  CampaignResult result = record_of({inaccurate_row(3, 0.1)}).result;
  result.rows[0].worst = {"f:42:1", "f:42:2"};
  result.rows[0].error_histogram.emplace();
  for (int k = 0; k < 10; ++k) result.rows[0].error_histogram->add(k < 9 ? 1e-16 : 0.1);
  result.rows[0].ulp_histogram[0] = 10;
  const json good = json::parse(campaign_json(result));
  ASSERT_TRUE(parse_record(good.dump(), "x").ok()) << parse_record(good.dump(), "x").reason();
  const auto changed = [&](const char* pointer, const json& value) {
    json other = good;
    other[json::json_pointer(pointer)] = value;
    const auto read = parse_record(other.dump(), "x");
    return read.ok() ? std::string("no reason") : read.reason();
  };
  for (const json& tolerance : {json(1e300), json(0), json(-1), json(1.5)}) {
    EXPECT_THAT(changed("/tolerance", tolerance),
                StartsWith("x: tolerance: must be above 0 and at most "));
  }
  EXPECT_THAT(changed("/results/0/own_tolerance", 1e300),
              "x: results[0].own_tolerance: must be from 0 to 1");
  EXPECT_THAT(changed("/results/0/wrong", 4), "x: results[0].wrong: the counts do not add up");
  EXPECT_THAT(changed("/results/0/solved_again", 11),
              "x: results[0].solved_again: must not be above cases");
  EXPECT_THAT(changed("/results/0/worst", json({"a", "b", "c", "d"})),
              "x: results[0].worst: lists more ids than are wrong");
  EXPECT_THAT(changed("/results/0/ulp_histogram/3", 1), HasSubstr("do not add up"));
  EXPECT_THAT(changed("/results/0/error_rel_size/min", 0.2), HasSubstr("must not be below min"));
  EXPECT_THAT(changed("/results/0/error_rel_size/mean", 0.2), HasSubstr("must not be below mean"));
  for (const char* figure : {"min", "max", "mean", "std"}) {
    const std::string pointer = std::string("/results/0/error_rel_size/") + figure;
    EXPECT_THAT(changed(pointer.c_str(), nullptr), HasSubstr("must have all figures or none"));
  }
  EXPECT_THAT(changed("/results/0/why_not_applicable", "x"),
              HasSubstr("must be null where not_applicable is 0"));
  EXPECT_THAT(changed("/results/0/error_abs/std", -1), HasSubstr("must not be below 0"));
  const auto errors = [](double largest) {
    return json({{"min", 0}, {"max", largest}, {"mean", 0.1 * largest}, {"std", 0.3 * largest}});
  };
  EXPECT_THAT(changed("/results/0/error_rel_size", errors(1e-3)),
              "x: results[0].error_histogram: the largest error is not in its last bin");
  EXPECT_THAT(changed("/results/0/error_rel_size", errors(1e6)), HasSubstr("not in its last bin"));
}

TEST(Record, AnErrorThatOverflowsIsNotAbsent) {
  CampaignResult result = record_of({inaccurate_row(3, 0.1)}).result;
  result.rows[0].error_rel_size.max = std::numeric_limits<double>::infinity();
  const auto read = parse_record(campaign_json(result), "out.json");
  ASSERT_TRUE(read.ok()) << read.reason();
  EXPECT_EQ(worst_error(read.value().result.rows[0]), std::numeric_limits<double>::infinity());
}

TEST(Record, RefusalsNameTheFileThePlaceAndTheRule) {
  const json good = json::parse(campaign_json(record_of({good_row()}).result));
  const auto reason = [](const std::string& text) {
    const auto read = parse_record(text, "x.json");
    return read.ok() ? "" : read.reason();
  };
  EXPECT_EQ(reason(good.dump()), "");
  EXPECT_THAT(reason("[1]"), "x.json: must be an object");
  EXPECT_THAT(reason("{}"), "x.json: the key \"schema\" is missing");
  EXPECT_THAT(reason(R"({"schema": "touchstone.verify/5"})"), HasSubstr("\"versions\" is missing"));
  EXPECT_THAT(reason(good.dump().substr(0, 200)), StartsWith("x.json: parse error at line 1"));
  EXPECT_THAT(reason(std::string(200'000, '[')), HasSubstr("nested deeper than 20"));
  const auto changed = [&](const char* pointer, const json& value) {
    json other = good;
    other[json::json_pointer(pointer)] = value;
    return reason(other.dump());
  };
  EXPECT_THAT(changed("/results", 7), "x.json: results: must be a list");
  EXPECT_THAT(changed("/results/0/case", 1),
              "x.json: results[0]: unknown key 'case'; did you mean cases?");
  EXPECT_THAT(changed("/versions/branch", "?"),
              testing::StartsWith("x.json: versions: unknown key 'branch': must be "));
  EXPECT_THAT(changed("/results/0", 7), "x.json: results[0]: must be an object");
  EXPECT_THAT(changed("/results/0/metric", 7), "x.json: results[0].metric: must be a string");
  EXPECT_THAT(changed("/results/0/right", -1), "x.json: results[0].right: must be from 0 to 1e+15");
  EXPECT_THAT(changed("/results/0/right", 1.5), HasSubstr("must be a whole number"));
  EXPECT_THAT(changed("/results/0/right", 18446744073709551615U), HasSubstr("must be from 0 to"));
  EXPECT_THAT(changed("/results/0/cases", 11), "x.json: results[0]: the counts do not add up");
  EXPECT_THAT(changed("/results/0/error_rel_size/max", -1), HasSubstr("not be below 0"));
  EXPECT_THAT(changed("/results/0/value", nullptr), HasSubstr("results[0].value: must be an"));
  json twice = good;
  twice["results"].push_back(twice["results"][0]);
  EXPECT_THAT(reason(twice.dump()), HasSubstr("results[1]: the metric and the family are those"));
}

}  // namespace
}  // namespace touchstone
