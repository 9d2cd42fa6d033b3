// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of Williams, Lu & Trinkle (williams2016peg) that measure: 21 and 24, overlap against
// the step in the plane and in space, and 22, potential contacts and traps against the step and
// against time.
//
// The paper has 16 steps and ten starts of two models, PATH as its solver, and ends a run of the
// standard model where that solver fails. Its scenes are not printed; ours are (scenes/peg.hpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/peg/peg_run.hpp"

namespace touchstone {

struct PegFigure {
  std::string name;  ///< "peg-figure21"
  std::string title;
  std::string scene;
  bool traps = false;  ///< it draws potential contacts and traps, else overlaps
  std::string overlap_unit() const { return scene == "polygon-box" ? "m^2" : "m^3"; }
};

const std::vector<PegFigure>& peg_figures();

/// Steps, starts and models of a figure. `full`: 16 steps from .02 to .001 s, ten starts and every
/// model.
PegRunOptions peg_figure_options(const PegFigure& figure, bool full);
/// Rejects what is neither a model nor one with "+corr", "+several" or both behind it.
Result<ModelChoice> parse_model_choice(const std::string& typed);

/// What overlaps of bodies that meet come to by rounding of their poses, at most [m^2 or m^3].
inline constexpr double kOverlapRounding = 1e-15;

/// All runs of a model at one step.
struct PegPoint {
  ModelChoice model;
  double dt = 0;
  int runs = 0;
  OverlapStatistics overlap;  ///< overlap over all steps of all runs [m^2 or m^3]
  double rounding_share = 0;  ///< share of these steps with at most kOverlapRounding [1]
  double least_mean = 0, largest_mean = 0;  ///< mean overlaps of single starts [m^2 or m^3]
  /// Mean over the steps before `std` first failed from the same start; nothing without its runs or
  /// without such steps.
  std::optional<double> mean_before_std_fails;
  std::uint64_t steps = 0, contact_steps = 0, potential = 0, traps = 0, trap_steps = 0;
  std::uint64_t islands = 0, fallback = 0, unsolved = 0;
  int unsolved_runs = 0;
  int failed_runs = 0;
  std::optional<double> first_unsolved_s;  ///< earliest time at which a run failed
  int left = 0;                            ///< bodies
  int never_entered = 0;
  int ended_early = 0;  ///< runs
  double largest_gain_J = 0;
  std::uint64_t wrong_gains = 0;           ///< steps
  StepCost cost;                           ///< means over the runs; median of their medians
  std::optional<double> of_plane, of_std;  ///< its step time over that of these at the same dt
  double truth_ms = 0;
  /// How many of `count` in a step.
  double per_step(std::uint64_t count) const {
    return steps == 0 ? 0 : static_cast<double>(count) / static_cast<double>(steps);
  }
};

/// Contacts and traps of a model in an interval of time, at its smallest step.
struct PegMoment {
  ModelChoice model;
  double dt = 0;
  double time_s = 0;            ///< middle of the interval
  double potential = 0;         ///< potential contacts of a step, mean over the runs
  std::optional<double> traps;  ///< traps of a step; nothing of a model that has none
};

/// Slope of log mean overlap against log h, h the step [1].
struct PegSlope {
  ModelChoice model;
  double of_mean = 0;                ///< slope of the mean over all starts
  int starts = 0;                    ///< number of starts that have a slope of their own
  double mean = 0;                   ///< mean slope of these starts
  std::optional<double> half_width;  ///< half width of the mean's 95 % interval
};

/// Mean overlap with several primaries over that with one, from the same starts.
struct PrimaryRatio {
  ModelChoice model;  ///< that with one
  double dt = 0;
  int starts = 0;                      ///< starts where both overlap
  double ratio = 0;                    ///< geometric mean over the starts [1]
  std::optional<double> lower, upper;  ///< its 95 % interval, Student's t of the logarithms
};

/// Points in the order of models, from the largest step down.
std::vector<PegPoint> peg_points(const std::vector<PegRun>& runs);
/// Moments in the order of models, then of time, from runs that counted the contacts of each step.
std::vector<PegMoment> peg_moments(const std::vector<PegRun>& runs);
/// Slopes of the models that have two steps or more, no mean being 0.
std::vector<PegSlope> peg_slopes(const std::vector<PegRun>& runs);
/// For each model and step that was run both ways, in the order of peg_points().
std::vector<PrimaryRatio> primary_ratios(const std::vector<PegRun>& runs);

}  // namespace touchstone
