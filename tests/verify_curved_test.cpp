// SPDX-License-Identifier: GPL-3.0-or-later
// `verify` and `validate` judge programs on pairs with a curved core.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// A cylinder and a sphere, each of which may come first: the distance in closed form. Its argument
/// is how it goes wrong.
constexpr const char* kProgram = R"(
import json, math, sys
fault = sys.argv[1]
takes = ["cone"] if fault == "untaken" else ["cylinder", "sphere", "round_solid"]
claims = {"hello": 1, "name": "mine", "takes": takes, "takes_flat": True, "separated": ["value"],
          "touching": ["value"], "penetrating": ["value"]}
if fault == "offset": claims["offset"] = 0.01
if fault == "single": claims["precision"] = "float32"
bodies = {}
def local(pose, p):
    d = [a - b for a, b in zip(p, pose["t"])]
    return [sum(pose["R"][3 * i + j] * d[i] for i in range(3)) for j in range(3)]
def phi(q):
    if "cylinder" not in bodies[q["A"]]:
        q = {"A": q["B"], "X_WA": q["X_WB"], "B": q["A"], "X_WB": q["X_WA"]}
    A, B = bodies[q["A"]], bodies[q["B"]]
    x, y, z = local(q["X_WA"], q["X_WB"]["t"])
    across = math.hypot(x, y) - A["cylinder"]["radius"]
    along = abs(z) - A["cylinder"]["half_length"]
    core = math.hypot(across, along) if min(across, along) > 0 else max(across, along)
    phi = core - A.get("radius", 0) - B["radius"]
    return phi + {"off": 0.01, "offset": -0.01}.get(fault, 0)
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        print(json.dumps(claims), flush=True)
    elif "body" in message:
        bodies[message["body"]] = message
    elif "questions" in message:
        if fault == "dies": sys.exit(3)
        replies = [{"id": q["id"], "status": "answered",
                    "value": phi(q)} for q in message["questions"]]
        print(json.dumps({"answers": replies}), flush=True)
    elif "reset" in message:
        print(line, end="", flush=True)
)";

class VerifyCurved : public testing::Test {
 protected:
  std::string program(const std::string& fault) const {
    return "exec '" TOUCHSTONE_PYTHON "' '" + folder_.write("mine.py", kProgram) + "' " + fault;
  }
  Ran verify(const std::string& fault, const std::vector<std::string>& more) const {
    std::vector<std::string> words = {"verify", "--metric", program(fault)};
    words.insert(words.end(), more.begin(), more.end());
    return run_touchstone(words);
  }
  json row_of(const std::string& fault, const std::vector<std::string>& more,
              int exit_code = 0) const {
    std::vector<std::string> words = {"--json", "-"};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = verify(fault, words);
    EXPECT_EQ(ran.exit_code, exit_code) << ran.err;
    return json::parse(ran.out)["results"][0];
  }

  ScratchFolder folder_;
  const std::vector<std::string> family_ = {"--family", "cylinder-sphere", "--cases", "40"};
};

TEST_F(VerifyCurved, AFamilyIsJudgedByBrackets) {
  const json right = row_of("none", family_);
  EXPECT_EQ(right["group"], "curved");
  EXPECT_EQ(right["cases"], 40);
  EXPECT_EQ(right["right"], 40);
  EXPECT_EQ(right["value"]["right"], 40);
  EXPECT_LT(right["error_rel_size"]["max"], 1e-12);
  EXPECT_FALSE(right.contains("undecided"));
  const json off = row_of("off", family_, 1);
  EXPECT_EQ(off["wrong"], 40);
  EXPECT_NEAR(off["error_abs"]["mean"].get<double>(), 0.01, 1e-9);
  EXPECT_EQ(row_of("dies", {"--family", "cylinder-sphere", "--cases", "3"}, 1)["crashed"], 3);
}

TEST_F(VerifyCurved, AnOffsetIsKept) {
  const json row = row_of("offset", family_);
  EXPECT_EQ(row["value"]["right"], 40);
  EXPECT_LT(row["error_rel_size"]["max"], 1e-12);
}

/// The phi of the bodies as they stand is off by 1e-7 of size.
TEST_F(VerifyCurved, SinglePrecisionSeesRoundedBodies) {
  const std::string file = folder_.write("tenths.json", R"({
    "a": {"cylinder": {"radius": 0.1, "half_length": 0.3}},
    "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}, "b": {"sphere": {"radius": 0.1}},
    "pose_b": {"t": [0.7, 0, 0.1], "q": [1, 0, 0, 0]}})");
  for (const char* precision : {"none", "single"}) {
    const json row = row_of(precision, {"--file", file});
    EXPECT_EQ(row["value"]["right"], 1) << precision;
    EXPECT_LT(row["error_rel_size"]["max"], 1e-14) << precision;
  }
}

TEST_F(VerifyCurved, WhatBoundsDoNotDecideIsAColumnOfItsOwn) {
  std::vector<std::string> words = family_;
  words.insert(words.end(), {"--tolerance", "1e-18"});
  const json open = row_of("none", words);
  EXPECT_EQ(open["undecided"].get<int>() + open["right"].get<int>(), 40) << open;
  EXPECT_GT(open["undecided"], 30);
  EXPECT_EQ(open["wrong"], 0);
  EXPECT_THAT(verify("none", words).out, HasSubstr("decided"));
  EXPECT_THAT(verify("none", family_).out, Not(HasSubstr("decided")));
  words.insert(words.end(), {"--junit", "-"});
  EXPECT_THAT(verify("none", words).out, HasSubstr(" undecided</system-out>"));
}

TEST_F(VerifyCurved, WhoDoesNotTakeThemIsNotAsked) {
  const Ran untaken = verify("untaken", family_);
  EXPECT_EQ(untaken.exit_code, 1);
  EXPECT_THAT(untaken.err, HasSubstr("core that is not taken"));
  const Ran own = run_touchstone({"verify", "--metric", "certified", "--family", "cone-box"});
  EXPECT_EQ(own.exit_code, 2);
  EXPECT_THAT(own.err, HasSubstr("nothing was judged: certified is not applicable to any case of "
                                 "cone-box: a core is curved"));
}

TEST_F(VerifyCurved, PlainFamiliesAreThoseOfWhoTakesThem) {
  const auto curved_rows = [](const char* metric) {
    const Ran ran = run_touchstone(
        {"verify", "--metric", metric, "--cases", "1", "--jobs", "1", "--json", "-"});
    std::vector<std::string> families;
    const json record = json::parse(ran.out);
    for (const json& row : record["results"]) {
      if (row["group"] == "curved") families.push_back(row["family"]);
    }
    return families;
  };
  const std::vector<std::string> of_libccd = curved_rows("mpr_1e-8");
  EXPECT_EQ(of_libccd.size(), 18U);
  EXPECT_THAT(of_libccd, testing::Contains("cone-capsule"));
  EXPECT_THAT(of_libccd, Not(testing::Contains("curved-aligned")));
  EXPECT_THAT(curved_rows("box15"), testing::IsEmpty());
}

TEST_F(VerifyCurved, AStoreKeepsTheVerdictsAndGoesOn) {
  const std::string db = folder_.path("a.db");
  std::vector<std::string> words = family_;
  words.insert(words.end(), {"--db", db});
  const json first = row_of("off", words, 1);
  EXPECT_EQ(first["wrong"], 40);
  EXPECT_EQ(row_of("off", words, 1), first) << "as it was kept";
}

TEST_F(VerifyCurved, AFileMayHaveBothSorts) {
  const std::string pose = R"({"t": [0, 0, 0], "q": [1, 0, 0, 0]})";
  const auto pair = [&](const std::string& a) {
    return R"({"a": )" + a + R"(, "pose_a": )" + pose +
           R"(, "b": {"sphere": {"radius": 0.5}}, "pose_b": {"t": [2.25, 0, 0],
               "q": [1, 0, 0, 0]}})";
  };
  const std::string curved = pair(R"({"cylinder": {"radius": 1, "half_length": 2}})");
  const std::string box = pair(R"({"box_half_extents": [1, 1, 1]})");
  const std::string file = folder_.write("cases.json", "[" + box + "," + curved + "]");
  const json own = json::parse(
      run_touchstone({"verify", "--metric", "certified", "--file", file, "--json", "-"}).out);
  EXPECT_EQ(own["results"][0]["right"], 1);
  EXPECT_EQ(own["results"][0]["not_applicable"], 1);
  const Ran validated =
      run_touchstone({"validate", program("none"), "--file", folder_.write("curved.json", curved)});
  EXPECT_EQ(validated.exit_code, 0) << validated.out << validated.err;
}

TEST_F(VerifyCurved, AReportShowsThePairsOfPolytopesOnly) {
  const auto report_of = [&](const std::string& metric, const std::string& file) {
    const std::string db = file + ".db";
    EXPECT_EQ(run_touchstone({"verify", "--metric", metric, "--file", file, "--db", db}).exit_code,
              1);
    const Ran ran = run_touchstone({"report", db, "-o", file + ".html"});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return read_text(file + ".html");
  };
  const std::string curved = folder_.path("curved.json");
  run_touchstone({"ask", "cylinder-sphere:42:0", "--dump", curved});
  const std::string page = report_of(program("off"), curved);
  EXPECT_THAT(page, HasSubstr("file:curved.json: pairs with curved cores are not shown"));
  EXPECT_THAT(page, Not(HasSubstr("has changed since")));

  const std::string box = folder_.path("box.json");
  run_touchstone({"ask", "random-boxes:42:680", "--dump", box});
  const json both = {json::parse(read_text(box)), json::parse(read_text(curved))};
  const std::string mixed = report_of("gjk_epa", folder_.write("both.json", both.dump()));
  EXPECT_THAT(mixed, Not(HasSubstr("are not shown")));
}

TEST_F(VerifyCurved, PropertiesLeaveThemOut) {
  std::vector<std::string> words = family_;
  words.insert(words.end(), {"--properties", "5", "--no-shrink"});
  EXPECT_EQ(verify("off", words).exit_code, 1);
  EXPECT_EQ(verify("none", words).exit_code, 0);
}

TEST_F(VerifyCurved, FailuresHaveACauseAndAreShrunk) {
  const std::string corpus = folder_.path("corpus");
  std::vector<std::string> words = family_;
  words.insert(words.end(), {"--corpus", corpus});
  const Ran ran = verify("off", words);
  EXPECT_THAT(ran.out, HasSubstr("wrong answers are off by the same length, 0.01 m: "));
  EXPECT_THAT(ran.out, HasSubstr(" x inaccurate, separated, cylinder\n"));
  EXPECT_THAT(ran.out, HasSubstr("\n    A: cylinder of radius and half length [1, 1]"));
  EXPECT_THAT(ran.out, HasSubstr("0 cases judged again, "));
  // What was shrunk is judged again, and no new kind is found.
  const Ran again = verify("off", words);
  EXPECT_THAT(again.out, HasSubstr(" judged again, 0 new\n"));
  EXPECT_THAT(again.out, Not(HasSubstr("0 cases judged again")));
  words.insert(words.end(), {"--json", "-"});
  const json kinds = json::parse(verify("off", words).out)["failures"][0]["kinds"];
  EXPECT_EQ(kinds[0]["shrunk"]["kind"], kinds[0]["kind"]);
  EXPECT_TRUE(kinds[0]["shrunk"]["case"].contains("a"));
}

TEST_F(VerifyCurved, AReportOfShrunkPairsShowsPolytopesOnly) {
  const std::string record = folder_.path("run.json");
  run_touchstone({"verify", "--metric", "mpr", "--family", "cone-box,cone-sphere,random-boxes",
                  "--cases", "20", "--shrink", "--json", record});
  const Ran ran = run_touchstone({"report", record, "-o", record + ".html"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(read_text(record + ".html"),
              HasSubstr("cone-box, cone-sphere: pairs with curved cores are not shown"));
}

}  // namespace
}  // namespace touchstone
