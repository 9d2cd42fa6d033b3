// SPDX-License-Identifier: GPL-3.0-or-later
// The man page, made from the descriptions that --help shows.
#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/console.hpp"
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

std::string option_entry(const CLI::Option& option) {
  std::string entry = ".TP\n.B " + roff(option.get_name(option.get_positional(), true));
  if (!option.get_positional() && !option.get_type_name().empty()) {
    entry += " \\fI" + roff(option.get_type_name()) + "\\fR";
  }
  return entry + "\n" + roff(option.get_description()) + "\n";
}

std::string command_section(const CLI::App& command) {
  std::string section =
      ".SS " + roff(command.get_name()) + "\n" + roff(command.get_description()) + ".\n";
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_lnames() != std::vector<std::string>{"help"}) section += option_entry(*option);
  }
  if (!command.get_footer().empty()) section += ".PP\n" + roff(command.get_footer()) + "\n";
  return section;
}

std::string man_page(const CLI::App& app) {
  std::string page = std::string(".TH TOUCHSTONE 1 \"\" \"touchstone ") + version_number() +
                     "\" \"User Commands\"\n.SH NAME\ntouchstone \\- " +
                     roff(app.get_description()) +
                     "\n.SH SYNOPSIS\n.B touchstone\n.I COMMAND\n[\\fIOPTION\\fR]...\n"
                     ".SH COMMANDS\n";
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) page += command_section(*command);
  }
  return page + ".SH EXIT STATUS\n" + roff(app.get_footer()) + "\n";
}

}  // namespace

void add_manual(CLI::App& app, Run& run) {
  app.add_subcommand("man", "Prints the man page: touchstone man | man -l -")
      ->callback([&app, &run] {
        run = [&app] {
          std::cout << man_page(app);
          return kExitAsExpected;
        };
      });
}

}  // namespace touchstone
