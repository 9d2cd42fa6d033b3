// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/papers/thesis_methods.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// The gamma of the problem's plot of infeasibility.
double plotted_gamma(const std::string& problem) { return problem == "setup6" ? 0.3 : 1; }

MethodRow row_of(const std::string& scene, const ThesisMethod& method,
                 const std::vector<ConvergeRun>& runs) {
  MethodRow row;
  row.scene = scene;
  row.method = method;
  row.gamma = plotted_gamma(scene);
  row.runs = static_cast<int>(runs.size());
  const ConvergeGroup group = converge_groups(runs).front();
  const ConvergePoint& last = group.points.back();
  row.average_m = last.average_m;
  row.average_ratio = last.average_ratio;
  row.slope = group.slope;
  double highest_wrong_J = -1;
  for (const ConvergeRun& run : runs) {
    if (run.start == 0 && run.dt == last.dt) {
      row.potential_J = run.potential_end_J;
      row.kinetic_J = run.kinetic_end_J;
    }
    row.gain_J = std::max(row.gain_J, run.gains.largest_J);
    row.highest_J = std::max(row.highest_J, run.highest_J);
    row.unsolved += run.unsolved;
    const std::string why = why_wrong(run);
    if (why.empty()) continue;
    ++row.wrong;
    if (run.highest_J <= highest_wrong_J) continue;
    highest_wrong_J = run.highest_J;
    row.why = "h " + exact_text(run.dt) + ", start " + std::to_string(run.start) + ": " + why;
  }
  return row;
}

}  // namespace

std::string rules_text(const ThesisMethod& method) {
  if (method.contacts != "events") return method.name;
  return event_word(kEventBounds, method.events.bounds) + ", " + method.stepper + ", " +
         event_word(kEventWindows, method.events.window) + ", " +
         event_word(kEventRows, method.events.rows);
}

std::vector<std::string> rules_that_rest(const std::vector<MethodRow>& rows) {
  std::vector<std::string> rest;
  if (rows.empty()) return rest;
  for (const ThesisMethod& method : printed_combinations(rows.front().scene)) {
    const std::string rules = rules_text(method);
    double ours_J = 0;
    bool all = true;
    for (const MethodRow& row : rows) {
      if (row.method.name != "thesis") ours_J = row.potential_J + row.kinetic_J;
      if (rules_text(row.method) != rules) continue;
      const double off_J = std::abs(row.potential_J + row.kinetic_J - ours_J);
      all = all && row.wrong == 0 && off_J <= kRestsAsOurs * std::abs(ours_J);
    }
    if (all) rest.push_back(rules);
  }
  return rest;
}

std::vector<ThesisMethod> printed_combinations(std::string_view problem) {
  std::vector<ThesisMethod> methods;
  for (const EventBounds bounds : {EventBounds::pair, EventBounds::own}) {
    for (const char* stepper : {"relaxed", "stewart_trinkle"}) {
      for (const EventWindow window : {EventWindow::one, EventWindow::two}) {
        for (const EventRows rows : {EventRows::literal, EventRows::unit}) {
          ThesisMethod method = printed_method(problem);
          method.stepper = stepper;
          method.events.bounds = bounds;
          method.events.window = window;
          method.events.rows = rows;
          methods.push_back(std::move(method));
        }
      }
    }
  }
  return methods;
}

Result<std::vector<MethodRow>> method_table(const MethodTableOptions& options) {
  std::vector<std::string> scenes = options.scenes;
  if (scenes.empty()) scenes = {"balance2", "pyramid1", "dice3", "setup6"};
  std::vector<std::pair<std::string, ThesisMethod>> planned;
  for (const std::string& scene : scenes) {
    if (!is_problem_of_hart(scene)) return not_a_problem(scene, "methods");
    planned.emplace_back(scene, touchstone_method());
    for (ThesisMethod& method : printed_combinations(scene)) {
      planned.emplace_back(scene, std::move(method));
    }
  }
  std::vector<MethodRow> rows;
  for (const auto& [scene, method] : planned) {
    ConvergeOptions run;
    run.metric_source = options.metric_source;
    run.scenes = {scene};
    run.dt = options.dt;
    run.gamma = {plotted_gamma(scene)};
    run.starts = options.starts;
    run.seed = options.seed;
    run.jobs = options.jobs;
    run.contacts = method.contacts;
    run.stepper = method.stepper;
    run.events = method.events;
    run.stop_requested = options.stop_requested;
    const auto runs = run_converge(run);
    if (!runs) return runs.error();
    if (options.stop_requested && options.stop_requested()) break;
    rows.push_back(row_of(scene, method, runs.value()));
    if (options.progress) options.progress(rows.size(), planned.size());
  }
  return rows;
}

}  // namespace touchstone
