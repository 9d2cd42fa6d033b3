// SPDX-License-Identifier: GPL-3.0-or-later
// Every command and option that there was before commands were reshaped: it is still there, or one
// line says what it is now.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/help_text.hpp"
#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

/// Whether the command has the option, or one below it has.
bool is_of_today(const std::vector<HelpCommand>& commands, const std::string& command,
                 const std::string& option) {
  return std::any_of(commands.begin(), commands.end(), [&](const HelpCommand& one) {
    return one.words.front() == command && (option.empty() || one.has(option));
  });
}

TEST(Spellings, AreOfTodayOrSayWhatTheyAreNow) {
  const std::vector<HelpCommand> commands = commands_of_help();
  ASSERT_GT(commands.size(), 20U);
  std::istringstream slots(
      read_text(std::string(TOUCHSTONE_SOURCE_DIR) + "/tests/earlier_spellings.txt"));
  int count = 0;
  for (std::string slot; std::getline(slots, slot); ++count) {
    SCOPED_TRACE(slot);
    const std::size_t space = slot.find(' ');
    const std::string command = slot.substr(0, space);
    const std::string option = space == std::string::npos ? "" : slot.substr(space + 1);
    if (is_of_today(commands, command, option)) continue;
    std::vector<std::string> words = {command};
    if (!option.empty()) words.push_back(option);
    const bool command_is_gone = !is_of_today(commands, command, "");
    expect_one_line_refusal(run_touchstone(words),
                            (command_is_gone ? command + " " : slot + " is now '"));
    words.emplace_back("3");
    expect_one_line_refusal(run_touchstone(words), " is now '");
  }
  EXPECT_EQ(count, 213);
}

/// Options that verify had, and validate never: a METRIC is a word there.
TEST(Spellings, OfVerifyAreKnownAtValidate) {
  const auto refused = [](const std::string& option, const std::string& said) {
    expect_one_line_refusal(run_touchstone({"validate", option, "x"}), "validate " + option + said);
  };
  refused("--peers", " is now 'validate peers'\n");
  refused("--plugin", " is now 'validate ./mine.so'\n");
}

/// What the line says can be typed: its first words are a command of today with its options.
TEST(Spellings, OfTodayAreWhatTheLinesName) {
  const std::vector<HelpCommand> commands = commands_of_help();
  std::istringstream slots(
      read_text(std::string(TOUCHSTONE_SOURCE_DIR) + "/tests/earlier_spellings.txt"));
  for (std::string slot; std::getline(slots, slot);) {
    std::istringstream typed(slot);
    std::vector<std::string> words;
    for (std::string word; typed >> word;) words.push_back(word);
    if (is_of_today(commands, words[0], words.size() > 1 ? words[1] : "")) continue;
    const std::string line = run_touchstone(words).err;
    SCOPED_TRACE(line);
    const std::size_t begin = line.find('\'') + 1;
    std::istringstream now(line.substr(begin, line.find('\'', begin) - begin));
    std::string command;
    now >> command;
    EXPECT_TRUE(is_of_today(commands, command, ""));
    for (std::string word; now >> word;) {
      const bool is_option = word.rfind("--", 0) == 0;
      EXPECT_TRUE(!is_option || is_of_today(commands, command, word)) << word;
    }
  }
}

}  // namespace
}  // namespace touchstone
