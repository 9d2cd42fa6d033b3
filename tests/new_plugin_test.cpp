// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone new-plugin` as a person uses it: what it prints is typed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

/// The commands that stand indented in what was printed, with the program that is tested.
std::vector<std::string> commands_of(const std::string& printed) {
  std::vector<std::string> commands;
  std::istringstream lines(printed);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("  ", 0) != 0) continue;
    line.erase(0, 2);
    const auto end = line.find("touchstone ");
    const bool ours = end == 0 || line.rfind("./touchstone ", 0) == 0;
    commands.push_back(ours ? TOUCHSTONE_PROGRAM + line.substr(end + 10) + " --cases 200" : line);
  }
  return commands;
}

class NewPlugin : public testing::TestWithParam<std::string> {};

/// The program that a language needs where it is not installed; empty where it is.
std::string missing_program(const std::string& language) {
  const std::string program = language == "js" ? "node" : language == "rust" ? "rustc" : "";
  if (program.empty()) return "";
  const Ran ran = run_program({"/bin/sh", "-c", "command -v " + program});
  return ran.exit_code == 0 ? "" : program;
}

TEST_P(NewPlugin, BuildsAndIsRightOnBoxesByTheCommandsThatItPrints) {
  if (const std::string program = missing_program(GetParam()); !program.empty()) {
    GTEST_SKIP() << program << " is not installed: its plug-in is not run";
  }
  const ScratchFolder scratch;
  const std::string folder = scratch.path("of mine");
  const Ran made = run_touchstone({"new-plugin", folder, "--language", GetParam()});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const std::vector<std::string> commands = commands_of(made.out);
  ASSERT_FALSE(commands.empty()) << made.out;
  Ran last;
  for (const std::string& command : commands) {
    last = run_program({"/bin/sh", "-c", command});
    ASSERT_EQ(last.exit_code, 0) << command << "\n" << last.out << last.err;
  }
  EXPECT_THAT(last.out, testing::ContainsRegex("of_mine +boxes +400 +100 ")) << last.out;
}

INSTANTIATE_TEST_SUITE_P(Languages, NewPlugin, testing::Values("c", "c++", "js", "rust"));

class GivingPlugins : public testing::TestWithParam<std::string> {};

/// One word of the file offers the manifold, as its comments say. The gradient is there without.
TEST_P(GivingPlugins, HaveARightGradientAndARightManifoldOfOnePoint) {
  if (const std::string program = missing_program(GetParam()); !program.empty()) {
    GTEST_SKIP() << program << " is not installed: its plug-in is not run";
  }
  const ScratchFolder scratch;
  const std::string folder = scratch.path("giving");
  const Ran made = run_touchstone({"new-plugin", folder, "--language", GetParam()});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const std::map<std::string, std::string> endings = {
      {"c", "c"}, {"c++", "cpp"}, {"python", "py"}, {"js", "js"}, {"rust", "rs"}};
  const std::string ending = endings.at(GetParam());
  const std::string source = folder + "/giving." + ending;
  std::string text = replaced(read_text(source), "GIVES_MANIFOLD 0", "GIVES_MANIFOLD 1");
  text = replaced(text, "GIVES_MANIFOLD = False", "GIVES_MANIFOLD = True");
  text = replaced(text, "GIVES_MANIFOLD = false", "GIVES_MANIFOLD = true");
  text = replaced(text, "GIVES_MANIFOLD: bool = false", "GIVES_MANIFOLD: bool = true");
  scratch.write("giving/giving." + ending, text);
  std::string plugin = (ending == "js" ? "node " : TOUCHSTONE_PYTHON " ") + source;
  std::string build = "true";
  if (ending == "rs") {
    plugin = folder + "/giving";
    build = "rustc --edition 2021 -D warnings " + source + " -o " + plugin;
  } else if (ending[0] == 'c') {
    plugin = folder + "/giving.so";
    build = (ending == "c" ? "cc -std=c99" : "c++ -std=c++17") +
            (" -Wall -Wextra -Werror -O2 -fPIC -shared -I " + folder) + " " + source + " -o " +
            plugin + " -lm";
  }
  const Ran built = run_program({"/bin/sh", "-c", build});
  ASSERT_EQ(built.exit_code, 0) << built.err;
  // Several points touch where faces or edges are parallel: any is in the hull.
  const std::vector<std::string> few = {"--family",          "random-boxes", "--family",
                                        "kissing-face-face", "--cases",      "40"};
  std::vector<std::vector<std::string>> commands = {{"audit", "gradients", plugin},
                                                    {"contacts", "--metric", plugin}};
  for (std::vector<std::string>& words : commands) {
    words.insert(words.end(), few.begin(), few.end());
    const Ran ran = run_touchstone(words);
    EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
    EXPECT_THAT(ran.out, testing::ContainsRegex("giving +(random-)?boxes +40 ")) << ran.out;
    const bool has_policy = words.front() == "contacts";
    EXPECT_THAT(ran.out, HasSubstr(has_policy ? "giving: k = 1, points midway" : "Gradients"));
  }
}

INSTANTIATE_TEST_SUITE_P(Languages, GivingPlugins,
                         testing::Values("c", "c++", "python", "js", "rust"));

TEST(NewPlugins, AreTheExamplesUnderAnotherName) {
  const ScratchFolder scratch;
  const fs::path examples = fs::path(TOUCHSTONE_SOURCE_DIR) / "examples/plugins";
  const std::vector<std::array<std::string, 3>> kFiles = {{"c", "c/my_boxes.c", "hull-7.c"},
                                                          {"c", "c/CMakeLists.txt", ""},
                                                          {"c++", "cpp/my_boxes.cpp", "hull-7.cpp"},
                                                          {"c++", "cpp/CMakeLists.txt", ""}};
  for (const auto& [language, example, renamed] : kFiles) {
    const std::string folder = scratch.path(language) + "/hull-7";
    if (!fs::exists(folder)) {
      ASSERT_EQ(run_touchstone({"new-plugin", folder, "--language", language}).exit_code, 0);
    }
    const std::string name = renamed.empty() ? "CMakeLists.txt" : renamed;
    EXPECT_EQ(read_text(folder + "/" + name),
              replaced(read_text((examples / example).string()), "my_boxes", "hull-7"))
        << example;
    EXPECT_EQ(read_text(folder + "/touchstone/plugin.h"),
              read_text(TOUCHSTONE_SOURCE_DIR "/include/touchstone/plugin.h"));
  }
}

TEST(NewPlugins, OfAProgramAreOneFileUnderTheNameOfTheFolder) {
  const ScratchFolder scratch;
  for (const std::string language : {"js", "rust", "python"}) {
    const std::string ending = language == "js" ? ".js" : language == "rust" ? ".rs" : ".py";
    const std::string folder = scratch.path(language) + "/hull-7";
    ASSERT_EQ(run_touchstone({"new-plugin", folder, "--language", language}).exit_code, 0);
    const std::string example =
        read_text(TOUCHSTONE_SOURCE_DIR "/examples/plugins/" + language + "/boxes" + ending);
    ASSERT_NE(example, "");
    EXPECT_EQ(read_text(folder + "/hull-7" + ending),
              replaced(replaced(example, language + "_boxes", "hull-7"), "boxes" + ending,
                       "hull-7" + ending));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator{}), 1);
  }
}

TEST(NewPlugins, TakeALanguageInAnyCaseAndByItsOtherNames) {
  const ScratchFolder scratch;
  const std::vector<std::array<std::string, 2>> kWritten = {
      {"C", "mine.c"},           {"cpp", "mine.cpp"}, {"C++", "mine.cpp"}, {"Python", "mine.py"},
      {"JavaScript", "mine.js"}, {"JS", "mine.js"},   {"Rust", "mine.rs"}};
  for (const auto& [language, file] : kWritten) {
    const std::string folder = scratch.path(language) + "/mine";
    const Ran made = run_touchstone({"new-plugin", folder, "--language", language});
    EXPECT_EQ(made.exit_code, 0) << made.err;
    EXPECT_TRUE(fs::exists(folder + "/" + file)) << language;
  }
}

TEST(NewPlugins, InPythonSpeakTheProtocolUnderTheNameOfTheFolder) {
  const ScratchFolder scratch;
  const Ran made = run_touchstone({"new-plugin", scratch.path("mine"), "--language", "python"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("validate \"python3 "));
  const std::string box = R"("box": {"center": [0, 0, 0], "half_extents": [1, 1, 1]}})";
  const std::string pose = R"({"R": [1, 0, 0, 0, 1, 0, 0, 0, 1], "t": [0, 0, )";
  const Ran ran = run_program({TOUCHSTONE_PYTHON, scratch.path("mine/mine.py")},
                              R"({"hello": 1, "touchstone": "1.0.0"})"
                              "\n{\"body\": 7, " +
                                  box + "\n" + R"({"questions": [{"id": 90, "A": 7, "X_WA": )" +
                                  pose + R"(1.5]}, "B": 7, "X_WB": )" + pose + "0]}}]}\n");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr(R"("name": "mine")"));
  EXPECT_THAT(ran.out, HasSubstr(R"("id": 90, "status": "answered", "value": -0.5)"));
}

TEST(NewPlugins, TakeTheNameOfTheFolderHoweverItIsTyped) {
  const ScratchFolder scratch;
  ASSERT_EQ(run_touchstone({"new-plugin", scratch.path("mine/")}).exit_code, 0);
  EXPECT_TRUE(fs::exists(scratch.path("mine/mine.c")));
  const std::string here = scratch.path("here");
  fs::create_directory(here);
  const std::string command = "cd '" + here + "' && " TOUCHSTONE_PROGRAM " new-plugin .";
  ASSERT_EQ(run_program({"/bin/sh", "-c", command}).exit_code, 0);
  EXPECT_TRUE(fs::exists(here + "/here.c"));
}

TEST(NewPlugins, AreNotWrittenWhereSomethingIs) {
  const ScratchFolder scratch;
  fs::create_directory(scratch.path("full"));
  const std::string file = scratch.write("full/file", "mine");
  const std::string folder = fs::path(file).parent_path().string();
  expect_one_line_refusal(run_touchstone({"new-plugin", folder}), "is not empty");
  expect_one_line_refusal(run_touchstone({"new-plugin", file}), "cannot be");
  expect_one_line_refusal(run_touchstone({"new-plugin"}), "in which folder?");
  expect_one_line_refusal(run_touchstone({"new-plugin", scratch.path("x"), "--language", "java"}),
                          "unknown language 'java'");
  EXPECT_FALSE(fs::exists(scratch.path("x")));
  // validate would reject it.
  expect_one_line_refusal(run_touchstone({"new-plugin", scratch.path("gjk")}), "take another");
  EXPECT_EQ(read_text(file), "mine");
}

}  // namespace
}  // namespace touchstone
