// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <sstream>

#include "cli/options/help_formatter.hpp"
#include "cli/options/rejected_value.hpp"
#include "cli/options/usage.hpp"
#include "cli/process/console.hpp"
#include "cli/process/file_names.hpp"

namespace touchstone {
namespace {

/// "audit certificates".
std::string full_name(const CLI::App& command) {
  const CLI::App* above = command.get_parent();
  const bool is_below = above != nullptr && above->get_parent() != nullptr;
  return (is_below ? above->get_name() + " " : std::string()) + command.get_name();
}

std::vector<const CLI::App*> commands_below(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

CommandText usage_text_of(const CLI::App& command) {
  CommandText text{full_name(command), command.get_description(), command.get_footer(), {}, {}};
  for (const CLI::Option* option : command.get_options()) {
    const bool positional = option->get_positional();
    text.options.push_back({option->get_name(positional, true),
                            positional ? "" : option->get_type_name(), option->get_description()});
    for (const std::string& name : option->get_lnames()) text.long_options.push_back("--" + name);
  }
  return text;
}

/// The first option among words that a command does not take, if `import` takes it; else empty.
std::string option_of_import(const CLI::App& app, const std::vector<std::string>& words) {
  for (const CLI::App* command : commands_below(app)) {
    if (command->get_name() != "import") continue;
    const auto first = std::find_if(words.begin(), words.end(),
                                    [](const std::string& word) { return word.starts_with("-"); });
    if (first == words.end()) return "";
    const std::string name = first->substr(0, first->find('='));
    const bool takes = name.starts_with("--") && command->get_option_no_throw(name) != nullptr;
    return takes ? name : "";
  }
  return "";
}

/// What is wrong with words that no option takes; `otherwise` if nothing more is known.
std::string unexpected_words(const CLI::App& app, const std::string& otherwise) {
  for (const CLI::App* command : app.get_subcommands()) {
    if (!command->get_subcommands().empty()) return unexpected_words(*command, otherwise);
    const std::string wrong = unexpected_word(usage_text_of(*command), command->remaining());
    const std::string option = option_of_import(app, command->remaining());
    if (!option.empty()) {
      return full_name(*command) + ": unknown option '" + option +
             "': touchstone import FILE takes it, and writes a case";
    }
    if (!wrong.empty()) return wrong;
  }
  return otherwise;
}

const CLI::Option* find_option(const CLI::App& command, const std::string& name) {
  return name.rfind("--", 0) == 0 ? command.get_option_no_throw(name) : nullptr;
}

bool has_empty_entry(const std::string& list) {
  return list.empty() || list.front() == ',' || list.back() == ',' ||
         list.find(",,") != std::string::npos;
}

/// What CLI11 would not see: a value on a flag, an option in the place of a value, and an empty
/// entry of a list, which it leaves out.
std::string wrong_value(const CLI::App& command, const std::vector<std::string>& words) {
  const CLI::Option* list = nullptr;  // whose values follow
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
    const std::string& word = words[i];
    const std::size_t equals = word.rfind("--", 0) == 0 ? word.find('=') : std::string::npos;
    const std::string name = word.substr(0, equals);
    const CLI::Option* option = find_option(command, name);
    const bool valued = equals != std::string::npos;
    if (option == nullptr) {
      if (list != nullptr && word.rfind('-', 0) != 0 && has_empty_entry(word)) {
        return list->get_name() + ": '" + word + "' has an empty entry";
      }
      continue;
    }
    if (valued && option->get_expected_max() == 0) {
      return name + " takes no value, and was given '" + word.substr(equals + 1) + "'";
    }
    list = option->get_delimiter() == ',' ? option : nullptr;
    if (list != nullptr && valued && has_empty_entry(word.substr(equals + 1))) {
      return name + ": '" + word.substr(equals + 1) + "' has an empty entry";
    }
    const bool needs_value = !valued && option->get_expected_min() > 0;
    if (needs_value && i + 1 < words.size() && find_option(command, words[i + 1]) != nullptr) {
      return name + " needs a value, and " + words[i + 1] + " is an option";
    }
  }
  return "";
}

}  // namespace

Option Option::required() const { return {*option_->required(), *use_}; }

Option Option::only(const std::string& when) const {
  use_->set_only(when);
  return *this;
}

void Command::runs(const Run& run) {
  // CLI11 calls those of the commands below first.
  app_->callback([chosen = chosen_, run, files = files_] {
    if (chosen->run) return;
    chosen->run = run;
    chosen->files = files;
  });
}

Command Command::command(const std::string& name, const std::string& help) {
  app_->require_subcommand(0, 1);
  return {*app_->add_subcommand(name, help), *chosen_};
}

void Command::stands_for(const std::string& name) { chosen_->defaults[app_->get_name()] = name; }

void Command::footer(const std::string& text) { app_->footer(text); }

void Command::hide() { app_->group(""); }

void Command::take_all_words() { app_->prefix_command(); }

CommandLine::CommandLine(const std::string& help, const Footers& footers,
                         const std::string& version)
    : app_(std::make_unique<CLI::App>(help, "touchstone")), commands_footer_(footers.commands) {
  app_->require_subcommand(1);
  app_->formatter(std::make_shared<HelpFormatter>());
  app_->footer(footers.program);
  app_->set_version_flag("--version", version, "Version, compiler and libraries");
  app_->set_help_flag("-h,--help", "This help");
}

CommandLine::~CommandLine() = default;

Command CommandLine::command(const std::string& name, const std::string& help) {
  CLI::App* command = app_->add_subcommand(name, help);
  return {*command->footer(commands_footer_), chosen_};
}

/// Adds to `words` the command that is meant where none below the first word is named; `--list` is
/// `list` there, and `--all` is `all`, behind other options, too. Returns the command that they
/// name, nullptr if there is none; or that none below has the second word's name.
Result<const CLI::App*> CommandLine::complete(std::vector<std::string>& words) const {
  const auto is_meant = [&](const CLI::App* app) { return app->get_name() == words.front(); };
  const std::vector<const CLI::App*> meant = std::as_const(*app_).get_subcommands(is_meant);
  const CLI::App* command = meant.empty() ? nullptr : meant.front();
  if (command == nullptr) return command;
  const std::vector<const CLI::App*> below = commands_below(*command);
  if (below.empty()) return command;
  const bool is_option = words.size() > 1 && words[1].rfind('-', 0) == 0;
  if (is_option && (words[1] == "--help" || words[1] == "-h")) return command;
  const auto standard = chosen_.defaults.find(words.front());
  if ((words.size() == 1 || is_option) && standard != chosen_.defaults.end()) {
    words.insert(words.begin() + 1, standard->second);
  }
  for (const CLI::App* named : below) {
    const std::string& name = named->get_name();
    if (name != "list" && name != "all") continue;
    const auto typed = std::find(words.begin() + 1, words.end(), "--" + name);
    if (!is_option || typed == words.end()) continue;
    words.erase(typed);
    words.insert(words.begin() + 1, name);
  }
  std::vector<std::string> names;
  for (const CLI::App* named : below) {
    if (words.size() > 1 && named->get_name() == words[1]) return named;
    if (is_option && find_option(*named, words[1].substr(0, words[1].find('='))) != nullptr) {
      return Error{words.front() + ": options stand behind a name: '" + full_name(*named) + " " +
                   words[1] + "'"};
    }
    names.push_back(named->get_name());
  }
  return Error{unknown_below(words.front(), words.size() > 1 ? words[1] : "", names)};
}

Result<Run> CommandLine::parse(std::vector<std::string> words) {
  const std::string first = words.front();
  chosen_.run = nullptr;
  const auto command = complete(words);
  if (!command) return command.error();
  if (command.value() != nullptr && !command.value()->get_prefix_command()) {
    if (const std::string wrong = wrong_value(*command.value(), words); !wrong.empty()) {
      return Error{full_name(*command.value()) + ": " + wrong};
    }
  }
  try {
    std::reverse(words.begin(), words.end());  // CLI11 takes the last word first
    app_->parse(std::move(words));
    FileNames names;
    for (const NamesFiles& name_files : *chosen_.files) name_files(names);
    if (auto clash = names.clash()) return std::move(*clash);
    return chosen_.run;
  } catch (const RejectedValue& rejected) {
    return rejected.error;
  } catch (const CLI::Success& help_or_version) {
    std::ostringstream shown;
    app_->exit(help_or_version, shown);
    return Run([text = shown.str()] {
      std::cout << text;
      return kExitAsExpected;
    });
  } catch (const CLI::RequiredError& missing) {
    // An option that the command does not have is the nearer cause.
    if (const std::string wrong = unexpected_words(*app_, ""); !wrong.empty()) return Error{wrong};
    if (command.value() != nullptr)
      return Error{full_name(*command.value()) + ": " + missing.what()};
    return Error{"'" + first + "' is not a command (touchstone --help shows all)"};
  } catch (const CLI::ExtrasError& error) {
    return Error{unexpected_words(*app_, error.what())};
  } catch (const CLI::ArgumentMismatch& error) {
    return Error{mismatch(error.what())};
  } catch (const CLI::ParseError& error) {
    return Error{error.what()};
  }
}

std::string CommandLine::help() const { return app_->get_description(); }

std::string CommandLine::footer() const { return app_->get_footer(); }

bool CommandLine::has(const std::string& command) const {
  const auto named = [&](const CLI::App* app) { return app->get_name() == command; };
  return !app_->get_subcommands(named).empty();
}

std::vector<CommandText> CommandLine::commands() const {
  std::vector<CommandText> texts;
  for (const CLI::App* command : commands_below(*app_)) {
    if (command->get_group().empty()) continue;
    texts.push_back(usage_text_of(*command));
    for (const CLI::App* below : commands_below(*command)) texts.push_back(usage_text_of(*below));
  }
  return texts;
}

}  // namespace touchstone
