// SPDX-License-Identifier: GPL-3.0-or-later
// Runs scenes and judges what they do.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/energy/body_ends.hpp"
#include "benchmarks/energy/energy_curve.hpp"
#include "benchmarks/energy/energy_suite.hpp"
#include "benchmarks/energy/late_bodies.hpp"
#include "benchmarks/energy/model_steps.hpp"
#include "benchmarks/energy/overlap_sum.hpp"
#include "benchmarks/energy/run_watch.hpp"
#include "benchmarks/energy/step_meter.hpp"
#include "contact/registry.hpp"

namespace touchstone {

/// How long the parts of all steps of a run took together [s].
struct StepProfile {
  double contacts_s = 0;
  double problem_s = 0;  ///< posing the problem
  double solve_s = 0;
  double other_s = 0;
};

/// What a run reports at one moment.
struct EnergySample {
  double time_s = 0;
  double kinetic_J = 0;
  double total_J = 0;
  double smallest_gap_m = 0;
  int contacts = 0;
  double overlap = 0;  ///< after the step, if it was asked for [m^2 or m^3]
};

enum class EnergyVerdict { right, wrong, no_truth };
std::string_view energy_verdict_name(EnergyVerdict verdict);

struct EnergyFinding {
  std::string observable;
  double measured = 0;  ///< NaN: did not happen
  std::optional<double> truth;
  double tolerance = 0;
  EnergyVerdict verdict = EnergyVerdict::no_truth;
  std::optional<double> limit;  ///< what `measured` tends to as dt falls: orders are fitted with it
  /// Below the truth, where that is not `tolerance`.
  std::optional<double> tolerance_below;
  std::string unjudged;  ///< a truth is known, yet there is no verdict: the reason
};

/// One scene, run once.
struct EnergyResult {
  std::string scene;
  std::string metric;  ///< handed in by name, or "" where the method chooses
  std::string contacts;
  std::string stepper;
  std::string friction;  ///< no-slip, frictionless, or cone(mu, K)
  double dt = 0;
  double gamma = 1;
  double scale = 1;
  double yaw = 0;                 ///< about the vertical, at the start [rad]
  std::array<int, 2> vertices{};  ///< vertices of the first two bodies; 0: a body with a radius
  int sides = 0;                  ///< sides of a prism that was chosen by them, else 0
  int bodies = 0;                 ///< that move
  bool bodies_chosen = false;     ///< it is a scene of any number of bodies
  double t_end = 0;               ///< where it ended [s]
  double kinetic_0 = 0, kinetic_end = 0;  ///< [J]
  /// Total energy at the end minus at the start and what bodies brought that entered [J].
  double energy_drift = 0;
  LateBodies late;
  std::optional<RunEnd> end;  ///< where its bodies ended, if it was asked for
  /// After each step, if it was asked for: an area in a planar scene [m^2], else a volume [m^3].
  std::optional<OverlapStatistics> overlap;
  std::string_view overlap_unit;
  EnergyGains gains;
  StartOverlap start_overlap;
  double max_penetration = 0;  ///< [m]
  ModelSteps model;
  int max_contacts = 0;
  int max_islands = 0;
  /// Bodies and contacts of the island that had most contacts in any step.
  int largest_bodies = 0, largest_contacts = 0;
  double max_anchor_error = 0;     ///< largest distance of a joint's anchors [m]
  double max_axis_error = 0;       ///< largest angle of a hinge's axes [rad]
  std::uint64_t steps = 0;         ///< taken
  std::uint64_t not_as_posed = 0;  ///< steps unsolved, or solved without stabilisation
  std::uint64_t unsolved_steps = 0;
  std::uint64_t friction_bounded = 0;  ///< steps taken with cones of mu = 100 for no slip
  std::uint64_t stabilisation_dropped = 0;
  /// Steps in which no set of no-slip contacts is consistent; they are friction_bounded, too.
  std::uint64_t no_slip_inconsistent = 0;
  std::string known_unsolved;    ///< why such steps are not a fault; empty if they are
  std::uint64_t asked = 0;       ///< questions to the contact method
  std::uint64_t unanswered = 0;  ///< questions that the contact method had no answer to
  std::string fault;             ///< why it ended early; empty if it did not
  bool timed_out = false;        ///< ended by the time limit
  bool interrupted = false;      ///< by a stop request
  double time_limit_s = 0;       ///< wall time after which the run is ended; 0: none
  double contact_ms = 0, solve_ms = 0, rest_ms = 0, total_ms = 0;  ///< medians per step
  StepProfile profile;
  EnergyCurve curve;
  std::vector<EnergyFinding> findings;  ///< at least one
  std::vector<EnergySample> samples;    ///< if wanted
};

struct EnergyOptions {
  MetricSource metric_source;
  /// Hand each of these metrics in instead of the scene's contact method: a run for each.
  std::vector<std::string> metrics;
  std::vector<std::string> solids_only;  ///< those of `metrics` that take no body without a volume
  std::string contacts;                  ///< instead of the scene's
  std::string stepper;                   ///< instead of the scene's
  bool samples = false;
  bool overlap = false;     ///< measure it after each step
  bool ends = false;        ///< keep where bodies ended
  double time_limit_s = 0;  ///< for each run; 0: none
  int jobs = 1;
  StepProgress progress;
  /// Asked before and within each step, from any thread: true ends all runs.
  std::function<bool()> stop_requested;
  /// After a stop request also give the runs that it ended after a step or more.
  bool keep_interrupted = false;
};

/// A scene, and what was chosen of it where it is of the library: of others no truth is known,
/// whatever they are called.
struct EnergyTask {
  Scene scene;
  std::optional<SceneChoice> choice;
};

/// The cases of scenes of the library; what `overrides` chooses replaces what the suite varies.
Result<std::vector<EnergyTask>> energy_tasks(const std::vector<std::string>& scenes,
                                             const SceneChoice& overrides, SuiteExtent extent);

struct PlannedRun {
  const EnergyTask* task;
  std::string metric;  ///< empty: the contact method finds the contacts
};

/// What run_energy runs: every task by every metric, but for cores of no volume by `solids_only`.
std::vector<PlannedRun> planned_runs(const std::vector<EnergyTask>& tasks,
                                     const EnergyOptions& options);

/// Rejects unknown names. After a stop request: only the runs that had ended, unless others are to
/// be kept.
Result<std::vector<EnergyResult>> run_energy(const std::vector<EnergyTask>& tasks,
                                             const EnergyOptions& options);

/// Why the measurements of a run are invalid: "ended early", "never had an answer" (its contact
/// method), "had unsolved steps", "gained energy from nothing"; empty if they are valid.
std::string run_fault(const EnergyResult& result);

/// Number of sides of the prism that a library scene has as first body, if it is chosen by them;
/// 0 for any other scene.
int prism_sides(const std::string& scene, const std::array<int, 2>& vertices);

std::string friction_text(const Scene& scene);

}  // namespace touchstone
