// SPDX-License-Identifier: GPL-3.0-or-later
// The console blocks of a page: commands and what they print, held against what they do print.
//
//   ```console            lines as they are; a line `...` stands for any number of lines
//   ```console times      numbers without a % may be off by a factor of kTimesFactor
//   ```console long       takes more than ten seconds: run with the long tests only, or held
//                         against the output of another test (accuracy_test.cpp)
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace touchstone {

inline constexpr double kTimesFactor = 3;

/// A line `$ ...` of a console block, and the lines below it up to the next one.
struct ShownCommand {
  std::string command;   ///< without the `$`
  std::size_t line = 0;  ///< where its output begins in the page, from 0
  std::vector<std::string> output;
  bool times = false;
  bool takes_long = false;
};

std::vector<std::string> lines_of(const std::string& text);

std::vector<ShownCommand> shown_commands(const std::vector<std::string>& page);

/// Whether `printed` is what is shown.
bool is_shown(const ShownCommand& shown, const std::vector<std::string>& printed);

/// What a page would show of `printed`: the lines that are most like those shown, and `...` where
/// it is shown. All of it where nothing is left out.
std::vector<std::string> shown_anew(const std::vector<std::string>& shown,
                                    const std::vector<std::string>& printed);

}  // namespace touchstone
