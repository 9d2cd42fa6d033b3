// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/energy_run.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <utility>

#include "benchmarks/energy/energy_findings.hpp"
#include "benchmarks/energy/observable_parts.hpp"
#include "benchmarks/energy/recorded_run.hpp"
#include "benchmarks/energy/run_limits.hpp"
#include "benchmarks/energy/scene_run.hpp"
#include "benchmarks/energy/step_series.hpp"
#include "benchmarks/energy/true_energy.hpp"
#include "dynamics/complementarity/directions.hpp"
#include "harness/runners/run_driver.hpp"
#include "harness/statistics/statistics.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxSamples = 20'000;

int vertices_of(const Scene& scene, std::size_t body) {
  if (body >= scene.bodies.size() || scene.bodies[body].shape->radius() > 0) return 0;
  return static_cast<int>(scene.bodies[body].shape->vertices().size());
}

EnergySample sample_of(const Simulation& simulation, const StepReport& report, double overlap) {
  return {simulation.time(),         simulation.kinetic_energy(),
          simulation.total_energy(), report.smallest_gap,
          report.contacts,           overlap};
}

/// The overlaps after the steps of a run, if they are asked for.
class OverlapSeries {
 public:
  OverlapSeries(const Scene& scene, bool wanted) {
    if (wanted) sum_ = std::make_unique<OverlapSum>(scene);
  }
  /// 0 if it is not asked for.
  double see(const Simulation& simulation) {
    if (sum_ == nullptr) return 0;
    after_steps_.push_back(sum_->measure(simulation));
    return after_steps_.back();
  }
  void sum_up(const Scene& scene, EnergyResult& result) const {
    if (sum_ == nullptr) return;
    result.overlap = overlap_statistics(after_steps_);
    result.overlap_unit = overlap_unit(scene);
  }

 private:
  std::unique_ptr<OverlapSum> sum_;
  std::vector<double> after_steps_;
};

/// What is known before the first step.
EnergyResult described(const EnergyTask& task, const Scene& scene, const std::string& metric) {
  EnergyResult result;
  result.scene = scene.name;
  result.metric = metric;
  result.stepper = scene.stepper;
  result.model = ModelSteps(scene);
  result.friction = friction_text(scene);
  result.dt = scene.dt;
  result.gamma = scene.gamma;
  if (task.choice) {
    result.scale = task.choice->scale.value_or(1);
    result.yaw = task.choice->yaw.value_or(0);
  }
  result.vertices = {vertices_of(scene, 0), vertices_of(scene, 1)};
  result.bodies = moving_bodies(scene);
  if (task.choice) {
    const SceneRow* row = find_scene(scene.name);
    result.bodies_chosen = row != nullptr && row->reads.find('n') != std::string_view::npos;
  }
  if (task.choice) result.known_unsolved = known_unsolved(scene);
  if (task.choice) result.sides = prism_sides(scene.name, result.vertices);
  result.contacts = metric.empty() ? scene.contacts : metric;
  return result;
}

void add_times(const StepTimes& step, StepProfile& profile) {
  profile.contacts_s += step.contact;
  profile.problem_s += step.problem;
  profile.solve_s += step.solve;
  // The sum of the parts may be rounded above the whole.
  profile.other_s += std::max(0.0, step.total - step.contact - step.problem - step.solve);
}

/// Islands, joints and what the contact model did in a step.
void add_structure(const StepReport& report, EnergyResult& result) {
  result.max_islands = std::max(result.max_islands, report.islands);
  if (report.largest_contacts > result.largest_contacts || result.largest_bodies == 0) {
    result.largest_contacts = report.largest_contacts;
    result.largest_bodies = report.largest_bodies;
  }
  result.max_anchor_error = std::max(result.max_anchor_error, report.anchor_error);
  result.max_axis_error = std::max(result.max_axis_error, report.axis_error);
  result.model.add(report);
}

/// Takes one step and adds it up. Whether the run can go on.
bool take_step(Simulation& simulation, EnergyResult& result, StepSeries& times, double& total) {
  const StepReport& report = simulation.step();
  if (!report.taken) {
    result.fault = report.fault;  // none where it was stopped
    return false;
  }
  ++result.steps;
  times.add(report.times);
  add_times(report.times, result.profile);
  result.asked += static_cast<std::uint64_t>(report.asked);
  const double now = simulation.total_energy();
  if (!std::isfinite(now)) {
    result.fault = "the energy is not a number";
    return false;
  }
  result.fault = unreadable(simulation.states());
  if (!result.fault.empty()) return false;
  result.not_as_posed += report.solved && !report.stabilisation_dropped ? 0 : 1;
  result.unsolved_steps += report.solved ? 0 : 1;
  result.friction_bounded += report.friction_bounded ? 1 : 0;
  result.stabilisation_dropped += report.stabilisation_dropped ? 1 : 0;
  result.no_slip_inconsistent += report.no_slip_inconsistent ? 1 : 0;
  result.unanswered += static_cast<std::uint64_t>(report.unanswered);
  result.max_contacts = std::max(result.max_contacts, report.contacts);
  result.max_penetration = std::max(result.max_penetration, -report.smallest_gap);
  add_structure(report, result);
  total = now;
  return true;
}

/// What a run ends with.
void finish(const Simulation& simulation, const StepSeries& times, const RunWatch& watch,
            bool keep_ends, EnergyResult& result) {
  result.t_end = simulation.time();
  result.late = late_bodies(simulation);
  result.kinetic_end = simulation.kinetic_energy();
  result.gains = watch.gains();
  result.start_overlap = watch.overlap();
  result.contact_ms = median(times.contact_ms);
  result.solve_ms = median(times.solve_ms);
  result.rest_ms = median(times.rest_ms);
  result.total_ms = median(times.total_ms);
  const bool whole = result.fault.empty() && !result.timed_out && !result.interrupted;
  if (keep_ends) result.end = run_end(simulation.scene(), simulation.states(), whole);
}

/// By the metric that is handed in, or the scene's own.
std::unique_ptr<ContactMethod> method_of(const Scene& scene, const std::string& metric,
                                         const EnergyOptions& options) {
  if (!metric.empty()) return make_contacts_of(metric, options.metric_source);
  return make_contacts(*find_contact_row(scene.contacts), options.metric_source, scene.events);
}

/// Whether all have seen enough.
bool see_all(std::vector<Observable>& observables, const Simulation& simulation) {
  bool all_done = true;
  for (Observable& observable : observables) {
    observable.observer->see(simulation, simulation.report());
    all_done = all_done && observable.observer->done();
  }
  return all_done;
}

/// The task's, with what was asked for besides.
Scene scene_of(const EnergyTask& task, const EnergyOptions& options) {
  Scene scene = task.scene;
  if (!options.stepper.empty()) scene.stepper = options.stepper;
  if (!options.contacts.empty()) scene.contacts = options.contacts;
  return scene;
}

/// Empty if the run was interrupted and is not to be kept.
std::optional<EnergyResult> run_task(const EnergyTask& task, const std::string& metric,
                                     const EnergyOptions& options, int jobs,
                                     StepMeter::Run& meter) {
  const Scene scene = scene_of(task, options);
  EnergyResult result = described(task, scene, metric);
  result.time_limit_s = options.time_limit_s;
  const std::unique_ptr<ContactMethod> method = method_of(scene, metric, options);
  const std::unique_ptr<Stepper> stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  simulation.set_jobs(jobs);
  std::vector<Observable> observables =
      task.choice ? scene_observables(scene, *task.choice) : unjudged_observables(scene);
  for (Observable& observable : observables) observable.observer->start(simulation);
  RunWatch watch;
  watch.start(simulation);

  const bool handed_in = !metric.empty() || !options.contacts.empty();
  result.kinetic_0 = simulation.kinetic_energy();
  const double total_0 = simulation.total_energy();
  double total = total_0;
  const RunClock clock({options.time_limit_s, options.stop_requested});
  simulation.set_stop([&clock] { return clock.ends(); });
  const std::uint64_t steps = step_count(scene);
  const std::uint64_t every = steps / kMaxSamples + 1;
  if (options.samples) result.samples.push_back(sample_of(simulation, StepReport(), 0));
  OverlapSeries overlaps(scene, options.overlap);
  StepSeries times;
  CurveRecorder curve;
  curve.add(0, result.kinetic_0, total_0);
  while (result.steps < steps) {
    result.interrupted = clock.interrupted();
    if (result.interrupted || !take_step(simulation, result, times, total)) break;
    watch.see(simulation);
    const double overlap = overlaps.see(simulation);
    meter.step();
    const bool all_done = see_all(observables, simulation);
    curve.add(simulation.time(), simulation.kinetic_energy(), total);
    if (options.samples && result.steps % every == 0) {
      result.samples.push_back(sample_of(simulation, simulation.report(), overlap));
    }
    if (all_done) break;
    result.timed_out = result.steps < steps && clock.out_of_time();
    if (result.timed_out) break;
  }
  if (simulation.report().stopped) {
    result.interrupted = clock.interrupted();
    result.timed_out = !result.interrupted;
  }
  if (result.interrupted && !(options.keep_interrupted && result.steps > 0)) return std::nullopt;
  finish(simulation, times, watch, options.ends, result);
  overlaps.sum_up(scene, result);
  result.energy_drift = total - total_0 - result.late.energy_J;
  result.curve = curve.take();
  if (task.choice) {
    result.curve.true_J =
        true_energies(scene, observables, {result.kinetic_0, total_0}, result.curve.time_s);
  }
  judge_all(observables, scene, handed_in, result);
  return result;
}

/// In the order of the runs.
std::vector<RemainingSteps::Run> plans_of(const std::vector<PlannedRun>& runs) {
  std::vector<RemainingSteps::Run> plans;
  for (const PlannedRun& run : runs) {
    const Scene& scene = run.task->scene;
    plans.push_back({scene.name, step_count(scene), moving_bodies(scene)});
  }
  return plans;
}

}  // namespace

std::string_view energy_verdict_name(EnergyVerdict verdict) {
  constexpr std::array<std::string_view, 3> kNames = {"right", "wrong", "no_truth"};
  return kNames.at(static_cast<std::size_t>(verdict));
}

std::string run_fault(const EnergyResult& result) {
  if (!result.fault.empty()) return "ended early";
  if (result.asked > 0 && result.unanswered >= result.asked) return "never had an answer";
  if (result.not_as_posed > 0 && result.known_unsolved.empty()) return "had unsolved steps";
  return result.gains.wrong_steps > 0 ? "gained energy from nothing" : "";
}

int prism_sides(const std::string& scene, const std::array<int, 2>& vertices) {
  const SceneRow* row = find_scene(scene);
  const bool prism = row != nullptr && row->reads.find('N') != std::string_view::npos;
  return prism ? vertices[0] / 2 : 0;
}

std::string friction_text(const Scene& scene) {
  switch (scene.friction.kind) {
    case FrictionKind::no_slip:
      return "no-slip";
    case FrictionKind::frictionless:
      return "frictionless";
    case FrictionKind::cone:
      break;
  }
  std::ostringstream text;
  text << "cone(" << scene.friction.mu << ", " << directions_text(scene.directions) << ")";
  return text.str();
}

std::vector<PlannedRun> planned_runs(const std::vector<EnergyTask>& tasks,
                                     const EnergyOptions& options) {
  const std::vector<std::string>& solids_only = options.solids_only;
  std::vector<PlannedRun> runs;
  for (const EnergyTask& task : tasks) {
    if (options.metrics.empty()) runs.push_back({&task, ""});
    const bool is_flat = flat_body(task.scene) != nullptr;
    for (const std::string& metric : options.metrics) {
      const bool takes = !is_flat || std::find(solids_only.begin(), solids_only.end(), metric) ==
                                         solids_only.end();
      if (takes) runs.push_back({&task, metric});
    }
  }
  return runs;
}

Result<std::vector<EnergyResult>> run_energy(const std::vector<EnergyTask>& tasks,
                                             const EnergyOptions& options) {
  for (const EnergyTask& task : tasks) {
    if (auto fault = methods_fault(scene_of(task, options))) return std::move(*fault);
  }
  const std::vector<PlannedRun> runs = planned_runs(tasks, options);
  StepMeter meter(plans_of(runs), options.jobs, options.progress, options.time_limit_s);
  // Where there are fewer runs than threads, the islands of each share what is left.
  const int each = options.jobs / std::max(1, static_cast<int>(runs.size()));
  std::vector<EnergyResult> ended;
  run_items(
      {options.jobs, {}, {}}, runs.size(), [] { return NoBench(); },
      [&](NoBench& /*bench*/, std::size_t i) {
        StepMeter::Run own(meter, i);
        return run_task(*runs[i].task, runs[i].metric, options, std::max(1, each), own);
      },
      [&](std::size_t /*i*/, std::optional<EnergyResult> result) {
        if (result) ended.push_back(std::move(*result));
      });
  return ended;
}

}  // namespace touchstone
