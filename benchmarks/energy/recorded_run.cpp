// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/recorded_run.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "benchmarks/energy/scene_run.hpp"
#include "harness/cases/scenes/body_state_json.hpp"

namespace touchstone {

std::string unreadable(const std::vector<BodyState>& states) {
  double largest = 0;
  for (const BodyState& state : states) {
    for (const double x : body_state_numbers(state)) {
      if (!std::isfinite(x)) return "a state is not a number";
      largest = std::max(largest, std::abs(x));
    }
  }
  return largest <= kMaxCoordinate ? "" : "a state has a number beyond 1e60";
}

std::string cut_short(const RunClock& clock, const RunLimits& limits, double t_s) {
  std::ostringstream text;
  if (clock.interrupted()) {
    text << "it was interrupted at " << t_s << " s";
  } else {
    text << "its time limit of " << limits.time_limit_s << " s ended it at " << t_s << " s";
  }
  return text.str();
}

Result<RecordedRun> run_recorded(const Scene& scene, std::uint64_t every,
                                 const MetricSource& metrics, const SeeStep& see,
                                 const StepProgress& progress, const RunLimits& limits) {
  if (const auto fault = methods_fault(scene)) return *fault;
  SceneRun made(scene, metrics);
  Simulation& simulation = made.simulation;
  RecordedRun run;
  const std::uint64_t steps = step_count(scene);
  StepMeter all({{scene.name, steps, 1}}, 1, progress);
  StepMeter::Run meter(all, 0);
  const RunClock clock(limits);
  simulation.set_stop([&clock] { return clock.ends(); });
  bool wanted = see(simulation);
  bool ended = clock.interrupted();
  while (wanted && run.steps < steps && !ended) {
    const StepReport& report = simulation.step();
    ended = report.stopped;
    if (ended) break;
    run.fault = report.taken ? unreadable(simulation.states()) : report.fault;
    if (!run.fault.empty()) break;
    run.t_end = simulation.time();
    ++run.steps;
    meter.step();
    run.unsolved_steps += report.solved && !report.stabilisation_dropped ? 0 : 1;
    if (run.steps % every == 0) wanted = see(simulation);
    ended = wanted && run.steps < steps && clock.ends();
  }
  if (ended) run.cut_short = cut_short(clock, limits, run.t_end);
  return run;
}

}  // namespace touchstone
