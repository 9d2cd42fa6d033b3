// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/motion/judged_runs.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "benchmarks/energy/energy_orders.hpp"
#include "cli/motion/energy_csv.hpp"
#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"
#include "cli/process/output_file.hpp"
#include "cli/process/progress.hpp"
#include "reports/energy_record.hpp"
#include "reports/energy_text.hpp"
#include "reports/run_end_text.hpp"
#include "reports/terminal.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// How long a run may take where a metric is handed in and nothing else is said [s].
constexpr double kTimeLimitOfMetric = 30;

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
void say_what_is_not_answered(const std::string& command, const MetricChoice& choice) {
  for (const MetricRow* metric : choice.rows) {
    const std::string kinds = unanswered_kinds(*metric);
    if (kinds.empty()) continue;
    print_note(command + ": " + metric->name + " answers a part of the questions: " + kinds +
               ". A pair without an answer does not touch in that step");
  }
}

/// Scenes of which some or all cases are not run.
void say_what_is_left_out(const std::string& command, const std::set<std::string>& scenes,
                          const std::string& why) {
  if (scenes.empty()) return;
  print_note(command + ": " + why + "; cases are left out of: " + joined(scenes));
}

/// To be read before a run, too.
void say_what_is_not_put(const std::string& command, const std::vector<EnergyTask>& tasks,
                         const EnergyOptions& options) {
  std::set<std::string> scenes;
  for (const EnergyTask& task : tasks) {
    if (flat_body(task.scene) != nullptr) scenes.insert(task.scene.name);
  }
  for (const std::string& metric : options.solids_only) {
    say_what_is_left_out(command, scenes,
                         metric + " takes no body without a volume, as the core of a sphere is");
  }
}

/// Why the typed methods do not take the shapes of the scene; empty if they do.
std::string shape_fault_of(const MotionArguments& typed, const std::string& model, Scene scene) {
  if (!typed.by_metric() && typed.contacts.given()) scene.contacts = *typed.contacts;
  if (typed.model.given()) scene.model = model;
  return shape_fault(scene);
}

EnergyOptions energy_options(const MotionArguments& typed, const MetricChoice& choice) {
  EnergyOptions options;
  options.metric_source = choice.source();
  for (const MetricRow* metric : choice.rows) {
    options.metrics.push_back(metric->name);
    const MetricTraits& traits = metric->traits;
    if (traits.flat && traits.quantity != Quantity::ratio) continue;
    options.solids_only.push_back(metric->name);
  }
  if (choice.rows.empty()) options.contacts = *typed.contacts;
  const bool limited = typed.time_limit.given() || choice.rows.empty();
  options.time_limit_s = limited ? *typed.time_limit : kTimeLimitOfMetric;
  options.samples = typed.csv.given();
  options.overlap = *typed.overlap;
  options.ends = typed.command == "simulate";
  options.jobs = *typed.jobs;
  options.stop_requested = [] { return received_signal() != 0; };
  options.keep_interrupted = true;
  return options;
}

/// Shows what was measured until then, and writes the runs that had ended. Of orders, which are of
/// many runs, nothing is said.
int report_interrupted(const MotionArguments& typed, const std::vector<EnergyResult>& seen,
                       std::size_t runs, OutputFile& json) {
  if (!seen.empty() && !json.on_stdout()) {
    std::cout << "PARTIAL, as the run was interrupted:\n\n"
              << partial_energy_text(seen, columns_of(STDOUT_FILENO));
  }
  std::vector<EnergyResult> ended;
  std::copy_if(seen.begin(), seen.end(), std::back_inserter(ended),
               [](const EnergyResult& result) { return !result.interrupted; });
  EnergyRecord record = energy_record_of(ended, {});
  record.partial = true;
  const Result<std::string> kept = ended.empty()
                                       ? std::string("nothing is kept")
                                       : write_partial(json, energy_record().document(record));
  if (!kept) return end_with_line(typed, kept.reason(), kExitHarnessFailed);
  return end_with_line(typed,
                       "interrupted after " + std::to_string(ended.size()) + " of " +
                           how_many(runs, "run") + "; " + kept.value(),
                       kExitBySignal + received_signal());
}

std::string name_of_run(const EnergyResult& result) {
  const std::string metric = result.metric.empty() ? "" : ", " + result.metric;
  const std::string model = result.model.counted() ? ", " + result.model.model : "";
  return result.scene + ", dt " + exact_text(result.dt) + " s" + model + metric;
}

/// Where the bodies of each run ended.
std::string ends_text(const std::vector<EnergyResult>& results) {
  std::string text;
  for (const EnergyResult& result : results) {
    if (!result.end) continue;
    text += name_of_run(result) + ", at " + short_text(result.t_end) + " s:\n" +
            run_end_text(*result.end) + "\n";
  }
  return text;
}

/// Writes and shows runs that all came to their end.
int report_runs(const MotionArguments& typed, const MetricChoice& choice,
                const std::vector<EnergyResult>& results, double elapsed_s, OutputFile& output) {
  const std::vector<EnergyOrder> orders = energy_orders(results);
  std::string text = ends_text(results) + energy_text(results, orders, columns_of(STDOUT_FILENO));
  if (typed.csv.given()) {
    const auto error = write_energy_csv(*typed.csv, results);
    if (error) return fail(error->reason, kExitHarnessFailed);
    text += "wrote " + *typed.csv + "\n";
  }
  const bool wrong = anything_wrong(results, orders);
  const std::string record = energy_record().document(energy_record_of(results, orders));
  const int ended = report(output, record, text, elapsed_s, *typed.jobs,
                           wrong ? kExitJudgedWrong : kExitAsExpected);
  if (ended == kExitHarnessFailed || choice.faults->count() == 0) return ended;
  std::string names;
  for (const auto& plugin : choice.plugins) names += (names.empty() ? "" : ", ") + plugin->name;
  return end_with_line(
      typed,
      names + " left " + std::to_string(choice.faults->count()) +
          " questions that it takes without an answer, first one: " + choice.faults->first(),
      kExitJudgedWrong);
}

/// Opens the outputs and runs.
int run_and_report(const MotionArguments& typed, const MetricChoice& choice,
                   const std::vector<EnergyTask>& tasks, EnergyOptions options) {
  OutputFile output;
  if (const auto error = output.open(*typed.json)) return fail(error->reason, kExitBadInput);
  if (typed.csv.given()) {
    // Before anything is computed that could not be kept.
    const auto error = try_csv_directory(*typed.csv);
    if (error) return fail(error->reason, kExitBadInput);
  }
  say_what_is_not_answered(typed.command, choice);
  say_what_is_not_put(typed.command, tasks, options);
  double elapsed_s = 0;
  std::optional<Result<std::vector<EnergyResult>>> ran;
  {
    Progress progress(typed.command, "steps");
    options.progress = [&progress](std::uint64_t done, std::uint64_t total, double left_s) {
      progress.expect_left(left_s);
      progress.update(done, total);
    };
    catch_end_signals();
    ran = run_energy(tasks, options);
    elapsed_s = progress.elapsed_s();
  }
  if (!*ran) return end_with_line(typed, ran->reason(), kExitBadInput);
  const std::vector<EnergyResult>& results = ran->value();
  const std::size_t runs = planned_runs(tasks, options).size();
  const bool all_ended =
      std::none_of(results.begin(), results.end(), [](const auto& r) { return r.interrupted; });
  if (results.size() < runs || !all_ended) return report_interrupted(typed, results, runs, output);
  return report_runs(typed, choice, results, elapsed_s, output);
}

}  // namespace

Result<std::vector<EnergyTask>> with_methods(const MotionArguments& typed,
                                             std::vector<EnergyTask> tasks) {
  const std::vector<std::string> models = typed_models(typed);
  const bool is_suite = typed.command == "energy";
  std::map<std::string, std::set<std::string>> left_out;  // scenes by the reason
  std::vector<EnergyTask> made;
  for (const EnergyTask& task : tasks) {
    for (const std::string& model : models) {
      const std::string fault = is_suite ? shape_fault_of(typed, model, task.scene) : "";
      if (!fault.empty()) {
        left_out[fault].insert(task.scene.name);
        continue;
      }
      Scene& scene = made.emplace_back(task).scene;
      auto error = take_methods(typed, typed.by_metric(), model, scene);
      if (!error) error = check_steps(scene, *typed.max_steps);
      if (error) return *error;
    }
  }
  if (made.empty()) return Error{left_out.begin()->first};
  for (const auto& [why, scenes] : left_out) say_what_is_left_out(typed.command, scenes, why);
  return made;
}

int judge_runs(const MotionArguments& typed, std::vector<EnergyTask> chosen) {
  auto made = with_methods(typed, std::move(chosen));
  if (!made) return end_with_line(typed, made.reason(), kExitBadInput);
  const std::vector<EnergyTask>& tasks = made.value();
  const auto choice = choose_metrics(typed.metrics, false);
  if (!choice) return fail(choice.reason(), kExitBadInput);
  const EnergyOptions options = energy_options(typed, choice.value());
  const std::string json = *typed.json;
  if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
  if (planned_runs(tasks, options).empty()) {
    return end_with_line(typed,
                         options.solids_only.front() + " takes no body without a volume, as the " +
                             "core of '" + flat_body(tasks.front().scene)->name + "' is",
                         kExitBadInput);
  }
  return run_and_report(typed, choice.value(), tasks, options);
}

}  // namespace touchstone
