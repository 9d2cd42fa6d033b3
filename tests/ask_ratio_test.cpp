// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `ask`: a fixed body, the form of the ratio metric, and metrics beside the truth.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

/// A cube of half-width 1 at the origin, and one of half-width 2 at x.
std::string boxes(const std::string& x) {
  return R"({"a": {"box_half_extents": [1, 1, 1]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
  "b": {"box_half_extents": [2, 2, 2]}, "pose_b": {"t": [)" +
         x + R"(, 0, 0], "q": [1, 0, 0, 0]}})";
}

Ran ask(std::vector<std::string> options, const std::string& x) {
  options.insert(options.begin(), {"ask", "-"});
  return run_touchstone(options, boxes(x));
}

json ask_json(std::vector<std::string> options, const std::string& x) {
  options.insert(options.end(), {"--json", "-"});
  const Ran ran = ask(std::move(options), x);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  return json::parse(ran.out)["cases"][0];
}

TEST(AskRatio, WithoutOptionsNothingIsAdded) {
  const json answer = ask_json({}, "6");
  EXPECT_FALSE(answer.contains("ratio"));
  EXPECT_FALSE(answer.contains("metrics"));
}

TEST(AskRatio, TheBodyThatIsNotFixedGrows) {
  // A's face has to come from 1 to 4, or B's, seen from 6, from 2 to 5.
  const json by_A = ask_json({"--fixed-body", "B"}, "6");
  EXPECT_EQ(by_A["ratio"], json::parse(R"({"fixed_body": "B", "form": "rho", "value": 0.75,
      "exact": "3/4", "r": 4.0, "r_exact": "4/1"})"));
  const json by_B = ask_json({"--fixed-body", "A", "--ratio-form", "growth"}, "6");
  EXPECT_EQ(by_B["ratio"], json::parse(R"({"fixed_body": "A", "form": "growth", "value": 1.5,
      "exact": "3/2", "r": 2.5, "r_exact": "5/2"})"));
  // What was there before says the same as before.
  const json plain = ask_json({}, "6");
  for (const auto& [key, value] : plain.items()) EXPECT_EQ(by_B[key], value) << key;
}

TEST(AskRatio, TheFormAloneIsOfBothBodiesGrowing) {
  const json answer = ask_json({"--ratio-form", "growth"}, "6");
  EXPECT_EQ(answer["ratio"]["fixed_body"], nullptr);
  EXPECT_EQ(answer["ratio"]["exact"], "1/1");
  EXPECT_EQ(answer["rho_exact"], "1/2");
  const json concentric = ask_json({"--ratio-form", "growth"}, "0");
  EXPECT_EQ(concentric["ratio"]["exact"], "-1/1");
  EXPECT_EQ(concentric["rho"], nullptr);
}

TEST(AskRatio, AnInteriorPointInTheFixedBodyHasNoRho) {
  const json rho = ask_json({"--fixed-body", "B"}, "2")["ratio"];
  EXPECT_EQ(rho["value"], nullptr);
  EXPECT_EQ(rho["exact"], nullptr);
  EXPECT_EQ(rho["r_exact"], "0/1");
  EXPECT_THAT(rho["note"].get<std::string>(), HasSubstr("the interior point of A"));
  const json growth = ask_json({"--fixed-body", "B", "--ratio-form", "growth"}, "2")["ratio"];
  EXPECT_EQ(growth["exact"], "-1/1");
  EXPECT_FALSE(growth.contains("note"));
}

TEST(AskGradient, TellsPiecesOfPhiAndRho) {
  // A's face is at 1, B's at 4: the four corners of A's face count. r = 2.
  const json gradient = ask_json({"--gradient"}, "6")["gradient"];
  EXPECT_EQ(gradient["phi"]["two_sided"], false);
  ASSERT_EQ(gradient["phi"]["pieces"].size(), 4U);
  for (const json& piece : gradient["phi"]["pieces"]) {
    EXPECT_EQ(piece["v_a"], json::parse("[-1.0, 0.0, 0.0]"));
    EXPECT_EQ(piece["v_b"], json::parse("[1.0, 0.0, 0.0]"));
    EXPECT_EQ(piece["w_a"][0], 0.0);
    EXPECT_EQ(std::abs(piece["w_b"][1].get<double>()), 1);
  }
  // drho / dx = r / r^2 / 6
  EXPECT_EQ(gradient["rho"]["pieces"][0]["v_b"][0], 1.0 / 12);
  EXPECT_FALSE(ask_json({}, "6").contains("gradient"));
}

TEST(AskGradient, SaysWhyItTellsNone) {
  const json concentric = ask_json({"--gradient"}, "0")["gradient"];
  EXPECT_EQ(concentric["phi"]["pieces"].size(), 24U);
  EXPECT_EQ(concentric["rho"]["note"], "rho is undefined");
  const Ran curved = run_touchstone({"ask", "cylinder-sphere:42:0", "--gradient"});
  EXPECT_EQ(curved.exit_code, 2);
  EXPECT_THAT(curved.err, HasSubstr("--gradient: is of polytopes"));
}

TEST(AskRatio, MetricsAnswerTheSameQuestion) {
  for (const std::string fixed : {"A", "B"}) {
    const json answer = ask_json({"--fixed-body", fixed, "--ratio-form", "growth", "--metric",
                                  "ratio_lp,ratio_seidel", "--metric", "ratio_ray"},
                                 "6");
    ASSERT_EQ(answer["metrics"].size(), 3U);
    EXPECT_EQ(answer["metrics"][0]["metric"], "ratio_lp-fixed-" + fixed + "-growth");
    for (const json& reply : answer["metrics"]) {
      EXPECT_EQ(reply["status"], "answered");
      EXPECT_EQ(reply["quantity"], "r - 1");
      EXPECT_EQ(reply["value"], answer["ratio"]["value"]) << reply["metric"];
      EXPECT_EQ(reply["sign"], 1);
      EXPECT_EQ(reply["verdict"], "right");
      EXPECT_EQ(reply["error_abs"], 0.0);
      EXPECT_EQ(reply["r"], answer["ratio"]["r"]);
      // From B to A, and the witness points on the near faces.
      EXPECT_EQ(reply["normal"], json::parse("[-1.0, 0.0, 0.0]"));
      EXPECT_DOUBLE_EQ(reply["witness_a"][0].get<double>(), 1);
      EXPECT_DOUBLE_EQ(reply["witness_b"][0].get<double>(), 4);
    }
  }
}

TEST(AskRatio, OtherMetricsStandBesidePhi) {
  const json replies = ask_json({"--metric", "sat", "--metric", "minkowski"}, "6")["metrics"];
  EXPECT_EQ(replies[0]["status"], "sign_only");
  EXPECT_EQ(replies[0]["sign"], 1);
  EXPECT_EQ(replies[0]["value"], nullptr);
  EXPECT_EQ(replies[1]["quantity"], "phi");
  EXPECT_EQ(replies[1]["value"], 3.0);
  EXPECT_EQ(replies[1]["error_abs"], 0.0);
}

TEST(AskRatio, WhatDoesNotApplyIsSaidAsVerifySaysIt) {
  const ScratchFolder folder;
  const std::string square =
      R"({"a": {"vertices": [[-1,-1,0], [1,-1,0], [1,1,0], [-1,1,0]]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
          "b": {"box_half_extents": [1, 1, 1]}, "pose_b": {"t": [0, 0, 3], "q": [1, 0, 0, 0]}})";
  const std::string metrics = "sat,ratio_ray,ratio_facets,ratio_lp";
  for (const auto& [text, reason] : {std::pair(square, std::string("body A is flat")),
                                     {boxes("0"), std::string("the interior points coincide")}}) {
    const std::string file = folder.write("case.json", text);
    const json asked = json::parse(run_touchstone({"ask", file, "--metric", metrics, "--json", "-"})
                                       .out)["cases"][0]["metrics"];
    const json judged =
        json::parse(run_touchstone({"verify", "--file", file, "--metric", metrics, "--json", "-"})
                        .out)["results"];
    ASSERT_EQ(asked.size(), judged.size());
    for (std::size_t k = 0; k < asked.size(); ++k) {
      const bool applies = judged[k]["why_not_applicable"].is_null();
      EXPECT_EQ(applies, asked[k]["metric"] == "sat" && text != square);
      EXPECT_EQ(asked[k]["status"] != "not_applicable", applies) << asked[k];
      if (applies) continue;
      EXPECT_EQ(asked[k]["note"], judged[k]["why_not_applicable"]);
      EXPECT_EQ(asked[k]["note"], reason);
    }
  }
  // r - 1 has a value where interior points coincide, but none of a flat body.
  const json growth = ask_json({"--ratio-form", "growth", "--metric", "ratio_ray"}, "0");
  EXPECT_EQ(growth["metrics"][0]["value"], -1.0);
  EXPECT_EQ(growth["metrics"][0]["verdict"], "not_applicable") << "no normal belongs to it";
  const std::string file = folder.write("case.json", square);
  const Ran flat =
      run_touchstone({"ask", file, "--ratio-form", "growth", "--metric", "ratio_facets"});
  EXPECT_THAT(flat.out,
              HasSubstr("ratio_facets-growth: not_applicable\n  detail     body A is flat"));
}

TEST(AskRatio, PeopleGetALineForEach) {
  const Ran ran = ask({"--fixed-body", "B", "--metric", "ratio_ray"}, "6");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.out, HasSubstr("  ratio      rho = 0.75, exactly 3/4; r = 4, B fixed\n"));
  EXPECT_THAT(ran.out, AllOf(HasSubstr("ratio_ray-fixed-B: right\n"),
                             HasSubstr("  rho        0.75, off by 0 (0 of max(1, |rho|), 0 ulp)\n"),
                             HasSubstr("  normal     (-1, 0, 0) valid\n")));
  const Ran inside = ask({"--fixed-body", "B", "--metric", "ratio_ray"}, "1");
  EXPECT_THAT(inside.out, HasSubstr("rho is undefined: the interior point of A is in the fixed"));
  EXPECT_THAT(
      inside.out,
      HasSubstr(
          "ratio_ray-fixed-B: not_applicable\n  detail     the interior point is in the fixed"));
  const Ran list = run_touchstone({"ask", "-", "--ratio-form", "growth", "--metric", "ratio_lp"},
                                  "[" + boxes("6") + "," + boxes("0") + "]");
  EXPECT_THAT(list.out, HasSubstr("r - 1"));
  EXPECT_THAT(list.out, HasSubstr("ratio_lp"));
}

TEST(AskRatio, BadValuesGetOneLine) {
  const auto refused = [](const std::vector<std::string>& options) {
    const Ran ran = ask(options, "6");
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    return ran.err;
  };
  EXPECT_THAT(refused({"--fixed-body", "C"}), HasSubstr("--fixed-body takes A or B, not 'C'"));
  EXPECT_THAT(refused({"--fixed-body", ""}), HasSubstr("--fixed-body: must not be empty"));
  EXPECT_THAT(refused({"--ratio-form", "f2"}), HasSubstr("--ratio-form takes rho or growth"));
  EXPECT_THAT(refused({"--metric", "ratio_rey"}), HasSubstr("did you mean ratio_ray?"));
  EXPECT_THAT(refused({"--metric", "sat", "--fixed-body", "A"}), HasSubstr("sat is not a ratio"));
}

}  // namespace
}  // namespace touchstone
