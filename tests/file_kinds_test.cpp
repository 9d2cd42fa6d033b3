// SPDX-License-Identifier: GPL-3.0-or-later
// A file that was given to the wrong command is called what it is, with the command that takes it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

class FileKinds : public testing::Test {
 protected:
  void SetUp() override {
    EXPECT_EQ(run_touchstone({"ask", "random-boxes:42:7", "--dump", cases_}).exit_code, 0);
    EXPECT_EQ(run_touchstone({"simulate", "pile", "--write-scene", scene_}).exit_code, 0);
    EXPECT_EQ(
        run_touchstone({"simulate", "pile", "--t-end", "0.02", "--record", recording_}).exit_code,
        0);
    EXPECT_EQ(run_touchstone({"energy", "pile", "--t-end", "0.02", "--json", result_}).exit_code,
              0);
    EXPECT_EQ(run_touchstone({"verify", "--metric", "sat", "--family", "random-boxes", "--cases",
                              "3", "--json", verdicts_})
                  .exit_code,
              0);
  }

  static void refused(const std::vector<std::string>& command, const std::string& said,
                      const std::string& input = "") {
    SCOPED_TRACE(command.front() + " " + command.back());
    expect_one_line_refusal(run_touchstone(command, input), said);
  }

  ScratchFolder folder_;
  std::string cases_ = folder_.path("cases.json");
  std::string scene_ = folder_.path("scene.json");
  std::string recording_ = folder_.path("recording.json");
  std::string result_ = folder_.path("result.json");
  std::string verdicts_ = folder_.path("verdicts.json");
};

TEST_F(FileKinds, ACaseFileIsNoScene) {
  const std::string takes = "touchstone verify --file " + cases_ + " and touchstone ask " + cases_;
  refused({"simulate", cases_}, "is a case file, not a scene: " + takes);
  refused({"simulate", "--replay", cases_}, "is a case file, not a recording of a scene: " + takes);
  const std::string list = folder_.write("list.json", "[" + read_text(cases_) + "]");
  refused({"simulate", list}, "is a case file, not a scene");
}

TEST_F(FileKinds, ASceneIsNoCaseFile) {
  const std::string said =
      scene_ + ": is a scene, not a case file: touchstone simulate " + scene_ + " runs it";
  refused({"ask", scene_}, said);
  refused({"verify", "--file", scene_}, said);
  refused({"contacts", "--file", scene_}, said);
  refused({"ask", scene_, "--case", "0"}, said);
  refused({"simulate", "--replay", scene_}, "is a scene, not a recording of a scene");
  refused({"ask", "-"}, "standard input: is a scene, not a case file: touchstone simulate FILE",
          read_text(scene_));
}

TEST_F(FileKinds, ARecordingIsPlayedAgain) {
  refused({"simulate", recording_},
          "is a recording of a scene, not a scene: touchstone simulate "
          "--replay " +
              recording_ + " runs it again");
  refused({"ask", recording_}, "is a recording of a scene, not a case file");
}

TEST_F(FileKinds, AResultIsNoInput) {
  refused({"ask", result_}, "is a result that touchstone wrote, not a case file: no command reads");
  refused({"verify", "--file", verdicts_},
          "is a record of verdicts, not a case file: touchstone "
          "compare takes two of them");
}

TEST_F(FileKinds, AStoreIsNoText) {
  const std::string store = folder_.path("s.db");
  const std::vector<std::string> words = {"verify",  "--metric", "sat",  "--family", "random-boxes",
                                          "--cases", "3",        "--db", store};
  EXPECT_EQ(run_touchstone(words).exit_code, 0);
  const std::string said =
      store + ": is a store of verdicts, not JSON text: touchstone verify --db";
  refused({"ask", store}, said);
  refused({"verify", "--file", store}, said);
}

// Its own rule is what its author wants to know.
TEST_F(FileKinds, ABrokenFileOfTheRightKindIsRefusedByItsRule) {
  refused({"simulate", folder_.write("s.json", R"({"schema": "touchstone.scene/1"})")},
          "\"name\" is missing");
  refused({"ask", folder_.write("c.json", R"({"a": {}, "b": {}})")}, "case 1: a: ");
  refused({"ask", folder_.write("o.json", R"({"x": 1})")}, "case 1: a: is missing");
  const auto vectors = [&](const std::string& pairs) {
    return folder_.write("v.json",
                         R"({"schema": "touchstone.vectors/1", "groups": [{"pairs": )" + pairs);
  };
  refused({"ask", vectors("[]}]}")}, "v.json: holds no pair\n");
  refused({"ask", vectors(R"([{"id": "p"}]}]})")}, "v.json: case 1 (id \"p\"): a: is missing\n");
  refused({"ask", vectors("[]}]")}, "v.json: parse error at line 1, column 61: ");
}

}  // namespace
}  // namespace touchstone
