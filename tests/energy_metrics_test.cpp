// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics that `energy` runs its scenes with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
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

// Its contacts are closed forms: no metric has a part in it.
TEST(Energy, AMetricThatIsNeverAskedIsNotJudged) {
  const Ran ran = run_touchstone({"energy", "slide-to-roll", "--metric", "vclip", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const json record = json::parse(ran.out);
  ASSERT_FALSE(record.at("results").empty());
  for (const json& result : record.at("results")) {
    EXPECT_EQ(result.at("verdict"), "no_truth");
    EXPECT_EQ(result.at("asked"), 0);
  }
}

TEST(Energy, AMetricThatNeverAnswersIsWrong) {
  const Ran ran = run_touchstone({"simulate", "duct", "--vertices", "50", "--metric", "box15",
                                  "--t-end", "0.1", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_EQ(json::parse(ran.out).at("results").at(0).at("verdict"), "wrong");
}

TEST(Energy, AMetricThatAnswersAPartSaysSoBeforeTheRun) {
  const auto said = [](const std::string& metric, std::vector<std::string> words) {
    words.insert(words.begin(), {"energy", "--metric", metric});
    return run_touchstone(words).err;
  };
  const std::vector<std::string> one = {"slide-to-roll", "--dt", "1e-2"};
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
