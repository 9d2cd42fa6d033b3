// SPDX-License-Identifier: GPL-3.0-or-later
// What others copy (portable/): it includes nothing of ours, and its examples work from a copy of the folder.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>
#include <string>

#include "tests/program.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPortable = TOUCHSTONE_SOURCE_DIR "/portable";

Ran shell(const std::string& command) { return run_program({"/bin/sh", "-c", command}); }

/// A copy of the folder, alone.
class Portable : public testing::Test {
 protected:
  Portable() { fs::copy(kPortable, folder_, fs::copy_options::recursive); }

  Ran in_examples(const std::string& command) const {
    return shell("cd '" + folder_ + "/examples' && " + command);
  }

  bool has(const std::string& command) const { return shell(command).exit_code == 0; }

 private:
  const ScratchFolder scratch_;
  const std::string folder_ = scratch_.path("portable");
};

TEST_F(Portable, IncludesNothingFromOutside) {
  const std::regex include(R"re(^ *# *include +"([^"]+)")re");
  const std::regex import(R"re(^ *(?:from|import) +(\w+))re");
  int seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kPortable)) {
    if (!entry.is_regular_file()) continue;
    const std::string extension = entry.path().extension();
    std::istringstream lines(read_text(entry.path()));
    for (std::string line; std::getline(lines, line);) {
      std::smatch found;
      if ((extension == ".h" || extension == ".c" || extension == ".cpp") &&
          std::regex_search(line, found, include)) {
        ++seen;
        EXPECT_TRUE(fs::exists(fs::path(kPortable) / found[1].str()) ||
                    fs::exists(entry.path().parent_path() / found[1].str()))
            << entry.path() << ": " << line;
      }
      if (extension == ".py" && std::regex_search(line, found, import)) {
        EXPECT_NE(found[1].str(), "touchstone") << entry.path();
      }
    }
  }
  EXPECT_GE(seen, 4);
}

TEST_F(Portable, TheExampleForGoogleTestHasNoSurprise) {
  const Ran built = in_examples(
      "g++ -std=c++17 -Wall -Wextra -Werror -I.. googletest.cpp -lccd -lgtest "
      "-lgtest_main -o googletest");
  ASSERT_EQ(built.exit_code, 0) << built.err;
  const Ran ran = in_examples("./googletest");
  EXPECT_EQ(ran.exit_code, 0) << ran.out;
}

TEST_F(Portable, AMendedFailureAndANewOneAreBothSeen) {
  // The first is no longer listed, the second is right.
  const Ran built = in_examples(
      "sed -e '0,/b8a2a59084d56a7a/s//0000000000000000/' "
      "-e 's/touchstone_word_name(verdict.word)/std::string(pair.id) == \"bdb1c71f800116ac\" ? "
      "\"right\" : touchstone_word_name(verdict.word)/' googletest.cpp > changed.cpp && "
      "g++ -std=c++17 -I.. changed.cpp -lccd -lgtest -lgtest_main -o changed");
  ASSERT_EQ(built.exit_code, 0) << built.err;
  const Ran ran = in_examples("./changed");
  EXPECT_NE(ran.exit_code, 0);
  EXPECT_THAT(ran.out, testing::HasSubstr(
                           "b8a2a59084d56a7a (random-hulls-8-deep:42:4): inaccurate, not right"));
  EXPECT_THAT(ran.out, testing::HasSubstr(
                           "bdb1c71f800116ac (random-hulls-8-deep:42:5): right, not inaccurate"));
}

TEST_F(Portable, TheExampleForCatch2HasNoSurprise) {
  if (!fs::exists("/usr/include/catch2/catch.hpp")) GTEST_SKIP() << "there is no Catch2";
  const Ran built = in_examples("g++ -std=c++17 -I.. catch2.cpp -lccd -o catch2");
  ASSERT_EQ(built.exit_code, 0) << built.err;
  const Ran ran = in_examples("./catch2");
  EXPECT_EQ(ran.exit_code, 0) << ran.out;
}

TEST_F(Portable, TheExampleForPytestHasNoSurprise) {
  const std::string python = "/usr/bin/python3";
  if (!has(python + " -c 'import pytest'")) GTEST_SKIP() << "there is no pytest";
  const Ran ran = in_examples(python + " -m pytest -q -p no:cacheprovider test_basic.py");
  EXPECT_EQ(ran.exit_code, 0) << ran.out;
  EXPECT_THAT(ran.out, testing::HasSubstr("51 passed"));
}

}  // namespace
}  // namespace touchstone
