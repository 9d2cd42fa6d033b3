// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iostream>

#include "benchmarks/energy/energy_run.hpp"
#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/energy_text.hpp"
#include "cli/file_names.hpp"
#include "cli/progress.hpp"
#include "cli/select.hpp"
#include "harness/nearest_name.hpp"
#include "harness/scene_files/recording.hpp"
#include "harness/scene_files/scene_file.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

struct Arguments {
  std::vector<std::string> scenes;
  std::string metric, contacts, stepper;
  std::vector<std::string> dt, vertices;
  std::optional<std::string> t_end, friction, directions, scale, jobs;
  std::optional<std::string> json, csv, write_scene, record, replay;
  std::optional<std::string> record_every;
  bool full = false;
};

Result<double> parse_positive(const std::string& option, const std::string& typed) {
  double value = 0;
  const char* end = typed.data() + typed.size();
  const auto [stop, error] = std::from_chars(typed.data(), end, value);
  if (error != std::errc() || stop != end || !(value > 0) || !std::isfinite(value)) {
    return Error{option + ": '" + typed + "' is no number above 0"};
  }
  return value;
}

/// "50" or "50x182"; 0 is an ideal sphere.
Result<std::array<std::optional<int>, 2>> parse_vertices(const std::string& typed) {
  constexpr std::uint64_t kMost = 1'000'000;
  std::array<std::optional<int>, 2> vertices;
  const std::size_t cross = typed.find('x');
  const auto first = parse_count("--vertices", typed.substr(0, cross), 0, kMost);
  if (!first) return first.error();
  vertices[0] = static_cast<int>(first.value());
  if (cross == std::string::npos) return vertices;
  const auto second = parse_count("--vertices", typed.substr(cross + 1), 0, kMost);
  if (!second) return second.error();
  vertices[1] = static_cast<int>(second.value());
  return vertices;
}

Result<ContactFriction> parse_friction(const std::string& typed) {
  if (typed == "no-slip") return ContactFriction{FrictionKind::no_slip, 0};
  if (typed == "frictionless") return ContactFriction{FrictionKind::frictionless, 0};
  if (typed == "0") return ContactFriction{FrictionKind::frictionless, 0};
  const auto mu = parse_positive("--friction", typed);
  if (!mu) {
    return Error{"--friction: '" + typed + "' is neither no-slip, frictionless nor a mu"};
  }
  return ContactFriction{FrictionKind::cone, mu.value()};
}

Result<std::vector<SceneChoice>> parse_choices(const Arguments& arguments) {
  SceneChoice common;
  if (arguments.t_end) {
    const auto t_end = parse_positive("--t-end", *arguments.t_end);
    if (!t_end) return t_end.error();
    common.t_end = t_end.value();
  }
  if (arguments.scale) {
    const auto scale = parse_positive("--scale", *arguments.scale);
    if (!scale) return scale.error();
    common.scale = scale.value();
  }
  if (arguments.friction) {
    const auto friction = parse_friction(*arguments.friction);
    if (!friction) return friction.error();
    common.friction = friction.value();
  }
  if (arguments.directions) {
    const auto directions = parse_count("--directions", *arguments.directions, 4, 64);
    if (!directions) return directions.error();
    common.directions = static_cast<int>(directions.value());
  }
  std::vector<SceneChoice> choices = {common};
  const auto vary = [&choices](const auto& typed, const auto& set) {
    if (typed.empty()) return;
    std::vector<SceneChoice> varied;
    for (const SceneChoice& choice : choices) {
      for (const auto& value : typed) {
        varied.push_back(choice);
        set(varied.back(), value);
      }
    }
    choices = std::move(varied);
  };
  std::vector<std::array<std::optional<int>, 2>> vertices;
  for (const std::string& typed : arguments.vertices) {
    const auto parsed = parse_vertices(typed);
    if (!parsed) return parsed.error();
    vertices.push_back(parsed.value());
  }
  std::vector<double> steps;
  for (const std::string& typed : arguments.dt) {
    const auto parsed = parse_positive("--dt", typed);
    if (!parsed) return parsed.error();
    steps.push_back(parsed.value());
  }
  vary(vertices, [](SceneChoice& choice, const auto& value) {
    choice.vertices_A = value[0];
    choice.vertices_B = value[1];
  });
  vary(steps, [](SceneChoice& choice, double value) { choice.dt = value; });
  return choices;
}

/// An option that was typed and that the scene does not have.
std::string unread_option(const SceneRow& row, const SceneChoice& choice) {
  const auto reads = [&row](char what) { return row.reads.find(what) != std::string_view::npos; };
  if (choice.vertices_A && !reads('A')) return "--vertices";
  // The other body is a box, or nothing: 8 and 0 say so.
  const int other = choice.vertices_B.value_or(0);
  if (other != 0 && other != 8 && !reads('B')) return "second body for --vertices AxB";
  if (choice.scale && !reads('s')) return "--scale";
  return "";
}

/// What a scene file says is run as it stands, but for what is chosen on the command line.
Result<EnergyTask> file_task(const std::string& path, const SceneChoice& choice) {
  auto read = read_scene_file(path);
  if (!read) return read.error();
  Scene scene = std::move(read).value();
  if (choice.vertices_A || choice.scale) {
    return Error{path + ": --vertices and --scale are of the scenes of the library"};
  }
  if (choice.dt) scene.dt = *choice.dt;
  if (choice.t_end) scene.t_end = *choice.t_end;
  if (choice.friction) scene.friction = *choice.friction;
  if (choice.directions) scene.directions = *choice.directions;
  return EnergyTask{std::move(scene), std::nullopt};
}

Result<std::vector<EnergyTask>> select_tasks(const Arguments& arguments,
                                             const std::vector<SceneChoice>& choices) {
  std::vector<std::string> names = arguments.scenes;
  if (names.empty()) {
    for (const SceneRow& row : scene_library()) {
      if (row.name != "pile") names.push_back(row.name);
    }
  }
  std::vector<EnergyTask> tasks;
  for (const std::string& name : names) {
    const bool file = find_scene(name) == nullptr && std::filesystem::exists(name);
    if (find_scene(name) == nullptr && !file) {
      std::vector<std::string> known;
      for (const SceneRow& row : scene_library()) known.push_back(row.name);
      const std::string near = nearest_name(name, known);
      return Error{"energy: no scene and no file is called '" + name + "'" +
                   (near.empty() ? "" : "; did you mean " + near + "?") +
                   " (touchstone list scenes shows all)"};
    }
    if (!file) {
      const std::string unread = unread_option(*find_scene(name), choices.front());
      if (!unread.empty() && !arguments.scenes.empty()) {
        return Error{"energy: " + name + " has no " + unread};
      }
      if (!unread.empty()) continue;
    }
    std::vector<EnergyTask> of_name;
    for (const SceneChoice& choice : choices) {
      if (file) {
        auto task = file_task(name, choice);
        if (!task) return task.error();
        of_name.push_back(std::move(task).value());
        continue;
      }
      auto made = energy_tasks({name}, choice, arguments.full);
      if (!made) return made.error();
      for (const EnergyTask& task : made.value()) of_name.push_back(task);
    }
    tasks.insert(tasks.end(), of_name.begin(), of_name.end());
  }
  return tasks;
}

constexpr const char* kNoMetricInScenes =
    "energy: a scene names a contact method (--contacts), not a metric: --metric cannot be kept";

int write_scenes(const Arguments& arguments, const std::vector<EnergyTask>& tasks) {
  if (!arguments.metric.empty()) return complain(kNoMetricInScenes, kExitBadInput);
  if (tasks.size() != 1) {
    return complain("energy: --write-scene takes one scene with one --dt and --vertices; this is " +
                        std::to_string(tasks.size()) + " runs",
                    kExitBadInput);
  }
  auto output = JsonOutput::open(arguments.write_scene);
  if (!output) return complain(output.reason(), kExitBadInput);
  JsonOutput out = std::move(output).value();
  Scene scene = tasks.front().scene;
  if (!arguments.contacts.empty()) scene.contacts = arguments.contacts;
  if (!arguments.stepper.empty()) scene.stepper = arguments.stepper;
  const auto error = out.write(scene_json(scene));
  if (error) return complain(error->reason, kExitHarnessFailed);
  if (!out.on_stdout()) std::cout << "wrote " << out.path() << "\n";
  return kExitAsExpected;
}

/// Runs one scene to its end and writes down its states.
int record(const Arguments& arguments, const std::vector<EnergyTask>& tasks) {
  if (!arguments.metric.empty()) return complain(kNoMetricInScenes, kExitBadInput);
  if (tasks.size() != 1) {
    return complain("energy: --record takes one scene with one --dt and --vertices; this is " +
                        std::to_string(tasks.size()) + " runs",
                    kExitBadInput);
  }
  const auto every = parse_count("--every", arguments.record_every.value_or("1"), 1, 1'000'000'000);
  if (!every) return complain("energy: " + every.reason(), kExitBadInput);
  auto output = JsonOutput::open(arguments.record);
  if (!output) return complain(output.reason(), kExitBadInput);
  JsonOutput out = std::move(output).value();
  Recording recording;
  recording.scene = tasks.front().scene;
  if (!arguments.contacts.empty()) recording.scene.contacts = arguments.contacts;
  if (!arguments.stepper.empty()) recording.scene.stepper = arguments.stepper;
  recording.every = every.value();
  auto run = run_recorded(recording.scene, recording.every, guarded_metric);
  if (!run) return complain("energy: " + run.reason(), kExitBadInput);
  recording.states = run.value().states;
  recording.fault = run.value().fault;
  const auto error = out.write(recording_json(recording));
  if (error) return complain(error->reason, kExitHarnessFailed);
  if (!run.value().fault.empty()) remark("energy: it ended early: " + run.value().fault);
  if (!out.on_stdout()) {
    std::cout << "wrote " << out.path() << ": " << recording.states.size() << " states\n";
  }
  return kExitAsExpected;
}

/// Runs a recorded scene again and compares the states bit for bit.
int replay_recording(const std::string& path) {
  auto read = read_recording_file(path);
  if (!read) return complain(read.reason(), kExitBadInput);
  const Recording& recording = read.value();
  const auto run = run_recorded(recording.scene, recording.every, guarded_metric);
  if (!run) return complain(path + ": " + run.reason(), kExitBadInput);
  const auto& states = run.value().states;
  for (std::size_t i = 0; i < std::max(recording.states.size(), states.size()); ++i) {
    if (i < std::min(recording.states.size(), states.size()) &&
        same_states(recording.states[i], states[i]))
      continue;
    std::cout << path << ": differs from step " << i * recording.every << " on ("
              << short_text(static_cast<double>(i * recording.every) * recording.scene.dt)
              << " s)\n";
    return kExitJudgedWrong;
  }
  std::cout << path << ": the same bits in all " << recording.states.size() << " states\n";
  return kExitAsExpected;
}

int energy(Arguments arguments) {
  if (arguments.json && find_scene(*arguments.json) != nullptr) {
    arguments.scenes.push_back(*arguments.json);
    arguments.json = "";
  }
  if (arguments.replay) {
    const bool alone = arguments.scenes.empty() && arguments.dt.empty() &&
                       arguments.vertices.empty() && arguments.metric.empty() &&
                       arguments.contacts.empty() && arguments.stepper.empty() &&
                       !arguments.t_end && !arguments.friction && !arguments.directions &&
                       !arguments.scale && !arguments.json && !arguments.csv &&
                       !arguments.write_scene && !arguments.record && !arguments.full;
    if (!alone) {
      return complain("energy: --replay runs what was recorded and takes no other option",
                      kExitBadInput);
    }
    return replay_recording(*arguments.replay);
  }
  if (arguments.record_every && !arguments.record) {
    return complain("energy: --every goes with --record", kExitBadInput);
  }
  const auto choices = parse_choices(arguments);
  if (!choices) return complain("energy: " + choices.reason(), kExitBadInput);
  auto tasks = select_tasks(arguments, choices.value());
  if (!tasks) return complain(tasks.reason(), kExitBadInput);
  if (arguments.write_scene) return write_scenes(arguments, tasks.value());
  if (arguments.record) return record(arguments, tasks.value());

  EnergyOptions options;
  options.metric_source = guarded_metric;
  if (!arguments.metric.empty() && find_metric(arguments.metric) == nullptr) {
    const auto metric = select_metrics({arguments.metric});
    return complain(metric.ok() ? "energy: --metric takes one metric" : metric.reason(),
                    kExitBadInput);
  }
  if (!arguments.metric.empty() && !arguments.contacts.empty()) {
    return complain("energy: --metric or --contacts, not both: a contact method has its metrics",
                    kExitBadInput);
  }
  options.metric = arguments.metric;
  options.contacts = arguments.contacts;
  options.stepper = arguments.stepper;
  options.samples = arguments.csv.has_value();
  options.jobs = core_count();
  if (arguments.jobs) {
    const auto jobs = parse_count("--jobs", *arguments.jobs, 1, kMostJobs);
    if (!jobs) return complain(jobs.reason(), kExitBadInput);
    options.jobs = static_cast<int>(jobs.value());
  }
  auto json = open_json(arguments.json);
  if (!json) return complain(json.reason(), kExitBadInput);
  JsonOutput output = std::move(json).value();

  if (arguments.csv) {
    // Before anything is computed that could not be kept.
    const auto error = make_csv_directory(*arguments.csv);
    if (error) return complain(error->reason, kExitBadInput);
  }
  double elapsed_s = 0;
  std::optional<Result<std::vector<EnergyResult>>> ran;
  {
    Progress progress("energy", "runs");
    options.progress = [&progress](std::uint64_t done, std::uint64_t total) {
      progress.update(done, total);
    };
    ran = run_energy(tasks.value(), options);
    elapsed_s = progress.elapsed_s();
  }
  if (!*ran) return complain("energy: " + ran->reason(), kExitBadInput);
  const std::vector<EnergyResult>& results = ran->value();
  const std::vector<EnergyOrder> orders = energy_orders(results);
  if (output.wanted()) {
    const auto error = output.write(energy_json(results, orders));
    if (error) return complain(error->reason, kExitHarnessFailed);
  }
  std::string wrote;
  if (arguments.csv) {
    const auto error = write_energy_csv(*arguments.csv, results);
    if (error) return complain(error->reason, kExitHarnessFailed);
    wrote += "wrote " + *arguments.csv + "\n";
  }
  if (!output.on_stdout()) {
    if (output.wanted()) wrote += "wrote " + output.path() + "\n";
    std::cout << energy_text(results, orders) << time_text(elapsed_s) << " on " << options.jobs
              << (options.jobs == 1 ? " core\n" : " cores\n") << wrote;
  }
  return energy_exit_code(results, orders);
}

}  // namespace

void add_energy(CLI::App& app, Run& run) {
  CLI::App* command = app.add_subcommand(
      "energy", "Runs scenes in motion and compares what happens with what is true");
  const auto arguments = std::make_shared<Arguments>();
  command
      ->add_option("SCENE", arguments->scenes,
                   "Scenes of the library (touchstone list scenes) or scene files (default: all "
                   "of the suite)")
      ->type_name("");
  command
      ->add_option("--metric", arguments->metric,
                   "Contacts by this metric (default: the scene's contact method)")
      ->type_name("NAME");
  command
      ->add_option("--contacts", arguments->contacts, "Contact method (touchstone list contacts)")
      ->type_name("NAME");
  command->add_option("--stepper", arguments->stepper, "Time stepper (touchstone list steppers)")
      ->type_name("NAME");
  command->add_option("--dt", arguments->dt, "Step [s]; several with commas")
      ->type_name("H")
      ->delimiter(',');
  command
      ->add_option("--vertices", arguments->vertices,
                   "Vertices of the moving sphere, or sides of the wheel; AxB: and of the fixed "
                   "sphere; 0: an ideal sphere; several with commas")
      ->type_name("A[xB]")
      ->delimiter(',');
  command->add_option("--friction", arguments->friction, "no-slip, frictionless, or mu of a cone")
      ->type_name("F");
  command->add_option("--directions", arguments->directions, "Directions of the friction cone, K")
      ->type_name("K");
  command
      ->add_option("--scale", arguments->scale,
                   "Height of the box or radius of the fixed sphere [m]")
      ->type_name("S");
  command->add_option("--t-end", arguments->t_end, "Simulated time [s]")->type_name("T");
  command->add_flag("--full", arguments->full, "Every mesh, step and scale");
  command->add_option("--csv", arguments->csv, "Energies over time, a file for each run, to DIR")
      ->type_name("DIR");
  command
      ->add_option("--write-scene", arguments->write_scene,
                   "Writes the scene as JSON to FILE (-: standard output) and runs nothing")
      ->type_name("FILE");
  command
      ->add_option("--record", arguments->record,
                   "Runs one scene to its end and writes the states of its bodies to FILE")
      ->type_name("FILE")
      ->check(names_something());
  command
      ->add_option("--every", arguments->record_every,
                   "With --record: steps between two states (default: 1)")
      ->type_name("N");
  command
      ->add_option("--replay", arguments->replay,
                   "Runs a recorded scene again and compares its states bit for bit")
      ->type_name("FILE")
      ->check(names_something());
  command->add_option("--jobs", arguments->jobs, "Cores to work on (default: all)")->type_name("N");
  add_json_option(*command, arguments->json);
  command->callback([&run, arguments] { run = [arguments] { return energy(*arguments); }; });
}

}  // namespace touchstone
