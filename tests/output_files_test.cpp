// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a command's files when it is interrupted, and of those that were there before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr int kBySignal = 128 + 2;

class OutputFiles : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path("out/" + name); }
  void SetUp() override { fs::create_directory(folder_.path("out")); }
  std::string write(const std::string& name, const std::string& text) const {
    return folder_.write("out/" + name, text);
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_.path("out"))) {
      names.push_back(entry.path().filename().string());
    }
    return names;
  }
  /// Whether the command's record says that it is of an interrupted run.
  static bool marks_its_record(const std::vector<std::string>& command) {
    return command.front() == "verify" || command.front() == "audit";
  }
  /// Commands that take minutes, each with this option.
  static std::vector<std::vector<std::string>> long_commands(const std::string& option,
                                                             const std::string& file) {
    return {{"verify", "--cases", "1000000", "--metric", "certified", option, file},
            {"time", "--metric", "certified", option, file},
            {"audit", "--cases", "1000000", option, file},
            {"reproduce", "table1", "--cases", "1000000", option, file},
            {"simulate", "stack", "--dt", "1e-4", "--t-end", "900", option, file}};
  }
  static std::vector<std::string> long_recording(const std::string& file) {
    std::vector<std::string> command = long_commands("--record", file).back();
    command.insert(command.end(), {"--every", "1000"});
    return command;
  }

 private:
  ScratchFolder folder_;
};

TEST_F(OutputFiles, AnInterruptedRunLeavesNoneThatDoesNotSaySo) {
  for (const auto& command : long_commands("--json", path("new.json"))) {
    SCOPED_TRACE(command.front());
    EXPECT_EQ(interrupt_touchstone(command, 1000).exit_code, kBySignal);
    // Where the machine is busy, nothing may be judged by then.
    if (marks_its_record(command) && !files().empty()) {
      EXPECT_THAT(read_text(path("new.json")), HasSubstr("\n  \"partial\": "));
      fs::remove(path("new.json"));
    }
    EXPECT_THAT(files(), testing::IsEmpty());
  }
  const auto csv = long_commands("--csv", path("new")).back();
  const std::vector<std::string> dump = {"dump",           path("new"), "--family",
                                         "random-hulls-8", "--cases",   "1000000"};
  for (const auto& command : {csv, dump}) {
    EXPECT_EQ(interrupt_touchstone(command, 1000).exit_code, kBySignal);
    EXPECT_THAT(files(), testing::IsEmpty());
  }
}

// In a folder that machines or containers share, another process may have the same number; and a
// process that starts itself again keeps its own.
TEST_F(OutputFiles, ANameThatAProcessOfTheSameNumberHasTakenIsLeftAlone) {
  const Ran ran =
      run_program({"/bin/sh", "-c",
                   "cd '" + path("") +
                       "' && for k in 1 2 3; do echo other >.touchstone-$$-$k.part; done && exec " +
                       TOUCHSTONE_PROGRAM " list metrics --json list.json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(files().size(), 4U);
  EXPECT_THAT(read_text(path("list.json")), HasSubstr("\"gjk\""));
}

// What was recorded is a recording: of a scene that ends when the run did.
TEST_F(OutputFiles, AnInterruptedRecordingIsThatOfAShorterScene) {
  EXPECT_EQ(interrupt_touchstone(long_recording(path("new")), 1000).exit_code, kBySignal);
  EXPECT_THAT(files(), testing::ElementsAre("new"));
  EXPECT_EQ(run_touchstone({"simulate", "--replay", path("new")}).exit_code, 0);
}

TEST_F(OutputFiles, AnInterruptedRunKeepsWhatWasThere) {
  write("old.json", "earlier");
  for (const auto& command : long_commands("--json", path("old.json"))) {
    SCOPED_TRACE(command.front());
    EXPECT_EQ(interrupt_touchstone(command, 1000).exit_code, kBySignal);
    EXPECT_EQ(read_text(path("old.json")), "earlier");
    if (marks_its_record(command) && files().size() > 1) {
      EXPECT_THAT(read_text(path("old.json.partial")), HasSubstr("\n  \"partial\": "));
      fs::remove(path("old.json.partial"));
    }
    EXPECT_THAT(files(), testing::ElementsAre("old.json"));
  }
}

// A run that fails may not take with it what another wrote meanwhile.
TEST_F(OutputFiles, AFailedRunRemovesNothingOfAnother) {
  const std::string file = path("r.json");
  const std::vector<std::string> fails = {"energy",  "duct",   "--contacts",
                                          "no_such", "--json", file};
  EXPECT_EQ(run_touchstone(fails).exit_code, 2);
  EXPECT_THAT(files(), testing::IsEmpty());
  EXPECT_EQ(run_touchstone({"energy", "slide-to-roll", "--json", file}).exit_code, 0);
  const std::string kept = read_text(file);
  EXPECT_EQ(run_touchstone(fails).exit_code, 2);
  EXPECT_EQ(read_text(file), kept);
}

TEST_F(OutputFiles, AreReplacedAsTheyAre) {
  const std::vector<std::string> listing = {"list", "scenes", "--json"};
  const auto list_to = [&](const std::string& file) {
    std::vector<std::string> command = listing;
    command.push_back(file);
    const Ran ran = run_touchstone(command);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_THAT(read_text(file), HasSubstr("touchstone.scenes/1")) << file;
  };
  // Its permissions.
  write("mine.json", "earlier");
  ASSERT_EQ(::chmod(path("mine.json").c_str(), 0640), 0);
  list_to(path("mine.json"));
  struct stat status {};
  ASSERT_EQ(::stat(path("mine.json").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0640U);
  const std::vector<std::string> dump = {"dump",         path("mine.json"), "--family",
                                         "random-boxes", "--cases",         "3"};
  EXPECT_EQ(run_touchstone(dump).exit_code, 0);
  EXPECT_THAT(read_text(path("mine.json")), HasSubstr("touchstone.dump/1"));
  ASSERT_EQ(::stat(path("mine.json").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0640U);
  // Links stay links, also one that leads nowhere yet; other names of a file keep its text.
  fs::create_symlink("mine.json", path("link.json"));
  list_to(path("link.json"));
  EXPECT_TRUE(fs::is_symlink(path("link.json")));
  fs::create_symlink("made.json", path("dangling.json"));
  list_to(path("dangling.json"));
  EXPECT_TRUE(fs::is_symlink(path("dangling.json")));
  EXPECT_TRUE(fs::exists(path("made.json")));
  write("one.json", "earlier");
  fs::create_hard_link(path("one.json"), path("two.json"));
  list_to(path("one.json"));
  EXPECT_EQ(read_text(path("two.json")), read_text(path("one.json")));
  EXPECT_EQ(files().size(), 6U) << "something is left over";
}

TEST_F(OutputFiles, WhatCannotBeWrittenIsSaidBeforeTheWork) {
  const std::string file = write("file", "text");
  for (const std::string& target : {path("none/x.json"), path("."), file + "/x.json"}) {
    for (const auto& command : long_commands("--json", target)) {
      expect_one_line_refusal(run_touchstone(command), target + ": ");
    }
    expect_one_line_refusal(run_touchstone(long_recording(target)), "cannot write");
  }
  expect_one_line_refusal(run_touchstone(long_commands("--csv", file).back()),
                          "is not a directory");
  expect_one_line_refusal(run_touchstone(long_commands("--csv", path("none/x")).back()),
                          "cannot be made");
  EXPECT_THAT(files(), testing::ElementsAre("file"));
}

TEST_F(OutputFiles, ADumpEndsInPeaceWhereNobodyReads) {
  const Ran ran = run_touchstone({"dump", "-", "--family", "random-boxes", "--cases", "100000000"},
                                 "", Stdout::closed_pipe);
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.err, "");
}

}  // namespace
}  // namespace touchstone
