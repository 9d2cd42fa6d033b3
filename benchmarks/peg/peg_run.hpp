// SPDX-License-Identifier: GPL-3.0-or-later
// Contact models side by side (williams2016peg): scenes run with each of them, at several steps and
// from several starts, with the exact overlap after each step.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/energy/late_bodies.hpp"
#include "benchmarks/energy/overlap_sum.hpp"
#include "benchmarks/energy/run_watch.hpp"
#include "benchmarks/energy/step_meter.hpp"
#include "contact/registry.hpp"
#include "dynamics/scenes/scene_library.hpp"

namespace touchstone {

/// A model of the registry, how often a step is solved anew, and whether each applicable contact of
/// an I may carry a force, or one primary.
struct ModelChoice {
  std::string model;
  int corrections = 0;
  bool several_primaries = false;
  /// "peg", "peg + corr", "peg + several"
  std::string name() const;
  /// Whether steps of this model may have traps; nothing is said of other models.
  bool may_trap() const;
  bool operator==(const ModelChoice&) const = default;
};

/// Mean and median time of a step of a run, and its parts [ms].
struct StepCost {
  double total_ms = 0, median_ms = 0;
  double contact_ms = 0, solve_ms = 0, corrections_ms = 0;  ///< means
};

struct PegRun {
  std::string scene;
  ModelChoice model;
  double dt = 0;
  int start = 0;
  std::uint64_t planned = 0;        ///< steps
  std::vector<double> overlap;      ///< after each step that was taken, if asked for [m^2 or m^3]
  std::uint64_t contact_steps = 0;  ///< steps with a potential contact
  std::uint64_t potential = 0;      ///< potential contacts in all steps
  std::vector<int> potential_at;    ///< potential contacts of each step
  std::vector<int> traps_at;        ///< traps of each step
  std::uint64_t traps = 0;          ///< potential contacts that are traps
  std::uint64_t trap_steps = 0;     ///< steps with a trap
  std::uint64_t islands = 0;        ///< islands in all steps
  std::uint64_t fallback = 0;       ///< islands that the last resort solved
  std::uint64_t borrowed = 0;       ///< forces, as StepReport has it
  std::uint64_t nodes = 0;          ///< programs that branching solved
  std::uint64_t unsolved = 0;       ///< steps
  std::optional<double> first_unsolved_s;
  std::optional<double> first_left_s;
  std::vector<std::string> left;  ///< bodies whose centre was outside their box
  LateBodies late;
  EnergyGains gains;
  StepCost cost;
  double truth_ms = 0;  ///< mean time of measuring the overlap after a step
  std::string fault;    ///< why it ended early; empty if it did not

  /// It ended early, a step was not solved, a body left its box or never entered, or energy came
  /// from nothing.
  bool failed() const;
};

struct PegRunOptions {
  MetricSource metric_source;
  std::string scene;
  std::vector<ModelChoice> models;
  std::vector<double> dt;
  int starts = 1;
  std::uint64_t seed = 42;    ///< seed of start 0; start k has seed + k
  std::optional<int> bodies;  ///< number of bodies poured; by default the scene's
  std::optional<double> t_end;
  bool measures_overlap = true;
  int jobs = 1;
  StepProgress progress;
  std::function<bool()> stop_requested;
};

/// Runs in the order of models, steps and starts. Rejects unknown names and what no scene can be.
/// After a stop request: only the runs that had ended.
Result<std::vector<PegRun>> run_peg(const PegRunOptions& options);

}  // namespace touchstone
