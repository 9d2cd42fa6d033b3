// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/motion/simulate.hpp"

#include <limits>
#include <optional>
#include <utility>

#include "cli/commands.hpp"
#include "cli/motion/judged_runs.hpp"
#include "cli/options/select.hpp"
#include "cli/process/console.hpp"
#include "harness/cases/scenes/scene_file.hpp"
#include "schema/input_file.hpp"

namespace touchstone {
namespace {

/// "50" or "50x182"; 0 is an ideal sphere.
Result<VerticesChoice> parse_vertices(std::string_view option, std::string_view word) {
  constexpr std::uint64_t kMax = 1'000'000;
  VerticesChoice vertices;
  const std::size_t cross = word.find('x');
  const auto first = parse_count(option, word.substr(0, cross), 0, kMax);
  if (!first) return first.error();
  vertices[0] = static_cast<int>(first.value());
  if (cross == std::string_view::npos) return vertices;
  const auto second = parse_count(option, word.substr(cross + 1), 0, kMax);
  if (!second) return second.error();
  vertices[1] = static_cast<int>(second.value());
  return vertices;
}

Result<int> parse_bodies(std::string_view option, std::string_view word) {
  const auto bodies = parse_count(option, word, 1, kMaxSceneBodies);
  if (!bodies) return bodies.error();
  return static_cast<int>(bodies.value());
}

/// One for each --vertices, --bodies and --dt. Length and friction are left out if nothing runs.
Result<std::vector<SceneChoice>> scene_choices(const SimulateArguments& typed, bool runs) {
  std::vector<SceneChoice> choices(1);
  SceneChoice& common = choices.front();
  if (typed.scale.given()) common.scale = *typed.scale;
  if (typed.seed.given()) common.seed = *typed.seed;
  if (*typed.both_ends) common.both_ends = true;
  const auto error = runs ? take_scene_choice(typed, common) : std::nullopt;
  if (error) return *error;
  vary(choices, *typed.vertices, [](SceneChoice& choice, const VerticesChoice& vertices) {
    choice.vertices_A = vertices[0];
    choice.vertices_B = vertices[1];
  });
  vary(choices, *typed.bodies, [](SceneChoice& choice, int bodies) { choice.bodies = bodies; });
  vary_dt(typed, choices);
  return choices;
}

/// An option that was typed and that a scene does not have which reads these (SceneRow::reads).
std::string missing_option(std::string_view read, const SceneChoice& choice) {
  const auto reads = [read](char what) { return read.find(what) != std::string_view::npos; };
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

/// A scene of a file as it stands, except for what is chosen on the command line.
Result<Scene> chosen(Scene scene, const SceneChoice& choice, const std::string& file) {
  if (choice.dt) {
    scene.dt = *choice.dt;
    scene.steps.clear();
  }
  if (choice.t_end) scene.t_end = *choice.t_end;
  if (choice.friction) scene.friction = *choice.friction;
  if (choice.directions) scene.directions = *choice.directions;
  if (const std::string fault = scene_fault(scene); !fault.empty()) {
    return Error{file + ": " + fault};
  }
  return scene;
}

/// The scene that was named, once for each choice. A scene of the library goes before a file of its
/// name; "-" is standard input, which can be read only once.
Result<std::vector<EnergyTask>> chosen_tasks(const SimulateArguments& typed, bool runs) {
  const std::string& name = *typed.scene;
  const SceneRow* row = find_scene(name);
  if (row == nullptr && !may_be_file(name)) return unknown_scene(name);
  const auto choices = scene_choices(typed, runs);
  if (!choices) return choices.error();
  const std::string missing =
      missing_option(row == nullptr ? "" : row->reads, choices.value().front());
  if (!missing.empty()) return Error{input_name(name) + " has no " + missing};
  std::optional<Result<Scene>> file;
  std::vector<std::string> remarks;
  if (row == nullptr) file = read_scene_file(name, &remarks);
  if (file && !*file) return file->error();
  for (const std::string& remark : remarks) print_note(remark);
  if (file) {
    const std::string slip = scene_remark(file->value());
    if (!slip.empty()) print_note(input_name(name) + ": " + slip);
  }
  std::vector<EnergyTask> tasks;
  for (const SceneChoice& choice : choices.value()) {
    auto scene = file ? chosen(file->value(), choice, input_name(name)) : make_scene(*row, choice);
    if (!scene) return scene.error();
    // No truth is known of a scene in a file.
    tasks.push_back({std::move(scene).value(), file ? std::nullopt : std::optional(choice)});
  }
  return tasks;
}

/// What is done instead of judging a run, and the option that asks for it.
struct Instead {
  const char* option;
  int (*work)(const SimulateArguments& typed, const Scene& scene);
  bool runs = true;  ///< whether the scene's methods, length and friction matter
};

std::optional<Instead> instead(const SimulateArguments& typed) {
  if (typed.judge.given()) return Instead{"--judge", judge_trajectories, false};
  if (typed.write_scene.given()) return Instead{"--write-scene", write_scene};
  if (typed.record.given()) return Instead{"--record", record_scene};
  if (typed.trajectory.given()) return Instead{"--trajectory", write_trajectory};
  if (typed.steps.given()) return Instead{"--write-steps", write_steps};
  return std::nullopt;
}

int simulate(const SimulateArguments& typed) {
  if (typed.replay.given()) return replay_recording(typed);
  if (!typed.scene.given()) {
    return end_with_line(typed, "missing scene (touchstone list scenes shows those of the library)",
                         kExitBadInput);
  }
  const std::optional<Instead> other = instead(typed);
  const bool runs = !other || other->runs;
  auto tasks = chosen_tasks(typed, runs);
  if (!tasks) return end_with_line(typed, tasks.reason(), kExitBadInput);
  if (!other && typed.html.given()) return write_movie(typed, std::move(tasks).value());
  if (!other) return judge_runs(typed, std::move(tasks).value());
  if (tasks.value().size() != 1) {
    return end_with_line(typed,
                         std::string(other->option) +
                             " takes one --dt, --vertices and --bodies; this is " +
                             std::to_string(tasks.value().size()) + " runs",
                         kExitBadInput);
  }
  Scene scene = std::move(tasks.value().front().scene);
  const auto error = runs ? take_methods(typed, typed.by_metric(), scene) : std::nullopt;
  if (error) return end_with_line(typed, error->reason, kExitBadInput);
  const std::string fault = runs ? shape_fault(scene) : "";
  if (!fault.empty()) return end_with_line(typed, scene.name + ": " + fault, kExitBadInput);
  return other->work(typed, scene);
}

void add_scene_sizes(Command& command, SimulateArguments& arguments) {
  constexpr double kAny = std::numeric_limits<double>::max();
  constexpr const char* kOwnScene = "without --replay, whose file has the scene";
  command
      .list("--vertices", "A[xB]", arguments.vertices, parse_vertices,
            "Vertices of the moving sphere, or sides of the wheel; AxB: and of the fixed "
            "sphere; 0: an ideal sphere; several with commas")
      .only(kOwnScene);
  command
      .list("--bodies", "N", arguments.bodies, parse_bodies,
            "Moving bodies, 1 to 100,000, of scenes of any number; several with commas")
      .only(kOwnScene);
  command
      .positive("--scale", "S", arguments.scale, kAny,
                "Height of the box or radius of the fixed sphere [m]")
      .only(kOwnScene);
  command.seed(arguments.seed, "Seed of scenes with random turns or sizes (default: 42)")
      .only(kOwnScene);
  command.flag("--both-ends", arguments.both_ends, "Fixes the chain of links at both ends")
      .only(kOwnScene);
}

}  // namespace

void add_simulate(CommandLine& line) {
  Command command = line.command(
      "simulate", "Runs one scene, of the library or of your own, judges it, records it");
  SimulateArguments& arguments = command.runs(simulate);
  command.group("What to run");
  command.reads("SCENE", arguments.scene,
                "A scene of the library (touchstone list scenes) or a scene file "
                "(docs/scene-file.md; - is standard input)");
  add_scene_choice(command, arguments);
  add_scene_sizes(command, arguments);
  command
      .reads("--judge", arguments.judge,
             "Judges instead the motion that another program computed: overlaps, energy, "
             "momentum (docs/engines.md); repeatable")
      .only("without --replay");
  command.reads("--replay", arguments.replay,
                "Runs a recorded scene again, without SCENE, and compares its states bit for bit");
  add_methods(command, arguments);
  add_run_limits(command, arguments);
  add_measurements(command, arguments);
  command
      .writes("--write-scene", arguments.write_scene,
              "Writes the scene as JSON to FILE (-: standard output) and runs nothing")
      .only("without --judge and --replay");
  command
      .writes("--record", arguments.record,
              "Runs it to its end and writes the states of its bodies to FILE; judges nothing")
      .only("without --judge, --replay and --write-scene");
  command
      .count("--every", "N", arguments.every, {1, kMaxStepsOfRun},
             "With --record: steps between two states; with --write-steps: from one written to the "
             "next")
      .only("with --record or --write-steps");
  command
      .writes("--trajectory", arguments.trajectory,
              "Runs it and writes its motion to FILE, which --judge takes; judges nothing")
      .only("without --judge, --replay, --write-scene and --record");
  command
      .fills("--write-steps", arguments.steps,
             "Runs it and writes the contact problems of its steps to DIR, a file for each island, "
             "which solve takes; judges nothing")
      .only("without --judge, --replay, --write-scene, --record and --trajectory");
  command.format(arguments.format, "With --write-steps: json, or fclib, with round cones")
      .only("with --write-steps");
  command
      .writes(
          "--html", arguments.html,
          "Writes a page on which one watches the motion: of the scene by each --dt and --model, "
          "of each --judge or of --replay")
      .only("without --write-scene, --write-steps, --record and --trajectory");
}

}  // namespace touchstone
