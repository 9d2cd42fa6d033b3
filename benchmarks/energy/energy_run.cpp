// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/energy_run.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <tuple>

#include "benchmarks/energy/step_series.hpp"
#include "harness/parallel.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMostSamples = 20'000;

int vertices_of(const Scene& scene, std::size_t body) {
  if (body >= scene.bodies.size() || scene.bodies[body].shape.is_sphere()) return 0;
  return static_cast<int>(scene.bodies[body].shape.polytope->vertices().size());
}

/// `t_end`: of the scene, before which the observable need not have happened [s].
EnergyFinding judge(const Observable& observable, double t_end) {
  EnergyFinding finding;
  finding.observable = observable.name;
  finding.measured = observable.observer->measured();
  finding.truth = observable.truth;
  finding.limit = observable.limit;
  finding.tolerance = observable.tolerance;
  if (!observable.truth) return finding;
  const bool happened = finding.measured == finding.measured;
  if (!happened && observable.name.ends_with("_time_s") &&
      *observable.truth + observable.tolerance > t_end) {
    return finding;
  }
  // NaN is within nothing.
  const bool right = std::abs(finding.measured - *observable.truth) <= observable.tolerance;
  finding.verdict = right ? EnergyVerdict::right : EnergyVerdict::wrong;
  return finding;
}

/// What holds of a run that could not go on, whose steps were not solved as posed, or whose contact
/// method never had an answer, holds of nothing; and a method that was never asked is not judged.
void weigh(const EnergyResult& result, bool handed_in, EnergyFinding& finding) {
  if (!finding.truth) return;
  const bool mute = result.asked > 0 && result.unanswered >= result.asked;
  if (!result.fault.empty() || mute || result.unsolved_steps + result.stabilisation_dropped > 0) {
    finding.verdict = EnergyVerdict::wrong;
  } else if (handed_in && result.asked == 0) {
    finding.truth.reset();
    finding.verdict = EnergyVerdict::no_truth;
  }
}

EnergySample sample_of(const Simulation& simulation, const StepReport& report) {
  return {simulation.time(), simulation.kinetic_energy(), simulation.total_energy(),
          report.smallest_gap, report.contacts};
}

EnergyResult run_task(const EnergyTask& task, const EnergyOptions& options) {
  EnergyResult result;
  Scene scene = task.scene;
  if (!options.stepper.empty()) scene.stepper = options.stepper;
  if (!options.contacts.empty()) scene.contacts = options.contacts;
  result.scene = scene.name;
  result.metric = options.metric;
  result.stepper = scene.stepper;
  result.friction = friction_text(scene);
  result.dt = scene.dt;
  if (task.choice) {
    result.scale = task.choice->scale.value_or(1);
    result.yaw = task.choice->yaw.value_or(0);
  }
  result.vertices = {vertices_of(scene, 0), vertices_of(scene, 1)};

  std::unique_ptr<ContactMethod> method;
  if (options.metric.empty()) {
    result.contacts = scene.contacts;
    method = find_contact_row(scene.contacts)->make(options.metric_source);
  } else {
    result.contacts = options.metric;
    method = make_contacts_of(options.metric, options.metric_source);
  }
  const std::unique_ptr<Stepper> stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  std::vector<Observable> observables =
      task.choice ? scene_observables(scene, *task.choice) : unjudged_observables();
  for (Observable& observable : observables) observable.observer->start(simulation);

  const bool handed_in = !options.metric.empty() || !options.contacts.empty();
  result.kinetic_0 = simulation.kinetic_energy();
  const double total_0 = simulation.total_energy();
  double total = total_0;
  const std::uint64_t steps = step_count(scene);
  const std::uint64_t every = steps / kMostSamples + 1;
  if (options.samples) result.samples.push_back(sample_of(simulation, StepReport()));
  StepSeries times;
  while (result.steps < steps) {
    const StepReport& report = simulation.step();
    if (!report.taken) {
      result.fault = report.fault;
      break;
    }
    ++result.steps;
    times.add(report.times);
    result.asked += static_cast<std::uint64_t>(report.asked);
    if (!std::isfinite(simulation.total_energy())) {
      result.fault = "the energy is no number any more";
      break;
    }
    result.unsolved_steps += report.solved ? 0 : 1;
    result.stabilisation_dropped += report.stabilisation_dropped ? 1 : 0;
    result.unanswered += static_cast<std::uint64_t>(report.unanswered);
    result.most_contacts = std::max(result.most_contacts, report.contacts);
    result.max_penetration = std::max(result.max_penetration, -report.smallest_gap);
    const double now = simulation.total_energy();
    result.max_gain = std::max(result.max_gain, now - total);
    total = now;
    bool all_done = true;
    for (Observable& observable : observables) {
      observable.observer->see(simulation, report);
      all_done = all_done && observable.observer->done();
    }
    if (options.samples && result.steps % every == 0) {
      result.samples.push_back(sample_of(simulation, report));
    }
    if (all_done) break;
  }
  result.t_end = simulation.time();
  result.kinetic_end = simulation.kinetic_energy();
  result.energy_drift = total - total_0;
  result.contact_ms = median(times.contact_ms);
  result.solve_ms = median(times.solve_ms);
  result.rest_ms = median(times.rest_ms);
  result.total_ms = median(times.total_ms);
  for (const Observable& observable : observables) {
    result.findings.push_back(judge(observable, scene.t_end));
    weigh(result, handed_in, result.findings.back());
  }
  return result;
}

template <class T>
void prefer(std::optional<T>& chosen, const std::optional<T>& typed) {
  if (typed) chosen = typed;
}

SceneChoice overridden(SceneChoice choice, const SceneChoice& typed) {
  prefer(choice.vertices_A, typed.vertices_A);
  prefer(choice.vertices_B, typed.vertices_B);
  prefer(choice.dt, typed.dt);
  prefer(choice.t_end, typed.t_end);
  prefer(choice.friction, typed.friction);
  prefer(choice.directions, typed.directions);
  prefer(choice.scale, typed.scale);
  prefer(choice.displaced, typed.displaced);
  prefer(choice.yaw, typed.yaw);
  prefer(choice.clearance, typed.clearance);
  prefer(choice.walls, typed.walls);
  prefer(choice.bodies, typed.bodies);
  prefer(choice.seed, typed.seed);
  return choice;
}

/// Slope of log |y| against log x by least squares; nothing of fewer than two points or of a zero.
std::optional<double> fitted_slope(const std::vector<std::array<double, 2>>& points) {
  if (points.size() < 2) return std::nullopt;
  double x_mean = 0;
  double y_mean = 0;
  for (const auto& [x, y] : points) {
    if (!(x > 0) || !(y > 0)) return std::nullopt;
    x_mean += std::log(x) / static_cast<double>(points.size());
    y_mean += std::log(y) / static_cast<double>(points.size());
  }
  double xx = 0;
  double xy = 0;
  for (const auto& [x, y] : points) {
    xx += (std::log(x) - x_mean) * (std::log(x) - x_mean);
    xy += (std::log(x) - x_mean) * (std::log(y) - y_mean);
  }
  if (xx == 0) return std::nullopt;
  return xy / xx;
}

}  // namespace

std::string_view energy_verdict_name(EnergyVerdict verdict) {
  switch (verdict) {
    case EnergyVerdict::right:
      return "right";
    case EnergyVerdict::wrong:
      return "wrong";
    case EnergyVerdict::no_truth:
      break;
  }
  return "no_truth";
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
  text << "cone(" << scene.friction.mu << ", " << scene.directions << ")";
  return text.str();
}

Result<std::vector<EnergyTask>> energy_tasks(const std::vector<std::string>& scenes,
                                             const SceneChoice& overrides, bool full) {
  std::vector<EnergyTask> tasks;
  for (const std::string& name : scenes) {
    const SceneRow* row = find_scene(name);
    if (row == nullptr) return Error{"no scene is called '" + name + "'"};
    std::vector<SceneChoice> seen;
    for (const EnergyCase& energy_case : energy_cases(name, full)) {
      const SceneChoice choice = overridden(energy_case.choice, overrides);
      // What is chosen for all makes some cases of the suite the same.
      if (std::find(seen.begin(), seen.end(), choice) != seen.end()) continue;
      seen.push_back(choice);
      auto scene = make_scene(*row, choice);
      if (!scene) return scene.error();
      if (step_count(scene.value()) == 0) {
        return Error{name + ": t_end is shorter than half a step"};
      }
      tasks.push_back({std::move(scene).value(), choice});
    }
  }
  return tasks;
}

Result<std::vector<EnergyResult>> run_energy(const std::vector<EnergyTask>& tasks,
                                             const EnergyOptions& options) {
  for (const EnergyTask& task : tasks) {
    const std::string& contacts = options.contacts.empty() ? task.scene.contacts : options.contacts;
    if (find_contact_row(contacts) == nullptr) {
      return Error{"no contact method is called '" + contacts + "' (touchstone list contacts)"};
    }
    const std::string& stepper = options.stepper.empty() ? task.scene.stepper : options.stepper;
    if (find_stepper(stepper) == nullptr) {
      return Error{"no stepper is called '" + stepper + "' (touchstone list steppers)"};
    }
  }
  std::vector<EnergyResult> results(tasks.size());
  for_each_item(
      tasks.size(), options.jobs,
      [&] { return [&](std::size_t i) { results[i] = run_task(tasks[i], options); }; },
      options.progress);
  return results;
}

Result<RecordedRun> run_recorded(const Scene& scene, std::uint64_t every,
                                 const MetricSource& metrics) {
  const ContactRow* contacts = find_contact_row(scene.contacts);
  if (contacts == nullptr) return Error{"no contact method is called '" + scene.contacts + "'"};
  const StepperRow* row = find_stepper(scene.stepper);
  if (row == nullptr) return Error{"no stepper is called '" + scene.stepper + "'"};
  const auto method = contacts->make(metrics);
  const auto stepper = row->make();
  Simulation simulation(scene, *method, *stepper);
  RecordedRun run;
  run.states.push_back(simulation.states());
  const std::uint64_t steps = step_count(scene);
  for (std::uint64_t i = 1; i <= steps; ++i) {
    const StepReport& report = simulation.step();
    if (!report.taken) {
      run.fault = report.fault;
      break;
    }
    if (i % every == 0) run.states.push_back(simulation.states());
  }
  return run;
}

std::vector<EnergyOrder> energy_orders(const std::vector<EnergyResult>& results) {
  std::vector<EnergyOrder> orders;
  for (const OrderRule& rule : order_rules()) {
    const bool by_dt = rule.against == OrderRule::Against::dt;
    // What else differs keeps points apart.
    using Group = std::tuple<int, int, std::string, std::string, double>;
    std::map<Group, std::vector<std::array<double, 2>>> groups;
    for (const EnergyResult& result : results) {
      if (result.scene != rule.scene) continue;
      for (const EnergyFinding& finding : result.findings) {
        if (finding.observable != rule.observable || !std::isfinite(finding.measured)) continue;
        if (by_dt && !finding.limit) continue;
        const double error = std::abs(finding.measured - finding.limit.value_or(0));
        const Group group = {by_dt ? result.vertices[0] : 0, by_dt ? result.vertices[1] : 0,
                             result.contacts, result.stepper + result.friction,
                             by_dt ? result.scale : result.dt};
        groups[group].push_back({by_dt ? result.dt : result.vertices[0], error});
      }
    }
    for (const auto& [group, points] : groups) {
      const auto slope = fitted_slope(points);
      if (!slope) continue;
      EnergyOrder order;
      order.scene = rule.scene;
      order.observable = rule.observable;
      order.against = by_dt ? "dt" : "vertices";
      order.vertices = {std::get<0>(group), std::get<1>(group)};
      order.points = static_cast<int>(points.size());
      order.order = *slope;
      order.truth = points.size() >= 3 ? rule.truth : std::nullopt;
      order.tolerance = rule.tolerance;
      if (order.truth) {
        order.verdict = std::abs(order.order - *order.truth) <= order.tolerance
                            ? EnergyVerdict::right
                            : EnergyVerdict::wrong;
      }
      orders.push_back(order);
    }
  }
  return orders;
}

}  // namespace touchstone
