// SPDX-License-Identifier: GPL-3.0-or-later
// The options of a command whose values are Typed: each is checked as it is read.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <thread>

#include "cli/options/command_line.hpp"
#include "cli/options/rejected_value.hpp"
#include "cli/options/select.hpp"
#include "cli/process/file_names.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// An option whose words `parse` makes a value of, or says what is wrong with them.
template <class Words, class Value, class Parse>
CLI::Option& parsed(CLI::App& app, const std::string& name, Typed<Value>& value, Parse parse) {
  const std::function<void(const Words&)> set = [parse, &value](const Words& words) {
    const Result<Value> made = parse(words);
    if (!made) throw RejectedValue{made.error()};
    value.set(made.value());
  };
  return *app.add_option_function<Words>(name, set);
}

/// "--output" of "-o,--output".
std::string long_name(const std::string& names) { return names.substr(names.find(',') + 1); }

/// " (default: 3)", unless the help says so itself.
std::string with_default(const std::string& help, const std::string& standard) {
  if (standard.empty() || standard == "0" || help.find("(default") != std::string::npos)
    return help;
  return help + " (default: " + standard + ")";
}

}  // namespace

Option Command::added(CLI::Option& option, const std::string& name, const std::string& type,
                      OptionUse& use) {
  if (arguments_ != nullptr) arguments_->keep(long_name(name), use);
  if (option.get_positional()) {
    option.type_name("");  // its name says it
  } else if (!type.empty()) {
    option.type_name(type);
  }
  if (!group_.empty() && !option.get_positional()) option.group(group_);
  return {option, use};
}

Option Command::flag(const std::string& name, Typed<bool>& value, const std::string& help) {
  CLI::Option* option =
      app_->add_flag_function(name, [&value](std::int64_t /*times*/) { value.set(true); });
  return added(*option->description(help), name, "", value);
}

Option Command::text(const std::string& name, const std::string& type, Typed<std::string>& value,
                     const std::string& help) {
  const auto parse = [name](const std::string& word) -> Result<std::string> {
    if (word.empty()) return Error{long_name(name) + ": must not be empty"};
    return word;
  };
  CLI::Option& option = parsed<std::string>(*app_, name, value, parse);
  return added(*option.description(with_default(help, value.peek())), name, type, value);
}

Option Command::texts(const std::string& name, const std::string& type,
                      Typed<std::vector<std::string>>& value, const std::string& help,
                      bool with_commas) {
  const auto take = [name, &value](const std::vector<std::string>& words) -> std::optional<Error> {
    const bool has_empty = std::find(words.begin(), words.end(), "") != words.end();
    if (has_empty) return Error{long_name(name) + ": must not be empty"};
    value.set(words);
    return std::nullopt;
  };
  return words(name, type, value, take, help, with_commas);
}

Option Command::words(
    const std::string& name, const std::string& type, OptionUse& use,
    const std::function<std::optional<Error>(const std::vector<std::string>&)>& take,
    const std::string& help, bool with_commas) {
  const std::function<void(const std::vector<std::string>&)> set = [take](const auto& typed) {
    if (const auto error = take(typed)) throw RejectedValue{*error};
  };
  CLI::Option& option = *app_->add_option_function<std::vector<std::string>>(name, set);
  option.description(help);
  option.allow_extra_args(option.get_positional());
  if (with_commas) option.delimiter(',');
  return added(option, name, type, use);
}

template <class Number>
Option Command::count(const std::string& name, const std::string& type, Typed<Number>& value,
                      Range range, const std::string& help) {
  const auto parse = [name, range](const std::string& word) -> Result<Number> {
    const auto number = parse_count(name, word, range.least, range.most);
    if (!number) return number.error();
    return static_cast<Number>(number.value());
  };
  CLI::Option& option = parsed<std::string>(*app_, name, value, parse);
  const std::string standard = std::to_string(value.peek());
  return added(*option.description(with_default(help, standard)), name, type, value);
}

template Option Command::count(const std::string&, const std::string&, Typed<std::uint64_t>&, Range,
                               const std::string&);
template Option Command::count(const std::string&, const std::string&, Typed<int>&, Range,
                               const std::string&);

Option Command::positive(const std::string& name, const std::string& type, Typed<double>& value,
                         double most, const std::string& help) {
  const auto parse = [name, most](const std::string& word) -> Result<double> {
    auto number = parse_positive(name, word);
    if (!number || number.value() <= most) return number;
    return Error{name + ": " + word + " is above " + short_text(most)};
  };
  CLI::Option& option = parsed<std::string>(*app_, name, value, parse);
  const std::string standard = value.peek() > 0 ? short_text(value.peek()) : "";
  return added(*option.description(with_default(help, standard)), name, type, value);
}

Option Command::tolerance(Typed<double>& value, const std::string& help) {
  const auto parse = [](const std::string& word) { return parse_tolerance("--tolerance", word); };
  CLI::Option& option = parsed<std::string>(*app_, "--tolerance", value, parse);
  option.description(with_default(help, short_text(value.peek())));
  return added(option, "--tolerance", "T", value);
}

Option Command::seed(Typed<std::uint64_t>& value, const std::string& help) {
  return count("--seed", "S", value, {0, std::numeric_limits<std::uint64_t>::max()}, help);
}

Option Command::jobs(Typed<int>& value) {
  value = Typed<int>(core_count());
  return count("--jobs", "J", value, {1, kMaxJobs}, "Threads (default: one for each core)");
}

Option Command::reads(const std::string& name, Typed<std::string>& value, const std::string& help) {
  files_->push_back([name, &value](FileNames& names) { names.reads(name, value.peek()); });
  return text(name, "FILE", value, help);
}

Option Command::reads(const std::string& name, Typed<std::vector<std::string>>& value,
                      const std::string& help) {
  files_->push_back([name, &value](FileNames& names) {
    for (const std::string& file : value.peek()) names.reads(name, file);
  });
  return texts(name, "FILE", value, help, false);
}

Option Command::meshes(Typed<std::string>& value, const std::string& help) {
  files_->push_back([&value](FileNames& names) { names.reads_meshes("--meshes", value.peek()); });
  return text("--meshes", "DIR", value, help);
}

Option Command::keeps(const std::string& name, Typed<std::string>& value, const std::string& help) {
  files_->push_back([name, &value](FileNames& names) { names.keeps(name, value.peek()); });
  return text(name, "FILE", value, help);
}

Option Command::keeps(const std::string& name, Typed<std::vector<std::string>>& value,
                      const std::string& help) {
  files_->push_back([name, &value](FileNames& names) {
    for (const std::string& file : value.peek()) names.keeps(name, file);
  });
  return texts(name, "FILE", value, help, false);
}

Option Command::writes(const std::string& name, Typed<std::string>& value,
                       const std::string& help) {
  files_->push_back(
      [name, &value](FileNames& names) { names.writes(long_name(name), value.peek()); });
  return text(name, "FILE", value, help);
}

Option Command::fills(const std::string& name, Typed<std::string>& value, const std::string& help) {
  files_->push_back([name, &value](FileNames& names) { names.fills(name, value.peek()); });
  return text(name, "DIR", value, help);
}

Option add_family_option(Command& command, Typed<std::vector<std::string>>& families,
                         const std::string& help) {
  return command.texts("--family", "NAME", families, help, true);
}

Option add_json_option(Command& command, Typed<std::string>& path) {
  return command.writes("--json", path,
                        "Write the record of the run as JSON; - is standard output");
}

int core_count() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

}  // namespace touchstone
