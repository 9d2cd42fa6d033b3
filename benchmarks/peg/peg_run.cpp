// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/peg_run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <set>
#include <utility>

#include "benchmarks/energy/step_series.hpp"
#include "contact/peg/peg_options.hpp"
#include "harness/runners/run_driver.hpp"
#include "harness/statistics/statistics.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

/// Adds up the times of a run's steps.
class CostMeter {
 public:
  void add(const StepTimes& times) {
    contact_s_ += times.contact;
    solve_s_ += times.solve;
    correct_s_ += times.correct;
    total_ms_.push_back(1e3 * times.total);
  }
  StepCost cost() const {
    StepCost cost;
    if (total_ms_.empty()) return cost;
    const auto steps = static_cast<double>(total_ms_.size());
    cost.total_ms = std::accumulate(total_ms_.begin(), total_ms_.end(), 0.0) / steps;
    cost.median_ms = median(total_ms_);
    cost.contact_ms = 1e3 * contact_s_ / steps;
    cost.solve_ms = 1e3 * solve_s_ / steps;
    cost.corrections_ms = 1e3 * correct_s_ / steps;
    return cost;
  }

 private:
  double contact_s_ = 0, solve_s_ = 0, correct_s_ = 0;
  std::vector<double> total_ms_;
};

/// Bodies that have been outside the scene's box.
class LeftBox {
 public:
  void see(const Simulation& simulation, PegRun& run) {
    const Scene& scene = simulation.scene();
    if (!scene.stay_box) return;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      if (scene.bodies[i].fixed || !simulation.present(i)) continue;
      if (scene.stay_box->contains(simulation.states()[i].p_W)) continue;
      if (!left_.insert(i).second) continue;
      run.left.push_back(scene.bodies[i].name);
      if (!run.first_left_s) run.first_left_s = simulation.time();
    }
  }

 private:
  std::set<std::size_t> left_;
};

void add_contacts(const StepReport& report, PegRun& run) {
  run.islands += static_cast<std::uint64_t>(report.islands);
  const bool of_model = report.potential > 0;
  const int potential = of_model ? report.potential : report.contacts;
  if (potential > 0) ++run.contact_steps;
  run.potential += static_cast<std::uint64_t>(potential);
  run.traps += static_cast<std::uint64_t>(report.traps);
  run.potential_at.push_back(potential);
  run.traps_at.push_back(report.traps);
  if (report.traps > 0) ++run.trap_steps;
  run.fallback += static_cast<std::uint64_t>(report.fallbacks);
  run.borrowed += static_cast<std::uint64_t>(report.borrowed);
  run.nodes += static_cast<std::uint64_t>(report.nodes);
}

void add_step(const Simulation& simulation, PegRun& run) {
  const StepReport& report = simulation.report();
  add_contacts(report, run);
  if (report.solved && !report.stabilisation_dropped) return;
  ++run.unsolved;
  if (!run.first_unsolved_s) run.first_unsolved_s = simulation.time();
}

double seconds_since(std::chrono::steady_clock::time_point since) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
}

/// Empty if the run was stopped.
std::optional<PegRun> run_one(const Scene& scene, PegRun run, const PegRunOptions& options,
                              StepMeter::Run& progress) {
  const auto method =
      make_contacts(*find_contact_row(scene.contacts), options.metric_source, scene.events);
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  RunWatch watch;
  watch.start(simulation);
  OverlapSum overlaps(scene);
  CostMeter costs;
  LeftBox left;
  double truth_s = 0;
  for (std::uint64_t k = 0; k < run.planned; ++k) {
    if (options.stop_requested && options.stop_requested()) return std::nullopt;
    const StepReport& report = simulation.step();
    if (!report.taken || !std::isfinite(simulation.total_energy())) {
      run.fault = report.taken ? "the energy is not a number" : report.fault;
      break;
    }
    progress.step();
    watch.see(simulation);
    add_step(simulation, run);
    left.see(simulation, run);
    costs.add(report.times);
    if (!options.measures_overlap) continue;
    const auto before = std::chrono::steady_clock::now();
    run.overlap.push_back(overlaps.measure(simulation));
    truth_s += seconds_since(before);
  }
  run.gains = watch.gains();
  run.late = late_bodies(simulation);
  run.cost = costs.cost();
  run.truth_ms = 1e3 * truth_s / static_cast<double>(std::max<std::size_t>(1, run.overlap.size()));
  return run;
}

Result<Scene> scene_of_run(const PegRunOptions& options, const PegRun& run) {
  const SceneRow* row = find_scene(run.scene);
  if (row == nullptr) return unknown_row("scene", run.scene, scene_library(), "list scenes");
  SceneChoice choice;
  choice.dt = run.dt;
  choice.seed = options.seed + static_cast<std::uint64_t>(run.start);
  choice.bodies = options.bodies;
  choice.t_end = options.t_end;
  auto made = make_scene(*row, choice);
  if (!made) return made.error();
  Scene scene = std::move(made).value();
  scene.model = run.model.model;
  scene.peg.corrections = run.model.corrections;
  scene.peg.several_primaries = run.model.several_primaries;
  if (const std::string fault = scene_fault(scene); !fault.empty()) {
    return Error{run.scene + ": " + fault};
  }
  if (step_count(scene) == 0) return Error{run.scene + ": t_end is shorter than half a step"};
  return scene;
}

}  // namespace

std::string ModelChoice::name() const {
  return model + (corrections > 0 ? " + corr" : "") + (several_primaries ? " + several" : "");
}

bool ModelChoice::may_trap() const { return has_traps(model); }

bool PegRun::failed() const {
  return !fault.empty() || unsolved > 0 || !left.empty() || !late.never.empty() ||
         gains.wrong_steps > 0;
}

Result<std::vector<PegRun>> run_peg(const PegRunOptions& options) {
  std::vector<Scene> scenes;
  std::vector<PegRun> described;
  std::vector<RemainingSteps::Run> plans;
  for (const ModelChoice& model : options.models) {
    for (const double dt : options.dt) {
      for (int start = 0; start < options.starts; ++start) {
        PegRun run;
        run.scene = options.scene;
        run.model = model;
        run.dt = dt;
        run.start = start;
        auto scene = scene_of_run(options, run);
        if (!scene) return scene.error();
        run.planned = step_count(scene.value());
        plans.push_back({run.scene, run.planned, static_cast<int>(scene.value().bodies.size())});
        scenes.push_back(std::move(scene).value());
        described.push_back(std::move(run));
      }
    }
  }
  StepMeter meter(plans, options.jobs, options.progress);
  std::vector<PegRun> ended;
  run_items(
      {options.jobs, {}, {}}, scenes.size(), [] { return NoBench(); },
      [&](NoBench& /*bench*/, std::size_t i) {
        StepMeter::Run own(meter, i);
        return run_one(scenes[i], described[i], options, own);
      },
      [&](std::size_t /*i*/, std::optional<PegRun> run) {
        if (run) ended.push_back(std::move(*run));
      });
  return ended;
}

}  // namespace touchstone
