// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/energy_suite.hpp"

#include <algorithm>

#include "dynamics/scenes/hart.hpp"
#include "dynamics/scenes/jointed.hpp"
#include "dynamics/scenes/peg.hpp"

namespace touchstone {
namespace {

constexpr ContactFriction kPaperCone = {FrictionKind::cone, kPaperFriction};

SceneChoice with_vertices(int a) {
  SceneChoice choice;
  choice.vertices_A = a;
  return choice;
}

SceneChoice with_vertices(int a, int b) {
  SceneChoice choice = with_vertices(a);
  choice.vertices_B = b;
  return choice;
}

/// A case for each choice and each step [s].
std::vector<EnergyCase> at_steps(const std::string& scene, const std::vector<SceneChoice>& choices,
                                 const std::vector<double>& steps) {
  std::vector<EnergyCase> cases;
  for (SceneChoice choice : choices) {
    for (const double dt : steps) {
      choice.dt = dt;
      cases.push_back({scene, choice});
    }
  }
  return cases;
}

void append(std::vector<EnergyCase>& cases, const std::vector<EnergyCase>& more) {
  cases.insert(cases.end(), more.begin(), more.end());
}

std::vector<SceneChoice> each(const std::vector<int>& vertices) {
  std::vector<SceneChoice> choices;
  choices.reserve(vertices.size());
  for (const int count : vertices) choices.push_back(with_vertices(count));
  return choices;
}

std::vector<EnergyCase> vertex_spin_cases(bool full) {
  auto cases = at_steps("vertex-spin", each({50, 182, 554, 994, 2258}), {1e-2, 1e-3, 1e-4});
  // Box heights, as the paper proposes to try.
  for (const double height : full ? std::vector<double>{1e-3, 1e-2, 1e-1, 10, 100, 1e3}
                                  : std::vector<double>{1e-3, 1e3}) {
    SceneChoice choice = with_vertices(50);
    choice.scale = height;
    append(cases, at_steps("vertex-spin", {choice}, {1e-3}));
  }
  return cases;
}

/// Without slip, and under the authors' cone with a step that shows the time it takes.
std::vector<EnergyCase> stopping_cases(const std::string& scene, const std::vector<int>& vertices,
                                       bool full) {
  auto cases = at_steps(scene, each(vertices), {1e-3});
  for (const int count : vertices) {
    for (const double yaw : {0.0, 0.3}) {
      for (const int directions : full ? std::vector<int>{4, 8, 16} : std::vector<int>{4}) {
        SceneChoice choice = with_vertices(count);
        choice.friction = kPaperCone;
        choice.directions = directions;
        choice.yaw = yaw;
        choice.dt = 1e-5;
        choice.t_end = 1e-2;
        cases.push_back({scene, choice});
      }
    }
  }
  return cases;
}

std::vector<EnergyCase> rolling_cases(const std::string& scene, bool full) {
  auto cases = at_steps(scene, {with_vertices(0, 0)}, {1e-2, 1e-3});
  std::vector<int> meshes = {50, 98, 182};
  if (full) meshes.insert(meshes.end(), {554, 994, 2258});
  for (const int count : meshes)
    append(cases, at_steps(scene, {with_vertices(count, count)}, {1e-3}));
  SceneChoice cone = with_vertices(0, 0);
  cone.friction = kPaperCone;
  append(cases, at_steps(scene, {cone}, {1e-3}));
  for (const double radius : full ? std::vector<double>{1e-3, 1e-2, 1e-1, 10, 100, 1e3}
                                  : std::vector<double>{1e-3, 1e3}) {
    SceneChoice choice = with_vertices(0, 0);
    choice.scale = radius;
    append(cases, at_steps(scene, {choice}, {1e-3}));
  }
  return cases;
}

bool is_jointed(const std::string& scene) {
  return std::find(kJointedScenes.begin(), kJointedScenes.end(), scene) != kJointedScenes.end();
}

/// At several steps; the chain with one end fixed, and with both.
std::vector<EnergyCase> joint_cases(const std::string& scene) {
  if (is_jointed(scene)) return at_steps(scene, {{}}, {4e-3, 2e-3, 1e-3});
  auto cases = at_steps("links", {{}}, {2e-3, 1e-3, 5e-4});
  SceneChoice both;
  both.both_ends = true;
  cases.push_back({"links", both});
  return cases;
}

std::vector<EnergyCase> spinning_box_cases(bool full) {
  std::vector<SceneChoice> choices(4);
  choices[0].directions = 4;
  choices[1].directions = 8;
  choices[2].directions = 16;
  choices[3].directions = kRoundCone;
  return at_steps("spinning-box", choices,
                  full ? std::vector<double>{1e-2, 1e-3, 1e-4} : std::vector<double>{1e-3});
}

/// With friction that just holds the cube at several steps, and with less.
std::vector<EnergyCase> pushed_cube_cases() {
  auto cases = at_steps("pushed-cube", {{}}, {1e-2, 1e-3, 1e-4});
  SceneChoice slides;
  slides.friction = ContactFriction{FrictionKind::cone, 0.4};
  append(cases, at_steps("pushed-cube", {slides}, {1e-3}));
  return cases;
}

/// A scene of few bodies, and in the full suite of so many that most are one island.
std::vector<EnergyCase> many_cases(const std::string& scene, int bodies, bool full) {
  std::vector<EnergyCase> cases = {{scene, {}}};
  if (!full) return cases;
  SceneChoice many;
  many.bodies = bodies;
  cases.push_back({scene, many});
  return cases;
}

/// The cases of one scene, plain or full.
std::vector<EnergyCase> all_cases(const std::string& scene, bool full) {
  if (scene == "vertex-spin") return vertex_spin_cases(full);
  if (scene == "edge-spin") {
    return stopping_cases(scene, full ? std::vector<int>{50, 98, 182} : std::vector<int>{98}, full);
  }
  if (scene == "face-spin") return stopping_cases(scene, {98}, full);
  if (scene == "encoded-spin") {
    auto cases = at_steps(scene, each({50, 98, 182, 554, 994, 2258}), {1e-3});
    SceneChoice cone = with_vertices(98);
    cone.friction = kPaperCone;
    append(cases, at_steps(scene, {cone}, {1e-3}));
    return cases;
  }
  if (scene == "toppling-pole") return at_steps(scene, each({994, 2258}), {1e-3});
  if (scene == "duct") {
    auto cases = at_steps(scene, {with_vertices(554, 0)}, {1e-3});
    for (const int count : {50, 182, 554, 994, 2258}) {
      append(cases, at_steps(scene, {with_vertices(count, count)}, {1e-3}));
    }
    return cases;
  }
  if (scene == "rolling-encoded" || scene == "rolling-free") return rolling_cases(scene, full);
  if (scene == "rimless-wheel") {
    auto cases = at_steps(scene, each({16, 20, 24, 32, 48}), {1e-2, 1e-3, 1e-4});
    // A wheel of more sides passes a side in less than three steps of 1e-2 s.
    if (full) append(cases, at_steps(scene, each({64, 96, 128, 192, 256}), {1e-3, 3e-4, 1e-4}));
    return cases;
  }
  if (scene == "roll-off") {
    auto cases = at_steps(scene, {with_vertices(0, 0)}, {1e-2, 1e-3, 1e-4});
    std::vector<int> meshes = {50, 98, 182, 554};
    if (full) meshes.insert(meshes.end(), {994, 2258});
    for (const int count : meshes) {
      append(cases, at_steps(scene, {with_vertices(count, count)}, {1e-3}));
    }
    return cases;
  }
  if (scene == "spinning-box") return spinning_box_cases(full);
  if (scene == "links" || is_jointed(scene)) return joint_cases(scene);
  if (scene == "pushed-cube") return pushed_cube_cases();
  if (scene == "rolling-capsule") return at_steps(scene, {{}}, {1e-2, 1e-3, 1e-4});
  if (scene == "brazil-nut" && full) {
    SceneChoice thesis;
    thesis.bodies = 270;
    return {{scene, thesis}};
  }
  if (scene == "stack" || scene == "tetra-pile") return many_cases(scene, 30, full);
  if (scene == "pyramid") return many_cases(scene, 21, full);
  if (scene == "sliding-boxes") return many_cases(scene, 100, full);
  if (scene == "tetra-pairs") return at_steps(scene, {{}}, {1e-2, 2.5e-3, 6.25e-4});
  return {{scene, {}}};
}

/// Whether a case of the plain suite is in the quick one.
bool is_quick(const EnergyCase& energy_case) {
  const SceneChoice& choice = energy_case.choice;
  const int vertices = choice.vertices_A.value_or(0);
  if (choice.scale || choice.yaw.value_or(0) != 0) return false;
  // Each order is fitted to three points at least.
  const std::string& scene = energy_case.scene;
  if (scene == "roll-off" || scene == "links" || scene == "tetra-pairs") return true;
  if (scene == "pushed-cube" || scene == "rolling-capsule" || is_jointed(scene)) return true;
  if (energy_case.scene == "rimless-wheel") {
    return vertices == 16 || vertices == 24 || vertices == 48;
  }
  if (energy_case.scene == "toppling-pole") return vertices == 994;
  const bool mesh = vertices == 0 || vertices == 50 || vertices == 98 || vertices == 554;
  return mesh && (choice.friction || choice.dt.value_or(1) >= 1e-3);
}

}  // namespace

std::vector<std::string> suite_scenes() {
  std::vector<std::string> names;
  for (const SceneRow& row : scene_library()) {
    const bool of_hart = is_problem_of_hart(row.name) || row.name.ends_with("-nut");
    if (row.name != "pile" && !of_hart && !is_peg_scene(row.name)) names.push_back(row.name);
  }
  return names;
}

std::vector<EnergyCase> energy_cases(const std::string& scene, SuiteExtent extent) {
  auto cases = all_cases(scene, extent == SuiteExtent::full);
  if (extent == SuiteExtent::quick) {
    std::erase_if(cases, [](const EnergyCase& energy_case) { return !is_quick(energy_case); });
  }
  return cases;
}

std::string known_unsolved(const Scene& scene) {
  const bool meshes = scene.name == "roll-off" && scene.bodies[0].shape->radius() == 0 &&
                      scene.bodies[1].shape->radius() == 0;
  if (!meshes || scene.friction.kind != FrictionKind::no_slip) return "";
  return "where another edge lands, no slip at the first leaves no solution";
}

std::vector<OrderRule> order_rules() {
  using Against = OrderRule::Against;
  std::vector<OrderRule> rules = {{"rimless-wheel", "energy_share_16", Against::dt, 1.0, 0.15},
                                  {"roll-off", "energy_error_J", Against::dt, 1.0, 0.15},
                                  {"roll-off", "energy_loss_J", Against::vertices, std::nullopt, 0},
                                  {"links", "joint_error_m", Against::dt, 2.0, 0.1},
                                  {"pushed-cube", "lost_work_J", Against::dt, 1.0, 0.1},
                                  {"rolling-capsule", "roll_m", Against::dt, 1.0, 0.1},
                                  {"tetra-pairs", "overlap_m", Against::dt, std::nullopt, 0}};
  for (const std::string scene : kJointedScenes) {
    rules.push_back({scene, "place_error_m", Against::dt, 1.0, 0.1});
    // What glides on one plane leaves its joint an error of rounding only.
    if (scene == "gliding-box") continue;
    rules.push_back({scene, "joint_error_m", Against::dt, 2.0, 0.1});
    const double of_period = scene == "conical-pendulum" ? 1.0 : 2.0;
    rules.push_back({scene, "period_s", Against::dt, of_period, 0.1});
  }
  return rules;
}

}  // namespace touchstone
