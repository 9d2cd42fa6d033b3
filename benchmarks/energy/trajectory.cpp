// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/trajectory.hpp"

#include <cmath>
#include <cstddef>

#include "harness/cases/files/file_kind.hpp"
#include "harness/cases/scenes/body_state_json.hpp"
#include "schema/input_file.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

/// An engine in single precision keeps its quaternions to 1e-7 [1].
constexpr double kUnit = 1e-6;
/// How far a body may start from where the scene has it: single precision [1].
constexpr double kSameStart = 1e-5;

BodyState state_of(const JsonNode& node) {
  BodyState state = body_state_of(node);
  for (const double x : body_state_numbers(state)) {
    if (std::abs(x) > kMaxCoordinate) node.refuse("has a number beyond 1e60");
  }
  if (std::abs(state.q_WB.norm() - 1) > kUnit) node.refuse("has a quaternion that is not unit");
  state.q_WB.normalize();
  return state;
}

Trajectory trajectory_of(const JsonNode& root) {
  Trajectory trajectory = trajectory_record().read(root);
  if (const JsonNode fault = root.at("fault"); fault.is_string() && trajectory.fault.empty()) {
    fault.refuse("must be null or a reason");
  }
  for (const JsonNode& entry : root.at("states").items()) {
    std::vector<BodyState> states;
    for (const JsonNode& body : entry.items()) states.push_back(state_of(body));
    if (states.size() != trajectory.bodies.size()) entry.refuse("must have a state of each body");
    trajectory.states.push_back(std::move(states));
  }
  if (trajectory.states.empty()) root.at("states").refuse("is empty");
  if (trajectory.states.size() != trajectory.took_s.size() + 1) {
    root.at("states").refuse("must have one entry more than took_s, for the start");
  }
  return trajectory;
}

bool same_start(const BodyState& given, const BodyState& start) {
  const double apart = (given.p_W - start.p_W).norm();
  const double turned = given.q_WB.angularDistance(start.q_WB);
  return apart <= kSameStart * (1 + start.p_W.norm()) && turned <= 1e2 * kSameStart;
}

}  // namespace

const RecordDescription<Trajectory>& trajectory_record() {
  using Run = Trajectory;
  static const RecordDescription<Run> kRecord = {
      "touchstone.trajectory/1", "The motion of a scene as any program found it, to be judged",
      RecordFields<Run>()
          .add(field("engine", "name of the program that computed the motion"), &Run::engine)
          .add(field("version", "version of that program"), &Run::version)
          .add(field("settings", "settings of that program that a reader has to know"),
               &Run::settings)
          .add(field("scene", "name of the scene"), &Run::scene)
          .add(field("dt", "length of a step", "s"), &Run::dt)
          .add(field("bodies", "names of the bodies, in the scene's order"), &Run::bodies)
          .add(field("fault", "why the motion ended early").null_where("it did not"), &Run::fault)
          .add(field("took_s", "processor time of each step", "s").from(0), &Run::took_s)
          .add(states_field("states of the bodies, in their order, at the start and after each "
                            "step: position [m], quaternion w, x, y, z from the body's axes to the "
                            "world's, velocity [m/s], spin [rad/s], in the world"),
               [](const Run& run) { return state_numbers(run.states); })};
  return kRecord;
}

std::string trajectory_json(const Trajectory& trajectory) {
  return trajectory_record().document(trajectory);
}

Result<Trajectory> read_trajectory_file(const std::string& path) {
  const auto parse = [](const std::string& text, const std::string& name) {
    return read_json(text, name, trajectory_of);
  };
  return parse_file(read_json_text(path, kMaxInputFile), path, FileKind::trajectory, parse);
}

std::optional<Error> no_trajectory(const Scene& scene) {
  const char* what = !scene.steps.empty()  ? "has steps of several lengths"
                     : scene.shake         ? "shakes"
                     : scene.planar        ? "is planar"
                     : bodies_enter(scene) ? "has bodies that enter later"
                                           : nullptr;
  if (what == nullptr) return std::nullopt;
  return Error{scene.name + " " + what + ": trajectories are of scenes in space, of one dt, in a " +
               "frame at rest"};
}

std::optional<Error> not_of_scene(const Trajectory& trajectory, const Scene& scene) {
  if (trajectory.dt != scene.dt) {
    return Error{"its dt is " + json_number(trajectory.dt) + ", that of " + scene.name + " " +
                 json_number(scene.dt)};
  }
  if (trajectory.bodies.size() != scene.bodies.size()) {
    return Error{"it has " + std::to_string(trajectory.bodies.size()) + " bodies, " + scene.name +
                 " has " + std::to_string(scene.bodies.size())};
  }
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const std::string& name = scene.bodies[i].name;
    if (trajectory.bodies[i] != name) {
      return Error{"its body " + std::to_string(i + 1) + " is '" + trajectory.bodies[i] +
                   "', that of " + scene.name + " '" + name + "'"};
    }
    if (!same_start(trajectory.states.front()[i], scene.start[i])) {
      return Error{"its " + name + " starts elsewhere than that of " + scene.name};
    }
  }
  return std::nullopt;
}

}  // namespace touchstone
