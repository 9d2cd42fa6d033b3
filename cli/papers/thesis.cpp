// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of Hart's thesis: by his method as it is printed, by ours, or by both.
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "benchmarks/energy/scene_run.hpp"
#include "cli/choice/method_choice.hpp"
#include "cli/commands.hpp"
#include "cli/papers/movies.hpp"
#include "cli/papers/names.hpp"
#include "reports/converge_text.hpp"
#include "reports/terminal.hpp"
#include "reports/thesis_record.hpp"
#include "reports/thesis_text.hpp"
#include "schema/nearest_name.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

struct GeometryArguments : RunArguments {
  const GeometryFigure* figure = nullptr;
};

struct ThesisArguments : RunArguments, MethodArguments {
  const ThesisFigure* figure = nullptr;
  Typed<std::string> method{std::string("both")};
  Typed<std::string> html;
  Typed<int> starts{ConvergeOptions().starts};
};

Made made_of(const ThesisOutput& output, bool as_expected) {
  return {output.text, output.json, as_expected, output.csv, output.svg};
}

int make_geometry_figure(const GeometryArguments& typed) {
  return run_recorded(typed, "figures", Interrupted::at_once, [&](Progress&) -> Result<Made> {
    return made_of(thesis_geometry_output(*typed.figure, typed.figure->make()), true);
  });
}

/// Hart's method, with what was typed in place of what is printed.
Result<ThesisMethod> thesis_method(const ThesisArguments& typed) {
  ThesisMethod method = printed_method(typed.figure->scene);
  Scene scene;
  scene.name = typed.figure->scene;
  set_method(scene, method);
  if (auto error = take_methods(typed, false, scene)) return std::move(*error);
  method.contacts = scene.contacts;
  method.stepper = scene.stepper;
  method.events = scene.events;
  if (auto unknown = unknown_part(method.contacts, method.stepper)) return std::move(*unknown);
  return method;
}

/// What is wrong if an option was typed that changes Hart's method, or nothing.
std::optional<Error> changes_hart(const ThesisArguments& typed) {
  for (const auto& [option, given] :
       {std::pair("--contacts", typed.contacts.given()),
        std::pair("--window", typed.window.given()), std::pair("--rows", typed.rows.given()),
        std::pair("--bounds", typed.bounds.given()),
        std::pair("--stepper", typed.stepper.given())}) {
    if (given)
      return Error{std::string(option) + " changes Hart's method: not with --method touchstone"};
  }
  return std::nullopt;
}

/// The methods to run, ours first. A scene that is not one of Hart's problems has the methods of
/// scene_methods().
Result<std::vector<ThesisMethod>> chosen_methods(const ThesisArguments& typed) {
  if (!is_problem_of_hart(typed.figure->scene)) return scene_methods(*typed.figure);
  const std::string& word = *typed.method;
  if (word != "thesis" && word != "touchstone" && word != "both") {
    return Error{"--method: " + unknown_choice("method", word, {"thesis", "touchstone", "both"})};
  }
  std::vector<ThesisMethod> methods;
  if (word != "thesis") methods.push_back(touchstone_method());
  if (word == "touchstone") {
    if (const auto error = changes_hart(typed)) return *error;
    return methods;
  }
  auto thesis = thesis_method(typed);
  if (!thesis) return thesis.error();
  methods.push_back(std::move(thesis).value());
  return methods;
}

int make_thesis_plot(const ThesisArguments& typed) {
  const auto methods = chosen_methods(typed);
  if (!methods) return fail(typed.name + ": " + methods.reason(), kExitBadInput);
  const int starts = *typed.starts;
  const std::uint64_t seed = *typed.seed;
  return run_recorded(typed, "steps", Interrupted::nothing,
                      [&](Progress& progress) -> Result<Made> {
                        std::vector<ThesisRuns> made;
                        bool wrong = false;
                        for (const ThesisMethod& method : methods.value()) {
                          ConvergeOptions options = thesis_plot(*typed.figure, method);
                          options.metric_source = guarded_metric;
                          options.jobs = *typed.jobs;
                          options.starts = starts;
                          options.seed = seed;
                          options.stop_requested = stop_requested;
                          options.progress = progress.timed_updates();
                          auto runs = run_converge(options);
                          if (!runs) return runs.error();
                          if (stop_requested()) return Made{};
                          wrong = wrong || any_run_failed(runs.value());
                          made.push_back({method, std::move(runs).value()});
                        }
                        return made_of(thesis_plot_output(*typed.figure, made), !wrong);
                      });
}

struct MethodTableArguments : RunArguments {
  Typed<std::vector<std::string>> scenes;
  Typed<int> starts{MethodTableOptions().starts};
  Typed<bool> quick;
};

int make_method_table(const MethodTableArguments& typed) {
  MethodTableOptions options;
  options.metric_source = guarded_metric;
  options.scenes = *typed.scenes;
  if (*typed.quick) options.dt = {0.02, 0.01};
  options.starts = *typed.starts;
  options.seed = *typed.seed;
  options.jobs = *typed.jobs;
  options.stop_requested = stop_requested;
  return run_recorded(typed, "rows", Interrupted::shown, [&](Progress& progress) -> Result<Made> {
    options.progress = progress.updates();
    const auto made = method_table(options);
    if (!made) return made.error();
    const std::vector<MethodRow>& rows = made.value();
    // What a printed rule does wrong is what the table shows.
    const bool ours_wrong = std::any_of(rows.begin(), rows.end(), [](const MethodRow& row) {
      return row.method.name == touchstone_method().name && row.wrong > 0;
    });
    return Made{
        rows.empty() ? "" : method_table_text(rows, columns_of(STDOUT_FILENO)),
        method_table_record().document(
            {.seed = options.seed, .starts = options.starts, .dt = options.dt, .rows = rows}),
        !ours_wrong,
        "",
        "",
        {},
        how_many(rows.size(), "row")};
  });
}

int make_thesis_frames(const ThesisArguments& typed) {
  const auto methods = chosen_methods(typed);
  if (!methods) return fail(typed.name + ": " + methods.reason(), kExitBadInput);
  if (typed.html.given()) {
    const std::string& path = *typed.html;
    if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
    return write_movie(typed.name, path, movie_runs(*typed.figure, methods.value()));
  }
  return run_recorded(typed, "steps", Interrupted::nothing,
                      [&](Progress& progress) -> Result<Made> {
                        std::vector<ThesisMotion> motions;
                        bool wrong = false;
                        for (const ThesisMethod& method : methods.value()) {
                          motions.push_back(thesis_motion(*typed.figure, method, guarded_metric,
                                                          progress.updates(), stop_requested));
                          if (stop_requested()) return Made{};
                          // What the standard model does wrong is what the figure shows.
                          const bool counts = method.model != "std";
                          wrong = wrong || (counts && !motions.back().wrong().empty());
                        }
                        return made_of(thesis_frames_output(*typed.figure, motions), !wrong);
                      });
}

}  // namespace

RunArguments& add_geometry_figure(Command& command, const GeometryFigure& figure) {
  GeometryArguments& a = command.runs(make_geometry_figure);
  a.figure = &figure;
  return a.add_drawing(command);
}

RunArguments& add_thesis_figure(Command& command, const ThesisFigure& figure) {
  const bool plot = figure.times.empty();
  ThesisArguments& a = command.runs(plot ? make_thesis_plot : make_thesis_frames);
  a.figure = &figure;
  if (is_problem_of_hart(figure.scene)) {
    command.group("With what");
    command.text("--method", "NAME", a.method,
                 "thesis (Hart's as printed, which the options below change), touchstone, or both");
    add_contact_options(command, a);
  }
  if (plot) {
    command.group("What is run");
    a.add_starts(command, a.starts, "Starts, each a little different");
    command.jobs(a.jobs);
  } else {
    command.html(a.html, "Writes instead a page on which one watches the motion");
  }
  return a.add_drawing(command);
}

RunArguments& add_methods(Command& command) {
  MethodTableArguments& a = command.runs(make_method_table);
  add_problems(command, a.scenes);
  command.quick(a.quick, "Without the smallest step, which takes half of the time");
  a.add_starts(command, a.starts, "Starts, each a little different");
  command.jobs(a.jobs);
  return a.add_record(command);
}

}  // namespace touchstone
