// SPDX-License-Identifier: GPL-3.0-or-later
// Every example in the table of exit codes (docs/exit-codes.md) ends with the code beside it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <regex>
#include <sstream>

#include "tests/program.hpp"

namespace touchstone {
namespace {

/// "... | `verify --quick` 0 |": the last cell of a row.
const std::regex kExample(R"(\| `([^`]+)` (\d) \|$)");

TEST(ExitCodes, OfEveryExampleInTheTableAreAsItSays) {
  const std::string root = TOUCHSTONE_SOURCE_DIR;
  std::istringstream page(read_text(root + "/docs/exit-codes.md"));
  std::filesystem::current_path(root);
  std::array<int, 4> codes{};  // how many examples have each
  for (std::string line; std::getline(page, line);) {
    std::smatch example;
    if (!std::regex_search(line, example, kExample)) continue;
    std::istringstream words(example[1]);
    std::vector<std::string> arguments;
    for (std::string word; words >> word;) arguments.push_back(word);
    const int expected = std::stoi(example[2]);
    const Ran ran = run_touchstone(arguments);
    EXPECT_EQ(ran.exit_code, expected) << line << "\n" << ran.out << ran.err;
    if (expected >= 2) {
      EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    }
    ++codes.at(static_cast<std::size_t>(expected));
  }
  EXPECT_GE(codes[0], 10);
  EXPECT_GE(codes[1], 2);
  EXPECT_GE(codes[2], 2);
  EXPECT_GE(codes[3], 1);
}

}  // namespace
}  // namespace touchstone
