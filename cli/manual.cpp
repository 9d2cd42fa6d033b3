// SPDX-License-Identifier: GPL-3.0-or-later
// The man page, made from the descriptions that --help shows.
#include <iostream>

#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

/// Text as roff has it: a backslash or hyphen is escaped, and no line begins with a control
/// character.
std::string roff(const std::string& text) {
  std::string out;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
    begins = c == '\n';
  }
  return out;
}

std::string option_entry(const OptionText& option) {
  std::string entry = ".TP\n.B " + roff(option.names);
  if (!option.type.empty()) entry += " \\fI" + roff(option.type) + "\\fR";
  return entry + "\n" + roff(option.help) + "\n";
}

std::string command_section(const CommandText& command) {
  std::string section = ".SS " + roff(command.name) + "\n" + roff(command.help) + ".\n";
  for (const OptionText& option : command.options) {
    if (option.names != "-h,--help") section += option_entry(option);
  }
  if (!command.footer.empty()) section += ".PP\n" + roff(command.footer) + "\n";
  return section;
}

std::string man_page(const CommandLine& line) {
  std::string page = std::string(".TH TOUCHSTONE 1 \"\" \"touchstone ") + version_number() +
                     "\" \"User Commands\"\n.SH NAME\ntouchstone \\- " + roff(line.help()) +
                     "\n.SH SYNOPSIS\n.B touchstone\n.I COMMAND\n[\\fIOPTION\\fR]...\n"
                     ".SH COMMANDS\n";
  for (const CommandText& command : line.commands()) page += command_section(command);
  return page + ".SH EXIT STATUS\n" + roff(line.footer()) + "\n";
}

}  // namespace

void add_manual(CommandLine& line) {
  line.command("man", "Prints the man page: touchstone man | man -l -").runs([&line] {
    std::cout << man_page(line);
    return kExitAsExpected;
  });
}

}  // namespace touchstone
