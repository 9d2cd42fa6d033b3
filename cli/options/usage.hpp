// SPDX-License-Identifier: GPL-3.0-or-later
// What the user is told of words that the command line does not take.
#pragma once

#include <string>
#include <vector>

#include "cli/options/command_line.hpp"

namespace touchstone {

/// CLI11 would call a mistyped command "arguments that were not expected". Empty if there is such a
/// command.
std::string unknown_command(const CommandLine& line, const std::string& word);

/// Where a command has others below it ("audit certificates") and `word` is none of these `names`.
std::string unknown_below(const std::string& command, const std::string& word,
                          const std::vector<std::string>& names);

/// CLI11's words for an option that was given too often, or without its value.
std::string mismatch(const std::string& said);

/// Words that the command does not take, though it would take the first behind one of its options.
/// Empty if nothing is known of them.
std::string unexpected_word(const CommandText& command, const std::vector<std::string>& words);

}  // namespace touchstone
