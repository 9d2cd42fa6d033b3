// SPDX-License-Identifier: GPL-3.0-or-later
// What `ask` says of a case that carries a claim: what somebody's program said of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// Two cubes of half-width 1 that overlap by 0.5 m along x, with this claim.
std::string claimed(const std::string& claim, const std::string& id = "pair") {
  return R"({"id": ")" + id +
         R"(", "a": {"box_half_extents": [1, 1, 1]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
  "b": {"box_half_extents": [1, 1, 1]}, "pose_b": {"t": [1.5, 0, 0], "q": [1, 0, 0, 0]})" +
         (claim.empty() ? "" : ", \"claim\": " + claim) + "}";
}

TEST(AskClaim, IsJudgedLikeAnAnswerAndMakesTheExitCode) {
  const Ran right = run_touchstone(
      {"ask", "-"},
      claimed(
          R"({"phi": -0.5, "normal": [-1, 0, 0], "points": [[1, 0, 0], [0.5, 0, 0]], "by": "an engine"})"));
  EXPECT_EQ(right.exit_code, 0) << right.err;
  EXPECT_THAT(right.out, HasSubstr("claim by an engine: right\n  phi        -0.5, off by 0"));
  EXPECT_THAT(right.out, HasSubstr("normal     (-1, 0, 0) valid"));
  EXPECT_THAT(right.out, HasSubstr("witnesses  valid"));

  const Ran wrong = run_touchstone({"ask", "-"}, claimed(R"({"phi": 0.25})"));
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_THAT(wrong.out, HasSubstr("\nclaim: wrong_sign\n"));
  const Ran opposite =
      run_touchstone({"ask", "-"}, claimed(R"({"phi": -0.5, "normal": [1, 0, 0], "by": "x"})"));
  EXPECT_EQ(opposite.exit_code, 1);
  EXPECT_THAT(opposite.out, HasSubstr("claim by x: invalid_normal"));
  EXPECT_THAT(opposite.out, HasSubstr("it must point from B to A"));
  EXPECT_EQ(
      run_touchstone({"ask", "-", "--metric", "certified"}, claimed(R"({"phi": -0.4})")).exit_code,
      1)
      << "the metric is right, the claim is not";
}

TEST(AskClaim, CountsAtTheToleranceThatIsTyped) {
  const std::string printed = claimed(R"({"phi": -0.500001})");
  EXPECT_EQ(run_touchstone({"ask", "-"}, printed).exit_code, 1);
  EXPECT_EQ(run_touchstone({"ask", "-", "--tolerance", "1e-5"}, printed).exit_code, 0);
  expect_one_line_refusal(run_touchstone({"ask", "-", "--tolerance", "1e-5"}, claimed("")),
                          "--tolerance: has no effect here, only where something is judged");
}

TEST(AskClaim, WithinTheToleranceOfContactHasNoWrongSign) {
  // Cubes that overlap by 1e-7 m.
  json near = json::parse(claimed(R"({"phi": 0})"));
  near["pose_b"]["t"] = {1.9999999, 0, 0};
  const auto exit_code = [&](const json& phi, const char* tolerance) {
    near["claim"]["phi"] = phi;
    return run_touchstone({"ask", "-", "--tolerance", tolerance}, near.dump()).exit_code;
  };
  EXPECT_EQ(exit_code(0, "1e-5"), 0);
  EXPECT_EQ(exit_code(3e-8, "1e-5"), 0);
  EXPECT_EQ(exit_code(3e-5, "1e-5"), 1);
  EXPECT_EQ(exit_code(0, "1e-8"), 1);
}

TEST(AskClaim, OfANormalWithAnotherLengthSaysItsLength) {
  const Ran longer =
      run_touchstone({"ask", "-"}, claimed(R"({"phi": -0.5, "normal": [-1.25, 0, 0]})"));
  EXPECT_EQ(longer.exit_code, 1);
  EXPECT_THAT(longer.out, HasSubstr(", its length is 1.25, must be 1 to 1e-06\n"));
  EXPECT_THAT(longer.out, Not(HasSubstr("degrees")));
  const Ran zero = run_touchstone({"ask", "-"}, claimed(R"({"phi": -0.5, "normal": [0, 0, 0]})"));
  EXPECT_EQ(zero.exit_code, 1);
  EXPECT_THAT(zero.out, HasSubstr("claim: missing"));
  EXPECT_THAT(zero.out, HasSubstr("normal     (0, 0, 0), its length is 0, must be 1 to 1e-06\n"));
}

TEST(AskClaim, OfPointsThatAreAllZeroSaysThatTheyAreAbsent) {
  const Ran ran =
      run_touchstone({"ask", "-"}, claimed(R"({"phi": -0.5, "points": [[0, 0, 0], [0, 0, 0]]})"));
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr("  witnesses  absent: a - b is off phi n by 0.5 m\n"));
}

TEST(AskClaim, IsInTheRecordInAKeyOfItsOwn) {
  const Ran ran =
      run_touchstone({"ask", "-", "--json", "-"}, claimed(R"({"phi": -0.25, "by": "an engine"})"));
  EXPECT_EQ(ran.exit_code, 1);
  const json record = json::parse(ran.out);
  EXPECT_EQ(record.at("tolerance"), 1e-8);
  const json& asked = record.at("cases").at(0);
  EXPECT_EQ(asked.at("claim").at("metric"), "claim by an engine");
  EXPECT_EQ(asked["claim"].at("verdict"), "inaccurate");
  EXPECT_EQ(asked["claim"].at("error_abs"), 0.25);
  EXPECT_EQ(asked.at("case").at("claim"), json::parse(R"({"phi": -0.25, "by": "an engine"})"));
  EXPECT_FALSE(asked.contains("metrics"));
}

TEST(AskClaim, OfManyCasesHasAColumn) {
  const std::string list = "[" + claimed(R"({"phi": -0.5})", "one") + "," + claimed("", "two") +
                           "," + claimed(R"({"phi": 0.5})", "three") + "]";
  const Ran ran = run_touchstone({"ask", "-", "--metric", "certified"}, list);
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, testing::ContainsRegex("rho +claim +certified\n"));
  EXPECT_THAT(ran.out, testing::ContainsRegex("stdin:two .* - +-0\\.5\n"));
  EXPECT_THAT(ran.out, HasSubstr("claim is wrong in 1 of 2\n"));
}

TEST(AskClaim, IsDrawnOnThePageAndToldInPastedCode) {
  const std::string pair = claimed(R"({"phi": 0.25, "normal": [0, 1, 0], "by": "an engine"})");
  const Ran page = run_touchstone({"ask", "-", "--html", "-"}, pair);
  EXPECT_EQ(page.exit_code, 1);
  EXPECT_THAT(page.out, HasSubstr("data-metric=\"claim by an engine\""));
  const ScratchFolder folder;
  const std::string file = folder.write("my pair.json", pair);
  const std::string html = folder.path("pair.html");
  run_touchstone({"ask", file, "--metric", "sat", "--tolerance", "1e-6", "--html", html});
  const Ran data = run_program({TOUCHSTONE_PYTHON, TOUCHSTONE_SOURCE_DIR "/tests/report_data.py",
                                html, TOUCHSTONE_SOURCE_DIR "/docs/schema/report.json"});
  EXPECT_EQ(data.out,
            "fits the schema\nshrunk: none\nclaim by an engine: has no command\n"
            "sat: ./touchstone ask '" +
                file +
                "' --case 'file:my pair.json:pair' "
                "--metric sat --tolerance 1e-06\n");
  const Ran code = run_touchstone({"ask", "-", "--dump", "-", "--as", "libccd"}, pair);
  EXPECT_THAT(code.out, HasSubstr("\n// claim by an engine: 0.25 m\n"));
}

TEST(AskClaim, StaysWithItsPairAndNotWithASimplerOne) {
  const ScratchFolder folder;
  const std::string file = folder.path("failing.json");
  ASSERT_EQ(run_touchstone({"ask", "random-boxes:42:680", "--dump", file}).exit_code, 0);
  json c = json::parse(read_text(file));
  c["claim"] = {{"phi", -0.9}, {"by", "an engine"}};
  folder.write("failing.json", c.dump());
  const Ran dumped = run_touchstone({"ask", file, "--dump", "-"});
  EXPECT_EQ(dumped.exit_code, 1) << "it is judged, wherever the case goes";
  EXPECT_EQ(json::parse(dumped.out).at("claim"), c["claim"]);
  const Ran shrunk =
      run_touchstone({"ask", file, "--metric", "gjk_epa", "--shrink", "--dump", "-"});
  EXPECT_EQ(shrunk.exit_code, 1) << shrunk.err;
  EXPECT_FALSE(json::parse(shrunk.out).contains("claim"));
  // Other commands have no use for it.
  EXPECT_EQ(run_touchstone({"verify", "--file", file, "--metric", "certified"}).exit_code, 0);
}

}  // namespace
}  // namespace touchstone
