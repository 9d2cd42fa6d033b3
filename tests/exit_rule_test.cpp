// SPDX-License-Identifier: GPL-3.0-or-later
// JSON, JUnit, the last line and the exit code of one run say the same. What counts as wrong is
// worked out here once more, from the JSON and the committed table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <regex>
#include <set>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using Cell = std::pair<std::string, std::string>;  // metric and family

const std::set<std::string> kExact = {"certified", "box15", "minkowski", "ratio_ray"};
const std::set<std::string> kSinglePrecision = {"sat_float32"};

/// Number of cases of each cell of the committed table.
std::map<Cell, int> table_cases(const json& table) {
  std::map<Cell, int> cases;
  for (const json& cell : table.at("cells")) {
    cases[{cell.at("metric"), cell.at("family")}] = cell.at("cases");
  }
  return cases;
}

int counted_wrong(const json& row, double tolerance) {
  const std::string metric = row.at("metric");
  const std::string family = row.at("family");
  const std::string group = row.at("group");
  const bool own = family.rfind("file:", 0) == 0 || group == "meshes";
  const bool strict = kExact.count(metric) > 0 || (own && kSinglePrecision.count(metric) == 0);
  const int wrong = row.at("cases").get<int>() - row.at("not_applicable").get<int>();
  int right = row.at("right");
  if (!strict && row.at("own_tolerance").get<double>() > tolerance) {
    right = std::max(right, row.at("right_at_own_tolerance").get<int>());
  }
  return wrong - right;
}

std::set<Cell> failing_cells(const std::string& xml) {
  const std::regex pattern(
      "<testcase classname=\"touchstone\\.([^\"]*)\" name=\"([^\"]*)\">\\s*<(failure|error)");
  std::set<Cell> cells;
  for (std::sregex_iterator it(xml.begin(), xml.end(), pattern), end; it != end; ++it) {
    cells.insert({(*it)[1], (*it)[2]});
  }
  return cells;
}

/// Options drawn at random; every run is short.
class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}

  std::vector<std::string> options(const std::string& pairs, const std::string& meshes) {
    std::vector<std::string> words = {
        "--metric", one_of({"certified", "gjk_epa", "sat_float32,sat", "box15,gjk", "mpr,ratio_lp",
                            "minkowski_float,gjk_epa_1e-8", "sat_float32,gjk_epa,certified"})};
    const std::string source = one_of({"family", "family", "family", "file", "meshes"});
    if (source == "file") {
      add(words, {"--file", pairs});
    } else if (source == "meshes") {
      add(words, {"--meshes", meshes, "--cases", "20"});
    } else {
      add(words, {"--family", one_of({"random-boxes", "kissing-face-face-rotated", "contained",
                                      "field", "random-hulls-8"})});
      const std::string cases = one_of({"7", "60", ""});
      if (!cases.empty()) add(words, {"--cases", cases});
      const std::string seed = one_of({"7", ""});
      if (!seed.empty()) add(words, {"--seed", seed});
    }
    const std::string tolerance = one_of({"1e-3", "1e-12", "", ""});
    if (!tolerance.empty()) add(words, {"--tolerance", tolerance});
    if (one_of({"full", "brief"}) == "full") add(words, {"--full"});
    return words;
  }

 private:
  static void add(std::vector<std::string>& words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
  }
  std::string one_of(const std::vector<std::string>& choices) {
    return choices[random_() % choices.size()];
  }

  std::mt19937 random_;
};

TEST(ExitRule, FiftyCombinationsOfOptionsAgreeInAllTheirOutputs) {
  const json table = json::parse(read_text(TOUCHSTONE_SOURCE_DIR "/results/accuracy.json"));
  const auto known = table_cases(table);
  const ScratchFolder folder;
  const std::string pairs = folder.write(
      "pairs.json",
      R"([{"a": {"box_half_extents": [1, 1, 1]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
           "b": {"box_half_extents": [1, 2, 1]}, "pose_b": {"t": [1.3, 0.25, 0], "q": [0.6, 0, 0, 0.8]}}])");
  const unsigned seed = std::random_device{}();
  Draw draw(seed);
  int wrong_runs = 0;
  for (int k = 0; k < 50; ++k) {
    const std::string xml = folder.path("out.xml");
    const std::string record = folder.path("out.json");
    std::vector<std::string> words = {"verify"};
    const auto options = draw.options(pairs, TOUCHSTONE_SOURCE_DIR "/examples/meshes/shapes");
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--junit", xml, "--json", record});
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + json(words).dump());
    const Ran ran = run_touchstone(words);
    if (ran.exit_code == 2) {  // no applicable case: said, and nothing judged
      EXPECT_THAT(ran.err, testing::HasSubstr("nothing was judged"));
      continue;
    }
    const json verify = json::parse(read_text(record));
    const double tolerance = verify.at("tolerance");
    const bool same_question =
        verify.at("seed") == table.at("seed") && tolerance == table.at("tolerance");
    std::set<Cell> expected;
    for (const json& row : verify.at("results")) {
      const Cell cell{row.at("metric"), row.at("family")};
      const auto covered = known.find(cell);
      if (same_question && covered != known.end() && covered->second == row.at("cases")) continue;
      if (counted_wrong(row, tolerance) > 0) expected.insert(cell);
    }
    wrong_runs += expected.empty() ? 0 : 1;
    EXPECT_EQ(ran.exit_code, expected.empty() ? 0 : 1) << ran.out;
    EXPECT_EQ(failing_cells(read_text(xml)), expected) << ran.out;
    EXPECT_THAT(ran.out, testing::ContainsRegex("\nExit code " + std::to_string(ran.exit_code) +
                                                ": [^\n]*\\.\n$"));
    for (const Cell& cell : expected) {
      EXPECT_THAT(ran.out, testing::ContainsRegex("Exit code 1: [^\n]*" + cell.first + " in"));
    }
  }
  EXPECT_GT(wrong_runs, 5);
  EXPECT_LT(wrong_runs, 45);
}

}  // namespace
}  // namespace touchstone
