// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/campaign/campaign.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "geometry/body.hpp"
#include "geometry/shapes.hpp"
#include "harness/campaign/campaign_plan.hpp"
#include "harness/campaign/tally.hpp"
#include "harness/compare/verdict_records.hpp"
#include "harness/runners/marked_cubes.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

CampaignOptions options_for(const std::vector<std::string>& metrics, const CaseSource& source) {
  CampaignOptions options;
  for (const std::string& name : metrics) {
    options.metrics.push_back(find_metric(name, faulty_registry()));
  }
  options.sources = {source};
  options.runner.worker_command = {TOUCHSTONE_TEST_WORKER};
  options.runner.query_limit_s = 0.05;
  return options;
}

const CampaignRow& row_of(const CampaignResult& result, const std::string& metric) {
  const auto found = std::find_if(result.rows.begin(), result.rows.end(),
                                  [&](const CampaignRow& row) { return row.metric == metric; });
  EXPECT_NE(found, result.rows.end()) << metric;
  return *found;
}

/// Row by row, so that a failure names its row and prints little more.
void expect_same(const CampaignResult& a, const CampaignResult& b) {
  ASSERT_EQ(a.rows.size(), b.rows.size());
  for (std::size_t k = 0; k < a.rows.size(); ++k) {
    const auto text = [&](const CampaignResult& result) {
      CampaignResult alone;
      alone.rows = {result.rows[k]};
      return campaign_json(alone);
    };
    EXPECT_TRUE(text(a) == text(b)) << a.rows[k].metric << " on " << a.rows[k].family;
  }
  EXPECT_EQ(a.not_run, b.not_run);
}

TEST(Campaign, ASoundMetricIsRightEverywhere) {
  const CampaignResult result = run_campaign(options_for({"sound"}, marked_cubes(200)));
  ASSERT_EQ(result.rows.size(), 1U);
  const CampaignRow& row = result.rows.front();
  EXPECT_EQ(row.own_tolerance, find_metric("sound", faulty_registry())->traits.own_tolerance);
  EXPECT_EQ(row.cases, 200U);
  EXPECT_EQ(row.right, 200U);
  EXPECT_EQ(row.answered, 200U);
  EXPECT_EQ(row.value.right, 200U);
  EXPECT_EQ(row.normal.valid, 200U);
  EXPECT_EQ(row.witness.valid, 200U);
  EXPECT_FALSE(row.any_wrong());
  EXPECT_THAT(row.worst, IsEmpty());
  EXPECT_LT(row.error_abs.max, 1e-15);
  EXPECT_THAT(result.not_run, IsEmpty());
}

// Seven chunks, so that a shard has some that do not follow each other.
TEST(Campaign, ShardsHaveAllCasesBetweenThem) {
  std::uint64_t cases = 0;
  for (const std::uint64_t k : {1U, 2U, 3U}) {
    CampaignOptions options = options_for({"sound"}, marked_cubes(7000));
    options.shard = {k, 3};
    const CampaignResult result = run_campaign(options);
    EXPECT_EQ(result.rows.front().cases, result.done) << "shard " << k;
    cases += result.rows.front().cases;
  }
  EXPECT_EQ(cases, 7000U);
}

TEST(Campaign, OneThatIsInterruptedSaysInEachRowWhatItLeft) {
  CampaignOptions options = options_for({"sound", "answer_nan"}, marked_cubes(7000));
  std::atomic<int> asked = 0;
  options.stop_requested = [&asked] { return ++asked > 50; };  // in the third chunk, or sooner
  const CampaignResult result = run_campaign(options);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.total, 14'000U);
  std::uint64_t judged = 0;
  for (const CampaignRow& row : result.rows) {
    EXPECT_EQ(row.cases + row.left, 7000U) << row.metric;
    EXPECT_GT(row.left, 0U) << row.metric;
    judged += row.cases;
  }
  EXPECT_EQ(result.done, judged);
  const auto json = nlohmann::json::parse(campaign_json(result));
  EXPECT_EQ(json.at("partial").at("judged"), judged);
  EXPECT_EQ(json.at("partial").at("answers"), 14'000);
  EXPECT_EQ(json.at("results").at(0).at("left"), result.rows[0].left);
}

TEST(CampaignPlan, SmallBodiesComeFirstAndThoseOfOneSizeEvenly) {
  CampaignOptions options;
  for (const char* name : {"random-hulls-128-deep", "random-boxes", "roofs"}) {
    CaseSource source;
    source.family = find_family(name);
    ASSERT_NE(source.family, nullptr) << name;
    source.name = source.family->name;
    source.count = 5000;
    options.sources.push_back(source);
  }
  options.metrics = {find_metric("sat")};
  const CampaignPlan plan(options);
  ChunkQueue queue(plan.description(), [](const ChunkId&) { return false; });
  std::uint64_t smallest = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint64_t> next(options.sources.size(), 0);
  while (const auto chunk = queue.next()) {
    const SourceEntry& source = plan.description().sources[chunk->source];
    EXPECT_LE(source.chunk_cases, smallest);  // fewer cases a chunk where bodies are larger
    smallest = source.chunk_cases;
    EXPECT_EQ(chunk->chunk, next[chunk->source]++);
  }
  for (std::size_t s = 0; s < next.size(); ++s) {
    EXPECT_EQ(next[s], plan.description().sources[s].chunks());
  }
}

TEST(Campaign, EndsWithEveryFaultOnRecordAndNothingElseLost) {
  const CampaignOptions options = options_for(
      {"sound", "segfault", "loop", "throw_error", "answer_nan", "print", "exit_quietly"},
      marked_cubes(100));
  const CampaignResult result = run_campaign(options);
  ASSERT_EQ(result.rows.size(), options.metrics.size());
  for (const CampaignRow& row : result.rows) {
    const bool harmless = row.metric == "sound" || row.metric == "print";
    EXPECT_EQ(row.cases, 100U) << row.metric;
    EXPECT_EQ(row.right, harmless ? 100U : 90U) << row.metric;
    EXPECT_EQ(row.answered, row.right) << row.metric;
    EXPECT_EQ(row.answered + row.sign_only + row.no_answer + row.crashed + row.timed_out +
                  row.not_applicable,
              row.cases)
        << row.metric;
    EXPECT_EQ(row.worst.empty() ? "" : row.worst.front(), harmless ? "" : "file:cubes:3")
        << row.metric;
  }
  EXPECT_EQ(row_of(result, "segfault").crashed, 10U);
  EXPECT_EQ(row_of(result, "exit_quietly").crashed, 10U);
  EXPECT_EQ(row_of(result, "loop").timed_out, 10U);
  EXPECT_EQ(row_of(result, "throw_error").no_answer, 10U);
  EXPECT_EQ(row_of(result, "answer_nan").no_answer, 10U);
}

TEST(Campaign, AWorkerThatCannotStartIsAFailureOfTheHarness) {
  CampaignOptions options = options_for({"sound"}, marked_cubes(200));
  options.runner.worker_command = {"/nonexistent/worker"};
  options.jobs = 2;
  EXPECT_THROW(run_campaign(options), HarnessError);
}

TEST(Campaign, JobsDoNotChangeTheRecord) {
  CampaignOptions options;
  for (const MetricRow& row : metric_registry()) {
    if (!row.traits.isolated) options.metrics.push_back(&row);
  }
  ASSERT_FALSE(options.metrics.empty());
  for (const char* name : {"random-boxes", "field"}) {
    const Family* family = find_family(name);
    ASSERT_NE(family, nullptr) << name;
    CaseSource source;
    source.family = family;
    source.name = family->name;
    source.group = family->group;
    source.count = 150;
    options.sources.push_back(source);
  }
  options.runner.worker_command = {};
  options.jobs = 1;
  const CampaignResult one = run_campaign(options);
  for (const int jobs : {2, 5}) {
    options.jobs = jobs;
    expect_same(run_campaign(options), one);
  }
}

TEST(Campaign, JobsDoNotChangeWhoIsBlamedForACrash) {
  CampaignOptions options = options_for({"sound", "abort", "throw_number"}, marked_cubes(300));
  const CampaignResult one = run_campaign(options);
  options.jobs = 3;
  expect_same(run_campaign(options), one);
}

TEST(Campaign, LeavesOutWhatIsTooLargeAndSaysSo) {
  MetricRow small = *find_metric("sound", faulty_registry());
  small.name = "small";
  small.traits.isolated = false;
  small.traits.largest_default_vertices = 6;
  CampaignOptions options = options_for({"sound"}, marked_cubes(10));
  options.metrics.push_back(&small);
  auto& pair = std::get<Pair>(options.sources.front().cases[4].bodies);
  pair.A = pair.B = make_simplex();
  CaseSource family;
  family.family = find_family("random-boxes");
  family.name = "random-boxes";
  family.count = 5;
  options.sources.push_back(family);

  CampaignResult result = run_campaign(options);
  EXPECT_THAT(result.not_run,
              ElementsAre(HasSubstr("small on file:cubes: 9 of 10 cases"),
                          HasSubstr("small on random-boxes: bodies of more than 6 vertices")));
  EXPECT_EQ(row_of(result, "small").cases, 1U);
  EXPECT_EQ(row_of(result, "sound").cases, 10U);

  options.respect_default_sizes = false;
  result = run_campaign(options);
  EXPECT_THAT(result.not_run, IsEmpty());
  EXPECT_EQ(result.rows.size(), 4U);
}

TEST(Campaign, ProgressGrowsToTheTotal) {
  CampaignOptions options = options_for({"sound", "throw_error"}, marked_cubes(130));
  options.jobs = 2;
  std::vector<std::uint64_t> seen;
  options.progress = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_EQ(total, 260U);
    seen.push_back(done);
  };
  run_campaign(options);
  ASSERT_FALSE(seen.empty());
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_EQ(seen.back(), 260U);
}

TEST(Campaign, NothingToDoIsAnEmptyRecord) {
  const CampaignResult result = run_campaign(options_for({"sound"}, marked_cubes(0)));
  ASSERT_EQ(result.rows.size(), 1U);
  EXPECT_EQ(result.rows.front().cases, 0U);
  EXPECT_TRUE(
      nlohmann::json::parse(campaign_json(result))["results"][0]["error_abs"]["max"].is_null());
}

TEST(Campaign, NumbersThatAreNoneAndNormalsThatAreNotUnitHaveTheirVerdicts) {
  const CampaignResult result = run_campaign(options_for(
      {"sound", "answer_nan", "answer_infinite", "nan_normal", "infinite_normal", "long_normal"},
      marked_cubes(200)));
  const std::uint64_t marked = row_of(result, "answer_nan").wrong();
  ASSERT_GT(marked, 0U);
  EXPECT_EQ(row_of(result, "sound").wrong(), 0U);
  // NaN and infinite values count as no answer. NaN and infinite normals count as absent, normals
  // of another length as invalid.
  for (const char* value : {"answer_nan", "answer_infinite"}) {
    EXPECT_EQ(row_of(result, value).no_answer, marked) << value;
    EXPECT_EQ(row_of(result, value).normal.valid, 200 - marked) << value;
  }
  for (const char* normal : {"nan_normal", "infinite_normal"}) {
    EXPECT_EQ(row_of(result, normal).missing, marked) << normal;
    EXPECT_EQ(row_of(result, normal).normal.absent, marked) << normal;
    EXPECT_EQ(row_of(result, normal).value.right, 200U) << normal;
  }
  EXPECT_EQ(row_of(result, "long_normal").normal.invalid, marked);
  EXPECT_EQ(row_of(result, "long_normal").wrong(), marked);
}

TEST(CampaignPlan, AFingerprintTellsCoresInOneBoxApart) {
  const PolytopePtr box = make_box({1, 1, 2});
  std::vector<ConvexBody> bodies{make_body(box).value(),
                                 make_body(make_rounded(box, 0.5).value()).value()};
  for (const double radius : {0.0, 0.5}) {
    for (const Core& core : {Core(Cylinder{1, 2}), Core(Cone{1, 2}), Core(Ellipsoid{Vec3(1, 1, 2)}),
                             Core(Cylinder{1.5, 2.5})}) {
      bodies.push_back(make_body(core, radius).value());
    }
  }
  std::set<std::string> fingerprints;
  for (const bool swapped : {false, true}) {
    for (const ConvexBody& body : bodies) {
      CaseSource source;
      source.name = "file:one";
      Case& c = source.cases.emplace_back();
      c.id = "file:one:1";
      const ConvexBody& other = bodies.back();
      c.bodies = ConvexPair{swapped ? other : body, {}, swapped ? body : other, {}};
      CampaignOptions options;
      options.sources = {source};
      const CampaignDescription described = CampaignPlan(options).with_fingerprints();
      fingerprints.insert(described.sources.front().fingerprint);
    }
  }
  EXPECT_EQ(fingerprints.size(), 2 * bodies.size() - 1) << "the pair of two alike is there twice";
}

TEST(CampaignJson, HasTheKeysOfTheSchemaInItsOrder) {
  const CampaignResult result = run_campaign(options_for({"sound"}, marked_cubes(20)));
  const auto json = nlohmann::ordered_json::parse(campaign_json(result));
  const auto keys = [](const nlohmann::ordered_json& object) {
    std::vector<std::string> names;
    for (const auto& item : object.items()) names.push_back(item.key());
    return names;
  };
  EXPECT_THAT(keys(json), ElementsAre("schema", "versions", "seed", "tolerance", "solved_again",
                                      "results", "not_run"));
  EXPECT_EQ(json["schema"], "touchstone.verify/5");
  EXPECT_EQ(json["tolerance"].get<double>(), kDefaultTolerance);
  const auto& row = json["results"][0];
  EXPECT_THAT(
      keys(row),
      ElementsAre("metric", "family", "group", "cases", "right", "answered", "sign_only",
                  "no_answer", "crashed", "timed_out", "not_applicable", "missing", "flaky",
                  "order_dependent", "skipped", "invalid_normal", "invalid_witness", "value",
                  "sign", "normal", "witness", "error_abs", "error_rel_size", "ulp_histogram",
                  "error_histogram", "own_tolerance", "right_at_own_tolerance",
                  "why_not_applicable", "wrong", "solved_again", "worst"));
  EXPECT_THAT(keys(row["value"]), ElementsAre("right", "wrong_sign", "inaccurate"));
  EXPECT_THAT(keys(row["sign"]), ElementsAre("right", "wrong_sign"));
  EXPECT_THAT(keys(row["normal"]), ElementsAre("valid", "invalid", "absent"));
  EXPECT_THAT(keys(row["witness"]), ElementsAre("valid", "invalid", "absent"));
  EXPECT_THAT(keys(row["error_abs"]), ElementsAre("min", "max", "mean", "std"));
  EXPECT_EQ(row["ulp_histogram"].size(), std::size_t{kUlpBins});
  EXPECT_THAT(keys(row["error_histogram"]),
              ElementsAre("first", "counts", "zero", "below", "above"));
  EXPECT_EQ(row["error_histogram"]["first"], kFirstErrorBin);
  EXPECT_EQ(row["error_histogram"]["counts"].size(), kErrorBins);
  EXPECT_EQ(row["cases"], 20);
}

TEST(CampaignJson, NeverPrintsWhatIsNoNumber) {
  CampaignResult result;
  CampaignRow row;
  row.metric = "quoted \"name\" \xff";
  row.error_abs = {2, 0, std::numeric_limits<double>::infinity(), std::nan(""), 0.1};
  result.rows.push_back(row);
  const auto json = nlohmann::json::parse(campaign_json(result));
  const auto& error = json["results"][0]["error_abs"];
  EXPECT_TRUE(error["max"].is_null());
  EXPECT_TRUE(error["mean"].is_null());
  EXPECT_EQ(error["std"].get<double>(), 0.1);
  EXPECT_TRUE(json["results"][0]["error_rel_size"]["min"].is_null());
}

TEST(ErrorStream, HasTheMomentsOfItsNumbers) {
  ErrorStream stream;
  for (const double x : {4.0, 1.0, 1.0, 10.0}) stream.add(x);
  const ErrorSummary summary = stream.summary();
  EXPECT_EQ(summary.count, 4U);
  EXPECT_EQ(summary.min, 1);
  EXPECT_EQ(summary.max, 10);
  EXPECT_EQ(summary.mean, 4);
  EXPECT_NEAR(summary.std, std::sqrt(13.5), 1e-15);
}

TEST(Tally, PutsUlpsIntoTheirBins) {
  EXPECT_EQ(ulp_bin(0), 0);
  EXPECT_EQ(ulp_bin(1e-300), 1);
  EXPECT_EQ(ulp_bin(0.5), 1);
  EXPECT_EQ(ulp_bin(0.51), 2);
  EXPECT_EQ(ulp_bin(1), 2);
  EXPECT_EQ(ulp_bin(2), 3);
  EXPECT_EQ(ulp_bin(2.1), 4);
  EXPECT_EQ(ulp_bin(std::ldexp(1.0, 52)), 54);
  EXPECT_EQ(ulp_bin(std::ldexp(1.0, 53)), 55);
  EXPECT_EQ(ulp_bin(1e300), kUlpBins - 1);
  EXPECT_EQ(ulp_bin(std::numeric_limits<double>::infinity()), kUlpBins - 1);
}

TEST(Tally, KeepsTheTenWorstByWordThenErrorThenOrder) {
  Tally tally{CampaignRow{}};
  const auto add = [&](const std::string& id, Word word, double error) {
    Verdict verdict;
    verdict.word = word;
    verdict.value = ValueVerdict::inaccurate;
    verdict.error_rel_size = error;
    tally.add(id, verdict);
  };
  add("right", Word::right, 0.9);
  add("apart", Word::not_applicable, 0);
  for (int k = 0; k < 9; ++k) add("equal" + std::to_string(k), Word::inaccurate, 0.1);
  add("larger", Word::inaccurate, 0.2);
  add("normal", Word::invalid_normal, 0.8);
  add("none", Word::missing, 0.9);
  add("sign", Word::wrong_sign, 0.01);
  add("dead", Word::crashed, 0);
  EXPECT_THAT(tally.row().worst, ElementsAre("dead", "sign", "larger", "equal0", "equal1", "equal2",
                                             "equal3", "equal4", "equal5", "equal6"));
}

}  // namespace
}  // namespace touchstone
