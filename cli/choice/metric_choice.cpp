// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/choice/metric_choice.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <utility>

#include "cli/choice/peers.hpp"
#include "cli/choice/plugin_file.hpp"
#include "cli/commands.hpp"
#include "cli/options/select.hpp"
#include "harness/plugins/plugin_runner.hpp"
#include "metrics/registry.hpp"
#include "reports/ask_command.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr double kMaxLimitS = 1e6;
constexpr std::uint64_t kMaxMemoryMB = 1U << 20U;

/// The path of NAME=PATH, whose name has neither comma nor slash; other words as they are.
std::string path_of(const std::string& word) {
  const std::size_t equals = word.find('=');
  const bool is_named = equals != std::string::npos && word.find_first_of(",/") > equals;
  return is_named ? word.substr(equals + 1) : word;
}

/// With a space, unless it is the path of a file.
bool is_command(const std::string& word) {
  return word.find(' ') != std::string::npos && !is_file(path_of(word)) && !is_file(word);
}

/// Without the blanks at its ends.
std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

/// The words of --metric: several in one where it has commas, but a file's name and a command are
/// one. Blanks around a word are no part of it.
Result<std::vector<std::string>> metric_words(const std::vector<std::string>& typed) {
  std::vector<std::string> words;
  for (const std::string& value : typed) {
    if (is_file(value) || is_file(path_of(value))) {
      words.push_back(value);
      continue;
    }
    std::vector<std::string> parts;
    std::istringstream rest(value + ",");
    for (std::string part; std::getline(rest, part, ',');) parts.push_back(trimmed(part));
    if (std::any_of(parts.begin(), parts.end(), is_command)) parts = {trimmed(value)};
    if (std::find(parts.begin(), parts.end(), "") != parts.end()) {
      return Error{"'" + value + "' has an empty entry"};
    }
    words.insert(words.end(), parts.begin(), parts.end());
  }
  return words;
}

bool is_path(const std::string& word) { return word.find('/') != std::string::npos; }
/// Whether it names a plug-in of the user's own.
bool is_own_plugin(const std::string& word) { return is_command(word) || is_path(word); }
/// Whether it names what is not part of this program.
bool is_foreign(const std::string& word) { return is_own_plugin(word) || word == "peers"; }

/// Why a word without a slash and a blank names no metric. `unknown`: what is said of a name.
Error no_metric(const std::string& word, const Error& unknown) {
  if (is_directory(word)) return no_directory(word);
  if (is_file(word) && !can_be_plugin(word)) return no_plugin(word);
  if (const std::string hint = peer_hint(word); !hint.empty()) return Error{word + ": " + hint};
  if (is_file(word)) return Error{word + ": a file in this folder is named ./" + word};
  return looks_like_file(word) ? Error{word + ": no such file"} : unknown;
}

/// The plug-in at a path or behind a command, under the name that it states or, with NAME=PATH,
/// under that one.
Result<MetricRow> typed_plugin(const std::string& word, bool in_process,
                               const RunnerOptions& runner) {
  const std::string where = is_command(word) ? word : path_of(word);
  const std::string name = where == word ? "" : word.substr(0, word.size() - where.size() - 1);
  const bool names_file = !is_command(where);
  if (names_file && !is_file(where)) return Error{where + ": no such file"};
  if (names_file && is_directory(where)) return no_directory(where);
  const bool library = names_file && is_library(where);
  if (names_file && !can_be_plugin(where)) return no_plugin(where);
  if (in_process && !library) {
    return Error{"--in-process: " + where + " is a program, and runs in a process of its own"};
  }
  auto found = library ? plugin_row(where, runner)
                       : process_plugin_row(names_file ? shell_word(where) : where, runner);
  if (!found) return found.error();
  MetricRow row = std::move(found).value();
  if (!name.empty()) {
    row.name = name;
    row.plugin.typed = word;
  }
  if (!name.empty() && find_metric(name) != nullptr) {
    return Error{word + ": a metric of this program is called " + name + "; take another NAME"};
  }
  if (find_metric(row.name) != nullptr) {
    return Error{row.plugin.where + ": calls itself " + row.name +
                 ", and a metric of this program has that name: NAME=" + row.plugin.where +
                 " gives it another one"};
  }
  if (in_process) row.plugin.kind = PluginSource::Kind::none;
  row.traits.isolated = !in_process;
  return row;
}

/// The parts of a plug-in's path, the last one first and without its ending.
std::vector<std::string> parts_of(const MetricRow& row) {
  const fs::path path(row.plugin.where);
  std::vector<std::string> parts(path.begin(), path.end());
  if (!parts.empty()) parts.back() = path.stem().string();
  std::reverse(parts.begin(), parts.end());
  return parts;
}

/// How many parts two paths have in common at their ends.
std::size_t common_parts(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const auto differ = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<std::size_t>(differ.first - a.begin());
}

/// Gives rows of one name the shortest part of their paths that tells each from all others:
/// "mine@old" and "mine@new" of old/mine.so and new/mine.so.
void tell_apart(const std::vector<MetricRow*>& rows) {
  std::vector<std::vector<std::string>> paths;
  for (const MetricRow* row : rows) paths.push_back(parts_of(*row));
  std::size_t shared = paths.front().size();  // by all of them
  for (const auto& path : paths) shared = std::min(shared, common_parts(paths.front(), path));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    std::size_t last = shared;  // the part that no other path has behind the same end
    for (std::size_t other = 0; other < rows.size(); ++other) {
      if (other != k) last = std::max(last, common_parts(paths[k], paths[other]));
    }
    std::string label = std::to_string(k + 1);  // where the whole path is the end of another one
    if (last < paths[k].size()) {
      label = paths[k][last];
      for (std::size_t i = last; i > shared; --i) label += "+" + paths[k][i - 1];
    }
    rows[k]->name += "@" + label;
  }
}

/// Names that rows share are told apart.
void tell_names_apart(const std::vector<std::shared_ptr<MetricRow>>& rows) {
  std::map<std::string, std::vector<MetricRow*>> named;
  for (const auto& row : rows) named[row->name].push_back(row.get());
  for (const auto& [name, sharing] : named) {
    if (sharing.size() > 1) tell_apart(sharing);
  }
}

std::string typed_limits(const LimitArguments& limits) {
  std::string text;
  if (limits.query_limit.given()) text += " --query-limit " + short_text(*limits.query_limit);
  if (limits.wall_limit.given()) text += " --wall-limit " + short_text(*limits.wall_limit);
  if (limits.memory_limit.given())
    text += " --memory-limit " + std::to_string(*limits.memory_limit);
  return text;
}

RunnerOptions plugin_runner(const LimitArguments& limits) {
  RunnerOptions options = own_workers();
  options.query_limit_s = *limits.query_limit;
  options.wall_limit_s = *limits.wall_limit;
  options.memory_limit_bytes = *limits.memory_limit << 20U;
  return options;
}

}  // namespace

Option add_metric_option(Command& command, MetricArguments& arguments, const std::string& help,
                         const std::string& taken) {
  return command.texts("--metric", "METRIC", arguments.names, help + ": " + taken, false);
}

void add_limit_options(Command& command, LimitArguments& limits, const std::string& heading) {
  constexpr const char* kWithPlugin = "with a plug-in (--metric ./mine.so)";
  command.group(heading);
  command
      .positive("--query-limit", "S", limits.query_limit, kMaxLimitS,
                "Processor time of one question [s]")
      .only(kWithPlugin);
  command
      .positive("--wall-limit", "S", limits.wall_limit, kMaxLimitS,
                "Time without progress after which a plug-in that sleeps is ended (default: 10 s; "
                "of a program 30 s for a batch)")
      .only(kWithPlugin);
  command
      .count("--memory-limit", "MB", limits.memory_limit, {1, kMaxMemoryMB},
             "Address space of its process [MB]")
      .only(kWithPlugin);
}

void add_in_process_option(Command& command, LimitArguments& limits) {
  command
      .flag("--in-process", limits.in_process,
            "Run plug-ins in this process, for debuggers: faults are not contained")
      .only("with a plug-in of your own (--metric ./mine.so)");
}

bool MetricChoice::is_plugin(const MetricRow& metric) const {
  return std::any_of(plugins.begin(), plugins.end(),
                     [&](const auto& plugin) { return plugin.get() == &metric; });
}

RunnerOptions MetricChoice::runner_for(const MetricRow& metric) const {
  return is_plugin(metric) ? plugin_runner : own_workers();
}

MetricSource MetricChoice::source() const {
  return [choice = *this](std::string_view name) {
    for (const auto& plugin : choice.plugins) {
      if (plugin->name != name) continue;
      return make_guarded_metric(*plugin, choice.plugin_runner, choice.faults);
    }
    return guarded_metric(name);
  };
}

Result<MetricChoice> choose_metrics(const MetricArguments& arguments, bool all_by_default,
                                    bool variants) {
  MetricChoice choice;
  const auto typed = metric_words(*arguments.names);
  if (!typed) return typed.error();
  const std::vector<std::string>& words = typed.value();
  // Without plug-ins the limits are not read: they would have no effect.
  if (std::any_of(words.begin(), words.end(), is_foreign)) {
    choice.plugin_runner = plugin_runner(arguments.limits);
    choice.limits = typed_limits(arguments.limits);
  }
  // Peers always have processes of their own.
  const bool has_own = std::any_of(words.begin(), words.end(), is_own_plugin);
  const bool in_process = has_own && *arguments.limits.in_process;
  std::vector<std::shared_ptr<MetricRow>> plugins;
  const auto add = [&](const MetricRow* row) {
    const bool there = std::find(choice.rows.begin(), choice.rows.end(), row) != choice.rows.end();
    if (!there) choice.rows.push_back(row);
  };
  const auto add_plugin = [&](MetricRow row) {
    const auto same = std::find_if(plugins.begin(), plugins.end(), [&](const auto& plugin) {
      return plugin->plugin.where == row.plugin.where && plugin->name == row.name;
    });
    if (same != plugins.end()) return add(same->get());
    plugins.push_back(std::make_shared<MetricRow>(std::move(row)));
    add(plugins.back().get());
  };
  for (const std::string& word : words) {
    if (is_own_plugin(word)) {
      auto plugin = typed_plugin(word, in_process, choice.plugin_runner);
      if (!plugin) return plugin.error();
      add_plugin(std::move(plugin).value());
    } else if (word == "peers") {
      const auto peers = find_peers(choice.plugin_runner);
      if (!peers) return peers.error();
      choice.with_peers = true;
      for (const auto& peer : peers.value()) add_plugin(*peer);
    } else {
      // "all": as if none were named.
      const std::vector<std::string> names =
          word == "all" ? std::vector<std::string>{} : std::vector<std::string>{word};
      const auto named = select_metrics(names, variants);
      if (!named) return no_metric(word, named.error());
      for (const MetricRow* metric : named.value()) add(metric);
    }
  }
  if (words.empty() && all_by_default) choice.rows = select_metrics({}, variants).value();
  tell_names_apart(plugins);
  choice.plugins.assign(plugins.begin(), plugins.end());
  return choice;
}

}  // namespace touchstone
