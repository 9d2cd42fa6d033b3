// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// One small record for all tests: two metrics, one regime, two starts.
class Time : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<ScratchFolder>();
    run_ = run_touchstone({"time", "--metric", "ratio_seidel,gjk_epa", "--family", "boxes",
                           "--regime", "shallow", "--json", folder_->path("time.json"), "--csv",
                           folder_->path("time.csv"), "--svg", folder_->path("time.svg")});
    ASSERT_EQ(run_.exit_code, 0) << run_.err;
    text_ = read_text(folder_->path("time.json"));
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static std::string write(const std::string& name, const json& record) {
    return folder_->write(name, record.dump());
  }
  static json record() { return json::parse(text_); }

  static inline std::unique_ptr<ScratchFolder> folder_;
  static inline Ran run_;
  static inline std::string text_;
};

/// Every time of the metric's results times `factor`.
json slowed(json record, const std::string& metric, double factor) {
  for (json& result : record["results"]) {
    if (result["metric"] != metric) continue;
    for (const char* key : {"median_ns", "p10_ns", "p90_ns", "times_floor"}) {
      result[key] = result[key].get<double>() * factor;
    }
    for (json& sample : result["samples_ns"]) sample = sample.get<double>() * factor;
  }
  return record;
}

TEST_F(Time, TheRecordHasTheKeysOfItsSchema) {
  const json whole = record();
  EXPECT_EQ(whole.at("schema"), "touchstone.time/1");
  for (const char* key : {"cpu", "flags", "versions", "load_before", "load_after"}) {
    EXPECT_TRUE(whole.at("context").contains(key)) << key;
  }
  ASSERT_EQ(whole.at("results").size(), 4U);
  for (const json& result : whole.at("results")) {
    EXPECT_EQ(result.at("family"), "boxes");
    EXPECT_EQ(result.at("regime"), "shallow");
    EXPECT_TRUE(result.at("start") == "cold" || result.at("start") == "warm");
    EXPECT_EQ(result.at("vertices"), json::parse("[8, 8]"));
    EXPECT_EQ(result.at("facets"), json::parse("[6, 6]"));
    EXPECT_GE(result.at("queries"), 30);
    EXPECT_LE(result.at("p10_ns"), result.at("median_ns"));
    EXPECT_GE(result.at("p90_ns"), result.at("median_ns"));
    EXPECT_GT(result.at("floor_ns"), 0);
    EXPECT_FALSE(result.contains("empty_ns"));
    EXPECT_EQ(result.contains("quantity"), result.at("metric") == "ratio_seidel");
    EXPECT_TRUE(result.contains("work_per_query"));
    EXPECT_GT(result.at("right_share"), 0.5);
    EXPECT_TRUE(result.contains("witness_share"));
    EXPECT_EQ(result.at("samples_ns").size(), 15U);
  }
  EXPECT_TRUE(whole.at("fits").is_array());
  EXPECT_EQ(whole.at("shapes").size(), 2U);
  EXPECT_TRUE(whole.at("ratios").empty());
}

TEST_F(Time, TableAndCsvAgreeWithTheRecord) {
  std::size_t rows = 0;
  const std::string csv = read_text(folder_->path("time.csv"));
  const json whole = record();
  for (const json& result : whole.at("results")) {
    std::string row = result.at("metric").get<std::string>() + ",boxes,shallow," +
                      result.at("start").get<std::string>() + ",8,8,6,6," +
                      std::to_string(result.at("queries").get<int>());
    EXPECT_THAT(csv, HasSubstr("\n" + row + ","));
    ++rows;
    // Three digits of the median.
    const double ns = result.at("median_ns").get<double>();
    std::array<char, 32> median{};
    std::snprintf(median.data(), median.size(), ns < 999.5 ? "%.3g ns" : "%.3g us",
                  ns < 999.5 ? ns : ns / 1000);
    EXPECT_THAT(run_.out, HasSubstr(median.data()));
  }
  EXPECT_EQ(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')), rows + 1);
  EXPECT_THAT(run_.out, HasSubstr("Does the ratio metric supersede the penetration depth?"));
}

TEST_F(Time, AFigureHasEachMetricAndSaysWhichCommandMadeIt) {
  const std::string svg = read_text(folder_->path("time.svg"));
  EXPECT_THAT(svg, testing::StartsWith("<svg "));
  EXPECT_THAT(svg, HasSubstr(">boxes, shallow</text>"));
  for (const char* metric : {"ratio_seidel", "gjk_epa"}) {
    EXPECT_THAT(svg, HasSubstr(">" + std::string(metric) + "</text>"));
  }
  const std::string commit = record().at("versions").at("commit").get<std::string>();
  EXPECT_THAT(svg, testing::ContainsRegex("<desc>touchstone [0-9.]+, commit " + commit +
                                          ".*: ./touchstone time --metric"));
  EXPECT_THAT(run_.out, HasSubstr("wrote " + folder_->path("time.svg")));
}

TEST_F(Time, ARecordWithItselfIsNotSlower) {
  const std::string path = folder_->path("time.json");
  const Ran same = run_touchstone({"compare", path, path});
  EXPECT_EQ(same.exit_code, 0) << same.err;
  EXPECT_THAT(same.out,
              HasSubstr("4 cells: 0 slower, 0 faster, 0 gone, 0 new, 0 untested, 4 same"));
  EXPECT_THAT(same.out, HasSubstr("Nothing got slower."));
  // That another commit wrote it is no change.
  json earlier = record();
  earlier["versions"]["commit"] = earlier["context"]["versions"]["commit"] = "0123456789ab";
  const Ran other = run_touchstone({"compare", write("earlier.json", earlier), path});
  EXPECT_EQ(other.exit_code, 0) << other.err;
  EXPECT_THAT(other.out, HasSubstr("0 untested, 4 same"));
}

TEST_F(Time, CompareFindsASlowdownOfTwentyPercent) {
  // Whatever this machine did meanwhile, the samples must not lie farther apart than the slowdown.
  json quiet = record();
  for (json& result : quiet["results"]) {
    // Evenly spaced, so that each quantile is the sample at its share of the way.
    json& samples = result["samples_ns"];
    const double median_ns = result["median_ns"].get<double>();
    const auto at = [&](double share) {
      return median_ns * (1 + 1e-3 * share * static_cast<double>(samples.size() - 1));
    };
    for (std::size_t k = 0; k < samples.size(); ++k) {
      samples[k] = median_ns * (1 + 1e-3 * static_cast<double>(k));
    }
    result["median_ns"] = at(0.5);
    result["times_floor"] = at(0.5) / result["floor_ns"].get<double>();
    result["p10_ns"] = at(0.1);
    result["p90_ns"] = at(0.9);
  }
  const std::string before = write("before.json", quiet);
  const std::string after = write("after.json", slowed(quiet, "gjk_epa", 1.2));
  const Ran slower = run_touchstone({"compare", before, after, "--json", folder_->path("c.json")});
  EXPECT_EQ(slower.exit_code, 1) << slower.err;
  EXPECT_THAT(slower.out, HasSubstr("slower  gjk_epa"));
  EXPECT_THAT(slower.out, Not(HasSubstr("slower  ratio_seidel")));
  EXPECT_THAT(slower.out, HasSubstr("Something got slower."));
  const json written = json::parse(read_text(folder_->path("c.json")));
  EXPECT_EQ(written.at("schema"), "touchstone.time-compare/1");
  EXPECT_EQ(written.at("summary").at("slower"), 2);
  EXPECT_EQ(written.at("summary").at("same"), 2);
  const Ran faster = run_touchstone({"compare", after, before});
  EXPECT_EQ(faster.exit_code, 0) << faster.err;
  EXPECT_THAT(faster.out, HasSubstr("faster  gjk_epa"));
  const std::string small = write("small.json", slowed(quiet, "gjk_epa", 1.05));
  EXPECT_EQ(run_touchstone({"compare", before, small}).exit_code, 0);
}

TEST_F(Time, CompareRefusesWhatIsNoTimeRecord) {
  const std::string path = folder_->path("time.json");
  const std::string verify =
      folder_->write("verify.json", R"({"schema": "touchstone.verify/5", "results": []})");
  expect_one_line_refusal(run_touchstone({"compare", path, verify}),
                          "schema: must be touchstone.time/1");
  expect_one_line_refusal(run_touchstone({"compare", verify, path}),
                          "schema: must be touchstone.time/1");
  expect_one_line_refusal(run_touchstone({"compare", path, verify}),
                          "compare wants two JSONs of touchstone time");
  json other = record();
  for (json& result : other["results"]) result["family"] = "another";
  expect_one_line_refusal(run_touchstone({"compare", path, write("other.json", other)}),
                          "have no cell in common");
  expect_one_line_refusal(run_touchstone({"compare", path, folder_->path("none")}), "no such file");
  const std::string cut = folder_->write("cut.json", text_.substr(0, text_.size() / 2));
  expect_one_line_refusal(run_touchstone({"compare", path, cut}), "parse error");
}

TEST_F(Time, SaysWhichSizeIsMeasuredInPlaceOfOneThatAFamilyDoesNotHave) {
  const Ran other = run_touchstone({"time", "--metric", "ratio_ray", "--family", "boxes",
                                    "--regime", "shallow", "--vertices", "500,8"});
  EXPECT_EQ(other.exit_code, 0);
  EXPECT_EQ(other.err,
            "touchstone: note: time: boxes has no size 500x500; using 8x8, the nearest by ratio\n");
  EXPECT_EQ(run_.err, "");
}

TEST_F(Time, WhereNothingCanBeTimedItSaysWhyAndFails) {
  const std::string path = folder_->path("nothing.json");
  const Ran nothing = run_touchstone(
      {"time", "--metric", "box15", "--family", "random-hulls", "--vertices", "8", "--json", path});
  EXPECT_EQ(nothing.exit_code, 2);
  EXPECT_EQ(nothing.err,
            "touchstone: time: nothing was timed: box15 on random-hulls: takes boxes only\n");
  // Why is in the record and on the terminal all the same.
  EXPECT_TRUE(json::parse(read_text(path)).at("results").empty());
  EXPECT_THAT(nothing.out, HasSubstr("Not timed:\n  box15: takes boxes only"));
  EXPECT_THAT(nothing.out, Not(HasSubstr("Median CPU time")));
}

TEST_F(Time, QuickIsAWholeRecordOfASubset) {
  const Ran ran = run_touchstone({"time", "--quick", "--metric", "ratio_seidel", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json quick = json::parse(ran.out);
  EXPECT_EQ(quick.at("results").size(), 24U);  // five sizes of hulls and one of boxes
  std::set<std::string> starts;
  for (const json& result : quick.at("results")) {
    starts.insert(result.at("start"));
    EXPECT_GT(result.at("floor_ns"), 0);
  }
  EXPECT_EQ(starts.size(), 2U);
  EXPECT_FALSE(quick.at("fits").empty());
  expect_one_line_refusal(run_touchstone({"time", "--quick", "--vertices", "8"}),
                          "--vertices: has no effect here, only without --quick");
}

TEST_F(Time, RefusesWhatIsMistyped) {
  expect_one_line_refusal(run_touchstone({"time", "--metric", "gjk_ep"}), "did you mean gjk_epa?");
  expect_one_line_refusal(run_touchstone({"time", "--family", "box"}),
                          "unknown family 'box': must be random-hulls, boxes, ");
  expect_one_line_refusal(run_touchstone({"time", "--regime", "touching"}),
                          "unknown regime 'touching'");
  expect_one_line_refusal(run_touchstone({"time", "--vertices", "8x"}), "is neither a number");
  expect_one_line_refusal(run_touchstone({"time", "--json", "-", "--csv", "-"}),
                          "--csv: standard output is where --json goes");
  expect_one_line_refusal(run_touchstone({"time", "--csv", "/nowhere/at/all.csv"}), "/nowhere");
  expect_one_line_refusal(run_touchstone({"time", "--full", "--json", "-"}),
                          "--full: has no effect");
  expect_one_line_refusal(run_touchstone({"time", "--metric", "./none.so"}), "no such file");
}

TEST_F(Time, AProgramIsNotTimed) {
  const std::string command = "python3 " TOUCHSTONE_SOURCE_DIR "/examples/plugins/python/boxes.py";
  expect_one_line_refusal(run_touchstone({"time", "--metric", command, "--quick"}),
                          "is a program: what would be timed is the way to it and back");
}

/// The example in C, which does what FAULT says from its question number AT on.
std::string faulty_boxes(const ScratchFolder& folder) {
  const std::string library = folder.path("faulty.so");
  const std::string source = folder.write("faulty.c", R"(
#define touchstone_plugin_entry healthy_entry
#include HEALTHY_PLUGIN
#undef touchstone_plugin_entry
#include <stdlib.h>
static long questions = 0;
static void evaluate_or_fail(void* i, const touchstone_query* q, touchstone_answer* a) {
  const char* fault = getenv("FAULT");
  if (fault != NULL && ++questions >= atol(getenv("AT"))) {
    if (strcmp(fault, "crash") == 0) abort();
    for (volatile int k = 0;; k = 1 - k) {}
  }
  evaluate(i, q, a);
}
static const touchstone_evaluate_1 kFaulty = {evaluate_or_fail};
static const void* get_faulty_interface(const char* id) {
  return strcmp(id, TOUCHSTONE_DISTANCE_1) == 0 ? &kFaulty : healthy_entry.get_interface(id);
}
TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry = {
    TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, NULL, NULL, get_faulty_interface};
)");
  const std::string root = TOUCHSTONE_SOURCE_DIR;
  const Ran built = run_program(
      {"/bin/sh", "-c",
       "cc -O2 -fPIC -shared -I '" + root + "/include' '-DHEALTHY_PLUGIN=\"" + root +
           "/examples/plugins/c/my_boxes.c\"' '" + source + "' -o '" + library + "' -lm"});
  EXPECT_EQ(built.exit_code, 0) << built.err;
  return library;
}

Ran time_faulty(const std::string& metrics, const char* fault, const char* from) {
  ::setenv("FAULT", fault, 1);
  ::setenv("AT", from, 1);
  ::setenv("TOUCHSTONE_PLANT_LIMIT", "3", 1);  // [s], for a query in the process
  Ran ran = run_touchstone(
      {"time", "--metric", metrics, "--family", "boxes", "--regime", "shallow", "--start", "cold"});
  ::unsetenv("FAULT");
  ::unsetenv("AT");
  ::unsetenv("TOUCHSTONE_PLANT_LIMIT");
  return ran;
}

TEST_F(Time, APlugInThatHangsIsNamedAndLeftOut) {
  const std::string library = faulty_boxes(*folder_);
  const Ran alone = time_faulty(library, "hang", "1");
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_THAT(alone.err,
              HasSubstr("note: time: my_boxes: boxes 8x8 shallow cold, pair 1: no answer "
                        "in time"));
  EXPECT_THAT(alone.err, HasSubstr("nothing was timed: my_boxes on boxes: 0 pairs crashed it and 4 "
                                   "took too long: none of the first ones ended in an answer\n"));
  const Ran beside = time_faulty(library + ",sat", "crash", "1");
  EXPECT_EQ(beside.exit_code, 1) << beside.err;
  EXPECT_THAT(beside.err, HasSubstr("pair 1: crashed (SIGABRT); such pairs are not timed\n"));
  EXPECT_THAT(beside.out, testing::ContainsRegex("\n *sat .* ns"));
}

/// It is right in its worker, where it is asked fewer questions.
TEST_F(Time, APlugInThatCrashesWhileItIsTimedIsNamedInOneLine) {
  const std::string library = faulty_boxes(*folder_);
  for (const auto& [fault, said] : std::map<const char*, std::string>{
           {"crash", "SIGABRT"}, {"hang", "a query takes too long"}}) {
    const Ran ran = time_faulty(library + ",sat", fault, "1500");
    EXPECT_EQ(ran.exit_code, 2) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("touchstone: my_boxes: " + said +
                                   " in this process, at boxes 8x8 shallow cold: a fault of the "
                                   "plug-in"));
  }
}

}  // namespace
}  // namespace touchstone
