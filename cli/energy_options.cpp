// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/energy_options.hpp"

#include <charconv>
#include <cmath>

#include "cli/commands.hpp"
#include "cli/plugin_choice.hpp"
#include "cli/select.hpp"

namespace touchstone {
namespace {

/// Sets `value` if the option was typed. Returns what is wrong with it, or nothing.
std::optional<Error> take_positive(const std::string& option,
                                   const std::optional<std::string>& typed,
                                   std::optional<double>& value) {
  if (!typed) return std::nullopt;
  const auto parsed = parse_positive(option, *typed);
  if (!parsed) return parsed.error();
  value = parsed.value();
  return std::nullopt;
}

/// "50" or "50x182"; 0 is an ideal sphere.
Result<std::array<std::optional<int>, 2>> parse_vertices(const std::string& typed) {
  constexpr std::uint64_t kMax = 1'000'000;
  std::array<std::optional<int>, 2> vertices;
  const std::size_t cross = typed.find('x');
  const auto first = parse_count("--vertices", typed.substr(0, cross), 0, kMax);
  if (!first) return first.error();
  vertices[0] = static_cast<int>(first.value());
  if (cross == std::string::npos) return vertices;
  const auto second = parse_count("--vertices", typed.substr(cross + 1), 0, kMax);
  if (!second) return second.error();
  vertices[1] = static_cast<int>(second.value());
  return vertices;
}

Result<ContactFriction> parse_friction(const std::string& typed) {
  if (typed == "no-slip") return ContactFriction{FrictionKind::no_slip, 0};
  if (typed == "frictionless") return ContactFriction{FrictionKind::frictionless, 0};
  // A zero of any digits.
  double value = -1;
  const char* end = typed.data() + typed.size();
  const auto [stop, error] = std::from_chars(typed.data(), end, value);
  if (error == std::errc() && stop == end && value == 0) {
    return ContactFriction{FrictionKind::frictionless, 0};
  }
  const auto mu = parse_positive("--friction", typed);
  if (!mu) {
    return Error{"--friction: '" + typed + "' is neither no-slip, frictionless nor a mu"};
  }
  return ContactFriction{FrictionKind::cone, mu.value()};
}

void add_scene_options(Command& command, EnergyArguments& arguments) {
  command.option("SCENE", "", arguments.scenes,
                 "Scenes of the library (touchstone list scenes) or scene files (- is standard "
                 "input; default: all of the suite)");
  command
      .option("--metric", "NAME", arguments.metrics,
              "Contacts by this metric (default: the scene's contact method); several with commas")
      .list();
  add_plugin_choice(command, arguments.plugin);
  command
      .option("--contacts", "NAME", arguments.contacts, "Contact method (touchstone list contacts)")
      .names_something();
  add_event_choice(command, arguments.events);
  add_model_choice(command, arguments.model);
  command.option("--stepper", "NAME", arguments.stepper, "Time stepper (touchstone list steppers)");
  command.option("--dt", "H", arguments.dt, "Step [s]; several with commas").with_commas();
  command
      .option("--vertices", "A[xB]", arguments.vertices,
              "Vertices of the moving sphere, or sides of the wheel; AxB: and of the fixed "
              "sphere; 0: an ideal sphere; several with commas")
      .with_commas();
  command.option("--friction", "F", arguments.friction, "no-slip, frictionless, or mu of a cone");
  command.option("--directions", "K", arguments.directions, "Directions of the friction cone, K");
  command.option("--scale", "S", arguments.scale,
                 "Height of the box or radius of the fixed sphere [m]");
  command
      .option("--bodies", "N", arguments.bodies,
              "Moving bodies, 1 to 100,000, of scenes of any number; several with commas")
      .with_commas();
  command.option("--seed", "S", arguments.seed,
                 "Of scenes with random turns or sizes (default: 42)");
  command.flag("--both-ends", arguments.both_ends, "Fixes the chain of links at both ends");
  command.option("--time-limit", "S", arguments.time_limit,
                 "Seconds that a run may take (default: 30 with --metric or --plugin, else none)");
  command.option("--max-steps", "N", arguments.max_steps,
                 "Steps that a run may have (default: 1e7; at most 1e9)");
  command.option("--t-end", "T", arguments.t_end, "Simulated time [s]");
}

}  // namespace

Result<std::vector<SceneChoice>> parse_choices(const EnergyArguments& arguments) {
  SceneChoice common;
  auto error = take_positive("--t-end", arguments.t_end, common.t_end);
  if (!error) error = take_positive("--scale", arguments.scale, common.scale);
  if (error) return *error;
  if (arguments.friction) {
    const auto friction = parse_friction(*arguments.friction);
    if (!friction) return friction.error();
    common.friction = friction.value();
  }
  error = take_count("--directions", arguments.directions, 4, 64, common.directions);
  if (!error && arguments.seed) error = take_seed(arguments.seed, common.seed.emplace(0));
  if (error) return *error;
  if (arguments.both_ends) common.both_ends = true;
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
  std::vector<int> bodies;
  for (const std::string& typed : arguments.bodies) {
    const auto parsed = parse_count("--bodies", typed, 1, kMaxSceneBodies);
    if (!parsed) return parsed.error();
    bodies.push_back(static_cast<int>(parsed.value()));
  }
  vary(bodies, [](SceneChoice& choice, int value) { choice.bodies = value; });
  vary(steps, [](SceneChoice& choice, double value) { choice.dt = value; });
  return choices;
}

Result<double> parse_time_limit(const EnergyArguments& arguments) {
  if (arguments.time_limit) return parse_positive("--time-limit", *arguments.time_limit);
  const bool handed_in = !arguments.metrics.empty() || !arguments.plugin.library.empty() ||
                         !arguments.plugin.command.empty();
  return handed_in ? kTimeLimitOfMetric : 0;
}

Result<std::uint64_t> parse_max_steps(const EnergyArguments& arguments) {
  if (!arguments.max_steps) return kMaxStepsUnasked;
  // Large numbers are typed as 1e8.
  const auto typed = parse_positive("--max-steps", *arguments.max_steps);
  const double steps = typed.ok() ? typed.value() : 0;
  if (steps >= 1 && steps <= kMaxStepsAsked && steps == std::floor(steps)) {
    return static_cast<std::uint64_t>(steps);
  }
  return Error{"--max-steps: '" + *arguments.max_steps + "' is not a whole number from 1 to 1e9"};
}

void add_energy_options(Command& command, EnergyArguments& arguments) {
  add_scene_options(command, arguments);
  command.flag("--quick", arguments.quick,
               "Some cases of the suite: less than 90 seconds on two busy cores");
  command.flag("--full", arguments.full, "Every mesh, step and scale");
  command.flag("--overlap", arguments.overlap,
               "Measures, after each step, what all bodies overlap by: area of a planar scene, "
               "else volume");
  command.option("--csv", "DIR", arguments.csv, "Energies over time, a file for each run, to DIR");
  command.option("--write-scene", "FILE", arguments.write_scene,
                 "Writes the scene as JSON to FILE (-: standard output) and runs nothing");
  command
      .option("--record", "FILE", arguments.record,
              "Runs one scene to its end and writes the states of its bodies to FILE")
      .names_something();
  command.option("--every", "N", arguments.record_every,
                 "With --record: steps between two states (default: 1)");
  command
      .option("--replay", "FILE", arguments.replay,
              "Runs a recorded scene again and compares its states bit for bit")
      .names_something();
  command
      .option("--trajectory", "FILE", arguments.trajectories,
              "Judges runs of one scene by other programs: overlaps, energy, momentum; several "
              "with commas")
      .with_commas()
      .names_something();
  command
      .option("--write-trajectory", "FILE", arguments.write_trajectory,
              "Runs one scene and writes what --trajectory takes")
      .names_something();
  command.option("--jobs", "N", arguments.jobs, "Cores to work on (default: all)");
  add_json_option(command, arguments.json);
}

}  // namespace touchstone
