// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "benchmarks/energy/energy_orders.hpp"
#include "benchmarks/energy/energy_run.hpp"
#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/end_signal.hpp"
#include "cli/energy_csv.hpp"
#include "cli/energy_files.hpp"
#include "cli/energy_options.hpp"
#include "cli/energy_scenes.hpp"
#include "cli/energy_trajectory.hpp"
#include "cli/file_names.hpp"
#include "cli/output_file.hpp"
#include "cli/plugin_choice.hpp"
#include "cli/progress.hpp"
#include "cli/select.hpp"
#include "metrics/registry.hpp"
#include "reports/energy_text.hpp"
#include "reports/number_text.hpp"
#include "reports/terminal.hpp"

namespace touchstone {
namespace {

int replay_by_itself(const EnergyArguments& a) {
  const bool alone = a.scenes.empty() && a.dt.empty() && a.vertices.empty() && a.metrics.empty() &&
                     a.contacts.empty() && a.plugin.library.empty() && a.stepper.empty() &&
                     !a.t_end && !a.friction && !a.directions && !a.scale && !a.json && !a.csv &&
                     !a.write_scene && !a.record && !a.full && !a.quick && a.bodies.empty() &&
                     !a.seed && !a.both_ends && !a.time_limit && a.trajectories.empty() &&
                     !a.write_trajectory && !a.events.any() && !a.overlap;
  if (!alone) {
    return complain(
        "energy: --replay runs what was recorded and takes no other option but --max-steps",
        kExitBadInput);
  }
  const auto max_steps = parse_max_steps(a);
  if (!max_steps) return complain("energy: " + max_steps.reason(), kExitBadInput);
  return replay_recording(*a.replay, max_steps.value());
}

/// What writes one scene, or its states, and measures nothing.
int write_down(const EnergyArguments& arguments, const std::vector<SceneChoice>& choices,
               std::uint64_t max_steps) {
  const int wanted = (arguments.write_scene ? 1 : 0) + (arguments.record ? 1 : 0) +
                     (arguments.write_trajectory ? 1 : 0);
  if (arguments.write_scene && wanted > 1) {
    return complain("energy: --write-scene runs nothing that --record could write", kExitBadInput);
  }
  if (wanted > 1) {
    return complain("energy: --record or --write-trajectory, not both", kExitBadInput);
  }
  const std::string option = arguments.record             ? "--record"
                             : arguments.write_trajectory ? "--write-trajectory"
                                                          : "--write-scene";
  const auto scene = select_scene(arguments, choices, option);
  if (!scene) return complain(scene.reason(), kExitBadInput);
  if (arguments.write_scene) return write_scene(scene.value(), *arguments.write_scene);
  const auto limit = parse_time_limit(arguments);
  if (!limit) return complain("energy: " + limit.reason(), kExitBadInput);
  if (arguments.write_trajectory) {
    if (const auto error = check_steps(scene.value(), max_steps)) {
      return complain(error->reason, kExitBadInput);
    }
    return write_trajectory(arguments, scene.value(), limit.value());
  }
  const auto every =
      parse_count("--every", arguments.record_every.value_or("1"), 1, kMaxStepsAsked);
  if (!every) return complain("energy: " + every.reason(), kExitBadInput);
  if (const auto error = check_steps(scene.value(), max_steps)) {
    return complain(error->reason, kExitBadInput);
  }
  return record_scene(scene.value(), every.value(), limit.value(), *arguments.record);
}

/// Which of the questions of a step a metric leaves unanswered by what it is; empty if none.
std::string unanswered_kinds(const MetricRow& metric) {
  const MetricTraits& traits = metric.traits;
  if (!traits.gives.ever(&Gives::normal))
    return "it gives no normal, and of a distance alone no contact is made";
  std::string text;
  const auto add = [&text](const char* what) {
    text += (text.empty() ? "" : ", and ") + std::string(what);
  };
  if (!traits.gives.separated.value) {
    add("of bodies that are apart it tells the sign only, no distance and no normal");
  }
  if (!traits.gives.penetrating.value) {
    add("of bodies that overlap it tells the sign only, no distance and no normal");
  }
  if (traits.boxes_only) add("it takes boxes only");
  return text;
}

/// To be read before a run that may be long.
void say_what_is_not_answered(const EnergyOptions& options, const PluginChoice& plugin) {
  for (const std::string& name : options.metrics) {
    const MetricRow* metric = plugin.row ? plugin.row.get() : find_metric(name);
    const std::string kinds = metric == nullptr ? "" : unanswered_kinds(*metric);
    if (kinds.empty()) continue;
    remark("energy: " + metric->name + " answers a part of the questions: " + kinds +
           ". A pair without an answer does not touch in that step");
  }
}

Result<EnergyOptions> make_energy_options(const EnergyArguments& arguments,
                                          const PluginChoice& plugin) {
  EnergyOptions options;
  options.metric_source = plugin.source();
  if (plugin.row && !(arguments.metrics.empty() && arguments.contacts.empty())) {
    return Error{"energy: --plugin, --metric or --contacts: one of them finds the contacts"};
  }
  if (!arguments.metrics.empty()) {
    const auto metrics = select_metrics(arguments.metrics);
    if (!metrics) return metrics.error();
    for (const MetricRow* metric : metrics.value()) options.metrics.push_back(metric->name);
  }
  if (!arguments.metrics.empty() && !arguments.contacts.empty()) {
    return Error{"energy: --metric or --contacts, not both: a contact method has its metrics"};
  }
  if (plugin.row) options.metrics = {plugin.row->name};
  const auto time_limit = parse_time_limit(arguments);
  if (!time_limit) return Error{"energy: " + time_limit.reason()};
  options.time_limit_s = time_limit.value();
  options.contacts = arguments.contacts;
  options.stepper = arguments.stepper;
  options.samples = arguments.csv.has_value();
  options.overlap = arguments.overlap;
  if (auto error = take_jobs(arguments.jobs, options.jobs)) return *error;
  return options;
}

/// Shows what was measured until then. Of orders, which are of many runs, nothing is said.
int report_interrupted_energy(const std::vector<EnergyResult>& seen, std::size_t runs,
                              const OutputFile& json) {
  if (!seen.empty() && !json.on_stdout()) {
    std::cout << "PARTIAL, as the run was interrupted:\n\n"
              << partial_energy_text(seen, columns_of(STDOUT_FILENO));
  }
  const auto ended = std::count_if(seen.begin(), seen.end(),
                                   [](const EnergyResult& result) { return !result.interrupted; });
  return complain("energy: interrupted after " + std::to_string(ended) + " of " +
                      std::to_string(runs) + (runs == 1 ? " run" : " runs") + "; nothing is kept",
                  kExitBySignal + end_signal());
}

/// Runs the tasks and writes what was measured.
int measure_tasks(const EnergyArguments& arguments, const PluginChoice& plugin,
                  const std::vector<EnergyTask>& tasks, EnergyOptions options) {
  auto json = open_json(arguments.json);
  if (!json) return complain(json.reason(), kExitBadInput);
  OutputFile output = std::move(json).value();
  if (arguments.csv) {
    // Before anything is computed that could not be kept.
    const auto error = try_csv_directory(*arguments.csv);
    if (error) return complain(error->reason, kExitBadInput);
  }
  say_what_is_not_answered(options, plugin);
  double elapsed_s = 0;
  std::optional<Result<std::vector<EnergyResult>>> ran;
  {
    Progress progress("energy", "steps");
    options.progress = [&progress](std::uint64_t done, std::uint64_t total, double left_s) {
      progress.expect_left(left_s);
      progress.update(done, total);
    };
    options.stop_requested = [] { return end_signal() != 0; };
    options.keep_interrupted = true;
    catch_end_signals();
    ran = run_energy(tasks, options);
    elapsed_s = progress.elapsed_s();
  }
  if (!*ran) return complain("energy: " + ran->reason(), kExitBadInput);
  const std::vector<EnergyResult>& results = ran->value();
  const std::size_t runs = run_count(tasks, options);
  const bool all_ended =
      std::none_of(results.begin(), results.end(), [](const auto& r) { return r.interrupted; });
  if (results.size() < runs || !all_ended) return report_interrupted_energy(results, runs, output);
  const std::vector<EnergyOrder> orders = energy_orders(results);
  std::string wrote;
  if (output.wanted()) {
    const auto error = output.write(energy_json(results, orders));
    if (error) return complain(error->reason, kExitHarnessFailed);
    wrote += "wrote " + output.path() + "\n";
  }
  if (arguments.csv) {
    const auto error = write_energy_csv(*arguments.csv, results);
    if (error) return complain(error->reason, kExitHarnessFailed);
    wrote += "wrote " + *arguments.csv + "\n";
  }
  if (!output.on_stdout()) {
    std::cout << energy_text(results, orders, columns_of(STDOUT_FILENO))
              << elapsed_text(elapsed_s, options.jobs) << "\n"
              << wrote;
  }
  const bool wrong = any_verdict_wrong(results, orders);
  if (plugin.faults->count() == 0) return wrong ? kExitJudgedWrong : kExitAsExpected;
  return complain(
      "energy: " + plugin.row->name + " left " + std::to_string(plugin.faults->count()) +
          " questions that it takes without an answer, first one: " + plugin.faults->first(),
      kExitJudgedWrong);
}

/// No file that is written is one that is read, or another that is written.
std::optional<Error> file_clash(const EnergyArguments& arguments) {
  FileNames names;
  for (const std::string& scene : arguments.scenes) {
    if (find_scene(scene) == nullptr) names.reads("SCENE", scene);
  }
  names.writes("--json", arguments.json);
  names.writes("--record", arguments.record);
  names.writes("--write-trajectory", arguments.write_trajectory);
  for (const std::string& run : arguments.trajectories) names.reads("--trajectory", run);
  names.writes("--write-scene", arguments.write_scene);
  names.fills("--csv", arguments.csv);
  return names.clash();
}

int energy(EnergyArguments arguments) {
  if (arguments.json && find_scene(*arguments.json) != nullptr) {
    arguments.scenes.push_back(*arguments.json);
    arguments.json = "";
  }
  if (arguments.replay) return replay_by_itself(arguments);
  if (arguments.quick && arguments.full) {
    return complain("energy: --quick or --full, not both", kExitBadInput);
  }
  if (arguments.record_every && !arguments.record) {
    return complain("energy: --every goes with --record", kExitBadInput);
  }
  if (const auto clash = file_clash(arguments)) return complain(clash->reason, kExitBadInput);
  const auto choices = parse_choices(arguments);
  if (!choices) return complain("energy: " + choices.reason(), kExitBadInput);
  const auto max_steps = parse_max_steps(arguments);
  if (!max_steps) return complain("energy: " + max_steps.reason(), kExitBadInput);
  if (!arguments.trajectories.empty()) return judge_trajectories(arguments, choices.value());
  if (arguments.write_scene || arguments.record || arguments.write_trajectory) {
    return write_down(arguments, choices.value(), max_steps.value());
  }
  const auto tasks = select_tasks(arguments, choices.value());
  if (!tasks) return complain(tasks.reason(), kExitBadInput);
  for (const EnergyTask& task : tasks.value()) {
    if (const auto error = check_steps(task.scene, max_steps.value())) {
      return complain(error->reason, kExitBadInput);
    }
  }
  const auto plugin = choose_plugin(arguments.plugin);
  if (!plugin) return complain(plugin.reason(), kExitBadInput);
  const auto options = make_energy_options(arguments, plugin.value());
  if (!options) return complain(options.reason(), kExitBadInput);
  return measure_tasks(arguments, plugin.value(), tasks.value(), options.value());
}

}  // namespace

void add_energy(CommandLine& line) {
  Command command =
      line.command("energy", "Runs scenes in motion and compares what happens with what is true");
  add_energy_options(command, command.runs(energy));
}

}  // namespace touchstone
