// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/motion/motion_options.hpp"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <system_error>

#include "cli/options/select.hpp"
#include "cli/process/console.hpp"
#include "dynamics/complementarity/directions.hpp"
#include "schema/nearest_name.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

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

Result<int> parse_directions(const std::string& typed) {
  if (typed == directions_text(kRoundCone)) return kRoundCone;
  const auto count = parse_count("--directions", typed, 4, 64);
  if (!count) return Error{count.reason() + ", nor round"};
  return static_cast<int>(count.value());
}

constexpr const char* kJudged = "where motion is judged: not with what writes or replays a run";
constexpr const char* kJudgedRun =
    "where a run is judged: not with --judge, nor with what writes or replays one";

/// Whole numbers as such, others to three digits.
std::string steps_text(const Scene& scene) {
  const double steps = scene.t_end / scene.dt;
  if (!std::isfinite(steps)) return "more than 1e308 steps";
  return (steps < 1e15 ? std::to_string(step_count(scene)) : short_text(steps)) + " steps";
}

std::string run_length(const Scene& scene) {
  return scene.name + ": t_end = " + exact_text(scene.t_end) +
         " s at dt = " + exact_text(scene.dt) + " s";
}

}  // namespace

void add_scene_choice(Command& command, MotionArguments& arguments) {
  constexpr double kAny = std::numeric_limits<double>::max();
  command.dt(arguments.dt, parse_positive, "Step [s]; several with commas")
      .only("without --replay");
  command.positive("--t-end", "T", arguments.t_end, kAny, "Simulated time [s]").only(kOnlyOnRuns);
  command.text("--friction", "F", arguments.friction, "no-slip, frictionless, or mu of a cone")
      .only(kOnlyOnRuns);
  command
      .text("--directions", "K", arguments.directions,
            "Directions of the friction cone, even, 4 to 64, or round")
      .only(kOnlyOnRuns);
}

void add_methods(Command& command, MotionArguments& arguments) {
  command.group("With what");
  add_metric_option(command, arguments.metrics,
                    "Finds the contacts instead of the scene's contact method, a run for each")
      .only(kJudgedRun);
  add_method_options(command, arguments);
}

void add_run_limits(Command& command, MotionArguments& arguments) {
  constexpr double kAny = std::numeric_limits<double>::max();
  command.group("Limits");
  command
      .time_limit(arguments.time_limit, kAny,
                  "Seconds that a run may take (default: 30 with --metric, else none)")
      .only("where a scene is run");
  command
      .count("--max-steps", "N", arguments.max_steps, {1, kMaxStepsOfRun},
             "Steps that a run may have")
      .only("where a scene is run");
  command.jobs(arguments.jobs).only(kJudgedRun);
}

void add_measurements(Command& command, MotionArguments& arguments) {
  command.group("Output");
  command
      .overlap(arguments.overlap,
               "Measures, after each step, what all bodies overlap by: area of a planar scene, "
               "else volume")
      .only(kJudgedRun);
  command.csv_folder(arguments.csv, "Energies over time, a file for each run, to DIR")
      .only(kJudged);
  add_json_option(command, arguments.json).only(kJudged);
}

std::optional<Error> take_scene_choice(const MotionArguments& arguments, SceneChoice& choice) {
  if (arguments.t_end.given()) choice.t_end = *arguments.t_end;
  if (arguments.directions.given()) {
    if (auto error = assign(choice.directions, parse_directions(*arguments.directions)))
      return error;
  }
  if (!arguments.friction.given()) return std::nullopt;
  if (auto error = assign(choice.friction, parse_friction(*arguments.friction))) return error;
  return std::nullopt;
}

void vary_dt(const MotionArguments& arguments, std::vector<SceneChoice>& choices) {
  vary(choices, *arguments.dt, [](SceneChoice& choice, double dt) { choice.dt = dt; });
}

bool may_be_file(const std::string& name) {
  std::error_code unknown;
  return name == "-" || std::filesystem::exists(name, unknown) || unknown;
}

Error unknown_scene(const std::string& name) {
  if (looks_like_file(name)) return Error{name + ": no such file"};
  return unknown_row("scene", name, scene_library(), "list scenes");
}

std::optional<Error> check_most_steps(const Scene& scene, std::uint64_t max_steps) {
  const std::uint64_t steps = step_count(scene);
  if (steps <= max_steps) return std::nullopt;
  const std::string why = run_length(scene) + " is " + steps_text(scene);
  if (steps > kMaxStepsOfRun) return Error{why + ", and no run has more than 1e9"};
  return Error{why + ", more than " + short_text(static_cast<double>(max_steps)) +
               ": --max-steps " + std::to_string(steps) + " allows them"};
}

std::optional<Error> check_steps(const Scene& scene, std::uint64_t max_steps) {
  if (step_count(scene) > 0) return check_most_steps(scene, max_steps);
  return Error{run_length(scene) + " is not a step: t_end is shorter than half a step"};
}

int end_with_line(const MotionArguments& arguments, const std::string& reason, int exit_code) {
  return fail(arguments.command + ": " + reason, exit_code);
}

}  // namespace touchstone
