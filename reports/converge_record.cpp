// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/converge_record.hpp"

#include <cmath>
#include <limits>

#include "benchmarks/energy/recorded_run.hpp"
#include "harness/cases/scenes/scene_record.hpp"
#include "reports/model_text.hpp"

namespace touchstone {
namespace {

constexpr double kLeastStep = std::numeric_limits<double>::min();
constexpr double kMaxGammaOfRun = 2;  ///< part of an overlap that a step takes back [1]

std::string percent(double share) { return short_text(100 * share); }

std::vector<std::string_view> pattern_words() {
  std::vector<std::string_view> words;
  for (const StepPattern pattern : step_patterns()) words.push_back(pattern_name(pattern));
  return words;
}

/// Infeasibilities and averages of them.
FieldText depth_field(std::string_view key, std::string_view meaning) {
  return field(key, meaning, "m").from(0, kMaxDistance_m);
}
/// What overflows where a run explodes, or bodies overlap without bound.
FieldText unbounded_field(std::string_view key, std::string_view meaning,
                          std::string_view unit = "") {
  return field(key, meaning, unit).null_where(kNotFinite);
}
FieldText gamma_field() {
  return field("gamma", "share of the gap that a step corrects").from(0, kMaxGammaOfRun);
}

RecordFields<StabilisationConstant> constant_fields() {
  using Constant = StabilisationConstant;
  return RecordFields<Constant>()
      .add(unbounded_field(
               "C",
               "largest I / (|v|^2 h^2) of a step, I its infeasibility, v all velocities and "
               "spins, h its length",
               "1/m")
               .in_csv("C_per_m")
               .from(0),
           &Constant::C)
      .add(field("time_s", "end of the step with that C", "s").from(0), &Constant::time_s)
      .add(field("speed", "|v| of that step, over all velocities [m/s] and spins [rad/s]").from(0),
           &Constant::speed)
      .add(depth_field("depth_m", "infeasibility I of that step"), &Constant::depth_m);
}

RecordFields<ConvergeSlope> slope_fields() {
  using Slope = ConvergeSlope;
  return RecordFields<Slope>()
      .add(field("starts", "starts that have a slope of their own").counts(), &Slope::starts)
      .add(field("of_mean", "slope of the average infeasibility, its mean over the starts"),
           &Slope::of_mean)
      .add(field("mean", "mean of the starts' own slopes").null_where("no start has one"),
           &Slope::mean)
      .add(field("half_width", "half of the 95 % interval of that mean")
               .null_where("fewer than two starts have one")
               .from(0),
           &Slope::half_width)
      .add(field("of_first", "slope of start 0").null_where("an average of it is 0"),
           &Slope::of_first)
      .add(field("of_ratio", "slope of the average of Hart's I(q), max(0, -rho) of any pair")
               .null_where("an average of it is 0"),
           &Slope::of_ratio)
      .add(field("of_max", "slope of the largest infeasibility of any step")
               .null_where("one of these is 0"),
           &Slope::of_max)
      .add(field("of_constant", "slope of the constant C: below 0, C grows as h falls")
               .null_where("a C is 0"),
           &Slope::of_constant);
}

std::string_view run_pattern(const ConvergeRun& run) { return pattern_name(run.pattern); }
std::string_view group_pattern(const ConvergeGroup& group) { return pattern_name(group.pattern); }

RecordFields<InfeasibilitySum> infeasibility_fields() {
  using Sum = InfeasibilitySum;
  return RecordFields<Sum>()
      .add(field("steps", "steps that were made")
               .in_csv("steps")
               .counts()
               .not_below("moving_steps", "unsolved"),
           &Sum::steps)
      .add(
          depth_field("average_m",
                      "average over the steps of the infeasibility I: depth of the deepest pair, 0 "
                      "if none overlaps")
              .in_csv("average_m"),
          &Sum::average_m)
      .add(depth_field("max_m", "largest infeasibility I of a step")
               .in_csv("max_m")
               .not_below("average_m", "moving_average_m"),
           &Sum::max_m)
      .add(field("max_time_s", "end of the step with the largest I", "s").from(0), &Sum::max_time_s)
      .add(field("top_share", "share of the largest hundredth of the steps in the sum of I")
               .in_csv("top_share")
               .from(0, 1),
           &Sum::top_share)
      .add(field("moving_steps", "steps with more than 1e-9 J of kinetic energy").counts(),
           &Sum::moving_steps)
      .add(depth_field("moving_average_m", "average of I over the moving steps")
               .in_csv("moving_average_m"),
           &Sum::moving_average_m)
      .add(unbounded_field("average_ratio",
                           "average over the steps of Hart's I(q), max(0, -rho) of any pair")
               .in_csv("average_ratio")
               .from(0),
           &Sum::average_ratio)
      .add(unbounded_field("max_ratio", "largest I(q) of a step")
               .in_csv("max_ratio")
               .from(0)
               .not_below("average_ratio"),
           &Sum::max_ratio)
      .add(field("constant", "constant C of Hart's theorem 6.12, I <= C |v|^2 h^2"), &Sum::constant,
           constant_fields());
}

RecordFields<ConvergePoint> point_energy_fields() {
  using Point = ConvergePoint;
  return RecordFields<Point>()
      .add(unbounded_field("potential_end_J", "potential energy at the end of start 0", "J")
               .in_table("PE end\nJ", four_places),
           &Point::potential_end_J)
      .add(unbounded_field("kinetic_end_J", "largest kinetic energy at the end of a run", "J")
               .in_table("KE end\nJ")
               .from(0),
           &Point::kinetic_end_J)
      .add(unbounded_field("highest_J", "highest total energy of any run, minus that of its start",
                           "J")
               .in_table("above\nstart J", above_rounding)
               .from(0),
           &Point::highest_J);
}

}  // namespace

std::string four_places(double x) { return fixed_text(x, 4); }

std::string above_rounding(double x) { return x <= 1e-9 ? "." : short_text(x); }

const RecordFields<ConvergeGroup>& converge_group_fields() {
  using Group = ConvergeGroup;
  static const auto kFields =
      RecordFields<Group>()
          .add(field("scene", "name of the scene").in_table("scene"), &Group::scene)
          .add(field("pattern", "how step lengths alternate")
                   .one_of(pattern_words())
                   .in_table("steps"),
               group_pattern)
          .add(gamma_field().in_table("gamma", exact_text), &Group::gamma)
          .add(field("points", "one entry for each step h"), &Group::points,
               converge_point_fields())
          .add(field("slope",
                     "powers of h that infeasibilities follow: slopes of their logarithms against "
                     "log h")
                   .null_where("there is none"),
               &Group::slope, slope_fields())
          .add(field("no_slope", "why there is no slope")
                   .null_where("there is one, or only one step h was run"),
               &Group::no_slope);
  return kFields;
}

RecordFields<ConvergeRun> converge_run_fields() {
  using Run = ConvergeRun;
  return RecordFields<Run>()
      .add(field("scene", "name of the scene").in_csv("scene"), &Run::scene)
      .add(field("contacts", "name of the contact method").in_csv("contacts"), &Run::contacts)
      .add(field("stepper", "name of the stepper").in_csv("stepper"), &Run::stepper)
      .add(field("pattern", "how step lengths alternate").one_of(pattern_words()).in_csv("pattern"),
           run_pattern)
      .add(gamma_field().in_csv("gamma"), &Run::gamma)
      .add(field("dt", "length h of a step", "s").in_csv("dt_s").from(kLeastStep), &Run::dt)
      .add(field("start", "number of the start").in_csv("start").counts(), &Run::start)
      .include(&Run::infeasibility, infeasibility_fields())
      .add(unbounded_field("kinetic_end_J", "kinetic energy at the end", "J")
               .in_csv("kinetic_end_J")
               .from(0),
           &Run::kinetic_end_J)
      .add(unbounded_field("potential_end_J", "potential energy at the end", "J")
               .in_csv("potential_end_J"),
           &Run::potential_end_J)
      .add(unbounded_field("highest_J", "highest total energy, minus that of the start", "J")
               .in_csv("highest_J")
               .from(0),
           &Run::highest_J)
      .add(field("unsolved", "steps that were not solved as posed").in_csv("unsolved").counts(),
           &Run::unsolved)
      .add(field("unanswered", "questions that the contact method did not answer").counts(),
           &Run::unanswered)
      .add(field("fault", "why the run ended early").null_where("it did not"), &Run::fault)
      .add(field("wrong", "why the run is wrong").null_where("it is not"),
           [](const Run& run) { return why_wrong(run); })
      .add(field("model", "name of the contact model").omitted_where("it is 'manifold'"),
           [](const Run& run) { return run.model.model; })
      .add(
          field("model_steps", "what the steps had to do with the model")
              .omitted_where("the model is 'manifold'"),
          [](const Run& run) { return counted_model(run.model); }, model_step_fields());
}

const RecordFields<ConvergePoint>& converge_point_fields() {
  using Point = ConvergePoint;
  static const auto kFields =
      RecordFields<Point>()
          .add(field("dt", "length h of a step", "s").in_table("h\ns", exact_text).from(kLeastStep),
               &Point::dt)
          .add(field("runs", "starts that were run").in_table("runs").from(1, kMaxCount),
               &Point::runs)
          .add(depth_field("average_m", "mean over the runs of their average infeasibility I")
                   .in_table("average I\nm")
                   .not_below("least_m"),
               &Point::average_m)
          .add(unbounded_field(
                   "average_ratio",
                   "mean over the runs of the average of Hart's I(q), max(0, -rho) of any pair")
                   .in_table("by rho\n1")
                   .from(0),
               &Point::average_ratio)
          .add(depth_field("least_m", "smallest average of I of a run").in_table("least\nm"),
               &Point::least_m)
          .add(depth_field("largest_m", "largest average of I of a run")
                   .in_table("largest\nm")
                   .not_below("average_m"),
               &Point::largest_m)
          .add(field("over_h_squared", "largest average of I of a run, divided by h^2", "m/s^2")
                   .in_table("largest\n/h^2")
                   .from(0),
               &Point::over_h_squared)
          .add(depth_field(
                   "moving_average_m",
                   "mean over the runs of the average of I in steps in which something moves")
                   .in_table("moving\nm"),
               &Point::moving_average_m)
          .add(field("top_share", "share of the largest hundredth of the steps in the sum of I")
                   .in_table("top 1 %\n%", percent)
                   .from(0, 1),
               &Point::top_share)
          .add(depth_field("max_m", "largest I of any step of any run")
                   .in_table("max I\nm")
                   .not_below("largest_m", "moving_average_m"),
               &Point::max_m)
          .add(
              unbounded_field("constant", "largest C of any run", "1/m").in_table("C\n1/m").from(0),
              &Point::constant)
          .include(point_energy_fields())
          .add(field("unsolved", "steps that were not solved as posed")
                   .in_table("un-\nsolved")
                   .counts(),
               &Point::unsolved);
  return kFields;
}

const RecordFields<InfeasibleStep>& infeasible_step_fields() {
  using Step = InfeasibleStep;
  static const auto kFields =
      RecordFields<Step>()
          .add(field("time_s", "end of the step", "s").in_csv("time_s"), &Step::time_s)
          .add(field("h_s", "its length", "s").in_csv("h_s"), &Step::h)
          .add(
              field("infeasibility_m", "infeasibility I at its end", "m").in_csv("infeasibility_m"),
              &Step::depth_m)
          .add(field("speed", "|v| over all velocities and spins").in_csv("speed"),
               [](const Step& step) { return std::sqrt(step.speed_squared); })
          .add(field("kinetic_J", "kinetic energy", "J").in_csv("kinetic_J"), &Step::kinetic_J)
          .add(field("ratio", "Hart's I(q) at its end, max(0, -rho) of any pair").in_csv("ratio"),
               &Step::ratio);
  return kFields;
}

ConvergeRecord converge_record_of(const std::vector<ConvergeRun>& runs,
                                  const ConvergeOptions& options) {
  ConvergeRecord record{.seed = options.seed, .runs = runs, .groups = converge_groups(runs)};
  if (options.contacts == "events") record.events.json = event_option_fields().row(options.events);
  return record;
}

const RecordDescription<ConvergeRecord>& converge_record() {
  static const RecordDescription<ConvergeRecord> kRecord = {
      "touchstone.converge/2", "Overlaps of Hart's problems at several steps, and their slopes",
      RecordFields<ConvergeRecord>()
          .add(field("seed", "seed from which the starts are made"), &ConvergeRecord::seed)
          .add(field("events", "options of the contact method 'events' that are not the default")
                   .omitted_where("another method was asked"),
               &ConvergeRecord::events, event_option_fields())
          .add(field("runs", "one entry for each scene, gamma, pattern, step and start"),
               &ConvergeRecord::runs, converge_run_fields())
          .add(field("groups",
                     "one entry for each scene, gamma and pattern, over its steps and starts"),
               &ConvergeRecord::groups, converge_group_fields())};
  return kRecord;
}

const RecordFields<ContractionRow>& contraction_row_fields() {
  using Row = ContractionRow;
  static const auto kFields =
      RecordFields<Row>()
          .add(field("scene", "scene whose steps the problems are").in_table("scene"), &Row::scene)
          .add(field("map", "fixed-point map of Hart's thesis: chi_1, chi_2 or chi_3")
                   .in_table("map"),
               [](const Row& row) { return map_name(row.map); })
          .add(field("mu", "coefficient of friction").in_table("mu", exact_text), &Row::mu)
          .add(field("problems", "problems on which the map moved at least twice")
                   .in_table("problems"),
               &Row::problems)
          .add(field("contracted", "problems on which every change was smaller than the last")
                   .in_table("contracted"),
               &Row::contracted)
          .add(field("solved", "problems of which a solution was found").in_table("solved"),
               &Row::solved)
          .add(field("median_rate",
                     "median over the problems of the geometric mean of the ratios of successive "
                     "changes")
                   .in_table("rate\nmedian"),
               &Row::median_rate)
          .add(field("largest_rate",
                     "largest over the problems of the geometric mean of the ratios of successive "
                     "changes")
                   .in_table("rate\nlargest"),
               &Row::largest_rate)
          .add(field("median_worst_ratio",
                     "median over the problems of the largest ratio of two successive changes")
                   .in_table("worst ratio\nmedian"),
               &Row::median_worst_ratio);
  return kFields;
}

const RecordDescription<ContractionRecord>& contraction_record() {
  static const RecordDescription<ContractionRecord> kRecord = {
      "touchstone.contraction/1", "How fast Hart's fixed-point maps contract",
      RecordFields<ContractionRecord>()
          .add(field("dt", "length of a step of the scenes", "s"), &ContractionRecord::dt)
          .add(field("rows", "one entry for each scene, map and coefficient of friction"),
               &ContractionRecord::rows, contraction_row_fields())};
  return kRecord;
}

}  // namespace touchstone
