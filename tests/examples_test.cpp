// SPDX-License-Identifier: GPL-3.0-or-later
// Every command that a console block shows is run, and prints what stands there: of the READMEs
// below examples/ in their folders, of the first page and docs/commands.md at the root.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/program.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

/// A line `$ ./touchstone ...` of a console block, and the lines below it.
struct Shown {
  std::vector<std::string> arguments;
  std::vector<std::string> output;
};

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<Shown> commands_of(const std::string& readme) {
  const std::string prompt = "$ ./touchstone ";
  std::vector<Shown> commands;
  bool inside = false;
  for (const std::string& line : lines_of(readme)) {
    if (line.rfind("```", 0) == 0) {
      inside = line == "```console";
    } else if (inside && line.rfind(prompt, 0) == 0) {
      commands.push_back({words_of(line.substr(prompt.size())), {}});
    } else if (inside && !commands.empty()) {
      commands.back().output.push_back(line);
    }
  }
  return commands;
}

/// Whether the lines are as shown, where a line `...` stands for any number of lines.
bool matches(const std::vector<std::string>& shown, std::size_t s,
             const std::vector<std::string>& lines, std::size_t k) {
  if (s == shown.size()) return k == lines.size();
  if (shown[s] == "...") {
    for (std::size_t end = k; end <= lines.size(); ++end) {
      if (matches(shown, s + 1, lines, end)) return true;
    }
    return false;
  }
  return k < lines.size() && shown[s] == lines[k] && matches(shown, s + 1, lines, k + 1);
}

/// Runs the commands of `page` in `folder`; returns how many there are.
int expect_as_shown(const fs::path& page, const fs::path& folder) {
  fs::current_path(folder);
  const std::vector<Shown> commands = commands_of(read_text(page.string()));
  for (const Shown& shown : commands) {
    const Ran ran = run_touchstone(shown.arguments);
    EXPECT_TRUE(matches(shown.output, 0, lines_of(ran.out), 0))
        << page << " shows something else than\n"
        << ran.out << ran.err;
  }
  return static_cast<int>(commands.size());
}

TEST(Examples, PrintWhatTheirReadmesShow) {
  const fs::path folder = fs::path(TOUCHSTONE_SOURCE_DIR) / "examples";
  int commands = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!entry.is_directory()) continue;
    const fs::path readme = entry.path() / "README.md";
    ASSERT_TRUE(fs::exists(readme)) << readme;
    commands += expect_as_shown(readme, entry.path());
  }
  EXPECT_GE(commands, 5);
}

TEST(Examples, OfTheFirstPageAndOfTheCommandsPrintWhatIsShown) {
  const fs::path root = TOUCHSTONE_SOURCE_DIR;
  EXPECT_GE(expect_as_shown(root / "README.md", root), 1);
  EXPECT_GE(expect_as_shown(root / "docs/commands.md", root), 5);
}

TEST(Examples, WhatIsShownOtherwiseIsNoticed) {
  EXPECT_TRUE(matches({"a", "...", "d"}, 0, {"a", "b", "c", "d"}, 0));
  EXPECT_FALSE(matches({"a", "...", "d"}, 0, {"a", "b", "c"}, 0));
  EXPECT_FALSE(matches({"a", "b"}, 0, {"a", "b", "c"}, 0));
  EXPECT_FALSE(matches({"a", "b"}, 0, {"a", "x"}, 0));
}

}  // namespace
}  // namespace touchstone
