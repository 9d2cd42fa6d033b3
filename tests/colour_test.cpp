// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong is red on a terminal, and is said without colour as well.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;

using Words = std::vector<std::string>;

constexpr const char* kEscape = "\033";

struct Terminal {
  std::string kind = "xterm";
  std::string no_colour;  ///< the value of NO_COLOR
  unsigned short columns = 250;
};

/// What the program writes to a terminal, with the line ends of a file.
std::string on_terminal(const Words& arguments, const Terminal& terminal) {
  Words words = {TOUCHSTONE_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  winsize size{};
  size.ws_col = terminal.columns;
  size.ws_row = 50;
  int master = -1;
  const pid_t child = ::forkpty(&master, nullptr, nullptr, &size);
  if (child < 0) throw std::runtime_error("no terminal");
  if (child == 0) {
    ::unsetenv("COLUMNS");
    ::setenv("TERM", terminal.kind.c_str(), 1);
    ::setenv("NO_COLOR", terminal.no_colour.c_str(), 1);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 1; n > 0;) {
    n = ::read(master, buffer.data(), buffer.size());
    if (n > 0) text.append(buffer.data(), static_cast<std::size_t>(n));
  }
  ::close(master);
  int status = 0;
  ::waitpid(child, &status, 0);
  text = std::regex_replace(text, std::regex("\r\n"), "\n");
  // Progress is wiped before the table is written.
  return std::regex_replace(text, std::regex("\r\033\\[K[^\r\n]*(?=\r)|\r\033\\[K|\r"), "");
}

std::string without_colour(const std::string& text) {
  return std::regex_replace(text, std::regex("\033\\[[0-9]+m"), "");
}

/// Times, which differ from run to run.
std::string without_times(const std::string& text) {
  return std::regex_replace(text, std::regex("[0-9]+:[0-9]+ with [^\n]*"), "");
}

std::vector<std::pair<Words, std::string>> wrong_somewhere() {
  const Words verify = {"verify", "--metric", "gjk_epa,sat", "--family", "random-boxes",
                        "--seed", "7",        "--cases",     "2000"};
  return {{verify, "\033[31m97.25"},
          {{"compare", TOUCHSTONE_SOURCE_DIR "/results/accuracy.json", "--metric", "certified,mpr"},
           "\033[31mworse"},
          {{"ask", "random-hulls-8-deep:42:0", "--metric", "sat_float32"}, ": \033[31m"},
          {{"simulate", "rimless-wheel", "--vertices", "40", "--dt", "0.1"}, "\033[31mwrong"}};
}

TEST(Colour, WhatIsWrongIsRedOnATerminalAndTheTextIsTheSame) {
  for (const auto& [words, red] : wrong_somewhere()) {
    SCOPED_TRACE(testing::PrintToString(words));
    const bool timed = words.front() == "simulate";  // columns of times
    const std::string plain = run_touchstone(words).out;
    ASSERT_THAT(plain, Not(HasSubstr(kEscape)));
    const std::string shown = on_terminal(words, {});
    EXPECT_THAT(shown, HasSubstr(red));
    if (!timed) {
      EXPECT_THAT(without_times(without_colour(shown)), HasSubstr(without_times(plain)));
    }
    for (const Terminal& terminal :
         {Terminal{"dumb", ""}, Terminal{"", ""}, Terminal{"xterm", "1"}}) {
      EXPECT_THAT(on_terminal(words, terminal), Not(HasSubstr(kEscape)));
    }
    // Fewer columns, where it must not be counted either.
    const Terminal narrow{"xterm", "", 60};
    const Terminal narrow_plain{"dumb", "", 60};
    if (!timed) {
      EXPECT_EQ(without_times(without_colour(on_terminal(words, narrow))),
                without_times(on_terminal(words, narrow_plain)));
    }
  }
}

TEST(Colour, WhatIsRightHasNone) {
  for (const Words& words :
       {Words{"verify", "--metric", "sat", "--family", "random-boxes", "--cases", "20"},
        Words{"ask", "random-boxes:42:1", "--metric", "sat"}}) {
    EXPECT_THAT(on_terminal(words, {}), Not(HasSubstr("\033[31m")));
  }
}

}  // namespace
}  // namespace touchstone
