// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/plugin_choice.hpp"

#include <utility>

#include "cli/select.hpp"

namespace touchstone {

RunnerOptions PluginChoice::runner_for(const MetricRow& metric) const {
  return &metric == row.get() ? runner : own_workers();
}

MetricSource PluginChoice::source() const {
  return [choice = *this](std::string_view name) {
    return choice.row && choice.row->name == name
               ? make_guarded_metric(*choice.row, choice.runner, choice.faults)
               : guarded_metric(name);
  };
}

void add_plugin_choice(Command& command, PluginArguments& arguments) {
  command
      .option("--plugin", "FILE", arguments.library,
              "A plug-in (docs/write-a-plugin.md), alone or beside what --metric names")
      .names_something();
}

void add_exec_choice(Command& command, PluginArguments& arguments) {
  command
      .option("--exec", "CMD", arguments.command,
              "Likewise a program that speaks JSON lines (docs/process-plugin.md)")
      .names_something();
}

Result<PluginChoice> choose_plugin(const PluginArguments& arguments) {
  PluginChoice choice;
  if (arguments.library.empty() && arguments.command.empty()) return choice;
  auto runner = plugin_runner_options(arguments);
  if (!runner) return runner.error();
  auto row = find_plugin(arguments, runner.value());
  if (!row) return row.error();
  choice.row = std::make_shared<const MetricRow>(std::move(row).value());
  choice.runner = std::move(runner).value();
  return choice;
}

Result<std::vector<const MetricRow*>> select_with_plugin(const std::vector<std::string>& names,
                                                         const PluginChoice& choice) {
  std::vector<const MetricRow*> rows;
  if (!choice.row || !names.empty()) {
    auto selected = select_metrics(names);
    if (!selected) return selected;
    rows = std::move(selected).value();
  }
  if (choice.row) rows.push_back(choice.row.get());
  return rows;
}

}  // namespace touchstone
