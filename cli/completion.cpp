// SPDX-License-Identifier: GPL-3.0-or-later
// Completion for shells, made from the command line's own descriptions and registries.
#include <iostream>
#include <map>

#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "contact/registry.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/compare/exit_rule.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
  return line;
}

template <class Rows>
std::string registry_words(const Rows& rows) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.push_back(row.name);
  return joined(names);
}

/// What may stand behind a command itself.
std::string words_of(const std::string& command) {
  static const std::map<std::string, std::string> kWords = {
      {"list", "metrics families contacts scenes steppers"},
      {"completion", "bash zsh"},
      {"energy", registry_words(scene_library())},
      {"simulate", registry_words(scene_library())},
      {"reproduce", "table1 table2 figure5"}};
  const auto found = kWords.find(command);
  return found == kWords.end() ? "" : found->second;
}

/// The completion script of bash, which zsh runs through bashcompinit.
std::string script(const CommandLine& line) {
  std::vector<std::string> names = {"help", "version"};
  std::string cases;
  for (const CommandText& command : line.commands()) {
    names.push_back(command.name);
    cases += "    " + command.name + ") options='" + joined(command.long_options) + "' words='" +
             words_of(command.name) + "' ;;\n";
  }
  return "_touchstone() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  local options='--help --version' words=''\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
         "    COMPREPLY=($(compgen -W \"" +
         joined(names) +
         " $options\" -- \"$current\"))\n"
         "    return\n"
         "  fi\n"
         "  case ${COMP_WORDS[1]} in\n" +
         cases +
         "  esac\n"
         "  case $previous in\n"
         "    --metric) words='" +
         registry_words(metric_registry()) + "' options='' ;;\n    --family) words='" +
         registry_words(family_registry()) + "' options='' ;;\n    --contacts) words='" +
         registry_words(contact_registry()) + "' options='' ;;\n    --fail-on) words='" +
         joined(wrong_word_names()) +
         "' options='' ;;\n"
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"$options $words\" -- \"$current\"))\n"
         "  [ \"${#COMPREPLY[@]}\" -gt 0 ] || COMPREPLY=($(compgen -f -- \"$current\"))\n"
         "}\n"
         "complete -o filenames -F _touchstone touchstone ./touchstone\n";
}

}  // namespace

void add_completion(CommandLine& line) {
  auto shell = std::make_shared<std::string>();
  Command command = line.command(
      "completion", "Prints a completion script: eval \"$(touchstone completion bash)\"");
  command.option("SHELL", "TEXT", *shell, "bash or zsh");
  command.runs([shell, &line] {
    if (shell->empty())
      return complain("completion: which shell? bash and zsh are known", kExitBadInput);
    if (*shell != "bash" && *shell != "zsh") {
      return complain("completion: for bash and zsh, not '" + *shell + "'", kExitBadInput);
    }
    if (*shell == "zsh") std::cout << "autoload -U +X bashcompinit && bashcompinit\n";
    std::cout << script(line);
    return kExitAsExpected;
  });
}

}  // namespace touchstone
