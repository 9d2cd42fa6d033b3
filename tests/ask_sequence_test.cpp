// SPDX-License-Identifier: GPL-3.0-or-later
// `ask` about several cases: each is shown when it is known, and a sequence is asked in one go.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// Cubes of half width 1 that overlap by 0.1, 0.2, ... m.
std::string deeper_and_deeper(const std::vector<std::string>& ids) {
  json cases = json::array();
  for (const std::string& id : ids) {
    const double depth = 0.1 * static_cast<double>(cases.size() + 1);
    const json cube = {{"box_half_extents", {1, 1, 1}}};
    const json q = {1, 0, 0, 0};
    cases.push_back({{"id", id},
                     {"a", cube},
                     {"pose_a", {{"t", {0, 0, 2 - depth}}, {"q", q}}},
                     {"b", cube},
                     {"pose_b", {{"t", {0, 0, 0}}, {"q", q}}}});
  }
  return cases.dump();
}

/// A program that answers the first case at once, and the others when the first is printed in FILE.
constexpr const char* kWaitsForTheFirst = R"(
import json, sys, time
def wait():
    for _ in range(2000):
        if "file:cases.json:one" in open(sys.argv[1]).read(): return
        time.sleep(0.01)
    sys.exit("the first case is not printed")
for line in sys.stdin:
    m = json.loads(line)
    if "questions" in m:
        made = []
        for q in m["questions"]:
            depth = 2 - q["X_WA"]["t"][2]
            if depth > 0.15: wait()
            made.append({"id": q["id"], "status": "answered", "value": -depth})
        print(json.dumps({"answers": made}), flush=True)
    elif "reset" in m: print(line, end="", flush=True)
    elif "body" not in m and "forget" not in m:
        print(json.dumps({"hello": 1, "name": "waits", "separated": [], "touching": [],
                          "penetrating": ["value"]}), flush=True)
)";

TEST(AskSequence, EachCaseIsPrintedBeforeTheNextOneIsAsked) {
  const ScratchFolder folder;
  const std::string cases = folder.write("cases.json", deeper_and_deeper({"one", "two", "three"}));
  const std::string program = folder.write("waits.py", kWaitsForTheFirst);
  const std::string out = folder.path("out.txt");
  const Ran ran =
      run_program({"/bin/sh", "-c",
                   std::string(TOUCHSTONE_PROGRAM) + " ask " + cases +
                       " --metric \"" TOUCHSTONE_PYTHON " " + program + " " + out + "\" > " + out});
  EXPECT_EQ(ran.exit_code, 0) << ran.err << read_text(out);
  EXPECT_THAT(read_text(out), HasSubstr("file:cases.json:three "));
}

std::string hostile_plugin() {
  return TOUCHSTONE_BINARY_DIR "/plugins/touchstone_hostile_plugin.so";
}

class AskSequenceOfCases : public testing::Test {
 protected:
  ScratchFolder folder_;
  std::string cases_ = folder_.write("cases.json", deeper_and_deeper({"one", "two", "three"}));

  Ran ask(const std::string& ids) const {
    return run_touchstone({"ask", cases_, "--case", ids, "--metric", hostile_plugin()});
  }
};

// Whatever it is asked after the first question of a batch it gets wrong by a millimetre.
TEST_F(AskSequenceOfCases, ShowsAFailureThatIsOnlyWarmAndVerifySaysHow) {
  const Variable warm("HOSTILE", "warm");
  const Ran alone = ask("three");
  EXPECT_EQ(alone.exit_code, 0) << alone.out << alone.err;
  const Ran after = ask("one..three");
  EXPECT_EQ(after.exit_code, 1) << after.err;
  EXPECT_THAT(after.out, HasSubstr("hostile is wrong in 2 of 3"));
  EXPECT_THAT(after.out, HasSubstr("\nfile:cases.json:three\n"));
  EXPECT_THAT(after.out, HasSubstr("hostile: inaccurate\n"));
  const Ran verified = run_touchstone({"verify", "--file", cases_, "--metric", hostile_plugin()});
  EXPECT_EQ(verified.exit_code, 1) << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("ask " + cases_ + " --case file:cases.json:one..two "));
}

TEST_F(AskSequenceOfCases, HasTheCasesFromTheFirstToTheLast) {
  const Ran file = run_touchstone({"ask", cases_, "--case", "two..three", "--json", "-"});
  EXPECT_EQ(file.exit_code, 0) << file.err;
  EXPECT_EQ(json::parse(file.out).at("cases").size(), 2U);
  const Ran family = run_touchstone({"ask", "random-boxes:42:5..7", "--metric", "certified"});
  EXPECT_EQ(family.exit_code, 0) << family.err;
  for (const char* id : {"\nrandom-boxes:42:5 ", "\nrandom-boxes:42:6 ", "\nrandom-boxes:42:7\n"}) {
    EXPECT_THAT(family.out, HasSubstr(id));
  }
  EXPECT_THAT(family.out, Not(HasSubstr("random-boxes:42:8")));
}

TEST_F(AskSequenceOfCases, ThatIsNoneIsRefused) {
  expect_one_line_refusal(run_touchstone({"ask", "random-boxes:42:7..5"}),
                          "must be 1 to 4096 cases");
  expect_one_line_refusal(run_touchstone({"ask", "random-boxes:42:0..4096"}),
                          "must be 1 to 4096 cases");
  expect_one_line_refusal(run_touchstone({"ask", "nothing:42:0..3"}), "nothing");
  expect_one_line_refusal(run_touchstone({"ask", cases_, "--case", "three..one"}),
                          "holds no case 'three..one'");
  expect_one_line_refusal(run_touchstone({"ask", "random-boxes:42:5..7", "--dump", "-"}),
                          "--dump: is for one case");
}

}  // namespace
}  // namespace touchstone
