// SPDX-License-Identifier: GPL-3.0-or-later
// Every command that a console block of a page shows is run, and prints what stands there: of the
// READMEs below examples/ among the files of their folders, of the first page and of docs/ among
// those of the root. TOUCHSTONE_WRITE_DOCS=1 writes into the pages what the program prints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "harness/plugins/sanitized.hpp"
#include "tests/console_blocks.hpp"
#include "tests/program.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using Lines = std::vector<std::string>;

const fs::path kRoot = TOUCHSTONE_SOURCE_DIR;
/// On a busy machine times are asked for again.
constexpr int kTries = 6;

/// Pages with a console block, from the root.
std::vector<std::string> pages_with_commands() {
  std::vector<std::string> pages = {"README.md"};
  for (const char* folder : {"docs", "examples"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      const std::string page = fs::relative(entry.path(), kRoot).generic_string();
      if (entry.path().extension() != ".md" || page.rfind("docs/notebook", 0) == 0) continue;
      if (!shown_commands(lines_of(read_text(entry.path().string()))).empty())
        pages.push_back(page);
    }
  }
  std::sort(pages.begin(), pages.end());
  return pages;
}

/// A folder with the files that a page's commands are about, and the built program in the
/// launcher's place; what the commands write stays there.
class Desk {
 public:
  explicit Desk(const std::string& page) {
    const fs::path seen = page.rfind("examples/", 0) == 0 ? (kRoot / page).parent_path() : kRoot;
    fs::create_symlink(TOUCHSTONE_PROGRAM, folder_.path("touchstone"));
    for (const auto& entry : fs::directory_iterator(seen)) {
      const std::string name = entry.path().filename();
      if (name != "touchstone") fs::create_symlink(entry.path(), folder_.path(name));
    }
  }

  Ran run(const std::string& command) const {
    return run_program({"/bin/sh", "-c", "cd '" + folder_.path(".") + "' && " + command});
  }

 private:
  ScratchFolder folder_;
};

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

class ConsoleBlocks : public testing::TestWithParam<std::string> {};

TEST_P(ConsoleBlocks, ShowWhatIsPrinted) {
  const bool write = std::getenv("TOUCHSTONE_WRITE_DOCS") != nullptr;
  const bool long_too = std::getenv("TOUCHSTONE_LONG_TESTS") != nullptr;
  const std::string path = (kRoot / GetParam()).string();
  Lines page = lines_of(read_text(path));
  const Desk desk(GetParam());
  std::ptrdiff_t moved = 0;  // lines that the page has grown by
  for (const ShownCommand& shown : shown_commands(page)) {
    if ((shown.takes_long && !long_too) || (shown.times && kSanitized)) continue;
    Ran ran;
    Lines printed;
    bool same = false;
    for (int k = 0; !same && k < (shown.times ? kTries : 1); ++k) {
      ran = desk.run(shown.command);
      printed = lines_of(ran.out);
      same = is_shown(shown, printed);
    }
    if (same) continue;
    if (!write) {
      ADD_FAILURE() << GetParam() << ":" << shown.line + 1 << " shows something else than\n$ "
                    << shown.command << "\n"
                    << ran.out << ran.err;
      continue;
    }
    const Lines anew = shown_anew(shown.output, printed);
    const auto begin = page.begin() + static_cast<std::ptrdiff_t>(shown.line) + moved;
    const auto there = page.erase(begin, begin + static_cast<std::ptrdiff_t>(shown.output.size()));
    page.insert(there, anew.begin(), anew.end());
    moved +=
        static_cast<std::ptrdiff_t>(anew.size()) - static_cast<std::ptrdiff_t>(shown.output.size());
  }
  if (write) std::ofstream(path, std::ios::binary) << joined(page);
}

INSTANTIATE_TEST_SUITE_P(Pages, ConsoleBlocks, testing::ValuesIn(pages_with_commands()),
                         [](const auto& page) {
                           std::string name = page.param;
                           for (char& c : name) {
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           }
                           return name;
                         });

TEST(Console, BlocksAreFoundOnManyPages) {
  const std::vector<std::string> pages = pages_with_commands();
  EXPECT_GE(pages.size(), 8U);
  std::size_t commands = 0;
  for (const std::string& page : pages) {
    const Lines lines = lines_of(read_text((kRoot / page).string()));
    commands += shown_commands(lines).size();
    // What looks like a command in a block of another kind would not be run.
    std::size_t prompts = 0;
    for (const std::string& line : lines) prompts += line.rfind("$ ", 0) == 0 ? 1 : 0;
    EXPECT_EQ(shown_commands(lines).size(), prompts) << page;
  }
  EXPECT_GE(commands, 20U);
}

TEST(Console, CommandsAreReadWithTheirMarks) {
  const auto commands =
      shown_commands({"```sh", "$ no", "```", "```console times", "$ ./a b | c", "x", "", "$ d",
                      "```", "e", "```console long", "$ f", "..."});
  ASSERT_EQ(commands.size(), 3U);
  EXPECT_EQ(commands[0].command, "./a b | c");
  EXPECT_THAT(commands[0].output, ElementsAre("x", ""));
  EXPECT_EQ(commands[0].line, 5U);
  EXPECT_TRUE(commands[0].times && !commands[0].takes_long);
  EXPECT_TRUE(commands[1].output.empty());
  EXPECT_THAT(commands[2].output, ElementsAre("..."));
  EXPECT_TRUE(!commands[2].times && commands[2].takes_long);
}

bool shows(const Lines& shown, const Lines& printed, bool times = false) {
  return is_shown({"", 0, shown, times, false}, printed);
}

TEST(Console, WhatIsShownOtherwiseIsNoticed) {
  EXPECT_TRUE(shows({"a", "...", "d"}, {"a", "b", "c", "d"}));
  EXPECT_TRUE(shows({"a", "  ...", "d"}, {"a", "d", "c", "d"}));
  EXPECT_TRUE(shows({"...", "b", "c", "...", "d", "..."}, {"b", "b", "c", "d"}));
  EXPECT_TRUE(shows({"..."}, {}));
  EXPECT_FALSE(shows({"a", "...", "d"}, {"a", "b", "c"}));
  EXPECT_FALSE(shows({"a", "b"}, {"a", "b", "c"}));
  EXPECT_FALSE(shows({"a", "b", "c"}, {"a", "b"}));
  EXPECT_FALSE(shows({"a", "b"}, {"a", "x"}));
  EXPECT_FALSE(shows({"a  b"}, {"a b"}));
}

TEST(Console, TimesMayBeOffByAFactorAndNothingElse) {
  EXPECT_TRUE(shows({"a   1 us  94.00%  -----"}, {"a  2.9 us  94.00%  ---"}, true));
  EXPECT_TRUE(shows({"a  400 ns"}, {"a  1.1 us"}, true));
  EXPECT_TRUE(shows({"a  1.1 us"}, {"a  400 ns"}, true));
  EXPECT_FALSE(shows({"a  3 us"}, {"a  .2 us"}, true));
  EXPECT_FALSE(shows({"a  300 ns"}, {"a  300 us"}, true));
  EXPECT_FALSE(shows({"a  3 us"}, {"a  3.1 us"}));
  EXPECT_FALSE(shows({"a  94.00%"}, {"a  93.00%"}, true));
  EXPECT_FALSE(shows({"a  1"}, {"b  1"}, true));
  EXPECT_FALSE(shows({"a  1"}, {"a  1  1"}, true));
  EXPECT_FALSE(shows({"a  0"}, {"a  1e-9"}, true));
}

TEST(Console, BlocksAreWrittenAnew) {
  const Lines printed = {"head", "rule", "a  1  3", "b  2  5", "c  3  7", "end"};
  EXPECT_EQ(shown_anew({"old"}, printed), printed);
  EXPECT_THAT(shown_anew({"...", "b  2  4", "..."}, printed), ElementsAre("...", "b  2  5", "..."));
  EXPECT_THAT(shown_anew({"head", "rule", "...", "c  3  6", "end"}, printed),
              ElementsAre("head", "rule", "...", "c  3  7", "end"));
  EXPECT_THAT(shown_anew({"head", "...", "a  9  3", "b  9  5", "...", "end"}, printed),
              ElementsAre("head", "...", "a  1  3", "b  2  5", "...", "end"));
  EXPECT_EQ(shown_anew({"a", "b", "...", "c"}, {"one"}), Lines{"one"});
}

}  // namespace
}  // namespace touchstone
