// SPDX-License-Identifier: GPL-3.0-or-later
// What others copy (portable/): it includes nothing of ours, and its examples work from a copy of the folder.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

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

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ + "/" + name) << text;
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

/// The code blocks of README.md in that language, in their order.
std::vector<std::string> readme_blocks(const std::string& language) {
  const std::string text = read_text(std::string(kPortable) + "/README.md");
  const std::regex block("\n```" + language + "\n([^`]*)```\n");
  std::vector<std::string> blocks;
  for (std::sregex_iterator k(text.begin(), text.end(), block), end; k != end; ++k) {
    blocks.push_back((*k)[1].str());
  }
  return blocks;
}

TEST_F(Portable, WhatTheReadmeTypesWorks) {
  const auto cpp = readme_blocks("cpp");
  const auto python = readme_blocks("python");
  const auto commands = readme_blocks("sh");
  ASSERT_EQ(cpp.size(), 1U);
  ASSERT_EQ(python.size(), 1U);
  ASSERT_EQ(commands.size(), 2U);
  // A distance that is right but for the first pair.
  write("mine.cpp",
        "#include \"vectors/basic.h\"\n"
        "static double my_distance(const touchstone_vector& pair) {\n"
        "  return &pair == touchstone_basic ? 1.01 * pair.phi : pair.phi;\n}\n" +
            cpp[0]);
  write("mine.py", "def my_distance(pair):\n    return pair['truth']['phi'] + 1\n\n" + python[0]);
  const Ran tested = in_examples("cd .. && " + commands[0]);
  EXPECT_EQ(tested.exit_code, 1) << tested.err;
  EXPECT_THAT(tested.out, testing::HasSubstr("    Which is: \"inaccurate\"\n  \"right\"\n"));
  const std::size_t said = tested.out.find(": you say ");
  EXPECT_NE(said, tested.out.npos) << tested.out;
  EXPECT_EQ(tested.out.find(": you say ", said + 1), tested.out.npos) << tested.out;
  const Ran judged = in_examples("cd .. && python3 mine.py");
  EXPECT_EQ(judged.exit_code, 0) << judged.err;
  EXPECT_THAT(judged.out, testing::HasSubstr(" inaccurate you say "));
  EXPECT_THAT(judged.out, testing::Not(testing::HasSubstr(" right ")));
  const Ran checked = in_examples("cd .. && set -e\n" + commands[1]);
  EXPECT_EQ(checked.exit_code, 0) << checked.out << checked.err;
  // Another case is not proven.
  const Ran other = in_examples(
      "cd .. && sed -i s/1.9/1.8/ examples/cubes.json && "
      "python3 check_certificate.py examples/cubes.cert --case examples/cubes.json");
  EXPECT_EQ(other.exit_code, 1) << other.out;
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
