// SPDX-License-Identifier: GPL-3.0-or-later
// `time` beside an earlier build and beside peers, as a person runs it; the collection is compiled
// here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class TimeBaseline : public testing::Test {
 protected:
  void SetUp() override {
    library_ = compiled("before", kRoot + "/harness/plugins/tests/collection_plugin.c");
  }

  std::string compiled(const std::string& name, const std::string& source,
                       const std::string& definition = "-DNOTHING") const {
    std::string library = scratch_.path(name + ".so");
    const Ran built =
        run_program({"/usr/bin/cc", "-O2", "-fPIC", "-shared", "-pthread", definition, "-I" + kRoot,
                     "-I" + kRoot + "/include", source, "-o", library, "-lm"});
    EXPECT_EQ(built.exit_code, 0) << built.err;
    return library;
  }

  /// An earlier `certified` of the tests, which knows boxes.
  std::string boxes_library() const {
    std::string text = read_text(kRoot + "/examples/plugins/c/my_boxes.c");
    const std::string name = "\"my_boxes\"";
    EXPECT_NE(text.find(name), std::string::npos);
    text.replace(text.find(name), name.size(), "\"certified\"");
    return compiled("boxes", scratch_.write("boxes.c", text));
  }

  /// On boxes, cold and shallow.
  static Ran time(std::vector<std::string> words) {
    words.insert(words.begin(), "time");
    words.insert(words.end(), {"--family", "boxes", "--regime", "shallow", "--start", "cold"});
    return run_touchstone(words);
  }

  const std::string kRoot = TOUCHSTONE_SOURCE_DIR;
  ScratchFolder scratch_;
  std::string library_;
};

TEST_F(TimeBaseline, EveryCellHasTheRatioOfBothBuilds) {
  const std::string csv = scratch_.path("out.csv");
  const std::string file = scratch_.path("out.json");
  const Ran ran = time(
      {"--metric", "certified,box15", "--baseline", boxes_library(), "--json", file, "--csv", csv});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.out, ContainsRegex("certified +boxes +shallow +cold +8x8 +certified_before"));
  const json record = json::parse(read_text(file));
  std::set<std::string> metrics;
  for (const json& result : record.at("results")) metrics.insert(result.at("metric"));
  EXPECT_EQ(metrics, (std::set<std::string>{"box15", "certified", "certified_before"}));
  ASSERT_EQ(record.at("ratios").size(), 1U);
  const json& ratio = record.at("ratios")[0];
  EXPECT_EQ(ratio.at("metric"), "certified");
  EXPECT_EQ(ratio.at("before"), "certified_before");
  EXPECT_EQ(ratio.at("start"), "cold");
  EXPECT_GE(ratio.at("pairs"), 250);
  EXPECT_GT(ratio.at("before_ns"), 0);
  EXPECT_LE(ratio.at("low"), ratio.at("ratio"));
  EXPECT_GE(ratio.at("high"), ratio.at("ratio"));
  EXPECT_GT(ratio.at("low"), 0);
  EXPECT_GT(ratio.at("empty_ns"), 0);
  EXPECT_LT(ratio.at("empty_ns"), ratio.at("median_ns"));
  EXPECT_GT(ratio.at("net_ratio"), 0);
  EXPECT_EQ(ratio.at("left_out"), 0);
  EXPECT_EQ(ratio.at("passes"), 5);
  EXPECT_EQ(ratio.at("right_share"), 1);
  EXPECT_EQ(ratio.at("before_right_share"), 1);
  EXPECT_TRUE(ratio.at("reason").is_null());
  EXPECT_THAT(ran.out, ContainsRegex("certified_before [^\n]* 100% +100% "));
  EXPECT_THAT(ran.out, Not(HasSubstr("has no ratio")));
  // It gives no witness points.
  for (const json& result : record.at("results")) {
    EXPECT_EQ(result.at("witness_share").is_null(), result.at("metric") == "box15");
    EXPECT_LT(result.at("empty_ns"), result.at("median_ns"));
  }
  const std::string rows = read_text(csv);
  EXPECT_THAT(rows, HasSubstr(",certified_before,"));
  // A record with ratios is compared and shown as any other.
  EXPECT_EQ(run_touchstone({"compare", file, file}).exit_code, 0);
}

TEST_F(TimeBaseline, WhatAnswersNothingIsNotRight) {
  const Ran ran = time({"--baseline", library_ + ":certified", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  // Names behind the library stand alone.
  const json results = json::parse(ran.out).at("results");
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].at("metric"), "certified");
  EXPECT_EQ(results[0].at("right_share"), 1);
  EXPECT_EQ(results[0].at("witness_share"), 1);
  EXPECT_EQ(results[1].at("metric"), "certified_before");
  EXPECT_EQ(results[1].at("right_share"), 0);
  // It claims no witness points.
  EXPECT_TRUE(results[1].at("witness_share").is_null());
}

TEST_F(TimeBaseline, WhatAnswersNothingHasNoRatio) {
  const std::string csv = scratch_.path("out.csv");
  const std::string file = scratch_.path("out.json");
  const Ran ran = time({"--baseline", library_ + ":certified", "--json", file, "--csv", csv});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("certified / certified_before has no ratio: no pair was answered "
                                 "by both (1 cell)"));
  EXPECT_THAT(ran.out, ContainsRegex("certified_before [^\n]* 100% +0\\.00% "));
  EXPECT_THAT(read_text(csv), HasSubstr(",certified_before,,,,,\n"));
  const json ratio = json::parse(read_text(file)).at("ratios").at(0);
  for (const char* key : {"median_ns", "before_ns", "ratio", "low", "high"}) {
    EXPECT_TRUE(ratio.at(key).is_null()) << key;
  }
  EXPECT_EQ(ratio.at("left_out"), ratio.at("pairs"));
  EXPECT_EQ(ratio.at("before_right_share"), 0);
}

TEST_F(TimeBaseline, AsManyPairsAreJudgedAsWanted) {
  const Ran ran = time({"--metric", "certified,sat_float32", "--cases", "250", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json results = json::parse(ran.out).at("results");
  EXPECT_EQ(results.size(), 2U);
  for (const json& result : results) {
    EXPECT_EQ(result.at("judged"), 250) << result.at("metric");
  }
}

TEST_F(TimeBaseline, PeersAreTimedBesideTheMetricsAndTheMissingNamed) {
  const fs::path folder = scratch_.path("peers");
  fs::create_directories(folder);
  fs::rename(compiled("my_boxes", kRoot + "/examples/plugins/c/my_boxes.c"),
             folder / "my_boxes.so");
  const std::string folder_name = folder.string();
  ASSERT_FALSE(scratch_.write("peers/missing.txt", "coal\nmotion_ode\n").empty());
  ASSERT_FALSE(scratch_.write("peers/found.txt", "my_boxes 1\nfcl 0.7.0\n").empty());
  ::setenv("TOUCHSTONE_PEERS", folder_name.c_str(), 1);
  const Ran ran = time({"--metric", "certified,box15,peers"});
  const Ran with_json = time({"--metric", "box15,peers", "--json", "-"});
  ::setenv("TOUCHSTONE_PEERS", scratch_.path("nowhere").c_str(), 1);
  expect_one_line_refusal(time({"--metric", "peers"}), "peers: there is none in ");
  ::unsetenv("TOUCHSTONE_PEERS");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("time: peers that are missing: coal, fcl (docs/peers.md)"));
  EXPECT_THAT(ran.out, HasSubstr("next / fastest"));
  std::set<std::string> metrics;
  const json results = json::parse(with_json.out).at("results");
  for (const json& result : results) {
    metrics.insert(result.at("metric"));
    EXPECT_GT(result.at("right_share"), 0.9);
  }
  EXPECT_EQ(metrics, (std::set<std::string>{"box15", "my_boxes"}));
}

/// my_boxes as two builds of one plug-in.
TEST_F(TimeBaseline, APluginIsTimedInPairsWithItsEarlierBuild) {
  const std::string source = kRoot + "/examples/plugins/c/my_boxes.c";
  const std::string now = compiled("now", source);
  const std::string earlier = compiled("earlier", source);
  const Ran ran = time({"--metric", now + ",box15", "--baseline", earlier, "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json record = json::parse(ran.out);
  std::set<std::string> metrics;
  for (const json& result : record.at("results")) metrics.insert(result.at("metric"));
  EXPECT_EQ(metrics, (std::set<std::string>{"box15", "my_boxes", "my_boxes_before"}));
  ASSERT_EQ(record.at("ratios").size(), 1U);
  const json& ratio = record.at("ratios")[0];
  EXPECT_EQ(ratio.at("metric"), "my_boxes");
  EXPECT_EQ(ratio.at("before"), "my_boxes_before");
  EXPECT_GT(ratio.at("low"), 0);
  EXPECT_EQ(ratio.at("left_out"), 0);
}

TEST_F(TimeBaseline, TheOnlyPluginIsComparedUnderAnyName) {
  const std::string source = kRoot + "/examples/plugins/c/my_boxes.c";
  const std::string now = compiled("now", source);
  const std::string earlier = compiled("earlier", source);
  const Ran ran = time({"--metric", "mine=" + now, "--baseline", earlier, "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out).at("ratios").at(0).at("before"), "mine_before");
  // One of two plug-ins is not chosen for the user.
  expect_one_line_refusal(time({"--metric", "mine=" + now + ",other=" + compiled("other", source),
                                "--baseline", earlier}),
                          "has none of the metrics that are timed (my_boxes)");
  EXPECT_EQ(time({"--metric", now, "--baseline", earlier + ":my_boxes"}).exit_code, 0);
}

TEST_F(TimeBaseline, BatchesAreTimedAgainstOneByOne) {
  const std::string file = scratch_.path("out.json");
  const Ran ran = time({"--metric", "certified,box15,gjk", "--batch", "64", "--json", file});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("same bits: pairs with the answer of one by one"));
  const json ratios = json::parse(read_text(file)).at("ratios");
  ASSERT_EQ(ratios.size(), 2U) << "gjk takes no batches";
  for (const json& ratio : ratios) {
    EXPECT_EQ(ratio.at("before"), ratio.at("metric"));
    EXPECT_EQ(ratio.at("batch"), 64);
    EXPECT_GE(ratio.at("pairs"), 5 * 64);
    EXPECT_EQ(ratio.at("same_bits"), ratio.at("pairs")) << ratio.at("metric");
    EXPECT_GT(ratio.at("ratio"), 0);
  }
  EXPECT_EQ(run_touchstone({"compare", file, file}).exit_code, 0);
  expect_one_line_refusal(time({"--metric", "gjk", "--batch", "64"}),
                          "none of the metrics that are timed takes batches");
  expect_one_line_refusal(time({"--metric", "certified", "--batch", "4097"}), "--batch");
}

/// my_boxes, which takes batches as well, and does `deed` in those of more than one pair.
std::string batches_source(const std::string& deed) {
  std::string text =
      read_text(std::string(TOUCHSTONE_SOURCE_DIR) + "/examples/plugins/c/my_boxes.c");
  const std::string getter = "static const void* get_interface(const char* id) {\n";
  EXPECT_NE(text.find(getter), std::string::npos);
  return text.replace(text.find(getter), getter.size(),
                      "static void many(void* instance, const touchstone_query* q, size_t count,\n"
                      "                 touchstone_answer* answers) {\n"
                      "  static int batches;\n"
                      "  if (count > 1) ++batches;\n"
                      "  for (size_t k = 0; k < count; ++k) {\n"
                      "    evaluate(instance, q + k, answers + k);\n"
                      "    if (count > 1) " +
                          deed +
                          "\n"
                          "  }\n"
                          "}\n"
                          "static const touchstone_batch_1 kBatch = {many};\n" +
                          getter +
                          "  if (strcmp(id, TOUCHSTONE_DISTANCE_BATCH_1) == 0) return &kBatch;\n");
}

TEST_F(TimeBaseline, BatchesOfAPluginAreTimedBesideOurOwn) {
  const std::string library = compiled(
      "batches", scratch_.write("batches.c", batches_source("answers[k].value *= 1 + 1e-15;")));
  const Ran ran = time({"--metric", library + ",certified", "--batch", "50", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json record = json::parse(ran.out);
  ASSERT_EQ(record.at("ratios").size(), 2U);
  for (const json& ratio : record.at("ratios")) {
    const bool own = ratio.at("metric") == "certified";
    EXPECT_EQ(ratio.at("batch"), 50);
    EXPECT_EQ(ratio.at("same_bits"), own ? ratio.at("pairs") : json(0)) << ratio.at("metric");
    EXPECT_FALSE(ratio.contains("net_ratio"));
  }
  for (const json& result : record.at("results")) {
    EXPECT_GT(result.at("empty_ns"), 0) << "behind the interface";
  }
}

/// Aborts in the first batch, which is judged, or in one that is timed.
TEST_F(TimeBaseline, APluginThatCrashesInABatchLosesItsRatioAlone) {
  for (const char* healthy : {"0", "2"}) {
    SCOPED_TRACE(healthy);
    const std::string deed =
        std::string("if (batches > ") + healthy + ") { extern void abort(void); abort(); }";
    const std::string name = std::string("aborts") + healthy;
    const std::string library = compiled(name, scratch_.write(name + ".c", batches_source(deed)));
    const Ran ran = time({"--metric", library + ",certified", "--batch", "50", "--json", "-"});
    EXPECT_EQ(ran.exit_code, 1) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("time: my_boxes: boxes 8x8 shallow cold, in batches of 50: "));
    EXPECT_THAT(ran.err, HasSubstr("SIGABRT"));
    const json record = json::parse(ran.out);
    EXPECT_EQ(record.at("results").size(), 2U);
    ASSERT_EQ(record.at("ratios").size(), 2U);
    for (const json& ratio : record.at("ratios")) {
      const bool own = ratio.at("metric") == "certified";
      EXPECT_EQ(ratio.at("ratio").is_null(), !own);
      EXPECT_THAT(ratio.value("reason", json()).dump(), HasSubstr(own ? "null" : "SIGABRT"));
    }
  }
}

/// Building it takes minutes: only what the sources of another commit have to fit is compiled.
TEST_F(TimeBaseline, CMakeAddsTheLibraryOfACheckout) {
  const std::string root = TOUCHSTONE_SOURCE_DIR;
  const std::string build = scratch_.path("build");
  const Ran configured = run_program(
      {TOUCHSTONE_CMAKE, "-S", root, "-B", build, "-G", "Ninja", "-DTOUCHSTONE_TESTS=OFF",
       "-DCMAKE_PROJECT_INCLUDE=" + root + "/cmake/metrics_plugin.cmake"});
  ASSERT_EQ(configured.exit_code, 0) << configured.err;
  const Ran compiled = run_program(
      {TOUCHSTONE_CMAKE, "--build", build, "--target",
       "CMakeFiles/touchstone_metrics_plugin.dir/harness/plugins/registry_plugin.cpp.o"});
  EXPECT_EQ(compiled.exit_code, 0) << compiled.out << compiled.err;
  // Nothing else of the program is in it.
  EXPECT_THAT(compiled.out, Not(HasSubstr("metrics/certified")));
}

/// With headers of the newer tree the library would read the older one's records by other layouts.
TEST_F(TimeBaseline, HeadersOfAnOlderCheckoutComeFirst) {
  const std::string root = TOUCHSTONE_SOURCE_DIR;
  std::filesystem::create_directories(scratch_.path("old/geometry"));
  scratch_.write("old/CMakeLists.txt",
                 "cmake_minimum_required(VERSION 3.25)\n"
                 "project(old LANGUAGES CXX)\n"
                 "add_library(metrics INTERFACE)\n"
                 "add_library(touchstone::metrics ALIAS metrics)\n"
                 "target_include_directories(metrics INTERFACE ${CMAKE_SOURCE_DIR})\n");
  scratch_.write("old/geometry/polytope.hpp", "#error this header is of the older checkout\n");
  const std::string build = scratch_.path("build");
  const Ran configured =
      run_program({TOUCHSTONE_CMAKE, "-S", scratch_.path("old"), "-B", build, "-G", "Ninja",
                   "-DCMAKE_PROJECT_INCLUDE=" + root + "/cmake/metrics_plugin.cmake"});
  ASSERT_EQ(configured.exit_code, 0) << configured.err;
  const Ran compiled =
      run_program({TOUCHSTONE_CMAKE, "--build", build, "--target", "touchstone_metrics_plugin"});
  EXPECT_NE(compiled.exit_code, 0);
  EXPECT_THAT(compiled.out, HasSubstr("this header is of the older checkout"));
}

TEST_F(TimeBaseline, RefusesWhatIsNoOtherBuild) {
  expect_one_line_refusal(time({"--baseline", "/nowhere/at/all.so"}), "/nowhere/at/all.so: ");
  const std::string text = scratch_.write("text.so", "no library");
  expect_one_line_refusal(time({"--baseline", text}), "text.so: is not a plug-in");
  expect_one_line_refusal(time({"--baseline", library_ + ":gjk"}),
                          "has no metric gjk (certified, one)");
  expect_one_line_refusal(time({"--baseline", library_ + ":certifed"}), "did you mean certified?");
  expect_one_line_refusal(time({"--baseline", library_, "--metric", "gjk"}),
                          "has none of the metrics that are timed");
  expect_one_line_refusal(time({"--baseline", library_ + ":"}), "names no metric");
  expect_one_line_refusal(time({"--baseline", ":certified"}), "':certified' names no library");
  const std::string other = compiled("other", kRoot + "/harness/plugins/tests/hostile_plugin.c",
                                     "-DHOSTILE_ABI_MAJOR=99");
  expect_one_line_refusal(time({"--baseline", other}), "is a plug-in of ABI version 99");
  expect_one_line_refusal(time({"--metric", "certified", "--cases", "0"}), "--cases");
  expect_one_line_refusal(run_touchstone({"time", "--start", "hot"}), "unknown start 'hot'");
  expect_one_line_refusal(run_touchstone({"time", "--quick", "--start", "cold"}),
                          "--start: has no effect");
}

}  // namespace
}  // namespace touchstone
