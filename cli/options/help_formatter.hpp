// SPDX-License-Identifier: GPL-3.0-or-later
// The layout of the help.
#pragma once

#include <CLI/CLI.hpp>
#include <sstream>
#include <string>

namespace touchstone {

inline constexpr std::size_t kHelpColumns = 100;
inline constexpr std::size_t kNameColumns = 28;  // width of the column with the names of options

/// The help, in lines of at most kHelpColumns characters.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(kNameColumns); }

  std::string make_option(const CLI::Option* option, bool positional) const override {
    return entry(make_option_name(option, positional) + make_option_opts(option),
                 make_option_desc(option));
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_name(), command->get_description());
  }
  std::string make_description(const CLI::App* app) const override {
    return wrapped(app->get_description(), 0) + "\n";
  }
  std::string make_footer(const CLI::App* app) const override {
    return wrapped(app->get_footer(), 0) + "\n";
  }

 private:
  static std::string entry(const std::string& name, const std::string& description) {
    std::string text = "  " + name;
    text += text.size() < kNameColumns ? std::string(kNameColumns - text.size(), ' ')
                                       : "\n" + std::string(kNameColumns, ' ');
    return text + wrapped(description, kNameColumns) + "\n";
  }

  /// Further lines are indented; line breaks stay.
  static std::string wrapped(const std::string& text, std::size_t indent) {
    std::string out;
    std::size_t column = indent;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (!out.empty()) out += "\n" + std::string(column = indent, ' ');
      std::istringstream words(line);
      bool begins = true;
      for (std::string word; words >> word; begins = false) {
        if (!begins && column + 1 + word.size() > kHelpColumns) {
          out += "\n" + std::string(column = indent, ' ');
        } else if (!begins) {
          out += ' ';
          ++column;
        }
        out += word;
        column += word.size();
      }
    }
    return out;
  }
};

}  // namespace touchstone
