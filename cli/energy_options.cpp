// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/energy_options.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>

#include "cli/commands.hpp"
#include "cli/select.hpp"

namespace touchstone {
namespace {

Result<double> parse_positive(const std::string& option, const std::string& typed) {
  double value = 0;
  const char* end = typed.data() + typed.size();
  const auto [stop, error] = std::from_chars(typed.data(), end, value);
  if (error != std::errc() || stop != end || !(value > 0) || !std::isfinite(value)) {
    return Error{option + ": '" + typed + "' is not a number above 0"};
  }
  return value;
}

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
  if (typed == "0") return ContactFriction{FrictionKind::frictionless, 0};
  const auto mu = parse_positive("--friction", typed);
  if (!mu) {
    return Error{"--friction: '" + typed + "' is neither no-slip, frictionless nor a mu"};
  }
  return ContactFriction{FrictionKind::cone, mu.value()};
}

void add_scene_options(CLI::App* command, EnergyArguments& arguments) {
  command
      ->add_option("SCENE", arguments.scenes,
                   "Scenes of the library (touchstone list scenes) or scene files (- is standard "
                   "input; default: all of the suite)")
      ->type_name("");
  command
      ->add_option("--metric", arguments.metric,
                   "Contacts by this metric (default: the scene's contact method)")
      ->type_name("NAME");
  command->add_option("--contacts", arguments.contacts, "Contact method (touchstone list contacts)")
      ->type_name("NAME");
  command->add_option("--stepper", arguments.stepper, "Time stepper (touchstone list steppers)")
      ->type_name("NAME");
  command->add_option("--dt", arguments.dt, "Step [s]; several with commas")
      ->type_name("H")
      ->delimiter(',');
  command
      ->add_option("--vertices", arguments.vertices,
                   "Vertices of the moving sphere, or sides of the wheel; AxB: and of the fixed "
                   "sphere; 0: an ideal sphere; several with commas")
      ->type_name("A[xB]")
      ->delimiter(',');
  command->add_option("--friction", arguments.friction, "no-slip, frictionless, or mu of a cone")
      ->type_name("F");
  command->add_option("--directions", arguments.directions, "Directions of the friction cone, K")
      ->type_name("K");
  command
      ->add_option("--scale", arguments.scale,
                   "Height of the box or radius of the fixed sphere [m]")
      ->type_name("S");
  command
      ->add_option("--max-steps", arguments.max_steps,
                   "Steps that a run may have (default: 1e7; at most 1e9)")
      ->type_name("N");
  command->add_option("--t-end", arguments.t_end, "Simulated time [s]")->type_name("T");
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
  if (error) return *error;
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

CLI::App* add_energy_options(CLI::App& app, const std::shared_ptr<EnergyArguments>& arguments) {
  CLI::App* command = app.add_subcommand(
      "energy", "Runs scenes in motion and compares what happens with what is true");
  add_scene_options(command, *arguments);
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
  return command;
}

}  // namespace touchstone
