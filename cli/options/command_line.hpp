// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: commands, their options and what they run. CLI11 reads it; only the source of
// this header includes CLI11, which takes seconds to compile.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "cli/options/typed.hpp"
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
  Option(CLI::Option& option, OptionUse& use) : option_(&option), use_(&use) {}

  Option required() const;
  /// Says when the option has an effect: "with --record". Whoever types it in vain is told.
  Option only(const std::string& when) const;

 private:
  CLI::Option* option_;
  OptionUse* use_;
};

class FileNames;

/// Adds the files of one option to those of the command.
using NamesFiles = std::function<void(FileNames&)>;

/// What the command line knows of the command that was typed.
struct Chosen {
  Run run;
  std::shared_ptr<const std::vector<NamesFiles>> files;
  /// The command below another one that is meant where none is typed, by the other one's name.
  std::map<std::string, std::string> defaults;
};

/// Whole numbers that an option takes.
struct Range {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};

class Command {
 public:
  Command(CLI::App& app, Chosen& chosen)
      : app_(&app), chosen_(&chosen), files_(std::make_shared<std::vector<NamesFiles>>()) {}

  /// What it does when it is the command that was typed.
  void runs(const Run& run);

  /// Calls `work` when this command was typed, with the returned arguments, which options fill.
  template <class Taken>
  std::remove_cvref_t<Taken>& runs(int (*work)(Taken)) {
    auto arguments = std::make_shared<std::remove_cvref_t<Taken>>();
    if constexpr (std::is_base_of_v<Arguments, std::remove_cvref_t<Taken>>) {
      arguments_ = arguments.get();
    }
    runs([arguments, work] { return work(*arguments); });
    return *arguments;
  }

  /// A command of its own below this one: "audit certificates". This one then has no options.
  Command command(const std::string& name, const std::string& help);
  /// The one below that is meant where none is typed.
  void stands_for(const std::string& name);

  // Options whose values are Typed, in arguments that derive from Arguments. Each is checked as it
  // is read: what is wrong is an error of usage, "--cases: '-1' is not a whole number from 0 to 9".
  // A default that is not empty or 0 is added to the help.

  Option flag(const std::string& name, Typed<bool>& value, const std::string& help);
  /// A word; not an empty one, which an unset variable of a script gives.
  Option text(const std::string& name, const std::string& type, Typed<std::string>& value,
              const std::string& help);
  /// Words, repeatable; `with_commas`: several with commas.
  Option texts(const std::string& name, const std::string& type,
               Typed<std::vector<std::string>>& value, const std::string& help, bool with_commas);
  /// Values, repeatable or several with commas, none twice: what `parse` makes of the words.
  template <class Value>
  Option list(const std::string& name, const std::string& type, Typed<std::vector<Value>>& values,
              Result<Value> (*parse)(std::string_view option, std::string_view word),
              const std::string& help) {
    const auto take = [=, &values](const std::vector<std::string>& words) -> std::optional<Error> {
      std::vector<Value> parsed;
      for (const std::string& word : words) {
        auto value = parse(name, word);
        if (!value) return value.error();
        if (std::find(parsed.begin(), parsed.end(), value.value()) != parsed.end()) {
          return Error{name + ": " + word + " twice"};
        }
        parsed.push_back(std::move(value).value());
      }
      values.set(std::move(parsed));
      return std::nullopt;
    };
    return words(name, type, values, take, help, true);
  }
  /// A whole number; instances for std::uint64_t and int.
  template <class Number>
  Option count(const std::string& name, const std::string& type, Typed<Number>& value, Range range,
               const std::string& help);
  /// A finite number above 0, at most `most`.
  Option positive(const std::string& name, const std::string& type, Typed<double>& value,
                  double most, const std::string& help);
  /// --tolerance: relative to size, above 0 and at most 1.
  Option tolerance(Typed<double>& value, const std::string& help);
  /// --seed.
  Option seed(Typed<std::uint64_t>& value, const std::string& help);
  /// --jobs; the default is one for each core.
  Option jobs(Typed<int>& value);

  // Options that name files. No output may be a file of another option (FileNames): that is checked
  // before the command runs. "-" is standard input or output.

  Option reads(const std::string& name, Typed<std::string>& value, const std::string& help);
  Option reads(const std::string& name, Typed<std::vector<std::string>>& value,
               const std::string& help);
  /// --meshes, a directory.
  Option meshes(Typed<std::string>& value, const std::string& help);
  /// A store.
  Option keeps(const std::string& name, Typed<std::string>& value, const std::string& help);
  Option keeps(const std::string& name, Typed<std::vector<std::string>>& value,
               const std::string& help);
  Option writes(const std::string& name, Typed<std::string>& value, const std::string& help);
  /// A directory for files of the option's own.
  Option fills(const std::string& name, Typed<std::string>& value, const std::string& help);

  // Options of several commands, which mean the same in each: `help` says what it is there.

  Option cases(Typed<std::uint64_t>& value, Range range, const std::string& help) {
    return count("--cases", "N", value, range, help);
  }
  /// Steps [s].
  Option dt(Typed<std::vector<double>>& values,
            Result<double> (*parse)(std::string_view option, std::string_view word),
            const std::string& help) {
    return list("--dt", "H", values, parse, help);
  }
  /// Seconds that one thing may take.
  Option time_limit(Typed<double>& value, double most, const std::string& help) {
    return positive("--time-limit", "S", value, most, help);
  }
  /// All of what is shown or run in part without it.
  Option full(Typed<bool>& value, const std::string& help) { return flag("--full", value, help); }
  /// A part of what is run without it.
  Option quick(Typed<bool>& value, const std::string& help) { return flag("--quick", value, help); }
  Option overlap(Typed<bool>& value, const std::string& help) {
    return flag("--overlap", value, help);
  }
  Option shrink(Typed<bool>& value, const std::string& help) {
    return flag("--shrink", value, help);
  }
  /// One earlier record or several.
  template <class Files>
  Option baseline(Typed<Files>& value, const std::string& help) {
    return reads("--baseline", value, help);
  }
  /// Form of what is written.
  Option format(Typed<std::string>& value, const std::string& help) {
    return text("--format", "FORMAT", value, help);
  }
  Option csv(Typed<std::string>& value, const std::string& help) {
    return writes("--csv", value, help);
  }
  /// A page.
  Option html(Typed<std::string>& value, const std::string& help) {
    return writes("--html", value, help);
  }
  /// A figure.
  Option svg(Typed<std::string>& value, const std::string& help) {
    return writes("--svg", value, help);
  }
  Option junit(Typed<std::string>& value, const std::string& help) {
    return writes("--junit", value, help);
  }
  Option csv_folder(Typed<std::string>& value, const std::string& help) {
    return fills("--csv", value, help);
  }

  /// The heading of the help below which the options from here on stand.
  void group(const std::string& heading) { group_ = heading; }

  void footer(const std::string& text);
  /// Keeps it out of the help.
  void hide();
  /// Takes every word that follows.
  void take_all_words();

 private:
  /// The CLI11 option and what is known of its use.
  Option added(CLI::Option& option, const std::string& name, const std::string& type,
               OptionUse& use);
  /// An option of several words, which go to `take`: that returns what is wrong with them.
  Option words(const std::string& name, const std::string& type, OptionUse& use,
               const std::function<std::optional<Error>(const std::vector<std::string>&)>& take,
               const std::string& help, bool with_commas);

  CLI::App* app_;
  Chosen* chosen_;
  Arguments* arguments_ = nullptr;
  std::shared_ptr<std::vector<NamesFiles>> files_;
  std::string group_;
};

/// `--family NAME`, repeatable, several with commas; by default what select_families takes.
Option add_family_option(
    Command& command, Typed<std::vector<std::string>>& families,
    const std::string& help =
        "Family of cases, a group (boxes, hulls, kissing, hard, motion, field, rounded), the "
        "beginning of names or a pattern ('random-hulls-*-deep'); repeatable, or several with "
        "commas (default: all)");
/// Option::only() of what shapes the table on the terminal.
inline constexpr const char* kOnlyInTable = "in the table, which --json - leaves out";

/// `--json FILE`: where the record of the run goes.
Option add_json_option(Command& command, Typed<std::string>& path);

/// Cores to work on.
int core_count();

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

/// Texts at the end of the help.
struct Footers {
  std::string program;   ///< ends the program's own help
  std::string commands;  ///< ends the help of each command that has no footer of its own
};

class CommandLine {
 public:
  CommandLine(const std::string& help, const Footers& footers, const std::string& version);
  ~CommandLine();

  Command command(const std::string& name, const std::string& help);

  /// What the words ask for, or what is wrong with them.
  Result<Run> parse(std::vector<std::string> words);

  std::string help() const;
  std::string footer() const;
  bool has(const std::string& command) const;
  /// Texts of the commands that are not hidden. The nested ones follow theirs: "audit", then
  /// "audit routes".
  std::vector<CommandText> commands() const;

 private:
  Result<const CLI::App*> complete(std::vector<std::string>& words) const;

  std::unique_ptr<CLI::App> app_;
  std::string commands_footer_;
  Chosen chosen_;
};

}  // namespace touchstone
