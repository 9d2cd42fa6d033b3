// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/energy_scenes.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "cli/console.hpp"
#include "harness/cases/nearest_name.hpp"
#include "harness/cases/scenes/scene_file.hpp"
#include "reports/number_text.hpp"
#include "schema/input_file.hpp"

namespace touchstone {
namespace {

/// An option that was typed and that the scene does not have.
std::string unread_option(const SceneRow& row, const SceneChoice& choice) {
  const auto reads = [&row](char what) { return row.reads.find(what) != std::string_view::npos; };
  if (choice.vertices_A && !reads('A') && !reads('N')) return "--vertices";
  // The other body is a box, or nothing: 8 and 0 say so.
  const int other = choice.vertices_B.value_or(0);
  if (other != 0 && other != 8 && !reads('B')) return "second body for --vertices AxB";
  if (choice.scale && !reads('s')) return "--scale";
  if (choice.bodies && !reads('n')) return "--bodies";
  if (choice.seed && !reads('r')) return "--seed";
  if (choice.both_ends && !reads('e')) return "--both-ends";
  return "";
}

/// What a scene file says is run as it stands, except for what is chosen on the command line.
Result<EnergyTask> file_task(const std::string& path, Scene scene, const SceneChoice& choice) {
  if (choice.vertices_A || choice.scale || choice.bodies || choice.seed || choice.both_ends) {
    return Error{path +
                 ": --vertices, --scale, --bodies, --seed and --both-ends are of the scenes "
                 "of the library"};
  }
  if (choice.dt) {
    scene.dt = *choice.dt;
    scene.steps.clear();
  }
  if (choice.t_end) scene.t_end = *choice.t_end;
  if (choice.friction) scene.friction = *choice.friction;
  if (choice.directions) scene.directions = *choice.directions;
  if (const std::string fault = scene_fault(scene); !fault.empty()) {
    return Error{path + ": " + fault};
  }
  return EnergyTask{std::move(scene), std::nullopt};
}

Error unknown_scene(const std::string& name) {
  std::vector<std::string> known;
  for (const SceneRow& row : scene_library()) known.push_back(row.name);
  const std::string near = nearest_name(name, known);
  return {"energy: no scene and no file is called '" + name + "'" +
          (near.empty() ? "" : "; did you mean " + near + "?") +
          " (touchstone list scenes shows all)"};
}

/// A scene of the library goes before a file of its name; "-" is standard input.
bool names_a_file(const std::string& name) {
  return find_scene(name) == nullptr && (name == "-" || std::filesystem::exists(name));
}

/// Whole numbers as such, others to three digits.
std::string steps_text(const Scene& scene) {
  const double steps = scene.t_end / scene.dt;
  if (!std::isfinite(steps)) return "more than 1e308 steps";
  return (steps < 1e15 ? std::to_string(step_count(scene)) : short_text(steps)) + " steps";
}

std::string run_length(const Scene& scene) {
  return "energy: " + scene.name + ": t_end = " + exact_text(scene.t_end) +
         " s at dt = " + exact_text(scene.dt) + " s";
}

}  // namespace

std::optional<Error> check_most_steps(const Scene& scene, std::uint64_t max_steps) {
  const std::uint64_t steps = step_count(scene);
  if (steps <= max_steps) return std::nullopt;
  const std::string why = run_length(scene) + " is " + steps_text(scene);
  if (steps > kMaxStepsAsked) return Error{why + ", and no run has more than 1e9"};
  return Error{why + ", more than " + short_text(static_cast<double>(max_steps)) +
               ": --max-steps " + std::to_string(steps) + " allows them"};
}

std::optional<Error> check_steps(const Scene& scene, std::uint64_t max_steps) {
  if (step_count(scene) > 0) return check_most_steps(scene, max_steps);
  return Error{run_length(scene) + " is not a step: t_end is shorter than half a step"};
}

Result<std::vector<EnergyTask>> select_tasks(const EnergyArguments& arguments,
                                             const std::vector<SceneChoice>& choices) {
  std::vector<std::string> names = arguments.scenes;
  if (names.empty()) names = suite_scenes();
  const SuiteExtent extent = arguments.full    ? SuiteExtent::full
                             : arguments.quick ? SuiteExtent::quick
                                               : SuiteExtent::plain;
  if (std::count(names.begin(), names.end(), "-") > 1) {
    return Error{"standard input: '-' is given twice, and can be read only once"};
  }
  std::vector<EnergyTask> tasks;
  for (const std::string& name : names) {
    if (names_a_file(name)) {
      // Standard input can be read only once.
      const auto scene = read_scene_file(name);
      if (!scene) return scene.error();
      for (const SceneChoice& choice : choices) {
        auto task = file_task(input_name(name), scene.value(), choice);
        if (!task) return task.error();
        tasks.push_back(std::move(task).value());
      }
      continue;
    }
    if (find_scene(name) == nullptr) return unknown_scene(name);
    const std::string unread = unread_option(*find_scene(name), choices.front());
    if (!unread.empty() && arguments.scenes.empty()) continue;
    if (!unread.empty()) return Error{"energy: " + name + " has no " + unread};
    for (const SceneChoice& choice : choices) {
      auto made = energy_tasks({name}, choice, extent);
      if (!made) return made.error();
      tasks.insert(tasks.end(), made.value().begin(), made.value().end());
    }
  }
  for (EnergyTask& task : tasks) {
    Scene& scene = task.scene;
    if (const auto error = take_model_choice(arguments.model, scene)) {
      return Error{"energy: " + error->reason};
    }
    if (!arguments.events.any()) continue;
    if (!arguments.contacts.empty()) scene.contacts = arguments.contacts;
    if (const auto error = take_event_choice(arguments.events, scene)) {
      return Error{"energy: " + error->reason};
    }
  }
  return tasks;
}

Result<Scene> select_scene(const EnergyArguments& arguments,
                           const std::vector<SceneChoice>& choices, const std::string& option) {
  const std::string takes = "energy: " + option + " takes one scene";
  if (arguments.scenes.size() != 1) {
    return Error{
        takes + ", not " +
        (arguments.scenes.empty() ? "the suite" : std::to_string(arguments.scenes.size())) +
        " (touchstone list scenes shows all)"};
  }
  if (choices.size() != 1) {
    return Error{takes + " with one --dt, --vertices and --bodies; this is " +
                 std::to_string(choices.size()) + " runs"};
  }
  if (arguments.full) return Error{takes + ", and --full is every case of the suite"};
  if (arguments.quick) return Error{takes + ", and --quick is cases of the suite"};
  if (!arguments.metrics.empty()) {
    return Error{
        "energy: a scene names a contact method (--contacts), not a metric: --metric "
        "cannot be kept"};
  }
  if (arguments.json || arguments.csv) {
    return Error{"energy: " + option + " measures nothing that --json or --csv could hold"};
  }
  if (arguments.overlap) {
    return Error{"energy: " + option + " measures no --overlap"};
  }
  const std::string& name = arguments.scenes.front();
  Scene scene;
  if (names_a_file(name)) {
    auto read = read_scene_file(name);
    if (!read) return read.error();
    auto task = file_task(input_name(name), std::move(read).value(), choices.front());
    if (!task) return task.error();
    scene = std::move(task).value().scene;
  } else {
    const SceneRow* row = find_scene(name);
    if (row == nullptr) return unknown_scene(name);
    const std::string unread = unread_option(*row, choices.front());
    if (!unread.empty()) return Error{"energy: " + name + " has no " + unread};
    auto made = make_scene(*row, choices.front());
    if (!made) return made.error();
    scene = std::move(made).value();
  }
  if (!arguments.contacts.empty()) scene.contacts = arguments.contacts;
  if (!arguments.stepper.empty()) scene.stepper = arguments.stepper;
  auto error = take_event_choice(arguments.events, scene);
  if (!error) error = take_model_choice(arguments.model, scene);
  if (error) return Error{"energy: " + error->reason};
  return scene;
}

}  // namespace touchstone
