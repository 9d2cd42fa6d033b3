// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics that `energy` runs its scenes with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

TEST(Energy, AMetricOfOnesChoiceIsHandedIn) {
  const Ran ran = run_touchstone({"simulate", "vertex-spin", "--vertices", "50", "--metric",
                                  "ratio_ray", "--dt", "1e-2", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const json record = json::parse(ran.out);
  ASSERT_FALSE(record.at("results").empty());
  for (const json& result : record.at("results")) {
    EXPECT_EQ(result.at("metric"), "ratio_ray");
    EXPECT_GT(result.at("asked"), 0);
    EXPECT_EQ(result.at("vertices"), json::parse("[50, 8]"));
  }
}

TEST(Energy, SeveralMetricsHaveTheirRunsInOneCall) {
  const Ran ran = run_touchstone({"simulate", "vertex-spin", "--vertices", "50", "--dt", "1e-2",
                                  "--t-end", "0.2", "--metric", "vclip,sat", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  std::map<std::string, int> runs;
  const json record = json::parse(ran.out);
  for (const json& result : record.at("results")) ++runs[result.at("metric")];
  EXPECT_EQ(runs, (std::map<std::string, int>{{"sat", 1}, {"vclip", 1}}));
  const Ran table = run_touchstone({"simulate", "vertex-spin", "--vertices", "50", "--dt", "1e-2",
                                    "--t-end", "0.2", "--metric", "vclip", "--metric", "sat"});
  EXPECT_THAT(table.out, AllOf(HasSubstr("vertex-spin, vclip "), HasSubstr("vertex-spin, sat ")));
}

// Two spheres touch in closed form: no metric has a part in it.
TEST(Energy, AMetricThatIsNeverAskedIsNotJudged) {
  const Ran ran = run_touchstone(
      {"simulate", "rolling-free", "--vertices", "0x0", "--metric", "certified", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const json record = json::parse(ran.out);
  ASSERT_FALSE(record.at("results").empty());
  for (const json& result : record.at("results")) {
    EXPECT_EQ(result.at("verdict"), "no_truth");
    EXPECT_EQ(result.at("asked"), 0);
  }
}

std::vector<std::string> scenes_run(const Ran& ran) {
  std::vector<std::string> names;
  const json record = json::parse(ran.out);
  for (const json& result : record.at("results")) names.push_back(result.at("scene"));
  return names;
}

TEST(Energy, SpheresAreNotPutToAMetricOfSolids) {
  expect_one_line_refusal(
      run_touchstone({"energy", "slide-to-roll", "--metric", "vclip"}),
      "energy: vclip takes no body without a volume, as the core of 'sphere' is");
  const Ran ran = run_touchstone({"energy", "slide-to-roll", "duct", "--dt", "1e-2", "--t-end",
                                  "0.1", "--metric", "ratio_ray,certified", "--json", "-"});
  EXPECT_THAT(ran.err, HasSubstr("ratio_ray takes no body without a volume, as the core of a "
                                 "sphere is; cases are left out of: duct, slide-to-roll\n"));
  std::map<std::string, std::vector<std::string>> metrics;
  const json record = json::parse(ran.out);
  for (const json& result : record.at("results")) {
    metrics[result.at("scene")].push_back(result.at("metric"));
    EXPECT_NE(result.at("asked"), 0);
    EXPECT_EQ(result.at("unanswered"), 0);
  }
  EXPECT_THAT(metrics["slide-to-roll"], AllOf(Not(IsEmpty()), Each("certified")));
  EXPECT_THAT(metrics["duct"], Contains("ratio_ray"));
}

TEST(Energy, SpheresAreNotPutToAContactMethodOfPolytopes) {
  const Ran ran = run_touchstone({"energy", "slide-to-roll", "spinning-box", "--dt", "1e-2",
                                  "--t-end", "0.1", "--contacts", "events", "--json", "-"});
  EXPECT_THAT(ran.err, HasSubstr("energy: contacts events are of polytopes, and body 'sphere' has "
                                 "a radius; cases are left out of: slide-to-roll\n"));
  EXPECT_THAT(scenes_run(ran), Each("spinning-box"));
  for (const char* method : {"vclip_sat", "vclip_sat_gauss", "triangle_normals"}) {
    const std::string fault =
        "contacts " + std::string(method) +
        " are of bodies with a volume, and the core of body 'sphere' has none";
    for (const char* command : {"energy", "simulate"}) {
      expect_one_line_refusal(run_touchstone({command, "slide-to-roll", "--contacts", method}),
                              fault);
    }
    expect_one_line_refusal(
        run_touchstone({"simulate", "slide-to-roll", "--contacts", method, "--write-scene", "-"}),
        fault);
  }
}

TEST(Energy, SpheresAreNotPutToAContactModelOfPolytopes) {
  const Ran ran =
      run_touchstone({"energy", "slide-to-roll", "spinning-box", "--dt", "1e-2", "--t-end", "0.1",
                      "--friction", "frictionless", "--model", "manifold,peg", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("energy: model peg is of polytopes, and body 'sphere' has a "
                                 "radius; cases are left out of: slide-to-roll\n"));
  EXPECT_THAT(scenes_run(ran), AllOf(Contains("spinning-box"), Contains("slide-to-roll")));
}

TEST(Energy, AMetricThatNeverAnswersIsWrong) {
  const Ran ran = run_touchstone(
      {"simulate", "tetra-pile", "--metric", "box15", "--t-end", "0.15", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_EQ(json::parse(ran.out).at("results").at(0).at("verdict"), "wrong");
}

TEST(Energy, AMetricThatAnswersAPartSaysSoBeforeTheRun) {
  const auto said = [](const std::string& metric, std::vector<std::string> words) {
    words.insert(words.begin(), {"energy", "--metric", metric});
    return run_touchstone(words).err;
  };
  const std::vector<std::string> one = {"spinning-box", "--dt", "1e-2", "--t-end", "0.1"};
  EXPECT_THAT(said("sat", one),
              AllOf(StartsWith("touchstone: note: energy: sat answers a part of the questions: of "
                               "bodies that are apart it tells the sign only"),
                    HasSubstr("does not touch in that step\n")));
  EXPECT_THAT(said("vclip", one), HasSubstr("of bodies that overlap it tells the sign only"));
  EXPECT_THAT(said("box15", one), HasSubstr("and it takes boxes only"));
  EXPECT_EQ(said("certified", one), "");
  EXPECT_EQ(said("ratio_ray", one), "");
}

}  // namespace
}  // namespace touchstone
