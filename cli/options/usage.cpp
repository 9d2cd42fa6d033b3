// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options/usage.hpp"

#include <unistd.h>

#include <algorithm>

#include "cli/options/select.hpp"
#include "metrics/registry.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

std::string unknown_option(const CommandText& command, const std::string& typed) {
  const std::string name = typed.substr(0, typed.find('='));
  const bool has_metric =
      std::any_of(command.options.begin(), command.options.end(),
                  [](const OptionText& option) { return option.names == "METRIC"; });
  if (has_metric && name == "--metric") {
    return command.name + ": takes its metric without --metric: touchstone " + command.name +
           " METRIC";
  }
  return command.name + ": " +
         unknown_name("option", name, command.long_options, command.name + " --help");
}

}  // namespace

std::string unknown_command(const CommandLine& line, const std::string& word) {
  if (line.has(word)) return "";
  std::vector<std::string> names;
  for (const CommandText& command : line.commands()) names.push_back(command.name);
  return unknown_name("command", word, names, "--help");
}

std::string unknown_below(const std::string& command, const std::string& word,
                          const std::vector<std::string>& names) {
  constexpr std::size_t kFew = 8;
  if (word.empty() && names.size() <= kFew) {
    return command + ": missing argument: " + one_of(names);
  }
  const std::string help = command + " --help";
  if (word.empty()) return command + ": missing argument (touchstone " + help + " shows all)";
  return command + ": " + unknown_name("argument", word, names, help);
}

std::string mismatch(const std::string& said) {
  const std::string option = said.substr(0, said.find(':'));
  if (said.find("At Most 1 ") != std::string::npos) return option + ": was given more than once";
  if (said.find("missing") != std::string::npos) return option + ": needs a value";
  return said;
}

std::string unexpected_word(const CommandText& command, const std::vector<std::string>& words) {
  const auto mistyped = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return word.size() > 1 && word.front() == '-';
  });
  if (mistyped != words.end()) return unknown_option(command, *mistyped);
  if (words.empty() || words.front().empty()) return "";
  const std::string& word = words.front();
  const auto takes = [&options = command.long_options](const char* option) {
    return std::find(options.begin(), options.end(), option) != options.end();
  };
  std::string meant;
  if (takes("--metric") && find_metric(word) != nullptr) meant = "--metric " + word;
  if (takes("--family") && select_families({word}).ok()) meant = "--family " + word;
  if (takes("--metric") && word.ends_with(".so")) meant = "--metric " + word;
  if (meant.empty() && takes("--file") && ::access(word.c_str(), F_OK) == 0) {
    meant = "--file " + word;
  }
  if (meant.empty()) return command.name + ": '" + word + "' was not expected";
  return command.name + ": '" + word + "' was not expected; did you mean " + meant + "?";
}

}  // namespace touchstone
