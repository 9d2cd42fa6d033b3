// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/converge/converge_run.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "benchmarks/energy/scene_run.hpp"
#include "dynamics/planar.hpp"
#include "harness/runners/run_driver.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

/// The ratio metric of I(q) as it is printed.
constexpr const char* kRatioMetric = "ratio_ray";

/// max(0, -rho) of the pairs of a scene that overlap. The prisms of a planar scene have one rho
/// with their cross-sections, as their interior points are at one height.
class RatioMeter {
 public:
  RatioMeter(const Scene& scene, std::unique_ptr<Metric> metric) : metric_(std::move(metric)) {
    for (const Body& body : scene.bodies) {
      // The growth ratio is of polytopes.
      shapes_.push_back(body.shape->radius() > 0 ? nullptr : metric_->prepare(*body.shape));
    }
    workspace_ = metric_->make_workspace();
  }

  /// The largest of the pairs that were found to overlap [1]; nothing if one has no answer.
  std::optional<double> ratio(const std::vector<BodyPair>& pairs,
                              const std::vector<BodyState>& states) {
    double largest = 0;
    for (const BodyPair& pair : pairs) {
      if (!pair.contact.answered || !(pair.contact.phi < 0)) continue;
      const Shape* A = shapes_[at(pair.A)].get();
      const Shape* B = shapes_[at(pair.B)].get();
      if (A == nullptr || B == nullptr) return std::nullopt;
      const Answer answer = metric_->evaluate(*A, states[at(pair.A)].pose(), *B,
                                              states[at(pair.B)].pose(), *workspace_);
      if (answer.status != AnswerStatus::answered || std::isnan(answer.value)) return std::nullopt;
      largest = std::max(largest, -answer.value);
    }
    return largest;
  }

 private:
  std::unique_ptr<Metric> metric_;
  std::vector<std::unique_ptr<Shape>> shapes_;
  std::unique_ptr<Workspace> workspace_;
};

/// Depths of a state, by a method that need not be the one of the run.
class DepthMeter {
 public:
  DepthMeter(const Scene& scene, const MetricSource& metrics)
      : scene_(scene),
        method_(make_contacts_of("certified", metrics)),
        planar_(scene.planar ? make_planar_contacts(scene_, *method_) : nullptr),
        contacts_(scene_, planar_ == nullptr ? *method_ : *planar_),
        ratio_(scene, metrics(kRatioMetric)) {}

  /// Sets how far bodies overlap. False if that of some pair could not be measured.
  bool measure(const std::vector<BodyState>& states, InfeasibleStep& step) {
    contacts_.find(states, 0);  // no step ahead: only what overlaps
    step.depth_m = std::max(0.0, -contacts_.smallest_gap());
    const std::optional<double> ratio = ratio_.ratio(contacts_.pairs(), states);
    step.ratio = ratio.value_or(0);
    return ratio && contacts_.unanswered() == 0;
  }

 private:
  Scene scene_;
  std::unique_ptr<ContactMethod> method_;
  std::unique_ptr<ContactMethod> planar_;
  PairContacts contacts_;
  RatioMeter ratio_;
};

double speed_squared(const Simulation& simulation) {
  double sum = 0;
  for (const BodyState& state : simulation.states()) {
    sum += state.v_W.squaredNorm() + state.w_W.squaredNorm();
  }
  return sum;
}

/// Takes the steps of a run. False if it was stopped.
bool take_steps(Simulation& simulation, DepthMeter& meter, const ConvergeOptions& options,
                StepMeter::Run& progress, ConvergeRun& run) {
  const Scene& scene = simulation.scene();
  const double at_start = simulation.total_energy();
  RunWatch watch;
  watch.start(simulation);
  run.scale_J = watch.scale_J();
  const std::uint64_t count = step_count(scene);
  simulation.set_stop(options.stop_requested);
  while (simulation.steps() < count) {
    if (options.stop_requested && options.stop_requested()) return false;
    const StepReport& report = simulation.step();
    if (report.stopped) return false;
    const double total = simulation.total_energy();
    if (!report.taken || !std::isfinite(total)) {
      run.fault = report.taken ? "the energy is not a number" : report.fault;
      return true;
    }
    progress.step();
    run.unsolved += report.solved && !report.stabilisation_dropped ? 0 : 1;
    run.model.add(report);
    run.unanswered += static_cast<std::uint64_t>(report.unanswered);
    run.highest_J = std::max(run.highest_J, total - at_start);
    watch.see(simulation);
    run.gains = watch.gains();
    run.steps.push_back({simulation.time(), step_length(scene, simulation.steps() - 1), 0,
                         speed_squared(simulation), simulation.kinetic_energy()});
    if (!meter.measure(simulation.states(), run.steps.back())) {
      run.fault = "the depth of some pair could not be measured";
      return true;
    }
  }
  return true;
}

/// Empty if the run was stopped.
std::optional<ConvergeRun> run_one(const Scene& scene, ConvergeRun run,
                                   const ConvergeOptions& options, StepMeter::Run& progress) {
  SceneRun made(scene, options.metric_source);
  Simulation& simulation = made.simulation;
  DepthMeter meter(scene, options.metric_source);
  if (!take_steps(simulation, meter, options, progress, run)) return std::nullopt;
  run.infeasibility = sum_up(run.steps);
  run.kinetic_end_J = simulation.kinetic_energy();
  run.potential_end_J = simulation.total_energy() - run.kinetic_end_J;
  if (!options.keep_steps) run.steps = {};
  return run;
}

std::optional<Error> check_names(const ConvergeOptions& options) {
  if (auto unknown = unknown_part(options.contacts, options.stepper)) return unknown;
  for (const std::string& name : options.scenes) {
    if (!is_problem_of_hart(name)) return not_a_problem(name, "converge");
  }
  return std::nullopt;
}

Result<Scene> scene_of(const ConvergeOptions& options, const ConvergeRun& run) {
  SceneChoice choice;
  choice.dt = run.dt;
  auto made = make_scene(*find_scene(run.scene), choice);
  if (!made) return made.error();
  Scene scene = std::move(made).value();
  scene.gamma = run.gamma;
  if (!options.contacts.empty()) scene.contacts = options.contacts;
  scene.events = options.events;
  if (!options.model.empty()) scene.model = options.model;
  scene.peg = options.peg;
  if (options.frictionless) {
    scene.friction = ContactFriction();
    scene.pairs.clear();
  }
  if (!options.stepper.empty()) scene.stepper = options.stepper;
  set_pattern(scene, run.pattern, run.dt);
  move_start(scene, options.seed, run.start);
  if (const std::string fault = scene_fault(scene); !fault.empty()) {
    return Error{run.scene + ": " + fault};
  }
  if (step_count(scene) == 0) return Error{run.scene + ": t_end is shorter than half a step"};
  return scene;
}

}  // namespace

Error not_a_problem(const std::string& name, const std::string& command) {
  std::vector<std::string> problems;
  for (const SceneRow& row : scene_library()) {
    if (is_problem_of_hart(row.name)) problems.push_back(row.name);
  }
  return {unknown_name("problem", name, problems, "reproduce " + command + " --help")};
}

std::vector<double> default_steps() { return {0.02, 0.01, 0.005, 0.002, 0.001}; }

// The thesis fixes gamma = 1 for its figures 20, 22 and 24, and .3 for 25 and for the frames of
// Dice3.
std::vector<double> default_gammas(const std::string& scene) {
  if (scene == "balance2" || scene == "pyramid1") return {1};
  return {0.3, 1};
}

Result<std::vector<Scene>> converge_scenes(const ConvergeOptions& options,
                                           std::vector<ConvergeRun>& described) {
  if (const auto error = check_names(options)) return *error;
  std::vector<std::string> names = options.scenes;
  if (names.empty()) names = {"balance2", "pyramid1", "dice3", "setup6"};
  std::vector<Scene> scenes;
  for (const std::string& name : names) {
    for (const StepPattern pattern : options.patterns) {
      for (const double gamma : options.gamma.empty() ? default_gammas(name) : options.gamma) {
        for (const double dt : options.dt.empty() ? default_steps() : options.dt) {
          for (int start = 0; start < options.starts; ++start) {
            ConvergeRun run;
            run.scene = name;
            run.pattern = pattern;
            run.gamma = gamma;
            run.dt = dt;
            run.start = start;
            auto scene = scene_of(options, run);
            if (!scene) return scene.error();
            run.contacts = scene.value().contacts;
            run.stepper = scene.value().stepper;
            run.model = ModelSteps(scene.value());
            described.push_back(std::move(run));
            scenes.push_back(std::move(scene).value());
          }
        }
      }
    }
  }
  return scenes;
}

Result<std::vector<ConvergeRun>> run_converge(const ConvergeOptions& options) {
  std::vector<ConvergeRun> described;
  const auto scenes = converge_scenes(options, described);
  if (!scenes) return scenes.error();
  std::vector<RemainingSteps::Run> plans;
  for (const Scene& scene : scenes.value()) {
    plans.push_back({scene.name, step_count(scene), static_cast<int>(scene.bodies.size())});
  }
  StepMeter meter(plans, options.jobs, options.progress);
  std::vector<ConvergeRun> ended;
  run_items(
      {options.jobs, {}, {}}, scenes.value().size(), [] { return NoBench(); },
      [&](NoBench& /*bench*/, std::size_t i) {
        StepMeter::Run own(meter, i);
        return run_one(scenes.value()[i], described[i], options, own);
      },
      [&](std::size_t /*i*/, std::optional<ConvergeRun> run) {
        if (run) ended.push_back(std::move(*run));
      });
  return ended;
}

}  // namespace touchstone
