// SPDX-License-Identifier: GPL-3.0-or-later
// The forms of a problem: read, written and read back, judged and solved alike.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "contact/registry.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "dynamics/stepping/simulation.hpp"
#include "harness/contact_conditions/contact_check.hpp"
#include "harness/steps/fclib_file.hpp"
#include "harness/steps/island_step.hpp"
#include "harness/steps/tests/sticking_contact.hpp"

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Two bodies of 2 and 4 kg, a contact of A with the ground, and a joint that holds x of both
/// together.
const std::string kBodies =
    R"({"schema": "touchstone.step/1", "name": "two", "cone": "round", "mu": [0.5], "bodies":)"
    R"( {"masses": [[2, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,)"
    R"( 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1], [4, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0,)"
    R"( 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]],)"
    R"( "free": [0.5, -1, 0, 0, 0, 0, 0.25, 0, 0, 0, 0, 0],)"
    R"( "contacts": [[0, -1, [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,)"
    R"( 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]]], "bound": [0.125],)"
    R"( "joints": [[0, 1, [1, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0]]], "joint_bound": [0.5]}})";

StepFile read_form_text(const std::string& text) {
  auto file = read_step_text(text, "a/file.json");
  EXPECT_TRUE(file.ok()) << file.reason();
  return file.ok() ? std::move(file).value() : StepFile{};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return place == std::string::npos ? text : text.replace(place, from.size(), to);
}

/// That problem with impulses on the velocities in place of free ones.
StepFile as_global(const StepFile& file) {
  StepFile global = file;
  StepSystem system = *file.step.system;
  system.force = {1, -2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0};
  system.free.clear();
  global.step.system = std::make_shared<const StepSystem>(system);
  global.step.bodies = nullptr;
  EXPECT_EQ(set_local_form(global.step), "");
  return global;
}

StepFile as_local(const StepFile& file) {
  StepFile local = file;
  local.step.bodies = nullptr;
  local.step.system = nullptr;
  return local;
}

std::vector<StepFile> all_forms() {
  const StepFile bodies = read_form_text(kBodies);
  return {bodies, as_global(bodies), as_local(bodies)};
}

TEST(StepForm, OfBodiesHasALocalForm) {
  const LocalStep step = read_form_text(kBodies).step;
  EXPECT_THAT(step.W.value, ElementsAre(0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5));
  EXPECT_THAT(step.q, ElementsAre(-0.875, 0.5, 0));
  EXPECT_THAT(step.joints.V, ElementsAre(0, 0.5, 0));
  EXPECT_THAT(step.joints.R, ElementsAre(0.75));
  EXPECT_THAT(step.joints.s, ElementsAre(0.75));
}

TEST(StepForm, AllFormsAreSolvedAndJudgedAlike) {
  for (const std::string solver : {"nsgs", "multipliers"}) {
    std::vector<std::vector<double>> r;
    for (const StepFile& file : all_forms()) {
      // x of A ends at -1/24 m/s for any impulse of the joint's that holds it, less friction.
      AskedStep asked{file, "tests"};
      const StepRunners solvers = std::move(make_step_runners(solver, {}).value());
      asked.file.solution = {1.75, 0.25, 0};
      asked.file.joint_impulses = {-1};
      const SolveRun run = run_solvers({asked}, solvers, {});
      EXPECT_EQ(step_word(run.answers[0].word), "solved") << solver;
      EXPECT_EQ(step_word(run.answers[1].word), "approximate");
      r.push_back({run.answers[1].r.value_or(0)});
      asked.file.joint_impulses.clear();
      EXPECT_THAT(run_solvers({asked}, solvers, {}).answers[1].detail,
                  HasSubstr("no impulses of the joints came with it"));
    }
    EXPECT_NEAR(r[0][0], r[1][0], 1e-12 * r[0][0]);
    EXPECT_NEAR(r[0][0], r[2][0], 1e-12 * r[0][0]);
  }
}

TEST(StepForm, EachIsWrittenAndReadBackAsTheSameDoubles) {
  for (StepFile file : all_forms()) {
    file.solution = {1.0 / 3, 0, 1e-300};
    file.joint_impulses = {-0.1};
    file.origin = {{0.1}, {0.5}, 0.2, "stack", 7};
    const std::string text = step_record().document(file);
    const StepFile again = read_form_text(text);
    EXPECT_EQ(step_record().document(again), text);
    EXPECT_EQ(again.step.q, file.step.q);
    EXPECT_EQ(again.joint_impulses, file.joint_impulses);
    EXPECT_EQ(again.step.bodies == nullptr, file.step.bodies == nullptr);
    EXPECT_EQ(again.step.system == nullptr, file.step.system == nullptr);
    EXPECT_EQ(again.origin.step, 7U);
    EXPECT_EQ(again.origin.gap, file.origin.gap);
  }
}

TEST(StepForm, IsRefusedInOneLineWithPlaceAndRule) {
  const std::vector<std::array<std::string, 3>> kWrong = {
      {R"("bodies")", R"("body")", "body"},
      {R"("bodies": {)", R"("local": {}, "bodies": {)", "local"},
      {"[2, 0, 0", "[-2, 0, 0", "bodies.masses: is not positive definite"},
      {R"("bound": [0.125])", R"("bound": [1.7e308])", "beyond all doubles"},
      {"[2, 0, 0", "[0, 0", "must have 36 numbers, and has 35"},
      {"[0, -1, [", "[2, -1, [", "is no body: there are 2"},
      {"[0, -1, [", "[-2, -1, [", "is no body"},
      {"[0, -1, [", "[0.5, -1, [", "is no body"},
      {"[0, -1, [0,", "[0, -1, [", "must have 36 numbers, and has 35"},
      {R"("bound": [0.125])", R"("bound": [])", "must have 1 numbers, and has 0"},
      {R"("joint_bound": [0.5])", R"("joint_bound": [0.5, 1])", "must have 1 numbers, and has 2"},
      {R"("free": [0.5, )", R"("free": [)", "must have 12 numbers, and has 11"},
      {R"("mu": [0.5])", R"("mu": [0.5, 1])", "must be as many as mu: 2"},
      {R"("name")", R"("joint_impulses": [1, 2], "name")", "joint_impulses"},
      {R"("name")", R"("gap": [], "name")", "gap"}};
  for (const auto& [from, to, words] : kWrong) {
    std::string text = replaced(kBodies, from, to);
    if (words == "beyond all doubles") text = replaced(text, "[0.5, -1", "[0.5, 1.7e308");
    const auto file = read_step_text(text, "a/file.json");
    ASSERT_FALSE(file.ok()) << to;
    EXPECT_THAT(file.reason(), testing::StartsWith("a/file.json: ")) << to;
    EXPECT_THAT(file.reason(), HasSubstr(words));
  }
  const std::string global = step_record().document(all_forms()[1]);
  const std::vector<std::array<std::string, 3>> kWrongGlobal = {
      {"[0, 0, 2]", "[0, 0, -2]", "global.M: is not positive definite"},
      {"[0, 0, 2]", "[0, 12, 2]", "is no column: there are 12"},
      {"[0, 0, 2]", "[12, 0, 2]", "is no row"},
      {"[0, 0, 2], ", "[0, 0, 2], [0, 0, 2], ", "is an entry that there is already"},
      {R"("columns": 12)", R"("columns": 11)", "must be 12"},
      {R"("f": [1, )", R"("f": [)", "M.rows: must be 11"}};
  for (const auto& [from, to, words] : kWrongGlobal) {
    const auto file = read_step_text(replaced(global, from, to), "a/file.json");
    ASSERT_FALSE(file.ok()) << to;
    EXPECT_THAT(file.reason(), HasSubstr(words));
  }
}

TEST(StepForm, OfFclibIsWrittenAndReadBackAsTheSameDoubles) {
  const std::string folder = testing::TempDir() + "/touchstone_fclib";
  std::filesystem::create_directories(folder);
  for (StepFile file : {all_forms()[1], all_forms()[2]}) {
    file.solution = {1.0 / 3, 0, 1e-300};
    file.joint_impulses = {-0.1};
    file.fclib.title = "a \"title\"\nof two lines";
    file.fclib.description = "\xc2\xb5 = 0.5";
    file.fclib.solution.u = {0.1, 0.2, 0.3};
    file.fclib.guesses.resize(2);
    file.fclib.guesses[0].r = {1, -1.0 / 7, 0};
    file.fclib.guesses[1].u = {1e-310, 0, 2};
    file.fclib.guesses[1].r = {0, 0, 0};
    file.fclib.guesses[1].l = {3};
    const std::string path = folder + "/problem.hdf5";
    const auto failed = write_fclib_file(path, file);
    if (failed && failed->reason.find("is not here") != std::string::npos) {
      GTEST_SKIP() << failed->reason;
    }
    ASSERT_FALSE(failed) << failed->reason;
    const auto read = read_fclib_file(path);
    ASSERT_TRUE(read.ok()) << read.reason();
    StepFile again = read.value();
    again.name = file.name;
    EXPECT_EQ(step_record().document(again), step_record().document(file));
    EXPECT_EQ(again.fclib.title, file.fclib.title);
    EXPECT_EQ(again.fclib.description, file.fclib.description);
    EXPECT_EQ(again.fclib.math_info, "");
    EXPECT_EQ(again.fclib.solution.u, file.fclib.solution.u);
    ASSERT_EQ(again.fclib.guesses.size(), 2U);
    EXPECT_EQ(again.fclib.guesses[0].r, file.fclib.guesses[0].r);
    EXPECT_EQ(again.fclib.guesses[0].u, std::vector<double>());
    EXPECT_EQ(again.fclib.guesses[1].u, file.fclib.guesses[1].u);
    EXPECT_EQ(again.fclib.guesses[1].l, file.fclib.guesses[1].l);
  }
  StepFile box = all_forms()[2];
  box.step.cone = StepCone::box;
  // Velocities alone, without the impulses.
  StepFile moving = all_forms()[1];
  moving.fclib.solution.v.assign(static_cast<std::size_t>(moving.step.system->velocities), 0.25);
  ASSERT_FALSE(write_fclib_file(folder + "/moving.hdf5", moving));
  EXPECT_EQ(read_fclib_file(folder + "/moving.hdf5").value().fclib.solution.v,
            moving.fclib.solution.v);
  const auto refused = write_fclib_file(folder + "/box.hdf5", box);
  ASSERT_TRUE(refused);
  EXPECT_THAT(refused->reason, HasSubstr("round cone alone"));
  EXPECT_TRUE(write_fclib_file(folder + "/none/x.hdf5", all_forms()[1]));
}

/// H of a global problem is not square: rows and columns cannot be taken for each other.
TEST(StepForm, OfFclibHasAColumnOfHForEachRowOfAContact) {
  const std::string matrix = R"({"m": [2], "n": [2], "nz": [2], "p": [0, 1], "i": [0, 1], "x": )";
  const std::string text =
      R"({"form": "global", "spacedim": [3], "M": )" + matrix + R"([2, 4]}, "H": {"m": [2],)" +
      R"( "n": [3], "nz": [2], "p": [0, 2], "i": [1, 0], "x": [1, 3]}, "G": {"m": [2], "n": [1],)" +
      R"( "nz": [-1], "p": [0, 1], "i": [1], "x": [5]}, "f": [2, 8], "w": [-5, 0, 0.5],)" +
      R"( "b": [7], "mu": [0.5]})";
  const auto read = read_fclib_text(text, "a.hdf5");
  ASSERT_TRUE(read.ok()) << read.reason();
  const LocalStep& step = read.value().step;
  EXPECT_THAT(step.q, ElementsAre(-3, 0, 3.5));
  EXPECT_THAT(step.W.value, ElementsAre(0.25, 0, 0, 0, 0, 0, 0, 0, 4.5));
  EXPECT_THAT(step.joints.V, ElementsAre(1.25, 0, 0));
  EXPECT_THAT(step.joints.s, ElementsAre(17));
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {R"("m": [2], "n": [3])", R"("m": [3], "n": [2])"},
           {R"("i": [1, 0])", R"("i": [2, 0])"},
           {R"("p": [0, 2])", R"("p": [0, 3])"},
           {"[2, 4]}", "[2, -4]}"}}) {
    EXPECT_FALSE(read_fclib_text(replaced(text, from, to), "a.hdf5").ok()) << to;
  }
}

TEST(StepForm, OfFclibLeavesOutGuessesOfOtherSizes) {
  const std::string text =
      R"({"form": "local", "spacedim": [3], "W": {"m": [3], "n": [3], "nz": [3], "p": [0, 1, 2],)"
      R"( "i": [0, 1, 2], "x": [1, 1, 1]}, "q": [-1, 0, 0], "mu": [0.5],)"
      R"( "guesses": [{"r": [1, 0], "u": [0, 1, 0]}], "solution": {"r": [1, 0, 0]}})";
  const auto read = read_fclib_text(text, "a.hdf5");
  ASSERT_TRUE(read.ok()) << read.reason();
  ASSERT_EQ(read.value().fclib.guesses.size(), 1U);
  EXPECT_TRUE(read.value().fclib.guesses[0].r.empty());
  EXPECT_THAT(read.value().fclib.guesses[0].u, ElementsAre(0, 1, 0));
  EXPECT_FALSE(read_fclib_text(replaced(text, R"("r": [1, 0, 0])", R"("r": [1, 0])"), "a").ok());
}

TEST(StepForm, ReachesALibraryWithItsBodies) {
  setenv("HOSTILE_SOLVER", "claim_joints", 1);
  auto solver =
      make_step_runners(TOUCHSTONE_PLUGINS "/touchstone_hostile_solver.so", solver_test_workers(1));
  ASSERT_TRUE(solver.ok()) << solver.reason();
  const SolveRun run = run_solvers({{all_forms()[0], "tests"}}, solver.value(), {});
  EXPECT_EQ(run.answers[0].detail, "the bodies agree");
  EXPECT_EQ(step_word(run.answers[0].word), "approximate");
  unsetenv("HOSTILE_SOLVER");
  solver =
      make_step_runners(TOUCHSTONE_PLUGINS "/touchstone_hostile_solver.so", solver_test_workers(1));
  EXPECT_EQ(run_solvers({{all_forms()[0], "tests"}}, solver.value(), {}).answers[0].detail,
            "it takes no joints");
}

/// w at impulses of a problem, in doubles.
std::vector<double> velocities_of(const LocalStep& step, const std::vector<double>& P,
                                  const std::vector<double>& l) {
  std::vector<double> w = step.q;
  const auto size = static_cast<std::size_t>(step.dimension);
  for (std::size_t i = 0; i < step.mu.size(); ++i) {
    for (int k = step.W.begin[i]; k < step.W.begin[i + 1]; ++k) {
      const auto block = static_cast<std::size_t>(k);
      const auto j = static_cast<std::size_t>(step.W.column[block]);
      for (std::size_t e = 0; e < size * size; ++e) {
        w[i * size + e / size] += step.W.value[block * size * size + e] * P[j * size + e % size];
      }
    }
    for (std::size_t row = i * size; row < (i + 1) * size; ++row) {
      for (std::size_t r = 0; r < l.size(); ++r) w[row] += step.joints.V[row * l.size() + r] * l[r];
    }
  }
  return w;
}

/// The islands of a scene after so many steps.
std::vector<StepFile> islands_of(const std::string& name, int steps) {
  SceneChoice choice;
  const auto scene = make_scene(*find_scene(name), choice);
  EXPECT_TRUE(scene.ok()) << name;
  const auto method = find_contact_row(scene.value().contacts)->make(registered_metric);
  const auto stepper = find_stepper(scene.value().stepper)->make();
  Simulation simulation(scene.value(), *method, *stepper);
  for (int k = 0; k < steps; ++k) simulation.step();
  std::vector<StepFile> files;
  for (std::size_t k = 0; k < simulation.islands().size(); ++k) {
    const IslandProblem& island = simulation.islands()[k];
    if (island.rows.contacts() == 0) continue;
    EXPECT_TRUE(simulation.solutions()[k].solved) << name;
    auto file = step_of_island(island.rows, &simulation.solutions()[k].solution,
                               simulation.scene().planar.has_value());
    EXPECT_TRUE(file.ok()) << file.reason();
    if (file.ok()) files.push_back(std::move(file).value());
  }
  return files;
}

TEST(IslandStep, IsSolvedByTheRunAndByOursToTheRunsVelocities) {
  int planar = 0, with_joints = 0, in_space = 0;
  for (const std::string scene : {"stack", "pushed-cube", "pyramid1"}) {
    for (const StepFile& file : islands_of(scene, 40)) {
      const StepFile again = read_form_text(step_record().document(file));
      EXPECT_EQ(again.step.bodies->contact_rows, file.step.bodies->contact_rows);
      const StepRunners solvers = std::move(make_step_runners("multipliers", {}).value());
      const StepReply ours = solvers[0]->solve(again.step);
      const SolveRun run = run_solvers({{again, scene}}, solvers, {});
      EXPECT_EQ(step_word(run.answers[0].word), "solved") << scene << run.answers[0].r.value_or(-1);
      EXPECT_EQ(step_word(run.answers[1].word), "solved") << scene << run.answers[1].r.value_or(-1);
      const auto w = velocities_of(again.step, ours.impulses, ours.joint_impulses);
      const auto expected = velocities_of(again.step, again.solution, again.joint_impulses);
      for (std::size_t k = 0; k < w.size(); ++k) EXPECT_NEAR(w[k], expected[k], 1e-7) << scene;
      planar += again.step.dimension == 2 ? 1 : 0;
      with_joints += again.step.joints.s.empty() ? 0 : 1;
      in_space += again.step.dimension == 3 ? 1 : 0;
    }
  }
  EXPECT_GT(in_space, 0);
  EXPECT_GT(planar, 0);
  EXPECT_GT(with_joints, 0) << "the plate on its path";
}

TEST(IslandStep, WithoutAConeIsRefused) {
  SparseProblem island;
  island.bodies = 1;
  island.free = Eigen::VectorXd::Zero(6);
  island.contact.emplace_back();
  island.contact[0].body = {0, -1};
  island.contact[0].rows.setOnes();
  island.bound = Eigen::VectorXd::Zero(1);
  island.friction = {{FrictionKind::cone, 0.5}};
  const auto posed = step_of_island(island, nullptr, false);
  ASSERT_TRUE(posed.ok());
  EXPECT_EQ(posed.value().step.directions, 4);
  EXPECT_EQ(posed.value().step.bodies->contact_rows[6], 0) << "what is fixed has no columns";
  island.friction = {{FrictionKind::no_slip, 0}};
  EXPECT_THAT(step_of_island(island, nullptr, false).reason(), HasSubstr("no-slip"));
  island.friction = {{FrictionKind::frictionless, 0}};
  EXPECT_THAT(step_of_island(island, nullptr, false).value().step.mu, ElementsAre(0));
  island.constraints.emplace_back();
  EXPECT_THAT(step_of_island(island, nullptr, false).reason(), HasSubstr("contact model"));
}

}  // namespace
}  // namespace touchstone
