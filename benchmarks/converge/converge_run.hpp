// SPDX-License-Identifier: GPL-3.0-or-later
// Order of convergence of Hart's problems: each scene at several steps h and several starts, and
// the slope of its average infeasibility against h.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/converge/infeasibility.hpp"
#include "benchmarks/converge/step_pattern.hpp"
#include "benchmarks/energy/model_steps.hpp"
#include "benchmarks/energy/run_watch.hpp"
#include "benchmarks/energy/step_meter.hpp"
#include "contact/registry.hpp"
#include "dynamics/scenes/hart.hpp"

namespace touchstone {

/// What is chosen; the scene has a default for what is empty.
struct ConvergeOptions {
  MetricSource metric_source;
  std::vector<std::string> scenes;  ///< problems of Hart
  std::vector<double> dt;           ///< [s]
  std::vector<double> gamma;
  std::vector<StepPattern> patterns = {StepPattern::constant};
  int starts = 5;
  std::uint64_t seed = 42;
  std::string contacts, stepper;
  EventOptions events;  ///< options of the contact method `events`
  std::string model;
  PegOptions peg;             ///< options of every contact model but `manifold`
  bool frictionless = false;  ///< instead of the scenes' friction
  bool keep_steps = false;    ///< whether ConvergeRun::steps is filled
  int jobs = 1;
  StepProgress progress;
  std::function<bool()> stop_requested;
};

/// One scene, run once.
struct ConvergeRun {
  std::string scene;
  std::string contacts, stepper;
  StepPattern pattern = StepPattern::constant;
  double dt = 0;  ///< h of the pattern [s]
  double gamma = 0;
  int start = 0;
  InfeasibilitySum infeasibility;
  double kinetic_end_J = 0, potential_end_J = 0;
  double highest_J = 0;  ///< total energy at its largest, above that of the start
  double scale_J = 0;    ///< the scene's energies at the start, which gains are compared with
  EnergyGains gains;
  ModelSteps model;
  std::uint64_t unsolved = 0;
  std::uint64_t unanswered = 0;  ///< questions to the contact method
  std::string fault;             ///< why it ended early; empty if it did not
  std::vector<InfeasibleStep> steps;
};

/// Why a run is wrong: it ended early, has unsolved steps, or gained energy from nothing, which is
/// a tenth of the scene's energies in a step (run_watch.hpp). Empty if it is not.
std::string why_wrong(const std::string& fault, std::uint64_t unsolved, const EnergyGains& gains);
/// Also if it has questions that were not answered, or gained as much in all.
std::string why_wrong(const ConvergeRun& run);

/// The starts of one scene, one gamma and one h.
struct ConvergePoint {
  double dt = 0;
  int runs = 0;
  /// Mean, least and largest of the runs' average infeasibility.
  double average_m = 0, least_m = 0, largest_m = 0;
  double max_m = 0;      ///< largest infeasibility in any step of any run
  double top_share = 0;  ///< mean of the runs' top_share [1]
  double moving_average_m = 0;
  double average_ratio = 0;   ///< mean of the runs' average I(q) as printed [1]
  double over_h_squared = 0;  ///< the largest average over h^2 [m/s^2]
  double constant = 0;        ///< the largest of any run [1/m]
  /// At the end of start 0; of all, the largest kinetic energy at the end, and the highest total
  /// energy above the start.
  double potential_end_J = 0, kinetic_end_J = 0, highest_J = 0;
  std::uint64_t unsolved = 0;  ///< steps
};

/// Orders of convergence of the infeasibility in the step h: slopes of log-log fits [1]. A fit over
/// a number that is 0 has no slope.
struct ConvergeSlope {
  int starts = 0;      ///< starts that have a slope of their own; 0 if an average of each is 0
  double of_mean = 0;  ///< slope of the mean over the starts
  std::optional<double> mean;        ///< mean of the starts' own slopes
  std::optional<double> half_width;  ///< half of its 95 % interval; nothing below two starts
  std::optional<double> of_first;    ///< slope of start 0
  std::optional<double> of_ratio;    ///< slope of the mean of I(q) as printed
  std::optional<double> of_max;      ///< slope of the largest infeasibility of any step
  /// Slope of the constant of theorem 6.12: below 0 it grows as h falls.
  std::optional<double> of_constant;
};

struct ConvergeGroup {
  std::string scene;
  StepPattern pattern = StepPattern::constant;
  double gamma = 0;
  std::vector<ConvergePoint> points;   ///< from the largest h down
  std::optional<ConvergeSlope> slope;  ///< fitted over two steps h or more
  std::string no_slope;                ///< why there is none although there are two steps or more
};

/// Events are looked for to this length (eps_0): averages below it that do not fall with h say how
/// single contacts were met, and not what the order is [m].
inline constexpr double kContactLength = 1e-7;

/// Says that no problem of Hart has that name.
Error not_a_problem(const std::string& name, const std::string& command);

/// A default of each of Hart's problems.
std::vector<double> default_steps();
std::vector<double> default_gammas(const std::string& scene);

/// What is to be run, in order; rejects unknown names and what no scene can be.
Result<std::vector<Scene>> converge_scenes(const ConvergeOptions& options,
                                           std::vector<ConvergeRun>& described);

/// In the order of what is to be run. After a stop request: only the runs that had ended.
Result<std::vector<ConvergeRun>> run_converge(const ConvergeOptions& options);

std::vector<ConvergeGroup> converge_groups(const std::vector<ConvergeRun>& runs);

}  // namespace touchstone
