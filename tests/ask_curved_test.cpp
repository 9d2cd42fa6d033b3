// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs with a curved core: `ask` tells the proven bracket, other commands refuse them in a line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// The body `b` at (x, 0, z) beside a cylinder of radius 1 and half-length 2, both about z.
std::string beside_cylinder(const std::string& b, double x, double z,
                            const std::string& more = "") {
  const json t = {x, 0.0, z};
  return R"({"id": "beside", "a": {"cylinder": {"radius": 1, "half_length": 2}},
  "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}, "b": )" +
         b + R"(, "pose_b": {"t": )" + t.dump() + R"(, "q": [1, 0, 0, 0]})" + more + "}";
}

constexpr const char* kThin = R"({"cylinder": {"radius": 0.5, "half_length": 1}})";

json curved_of(const std::string& text) {
  const Ran ran = run_touchstone({"ask", "-", "--json", "-"}, text);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const json record = json::parse(ran.out);
  EXPECT_EQ(record.at("schema"), "touchstone.ask/1");
  return record.at("curved");
}

/// The bracket of that text holds phi, and is as narrow as a search makes it.
void expect_bracket_of(const std::string& text, double phi) {
  const json curved = curved_of(text);
  ASSERT_EQ(curved.size(), 1U);
  const double lower = curved[0].at("lower");
  const double upper = curved[0].at("upper");
  EXPECT_LE(lower, phi);
  EXPECT_GE(upper, phi);
  EXPECT_LE(upper - lower, 1e-12);
}

TEST(AskCurved, ParallelCylindersLieInTheirBracket) {
  // Beside each other, above each other, apart across and along, overlapping, kissing.
  expect_bracket_of(beside_cylinder(kThin, 2.25, 0.5), 0.75);
  expect_bracket_of(beside_cylinder(kThin, 0.5, 4), 1);
  expect_bracket_of(beside_cylinder(kThin, 4.5, 7), 5);
  expect_bracket_of(beside_cylinder(kThin, 1.25, 0), -0.25);
  expect_bracket_of(beside_cylinder(kThin, 1.5, 0), 0);
  const std::string rounded = std::string(R"({"core": )") + kThin + R"(, "radius": 0.25})";
  expect_bracket_of(beside_cylinder(rounded, 2.25, 0.5), 0.5);
}

TEST(AskCurved, TheRecordTellsSignNormalAndSize) {
  const json apart = curved_of(beside_cylinder(kThin, 2.25, 0.5))[0];
  EXPECT_EQ(apart["id"], "file:stdin:beside");
  EXPECT_EQ(apart["sign"], 1);
  EXPECT_NEAR(apart["normal"][0], -1, 1e-6);
  EXPECT_EQ(apart["size"], std::hypot(0.5, 1));
  EXPECT_FALSE(apart.contains("metrics"));
  EXPECT_EQ(apart["case"]["a"], json::parse(R"({"cylinder": {"radius": 1, "half_length": 2}})"));
  EXPECT_EQ(curved_of(beside_cylinder(kThin, 1.25, 0))[0]["sign"], -1);
}

TEST(AskCurved, PeopleReadTheBracket) {
  const Ran ran = run_touchstone({"ask", "-"}, beside_cylinder(kThin, 2.25, 0.5));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("file:stdin:beside\n  phi        in [0.7"));
  EXPECT_THAT(ran.out, HasSubstr("] m, separated\n  width "));
  EXPECT_THAT(ran.out, HasSubstr("from B to A, proves the lower bound; points of both bodies prove "
                                 "the upper\n"));
}

TEST(AskCurved, MetricsOfPolytopesAreNotApplicable) {
  const std::string text = beside_cylinder(kThin, 2.25, 0.5);
  const Ran ran = run_touchstone({"ask", "-", "--metric", "certified"}, text);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("certified: not_applicable\n  detail     a core is curved\n"));
  const Ran all = run_touchstone({"ask", "-", "--metric", "all", "--json", "-"}, text);
  EXPECT_EQ(all.exit_code, 0) << all.err;
  const json metrics = json::parse(all.out)["curved"][0]["metrics"];
  EXPECT_GT(metrics.size(), 5U);
  for (const json& metric : metrics) {
    const std::string name = metric["metric"];
    const bool of_libccd = name.starts_with("gjk_epa") || name.starts_with("mpr");
    EXPECT_EQ(metric["verdict"], of_libccd ? "right" : "not_applicable") << name;
  }
}

TEST(AskCurved, StandsInATableBesidePolytopes) {
  const std::string boxes = R"({"a": {"box_half_extents": [1, 1, 1]}, "pose_a": {"t": [0, 0, 0],
    "q": [1, 0, 0, 0]}, "b": {"box_half_extents": [1, 1, 1]}, "pose_b": {"t": [3, 0, 0],
    "q": [1, 0, 0, 0]}})";
  const std::string both = "[" + beside_cylinder(kThin, 2.25, 0.5) + "," + boxes + "]";
  const Ran ran = run_touchstone({"ask", "-", "--metric", "certified"}, both);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("not_applicable"));
  EXPECT_THAT(ran.out, HasSubstr("file:stdin:2"));
  const Ran record = run_touchstone({"ask", "-", "--json", "-"}, both);
  EXPECT_EQ(json::parse(record.out)["cases"].size(), 1U);
  EXPECT_EQ(json::parse(record.out)["curved"].size(), 1U);
}

TEST(AskCurved, DumpWritesTheCaseAgain) {
  const std::string text = beside_cylinder(kThin, 2.25, 0.5);
  const Ran ran = run_touchstone({"ask", "-", "--dump", "-"}, text);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const Ran again = run_touchstone({"ask", "-", "--dump", "-"}, ran.out);
  EXPECT_EQ(again.out, ran.out);
  EXPECT_EQ(json::parse(ran.out)["b"], json::parse(kThin));
}

TEST(AskCurved, DumpHasTheLibrarysOwnTypes) {
  const std::string cone = R"({"cone": {"radius": 0.5, "half_length": 1.5}})";
  const std::string ellipsoid = R"({"ellipsoid": {"semi_axes": [0.5, 1.5, 2.5]}})";
  const auto dumped = [](const std::string& b, const char* form) {
    return run_touchstone({"ask", "-", "--dump", "-", "--as", form}, beside_cylinder(b, 2.25, 0.5));
  };
  struct Expected {
    std::string b;
    const char* form;
    const char* type;
  };
  const std::vector<Expected> all = {
      {kThin, "fcl", "fcl::Cylinderd shape_B(0.5, 2 * 1"},
      {cone, "fcl", "fcl::Coned shape_B(0.5, 2 * 1.5)"},
      {ellipsoid, "fcl", "fcl::Ellipsoidd shape_B(0.5, 1.5, 2.5)"},
      {cone, "coal", "coal::Cone shape_B(0.5, 2 * 1.5)"},
      {kThin, "bullet", "btCylinderShapeZ shape_B(vector(0.5, 0.5, 1"},
      {cone, "bullet", "btConeShapeZ shape_B(0.5, 2 * 1.5)"},
      {kThin, "mjcf", "type=\"cylinder\" size=\"0.5 1"},
      {ellipsoid, "mjcf", "type=\"ellipsoid\" size=\"0.5 1.5 2.5\""}};
  for (const Expected& one : all) {
    const Ran ran = dumped(one.b, one.form);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(one.type)) << one.form;
    EXPECT_THAT(ran.out, HasSubstr("true signed distance in [")) << one.form;
  }
  EXPECT_THAT(dumped(kThin, "fcl").out, HasSubstr("return 0.5 * std::hypot(w[0], w[1]) + 1"));
  EXPECT_THAT(dumped(R"({"box_half_extents": [0.5, 1, 1]})", "fcl").out,
              HasSubstr("for (const auto& v : kVerticesB)"));
  expect_one_line_refusal(dumped(cone, "mjcf"), "--as mjcf: body B is a cone; this form has none");
  expect_one_line_refusal(dumped(ellipsoid, "bullet"),
                          "body B is an ellipsoid; this form has none");
  expect_one_line_refusal(dumped(cone, "gtest"), "body A is a cylinder; this form has none");
  expect_one_line_refusal(
      dumped(std::string(R"({"core": )") + kThin + R"(, "radius": 0.25})", "fcl"),
      "body B has a radius around a curved core; this form has none");
}

TEST(AskCurved, AFailureIsShrunk) {
  // MPR's depth is an upper bound: it goes along the line of centres.
  const std::string pair = beside_cylinder(kThin, 1.1875, 2.5);
  const std::vector<std::string> words = {"ask",      "-",      "--metric", "mpr_1e-8",
                                          "--shrink", "--dump", "-"};
  const Ran ran = run_touchstone(words, pair);
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  const json small = json::parse(ran.out);
  EXPECT_EQ(small["id"], "file:stdin:beside-shrunk");
  EXPECT_LT(ran.out.size(), 700U);
  const Ran again = run_touchstone({"ask", "-", "--metric", "mpr_1e-8"}, ran.out);
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.out, HasSubstr("mpr_1e-8: inaccurate"));
  const Ran none = run_touchstone({"ask", "-", "--metric", "mpr_1e-8", "--shrink", "--dump", "-"},
                                  beside_cylinder(kThin, 1.25, 0));
  expect_one_line_refusal(none, "there is nothing to shrink");
}

TEST(AskCurved, LibccdsMetricsAreAskedAboutTheBodies) {
  const auto asked = [](double x, const char* metric) {
    const Ran ran = run_touchstone({"ask", "-", "--json", "-", "--metric", metric},
                                   beside_cylinder(kThin, x, 0));
    return json::parse(ran.out)["curved"][0]["metrics"][0];
  };
  for (const char* metric : {"gjk_epa", "gjk_epa_1e-8", "mpr", "mpr_1e-8"}) {
    EXPECT_EQ(asked(2, metric)["verdict"], "right") << metric;  // apart: its sign alone
    EXPECT_NEAR(asked(1.25, metric)["value"].get<double>(), -0.25, 1e-2) << metric;
  }
  EXPECT_EQ(asked(1.25, "mpr_1e-8")["verdict"], "right");
  EXPECT_EQ(asked(1.25, "certified")["verdict"], "not_applicable");
}

TEST(AskCurved, WhatIsOfPolytopesIsRefused) {
  const std::string text = beside_cylinder(kThin, 2.25, 0.5);
  const std::string rule = ": is of polytopes, and a core of file:stdin:beside is curved";
  const std::vector<std::vector<std::string>> options = {{"--overlap"},
                                                         {"--html", "-"},
                                                         {"--certificate", "-"},
                                                         {"--refute", "-", "--metric", "gjk_epa"},
                                                         {"--ratio-form", "growth"}};
  for (const std::vector<std::string>& typed : options) {
    std::vector<std::string> words = {"ask", "-"};
    words.insert(words.end(), typed.begin(), typed.end());
    expect_one_line_refusal(run_touchstone(words, text), rule);
  }
}

TEST(AskCurved, AClaimIsJudgedByTheBracket) {
  const auto claimed = [](const std::string& claim, std::vector<std::string> options) {
    options.insert(options.begin(), {"ask", "-"});
    return run_touchstone(options, beside_cylinder(kThin, 2.25, 0.5, ", \"claim\": " + claim));
  };
  const Ran right = claimed(
      R"({"phi": 0.75, "normal": [-1, 0, 0], "points": [[1, 0, 1], [1.75, 0, 1]], "by": "x"})", {});
  EXPECT_EQ(right.exit_code, 0) << right.err;
  EXPECT_THAT(right.out, HasSubstr("claim by x: right\n  phi        0.75, off by 0 to "));
  EXPECT_THAT(right.out, HasSubstr("normal     (-1, 0, 0) valid\n"));
  EXPECT_THAT(right.out, HasSubstr("witnesses  valid\n"));
  const Ran wrong = claimed(R"({"phi": -0.75})", {});
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_THAT(wrong.out, HasSubstr("claim: wrong_sign\n  phi        -0.75, off by 1.5 m ("));
  EXPECT_EQ(claimed(R"({"phi": 0.76})", {}).exit_code, 1);
  EXPECT_EQ(claimed(R"({"phi": 0.76})", {"--tolerance", "0.1"}).exit_code, 0);
  // Within an ulp of both bounds it is right, whatever the tolerance; closer than the bracket is
  // wide it is open.
  EXPECT_THAT(claimed(R"({"phi": 0.75})", {"--tolerance", "1e-17"}).out, HasSubstr("claim: right"));
  const Ran open = run_touchstone({"ask", "-", "--tolerance", "1e-17", "--json", "-"},
                                  beside_cylinder(kThin, 1.25, 0, R"(, "claim": {"phi": -0.25})"));
  EXPECT_EQ(open.exit_code, 0) << open.out;
  const json record = json::parse(open.out);
  EXPECT_EQ(record["tolerance"], 1e-17);
  const json& claim = record["curved"][0]["claim"];
  EXPECT_EQ(claim["verdict"], "undecided");
  EXPECT_EQ(claim["value"], -0.25);
  EXPECT_EQ(claim["error_least"], 0);
  EXPECT_LT(claim["error_most"], 1e-12);
  EXPECT_TRUE(claim["normal_verdict"].is_null());
}

TEST(AskCurved, ATableCountsWrongClaims) {
  const std::string two = "[" + beside_cylinder(kThin, 2.25, 0.5, R"(, "claim": {"phi": 0.75})") +
                          "," + R"({"a": {"sphere": {"radius": 1}}, "pose_a": {"t": [0, 0, 0],
    "q": [1, 0, 0, 0]}, "b": {"cone": {"radius": 1, "half_length": 1}}, "pose_b": {"t": [0, 0, 4],
    "q": [1, 0, 0, 0]}, "claim": {"phi": 3}}])";
  const Ran ran = run_touchstone({"ask", "-"}, two);
  EXPECT_EQ(ran.exit_code, 1) << "the sphere is 2 m from the base";
  EXPECT_THAT(ran.out, HasSubstr("claim is wrong in 1 of 2\n"));
  EXPECT_THAT(ran.out, HasSubstr("3 inaccurate"));
  EXPECT_THAT(ran.out, Not(HasSubstr("right")));
}

TEST(AskCurved, OtherCommandsRefuseTheBody) {
  const std::string text = beside_cylinder(kThin, 2.25, 0.5);
  const std::string rule =
      "case 1 (id \"beside\"): a.cylinder: is curved: only touchstone ask, verify and validate "
      "take that";
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"contacts", "certified", "--file", "-"},
        {"dump", "-", "--file", "-", "--cases", "1"}}) {
    expect_one_line_refusal(run_touchstone(words, text), rule);
  }
  for (const char* term : {"cone-box", "cylinder", "curved"}) {
    expect_one_line_refusal(run_touchstone({"dump", "-", "--family", term, "--cases", "1"}),
                            "the cores of the family '" + std::string(term) +
                                "' are curved: only touchstone ask, verify and validate take that");
  }
}

TEST(AskCurved, BadLengthsAreRefusedWithTheirPlace) {
  const std::string bad = R"({"cone": {"radius": 1, "half_length": -1}})";
  expect_one_line_refusal(run_touchstone({"ask", "-"}, beside_cylinder(bad, 0, 9)),
                          "case 1 (id \"beside\"): b.cone.half_length: must not be negative");
}

}  // namespace
}  // namespace touchstone
