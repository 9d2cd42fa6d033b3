// SPDX-License-Identifier: GPL-3.0-or-later
// The commands and options that the program's --help shows.
#pragma once

#include <string>
#include <vector>

namespace touchstone {

struct HelpOption {
  std::string name;  ///< "--metric"
  std::string type;  ///< "NAME"; empty for a flag
};

struct HelpCommand {
  std::vector<std::string> words;  ///< {"audit", "routes"}
  std::vector<HelpOption> options;
  std::vector<std::string> positionals;
  std::vector<std::string> below;  ///< the names of the commands below it

  std::string name() const;
  bool has(const std::string& option) const;
};

/// What `words --help` shows; without words the program itself.
HelpCommand help_of(const std::vector<std::string>& words);

/// Every command, each followed by those below it.
std::vector<HelpCommand> commands_of_help();

}  // namespace touchstone
