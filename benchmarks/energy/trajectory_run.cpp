// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/trajectory_run.hpp"

#include <ctime>

#include "benchmarks/energy/recorded_run.hpp"
#include "benchmarks/energy/scene_run.hpp"
#include "dynamics/complementarity/directions.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

/// CPU time of this process [s]: the time of day would count what else the machine does, too.
double cpu_s() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

Result<TrajectoryRun> run_trajectory(
    const Scene& scene, const MetricSource& metrics,
    const std::function<void(std::uint64_t done, std::uint64_t total)>& progress,
    const RunLimits& limits) {
  if (const auto fault = methods_fault(scene)) return *fault;
  SceneRun made(scene, metrics);
  Simulation& simulation = made.simulation;
  TrajectoryRun run;
  Trajectory& trajectory = run.trajectory;
  trajectory.engine = "touchstone";
  trajectory.version = version_number();
  trajectory.scene = scene.name;
  trajectory.dt = scene.dt;
  for (const Body& body : scene.bodies) trajectory.bodies.push_back(body.name);
  trajectory.states.push_back(simulation.states());
  const std::uint64_t steps = step_count(scene);
  const RunClock clock(limits);
  simulation.set_stop([&clock] { return clock.ends(); });
  bool ended = clock.interrupted();
  while (trajectory.took_s.size() < steps && !ended) {
    const double before_s = cpu_s();
    const StepReport& report = simulation.step();
    const double after_s = cpu_s();
    ended = report.stopped;
    if (ended) break;
    trajectory.fault = report.taken ? unreadable(simulation.states()) : report.fault;
    if (!trajectory.fault.empty()) break;
    run.unsolved_steps += report.solved && !report.stabilisation_dropped ? 0 : 1;
    trajectory.took_s.push_back(after_s - before_s);
    trajectory.states.push_back(simulation.states());
    if (progress) progress(trajectory.took_s.size(), steps);
    ended = trajectory.took_s.size() < steps && clock.ends();
  }
  if (ended) trajectory.fault = run.cut_short = cut_short(clock, limits, simulation.time());
  trajectory.settings = scene.stepper + ", " + scene.contacts + ", K " +
                        directions_text(scene.directions) + ", " +
                        std::to_string(run.unsolved_steps) + " steps not solved as posed";
  return run;
}

}  // namespace touchstone
