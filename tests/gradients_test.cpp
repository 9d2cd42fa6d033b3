// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients of the whole program: `ask --gradient` against arithmetic of its own, and `audit
// gradients` of a metric and of plug-ins.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/plugin_fixture.hpp"
#include "tests/program.hpp"
#include "tests/report_pages.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::ContainsRegex;
using testing::EndsWith;
using testing::HasSubstr;

Ran gradient_opinion(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {TOUCHSTONE_PYTHON, "-B",
                                    TOUCHSTONE_SOURCE_DIR "/tests/independent/gradient_opinion.py"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_program(std::move(words));
}

TEST(GradientOpinion, AgreesOn200Pairs) {
  const Ran ran = gradient_opinion(
      {"--program", TOUCHSTONE_PROGRAM, "--cases", "20", "kinks", "random-boxes", "posed-boxes",
       "random-hulls-16-deep", "random-hulls-16-separated", "kissing-face-face",
       "kissing-edge-edge-parallel", "symmetric", "lattice", "contained"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, EndsWith("200 passed, 0 failed\n"));
}

TEST(GradientOpinion, CatchesEveryWrongGradientAndManifold) {
  const auto moved = [](const char* body, int axis, double by) {
    return [=](json& g) {
      json& x = g["contacts"]["points"][0][body][axis];
      x = x.get<double>() + by;
    };
  };
  const std::vector<std::pair<std::string, std::function<void(json&)>>> faults = {
      {"the contact points", [](json& g) { g["contacts"]["points"].erase(0); }},
      {"the contact points", [](json& g) { g["contacts"]["points"] = json::array(); }},
      {"the contact points",
       [](json& g) {
         json& gap = g["contacts"]["points"][0]["gap"];
         gap = gap.get<double>() / 2;
       }},
      {"the contact points", moved("a", 0, 1e-6)},
      {"the contact points", moved("b", 1, 1e-6)},
      {"the gradient of phi", [](json& g) { g["gradient"]["phi"]["pieces"].erase(0); }},
      {"the gradient of phi", [](json& g) { g["gradient"]["phi"]["pieces"][1]["w_b"][0] = 0.5; }},
      {"the gradient of phi",
       [](json& g) {
         g["gradient"]["phi"]["pieces"].push_back(g["gradient"]["rho"]["pieces"][0]);
       }},
      {"whether rates of phi are two-sided",
       [](json& g) { g["gradient"]["phi"]["two_sided"] = true; }},
      {"the gradient of rho", [](json& g) { g["gradient"]["rho"]["pieces"] = json::array(); }},
      {"the gradient of rho", [](json& g) { g["gradient"]["rho"]["pieces"][0]["v_a"][0] = 0.1; }},
  };
  const ScratchFolder folder;
  const std::string record = folder.path("ask.json");
  const std::string pair = TOUCHSTONE_SOURCE_DIR "/examples/case-file/pair.json";
  ASSERT_EQ(run_touchstone({"ask", pair, "--gradient", "--json", record}).exit_code, 0);
  EXPECT_EQ(gradient_opinion({record}).out, "1 passed, 0 failed\n");
  const json right = json::parse(read_text(record));
  for (const auto& [says, make] : faults) {
    json wrong = right;
    make(wrong["cases"][0]);
    const Ran ran = gradient_opinion({folder.write("wrong.json", wrong.dump())});
    EXPECT_EQ(ran.exit_code, 1) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("differs in " + says + "\n0 passed, 1 failed\n"));
  }
}

TEST(AuditGradients, HoldsAMetricToTheExactGradient) {
  const Ran ran =
      run_touchstone({"audit", "gradients", "ratio_ray", "--family", "kinks", "--cases", "40"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("Gradients of phi or rho (docs/gradients.md)\nratio_ray: the "
                                 "gradients are Touchstone's, made from"));
  EXPECT_THAT(ran.out, ContainsRegex("\nratio_ray +kinks +[34][0-9] "));
  EXPECT_THAT(ran.out, HasSubstr("\nas expected: every claim that is judged holds\n"));
}

TEST(AuditGradients, HoldsAMetricThatGivesPointsOnRequest) {
  const Ran ran =
      run_touchstone({"audit", "gradients", "box15", "--family", "boxes", "--cases", "40"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("\nas expected: every claim that is judged holds\n"));
}

TEST(AuditGradients, SaysWhyAMetricHasNone) {
  const Ran ran = run_touchstone({"audit", "gradients", "sat"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.err,
            "touchstone: audit: sat gives no gradient, and no normal with witness points\n");
}

TEST(AuditGradients, OfPairsInAFileAreJudged) {
  const std::string file = TOUCHSTONE_SOURCE_DIR "/examples/case-file/pairs.json";
  const Ran ran =
      run_touchstone({"audit", "gradients", "certified", "--file", file, "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json rows = json::parse(ran.out).at("results");
  ASSERT_EQ(rows.size(), 1U) << ran.out;
  EXPECT_EQ(rows[0].at("family"), "file:pairs.json");
  EXPECT_EQ(rows[0].at("cases"), 2);
  // Families beside it have counts of their own; none of them is asked for without --family.
  const Ran both = run_touchstone({"audit", "gradients", "--file", file, "--family", "kinks",
                                   "--cases-of", "kinks=3", "--json", "-"});
  ASSERT_EQ(both.exit_code, 0) << both.err;
  EXPECT_EQ(json::parse(both.out).at("results").at(1).at("cases"), 3);
  EXPECT_THAT(run_touchstone({"audit", "gradients", "--file", file, "--cases", "3"}).err,
              HasSubstr("--cases"));
  EXPECT_THAT(run_touchstone({"audit", "routes", "--file", file}).err, HasSubstr("--file"));
}

TEST(AuditGradients, DifferencesAreMeasuredByStep) {
  const Ran ran = run_touchstone(
      {"audit", "gradient-differences", "certified", "--family", "kinks", "--cases", "20"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("Central differences of certified against the exact gradient"));
  for (const char* step : {"1e-3 ", "1e-8 ", "1e-12 "}) {
    EXPECT_THAT(ran.out, HasSubstr(std::string("\n") + step));
  }
}

/// Records of two checks, which have one schema, are two sections of a page.
TEST(AuditGradients, DifferencesAreOnTheReportBesideContacts) {
  const ScratchFolder folder;
  const std::string record = folder.path("differences.json");
  const std::string contacts = folder.path("contacts.json");
  const std::string page = folder.path("page.html");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"audit", "gradient-differences", "certified", "--family", "random-boxes,kinks",
            "--cases", "8", "--json", record},
           {"contacts", "certified", "--family", "random-boxes", "--cases", "2", "--json",
            contacts},
           {"report", contacts, record, "-o", page}}) {
    const Ran ran = run_touchstone(words);
    ASSERT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  }
  const std::string html = read_text(page);
  for (const char* part : {"id=\"contacts\"", "Central differences of certified; smooth: where",
                           ">kinks</text>", ">hard</text>"}) {
    EXPECT_THAT(html, HasSubstr(part));
  }
  std::map<std::pair<std::string, std::string>, std::pair<int, double>> sums;  // by step and claim
  const json differences = json::parse(read_text(record));
  for (const json& row : differences.at("results")) {
    for (const json& claim : row.at("claims")) {
      auto& [right, largest] = sums[{row.at("subject"), claim.at("claim")}];
      right += claim.at("held").get<int>();
      largest = std::max(largest, claim.at("largest").get<double>());
    }
  }
  const Table table = table_of(html, "gradient-differences");
  ASSERT_EQ(3 * table.rows.size(), sums.size());
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    for (const std::string claim : {"smooth", "kink", "clear"}) {
      const auto& [right, largest] = sums.at({table.text(row, 0), claim});
      EXPECT_EQ(table.value(row, claim + ", right"), right);
      EXPECT_EQ(table.value(row, claim + ", largest error"), largest);
    }
  }
}

class GradientsOfPlugins : public PluginCommands {
 protected:
  void SetUp() override {
    library_ = compiled("aligned_boxes", "/harness/plugins/tests/aligned_boxes_plugin.c");
  }
  void TearDown() override {
    ::unsetenv("ALIGNED");
    ::unsetenv("GRADIENT");
  }
  /// The row of the record, of boxes with parallel axes unless `family` has others.
  static json audited(const std::string& plugin, int exit_code,
                      const std::string& family = "motion-kissing") {
    const Ran ran = run_touchstone(
        {"audit", "gradients", plugin, "--family", family, "--cases", "20", "--json", "-"});
    EXPECT_EQ(ran.exit_code, exit_code) << ran.out << ran.err;
    return json::parse(ran.out).at("results").at(0);
  }
  static json kinks_of(const json& row) { return row.at("claims").at(1); }
};

TEST_F(GradientsOfPlugins, OfALibraryAndAProgramAreJudged) {
  const std::string program =
      TOUCHSTONE_PYTHON " " TOUCHSTONE_SOURCE_DIR "/harness/plugins/tests/aligned_process.py";
  for (const std::string& plugin : {library_, program}) {
    const json row = audited(plugin, 0);
    EXPECT_EQ(row.at("cases"), 20) << plugin;
    EXPECT_EQ(kinks_of(row).at("held"), 20) << row;
  }
}

TEST_F(GradientsOfPlugins, AreWrongWhereTheyAre) {
  // It ignores that boxes are turned.
  const json row = audited(library_, 1, "random-boxes");
  const json& smooth = row.at("claims").at(0);
  EXPECT_GT(smooth.at("violated"), 15) << row;
  EXPECT_THAT(smooth.at("first").at(0).at("why").get<std::string>(), HasSubstr("wrong_gradient"));
}

/// Questions have its faults whose B is far from the origin.
TEST_F(GradientsOfPlugins, FaultsLeaveACaseUnansweredOrAreAVerdict) {
  for (const auto& [fault, says] : std::vector<std::pair<std::string, std::string>>{
           {"crash",
            "aligned_boxes leaves 2 of 3 cases unanswered, first far-1e4:42:14: it crashed: "
            "SIGSEGV"},
           {"nan_rate", "  far-1e4:42:14: missing: not all numbers are finite\n"},
           {"no_gradient", "  far-1e4:42:14: missing: none was given\n"}}) {
    ::setenv("ALIGNED", fault.c_str(), 1);
    const Ran ran =
        run_touchstone({"audit", "gradients", library_, "--family", "far-1e4", "--cases", "20"});
    EXPECT_EQ(ran.exit_code, 1) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(says));
  }
}

TEST_F(GradientsOfPlugins, MayBeAbsentInALine) {
  ::setenv("GRADIENT", "none", 1);
  const Ran ran = run_touchstone({"audit", "gradients", library_});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(
      ran.err,
      "touchstone: audit: aligned_boxes gives no gradient, and no normal with witness points\n");
  EXPECT_EQ(run_touchstone({"audit", "gradients", "./nowhere.so"}).err,
            "touchstone: ./nowhere.so: no such file\n");
  EXPECT_EQ(run_touchstone({"audit", "gradients", "--metric", library_}).err,
            "touchstone: audit gradients: takes its metric without --metric: touchstone audit "
            "gradients METRIC\n");
}

}  // namespace
}  // namespace touchstone
