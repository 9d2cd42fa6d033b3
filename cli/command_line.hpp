// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: commands, their options and what they run. CLI11 reads it; only the source of
// this header includes CLI11, which takes seconds to compile.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "geometry/result.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace touchstone {

/// Does the work after the command line has been read, and returns the exit code.
using Run = std::function<int()>;

class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}

  /// Rejects an empty word, which an unset variable of a script gives.
  Option names_something() const;
  /// Takes one word each time: further words are not its own.
  Option repeatable() const;
  /// A word is several where it has commas.
  Option with_commas() const;
  /// Takes one word each time, which is several where it has commas.
  Option list() const;
  /// How many words it takes.
  Option words(int least, int most) const;
  Option required() const;
  Option needs(const Option& other) const;
  Option excludes(std::initializer_list<Option> others) const;

 private:
  CLI::Option* option_;
};

class Command {
 public:
  Command(CLI::App& app, Run& run) : app_(&app), run_(&run) {}

  /// What it does when it is the command that was typed.
  void runs(const Run& run);

  /// Calls `work` when this command was typed, with the returned arguments, which options fill.
  template <class Taken>
  std::remove_cvref_t<Taken>& runs(int (*work)(Taken)) {
    auto arguments = std::make_shared<std::remove_cvref_t<Taken>>();
    runs([arguments, work] { return work(*arguments); });
    return *arguments;
  }

  Option flag(const std::string& name, bool& value, const std::string& help);
  /// `value` is a string, an optional one or a vector of them. `type` stands for it in the help.
  template <class Value>
  Option option(const std::string& name, const std::string& type, Value& value,
                const std::string& help);

  /// Keeps the long names of the options that were typed, "--metric", in `names`.
  void keep_typed(std::vector<std::string>& names);

  void footer(const std::string& text);
  /// Keeps it out of the help.
  void hide();
  /// Takes every word that follows.
  void take_all_words();

 private:
  CLI::App* app_;
  Run* run_;
};

struct OptionText {
  std::string names;  ///< "-h,--help", or of a positional its name
  std::string type;   ///< empty for flags and positionals
  std::string help;
};

/// A command as the help describes it.
struct CommandText {
  std::string name;
  std::string help;
  std::string footer;
  std::vector<OptionText> options;
  std::vector<std::string> long_options;  ///< "--metric"
};

class CommandLine {
 public:
  CommandLine(const std::string& help, const std::string& footer, const std::string& version);
  ~CommandLine();

  Command command(const std::string& name, const std::string& help);

  /// What the words ask for, or what is wrong with them.
  Result<Run> parse(std::vector<std::string> words);

  std::string help() const;
  std::string footer() const;
  bool has(const std::string& command) const;
  /// Those that are not hidden.
  std::vector<CommandText> commands() const;

 private:
  std::unique_ptr<CLI::App> app_;
  Run run_;
};

}  // namespace touchstone
