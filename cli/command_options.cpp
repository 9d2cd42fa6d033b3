// SPDX-License-Identifier: GPL-3.0-or-later
// The options of a command whose values are Typed: each is checked as it is read.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/file_names.hpp"
#include "cli/rejected_value.hpp"
#include "cli/select.hpp"
#include "reports/number_text.hpp"

namespace touchstone {
namespace {

/// An option whose words go to `take`, which returns what is wrong with them.
template <class Words, class Take>
CLI::Option& checked(CLI::App& app, const std::string& name, Take take) {
  const std::function<void(const Words&)> set = [take](const Words& words) {
    if (const std::optional<Error> error = take(words)) {
      throw RejectedValue{*error};
    }
  };
  return *app.add_option_function<Words>(name, set);
}

std::optional<Error> empty_word(const std::string& name, const std::string& word) {
  if (!word.empty()) return std::nullopt;
  return Error{name + ": must not be empty"};
}

/// " (default: 3)", unless the help says so itself.
std::string with_default(const std::string& help, const std::string& standard) {
  if (standard.empty() || standard == "0" || help.find("(default") != std::string::npos)
    return help;
  return help + " (default: " + standard + ")";
}

}  // namespace

Option Command::added(CLI::Option& option, const std::string& name, const std::string& type,
                      const OptionUse& use) {
  if (arguments_ != nullptr) arguments_->keep(name, use);
  if (!type.empty() || option.get_positional())
    option.type_name(option.get_positional() ? "" : type);
  if (!group_.empty() && !option.get_positional()) option.group(group_);
  return Option(option);
}

Option Command::flag(const std::string& name, Typed<bool>& value, const std::string& help) {
  CLI::Option* option =
      app_->add_flag_function(name, [&value](std::int64_t /*times*/) { value.set(true); });
  return added(*option->description(help), name, "", value);
}

Option Command::text(const std::string& name, const std::string& type, Typed<std::string>& value,
                     const std::string& help) {
  CLI::Option& option = checked<std::string>(*app_, name, [name, &value](const std::string& word) {
    value.set(word);
    return empty_word(name, word);
  });
  return added(*option.description(with_default(help, value.standard())), name, type, value);
}

Option Command::texts(const std::string& name, const std::string& type,
                      Typed<std::vector<std::string>>& value, const std::string& help,
                      bool with_commas) {
  using Words = std::vector<std::string>;
  CLI::Option& option = checked<Words>(*app_, name, [name, &value](const Words& words) {
    value.set(words);
    const bool has_empty = std::find(words.begin(), words.end(), "") != words.end();
    return empty_word(name, has_empty ? "" : name);
  });
  option.description(help);
  option.allow_extra_args(option.get_positional());
  if (with_commas) option.delimiter(',');
  return added(option, name, type, value);
}

template <class Number>
Option Command::count(const std::string& name, const std::string& type, Typed<Number>& value,
                      Range range, const std::string& help) {
  CLI::Option& option = checked<std::string>(
      *app_, name, [=, &value](const std::string& word) -> std::optional<Error> {
        const auto number = parse_count(name, word, range.least, range.most);
        if (!number) return number.error();
        value.set(static_cast<Number>(number.value()));
        return std::nullopt;
      });
  const std::string standard = std::to_string(value.standard());
  return added(*option.description(with_default(help, standard)), name, type, value);
}

template Option Command::count(const std::string&, const std::string&, Typed<std::uint64_t>&, Range,
                               const std::string&);
template Option Command::count(const std::string&, const std::string&, Typed<int>&, Range,
                               const std::string&);

namespace {

/// An option that `parse` makes a number of.
template <class Parse>
CLI::Option& number_option(CLI::App& app, const std::string& name, Typed<double>& value,
                           Parse parse) {
  return checked<std::string>(app, name,
                              [=, &value](const std::string& word) -> std::optional<Error> {
                                const Result<double> number = parse(name, word);
                                if (!number) return number.error();
                                value.set(number.value());
                                return std::nullopt;
                              });
}

}  // namespace

Option Command::positive(const std::string& name, const std::string& type, Typed<double>& value,
                         double most, const std::string& help) {
  CLI::Option& option = number_option(
      *app_, name, value,
      [most](const std::string& option_name, const std::string& word) -> Result<double> {
        auto number = parse_positive(option_name, word);
        if (!number || number.value() <= most) return number;
        return Error{option_name + ": " + word + " is above " + short_text(most)};
      });
  const std::string standard = value.standard() > 0 ? short_text(value.standard()) : "";
  return added(*option.description(with_default(help, standard)), name, type, value);
}

Option Command::tolerance(Typed<double>& value, const std::string& help) {
  CLI::Option& option = number_option(*app_, "--tolerance", value, parse_tolerance);
  return added(*option.description(with_default(help, short_text(value.standard()))), "--tolerance",
               "T", value);
}

Option Command::seed(Typed<std::uint64_t>& value, const std::string& help) {
  return count("--seed", "S", value, {0, std::numeric_limits<std::uint64_t>::max()}, help);
}

Option Command::jobs(Typed<int>& value) {
  value = Typed<int>(core_count());
  return count("--jobs", "J", value, {1, kMaxJobs}, "Threads (default: one for each core)");
}

Option Command::reads(const std::string& name, Typed<std::string>& value, const std::string& help) {
  files_->push_back([name, &value](FileNames& names) { names.reads(name, value.standard()); });
  return text(name, "FILE", value, help);
}

Option Command::reads(const std::string& name, Typed<std::vector<std::string>>& value,
                      const std::string& help) {
  files_->push_back([name, &value](FileNames& names) {
    for (const std::string& file : value.standard()) names.reads(name, file);
  });
  return texts(name, "FILE", value, help, false);
}

Option Command::reads_meshes(const std::string& name, Typed<std::string>& value,
                             const std::string& help) {
  files_->push_back(
      [name, &value](FileNames& names) { names.reads_meshes(name, value.standard()); });
  return text(name, "DIR", value, help);
}

Option Command::keeps(const std::string& name, Typed<std::string>& value, const std::string& help) {
  files_->push_back([name, &value](FileNames& names) { names.keeps(name, value.standard()); });
  return text(name, "FILE", value, help);
}

Option Command::writes(const std::string& name, Typed<std::string>& value,
                       const std::string& help) {
  files_->push_back([name, &value](FileNames& names) { names.writes(name, value.standard()); });
  return text(name, "FILE", value, help);
}

Option Command::fills(const std::string& name, Typed<std::string>& value, const std::string& help) {
  files_->push_back([name, &value](FileNames& names) {
    if (!value.standard().empty()) names.fills(name, value.standard());
  });
  return text(name, "DIR", value, help);
}

}  // namespace touchstone
