// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/plugin_options.hpp"

#include <cmath>
#include <cstdlib>

#include "cli/select.hpp"
#include "harness/plugins/plugin_runner.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

constexpr double kMaxLimitS = 1e6;
constexpr std::uint64_t kMaxMemoryMB = 1U << 20U;
constexpr std::uint64_t kDefaultMemoryMB = 4096;

/// Seconds above 0.
std::optional<Error> take_seconds(const char* option, const std::optional<std::string>& typed,
                                  double& seconds) {
  if (!typed) return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(typed->c_str(), &end);
  if (typed->empty() || *end != '\0' || !(value > 0) || value > kMaxLimitS) {
    return Error{std::string(option) + ": '" + *typed +
                 "' is not a number of seconds above 0 and at most 1e6"};
  }
  seconds = value;
  return std::nullopt;
}

}  // namespace

void add_limit_options(Command& command, PluginArguments& a) {
  command.option("--query-limit", "S", a.query_limit,
                 "Processor time of one question (default: 2 s)");
  command.option("--wall-limit", "S", a.wall_limit,
                 "Time without progress after which a plug-in that sleeps is ended (default: 10 s; "
                 "of --exec 30 s for a batch)");
  command.option("--memory-limit", "MB", a.memory_limit,
                 "Address space of its process (default: 4096 MB)");
}

std::string typed_limits(const PluginArguments& arguments) {
  std::string text;
  const auto add = [&](const char* option, const std::optional<std::string>& typed) {
    if (typed) text.append(" ").append(option).append(" ").append(*typed);
  };
  add("--query-limit", arguments.query_limit);
  add("--wall-limit", arguments.wall_limit);
  add("--memory-limit", arguments.memory_limit);
  return text;
}

void add_plugin_options(Command& command, PluginArguments& a) {
  command.option("PLUGIN", "FILE", a.library, "Shared library of the plug-in (touchstone/plugin.h)")
      .names_something();
  command
      .option("--exec", "CMD", a.command,
              "Instead of a library: a command for /bin/sh, which speaks JSON lines over its "
              "standard streams (docs/process-plugin.md)")
      .names_something();
  add_limit_options(command, a);
  command.flag("--in-process", a.in_process,
               "Run the plug-in within this process, for debuggers: its faults are not contained");
}

Result<RunnerOptions> plugin_runner_options(const PluginArguments& arguments) {
  RunnerOptions options = own_workers();
  std::uint64_t memory_mb = kDefaultMemoryMB;
  auto error = take_seconds("--query-limit", arguments.query_limit, options.query_limit_s);
  if (!error) error = take_seconds("--wall-limit", arguments.wall_limit, options.wall_limit_s);
  if (!error) {
    error = take_count("--memory-limit", arguments.memory_limit, 1, kMaxMemoryMB, memory_mb);
  }
  if (error) return *error;
  options.memory_limit_bytes = memory_mb << 20U;
  return options;
}

Result<MetricRow> find_plugin(const PluginArguments& arguments, const RunnerOptions& runner) {
  if (arguments.library.empty() == arguments.command.empty()) {
    return Error{kWhichPlugin};
  }
  const bool is_command = !arguments.command.empty();
  if (is_command && arguments.in_process) {
    return Error{"--in-process: the command of --exec is a process"};
  }
  auto found = is_command ? process_plugin_row(arguments.command, runner)
                          : plugin_row(arguments.library, runner);
  if (!found) return found.error();
  MetricRow row = std::move(found).value();
  if (find_metric(row.name) != nullptr) {
    return Error{row.plugin.where + ": calls itself " + row.name +
                 ", and a metric of this program has that name: give it another one"};
  }
  if (arguments.in_process) row.plugin.kind = PluginSource::Kind::none;
  row.traits.isolated = !arguments.in_process;
  return row;
}

}  // namespace touchstone
