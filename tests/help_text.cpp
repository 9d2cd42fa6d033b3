// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/help_text.hpp"

#include <algorithm>
#include <sstream>

#include "tests/program.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kNameColumns = 28;

/// "-o,--output FILE", as it stands in an entry of the help.
HelpOption option_of(const std::string& entry) {
  std::istringstream words(entry.substr(0, entry.find("  ")));
  HelpOption option;
  words >> option.name >> option.type;
  option.name.erase(0, option.name.find("--"));
  return option;
}

}  // namespace

std::string HelpCommand::name() const {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

bool HelpCommand::has(const std::string& option) const {
  return std::any_of(options.begin(), options.end(),
                     [&](const HelpOption& one) { return one.name == option; });
}

HelpCommand help_of(const std::vector<std::string>& words) {
  HelpCommand command{words, {}, {}, {}};
  std::vector<std::string> typed = words;
  typed.emplace_back("--help");
  std::istringstream help(run_touchstone(typed).out);
  std::string section;
  for (std::string line; std::getline(help, line);) {
    if (!line.empty() && line.front() != ' ' && line.back() == ':') section = line;
    const bool is_entry = line.size() > 2 && line.rfind("  ", 0) == 0 && line[2] != ' ';
    if (!is_entry || section.empty()) continue;
    const std::string entry = line.substr(2, kNameColumns - 2);
    if (entry.front() == '-') {
      command.options.push_back(option_of(entry));
    } else {
      (section == "Subcommands:" ? command.below : command.positionals)
          .push_back(entry.substr(0, entry.find(' ')));
    }
  }
  return command;
}

std::vector<HelpCommand> commands_of_help() {
  std::vector<HelpCommand> commands;
  for (const std::string& name : help_of({}).below) {
    commands.push_back(help_of({name}));
    const std::vector<std::string> below = commands.back().below;
    for (const std::string& nested : below) commands.push_back(help_of({name, nested}));
  }
  return commands;
}

}  // namespace touchstone
