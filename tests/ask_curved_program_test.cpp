// SPDX-License-Identifier: GPL-3.0-or-later
// `ask` puts pairs with a curved core to programs that take them, and judges what they answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// A program for cylinders beside each other, both about z. Its argument is how it goes wrong.
constexpr const char* kProgram = R"(
import json, math, sys
fault = sys.argv[1]
takes = {"untaken": ["cone"], "sharp": ["cylinder"]}.get(fault, ["cylinder", "sphere", "round_solid"])
given = ["value", "normal"]
claims = {"hello": 1, "name": "mine", "takes": takes, "takes_flat": True, "separated": given,
          "touching": given, "penetrating": given}
bodies = {}
def radius(body):
    return body.get("cylinder", {"radius": 0})["radius"] + body.get("radius", 0)
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        print(json.dumps(claims), flush=True)
    elif "body" in message:
        bodies[message["body"]] = message
    elif "questions" in message:
        if fault == "dies": sys.exit(3)
        replies = []
        for q in message["questions"]:
            d = [a - b for a, b in zip(q["X_WA"]["t"], q["X_WB"]["t"])]
            length = math.hypot(d[0], d[1])
            value = length - radius(bodies[q["A"]]) - radius(bodies[q["B"]])
            reply = {"id": q["id"], "status": "answered", "value": value,
                     "normal": [d[0] / length, d[1] / length, 0]}
            if fault == "off": reply["value"] += 0.01
            if fault == "opposite": reply["normal"] = [-x for x in reply["normal"]]
            if fault == "bare": del reply["normal"]
            if fault == "gives_up": reply = {"id": q["id"], "status": "no_answer", "note": "tired"}
            if fault == "skips": reply = {"id": q["id"], "status": "skipped"}
            if fault == "sign": reply = {"id": q["id"], "status": "sign_only", "sign": -1}
            replies.append(reply)
        print(json.dumps({"answers": replies}), flush=True)
    elif "reset" in message:
        print(line, end="", flush=True)
)";

/// A cylinder of radius 1, and beside it `b`, whose phi is 0.75 if its radius is 0.5.
std::string beside(const std::string& b) {
  return R"({"a": {"cylinder": {"radius": 1, "half_length": 2}}, "pose_a": {"t": [0, 0, 0],
    "q": [1, 0, 0, 0]}, "b": )" +
         b + R"(, "pose_b": {"t": [2.25, 0, 0.5], "q": [1, 0, 0, 0]}})";
}

constexpr const char* kThin = R"({"cylinder": {"radius": 0.5, "half_length": 1}})";

class AskCurvedProgram : public testing::Test {
 protected:
  Ran ask(const std::string& fault, const std::string& cases = beside(kThin),
          const std::vector<std::string>& more = {}) {
    const std::string program = folder_.write("mine.py", kProgram);
    std::vector<std::string> words = {"ask", "-", "--metric",
                                      "exec '" TOUCHSTONE_PYTHON "' '" + program + "' " + fault};
    words.insert(words.end(), more.begin(), more.end());
    return run_touchstone(words, cases);
  }

 private:
  ScratchFolder folder_;
};

TEST_F(AskCurvedProgram, AnswersAreJudgedByTheBracket) {
  const Ran right = ask("none");
  EXPECT_EQ(right.exit_code, 0) << right.err;
  EXPECT_THAT(right.out, HasSubstr("mine: right\n  phi        0.75, off by 0 to "));
  EXPECT_THAT(right.out, HasSubstr("normal     (-1, 0, 0) valid\n"));
  for (const auto& [fault, word] : {std::pair("off", "inaccurate"),
                                    {"opposite", "invalid_normal"},
                                    {"bare", "missing"},
                                    {"gives_up", "no_answer"},
                                    {"skips", "skipped"},
                                    {"sign", "wrong_sign"},
                                    {"dies", "crashed"}}) {
    const Ran ran = ask(fault);
    EXPECT_EQ(ran.exit_code, 1) << fault;
    EXPECT_THAT(ran.out, HasSubstr("mine: " + std::string(word) + "\n")) << fault;
  }
}

TEST_F(AskCurvedProgram, ASignAloneIsShown) {
  EXPECT_THAT(ask("sign").out, HasSubstr("mine: wrong_sign\n  detail     says only penetrating\n"));
}

TEST_F(AskCurvedProgram, CloserThanTheBracketIsUndecided) {
  const Ran ran = ask("none", beside(kThin), {"--tolerance", "1e-17", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  const json metric = json::parse(ran.out)["curved"][0]["metrics"][0];
  EXPECT_EQ(metric["metric"], "mine");
  EXPECT_EQ(metric["verdict"], "undecided");
  EXPECT_EQ(metric["value"], 0.75);
  EXPECT_EQ(metric["normal"], json::parse("[-1, 0, 0]"));
  EXPECT_TRUE(metric["witness_a"].is_null());
}

TEST_F(AskCurvedProgram, GetsTheBodiesThatItTakes) {
  const std::string rounded = R"({"core": {"cylinder": {"radius": 0.25, "half_length": 1}},
                                  "radius": 0.25})";
  EXPECT_THAT(ask("none", beside(rounded)).out, HasSubstr("mine: right\n"));
  EXPECT_THAT(ask("none", beside(R"({"sphere": {"radius": 0.5}})")).out,
              HasSubstr("mine: right\n"));
  const Ran untaken = ask("untaken");
  EXPECT_EQ(untaken.exit_code, 0);
  EXPECT_THAT(untaken.out, HasSubstr("mine: not_applicable\n  detail     body A has a curved core "
                                     "that is not taken\n"));
  EXPECT_THAT(ask("sharp", beside(rounded)).out,
              HasSubstr("body B has a radius around a core that is not taken with one\n"));
}

TEST_F(AskCurvedProgram, SeveralCasesAreATable) {
  const Ran ran = ask("off", "[" + beside(kThin) + "," + beside(kThin) + "]");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr("mine is wrong in 2 of 2\n"));
}

}  // namespace
}  // namespace touchstone
