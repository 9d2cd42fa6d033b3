// SPDX-License-Identifier: GPL-3.0-or-later
// Completion for shells, made from the command line's own descriptions and registries.
#include <iostream>
#include <map>

#include "benchmarks/timing/time_plan.hpp"
#include "cli/commands.hpp"
#include "cli/list.hpp"
#include "cli/options/usage.hpp"
#include "cli/process/console.hpp"
#include "contact/peg/peg_options.hpp"
#include "contact/registry.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "dynamics/stepping/stepper.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/compare/exit_rule.hpp"
#include "harness/plugins/skeleton.hpp"
#include "metrics/registry.hpp"
#include "reports/snippets/snippet.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

template <class Rows>
std::string registry_words(const Rows& rows) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.emplace_back(row.name);
  return joined(names, " ");
}

/// The commands below this one.
std::string nested_words(const CommandLine& line, const std::string& command) {
  std::vector<std::string> names;
  for (const CommandText& text : line.commands()) {
    if (text.name.rfind(command + " ", 0) == 0)
      names.push_back(text.name.substr(command.size() + 1));
  }
  return joined(names, " ");
}

/// What may stand behind a command itself.
std::string words_of(const CommandLine& line, const std::string& command) {
  static const std::map<std::string, std::string> kWords = {
      {"list", joined(list_kinds(), " ")},
      {"completion", "bash zsh"},
      {"energy", registry_words(scene_library())},
      {"simulate", registry_words(scene_library())},
      {"contacts", registry_words(contact_registry())},
      {"audit certificates", registry_words(metric_registry())},
      {"audit half-spaces", registry_words(metric_registry())}};
  const auto found = kWords.find(command);
  return found == kWords.end() ? nested_words(line, command) : found->second;
}

/// What may stand behind an option: of which commands, as a pattern of the shell, and the words.
std::vector<std::pair<std::string, std::string>> words_behind_options() {
  return {{"'time --family'", registry_words(time_families())},
          {"*' --family'", registry_words(family_registry(CurvedCases::taken))},
          {"*' --metric'", registry_words(metric_registry()) + " peers all"},
          {"*' --contacts'", registry_words(contact_registry())},
          {"*' --stepper'", registry_words(stepper_registry())},
          {"*' --model'", registry_words(model_registry())},
          {"*' --fail-on'", joined(wrong_word_names(), " ")},
          {"*' --as'", joined(kSnippetForms, " ")},
          {"*' --language'", joined(skeleton_languages(), " ")}};
}

/// The completion script of bash, which zsh runs through bashcompinit.
std::string script(const CommandLine& line) {
  std::vector<std::string> names = {"help", "version"};
  std::string nested;
  std::string cases;
  for (const CommandText& command : line.commands()) {
    const bool is_nested = command.name.find(' ') != std::string::npos;
    if (!is_nested) names.push_back(command.name);
    const std::string name = "'" + command.name + "'";
    (is_nested ? nested : cases) += "    " + name + (is_nested ? "" : "|'" + command.name + " '*") +
                                    ") options='" + joined(command.long_options, " ") +
                                    "' words='" + words_of(line, command.name) + "' ;;\n";
  }
  std::string behind;
  for (const auto& [pattern, words] : words_behind_options()) {
    behind += "    " + pattern + ") words='" + words + "' options='' ;;\n";
  }
  return "_touchstone() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  local options='--help --version' words='' command=${COMP_WORDS[1]}\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
         "    COMPREPLY=($(compgen -W \"" +
         joined(names, " ") +
         " $options\" -- \"$current\"))\n"
         "    return\n"
         "  fi\n"
         "  [ \"$COMP_CWORD\" = 2 ] || command=\"$command ${COMP_WORDS[2]}\"\n"
         "  case $command in\n" +
         nested + cases +
         "  esac\n"
         "  case \"${COMP_WORDS[1]} $previous\" in\n" +
         behind +
         "  esac\n"
         "  local before=''\n"  // several names with commas
         "  case $current in *,*) before=${current%,*}, current=${current##*,} ;; esac\n"
         "  COMPREPLY=($(compgen -P \"$before\" -W \"$options $words\" -- \"$current\"))\n"
         "  [ \"${#COMPREPLY[@]}\" -gt 0 ] || COMPREPLY=($(compgen -f -- \"$before$current\"))\n"
         "}\n"
         "complete -o filenames -F _touchstone touchstone ./touchstone\n";
}

struct CompletionArguments : Arguments {
  Typed<std::string> shell;
  const CommandLine* line = nullptr;
};

int completion(const CompletionArguments& typed) {
  const std::string& shell = *typed.shell;
  if (shell != "bash" && shell != "zsh") {
    return fail(unknown_below("completion", shell, {"bash", "zsh"}), kExitBadInput);
  }
  if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
  if (shell == "zsh") std::cout << "autoload -U +X bashcompinit && bashcompinit\n";
  std::cout << script(*typed.line);
  return kExitAsExpected;
}

}  // namespace

void add_completion(CommandLine& line) {
  Command command = line.command(
      "completion", "Prints a completion script: eval \"$(touchstone completion bash)\"");
  CompletionArguments& a = command.runs(completion);
  a.line = &line;
  command.text("SHELL", "", a.shell, "bash or zsh");
}

}  // namespace touchstone
