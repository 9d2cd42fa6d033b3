// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/peg_record.hpp"

#include "reports/energy_record.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::string_view kNoTraps = "the model has none";

RecordFields<ModelChoice> model_choice_fields() {
  return RecordFields<ModelChoice>()
      .add_as(field("model", "contact model", "", "model").in_csv("model").kept(),
              &ModelChoice::model, &ModelChoice::name)
      .add(field("corrections", "how often a step is solved anew").in_csv("corrections"),
           &ModelChoice::corrections)
      .add(field("several_primaries", "whether each applicable contact may carry a force")
               .in_csv("several_primaries"),
           &ModelChoice::several_primaries);
}

RecordFields<StepCost> cost_fields() {
  using Cost = StepCost;
  const auto part = [](std::string_view key, std::string_view meaning) {
    return field(key, meaning, "ms");
  };
  return RecordFields<Cost>()
      .add(part("total", "mean of a step").in_csv("step_ms").in_table("step\nms"), &Cost::total_ms)
      .add(part("median", "median of a step").in_table("median\nms"), &Cost::median_ms)
      .add(part("contact", "finding contacts").in_csv("contact_ms").in_table("contact\nms"),
           &Cost::contact_ms)
      .add(part("solve", "solving the problem").in_csv("solve_ms").in_table("solve\nms"),
           &Cost::solve_ms)
      .add(part("corrections", "time of solving anew")
               .in_csv("corrections_ms")
               .in_table("corrections\nms"),
           &Cost::corrections_ms);
}

/// A share of what a model with traps has [%].
template <class Count>
auto trap_share(Count part, Count whole) {
  return [part, whole](const PegPoint& point) {
    return point.model.may_trap() ? percent_text(point.*part, point.*whole) : "-";
  };
}

RecordFields<PegPoint> all_point_fields() {
  RecordFields<PegPoint> all = peg_point_fields();
  for (const auto* part : {&peg_overlap_fields(), &peg_trap_fields(), &peg_cost_fields()}) {
    all.include(*part);
  }
  return all;
}

}  // namespace

RecordFields<PegPoint> peg_point_fields() {
  using Point = PegPoint;
  return RecordFields<Point>()
      .include(&Point::model, model_choice_fields())
      .add(field("dt", "time step of the runs", "s", "dt\ns").kept(), &Point::dt)
      .add(field("runs", "starts that were run", "", "runs"), &Point::runs);
}

const RecordFields<PegPoint>& peg_overlap_fields() {
  using Point = PegPoint;
  static const auto kFields =
      RecordFields<Point>()
          .add(field("overlap", "overlap after all steps"), &Point::overlap, overlap_fields())
          .add(field("rounding_share", "share of steps that overlap by 1e-15 at most, by rounding"),
               &Point::rounding_share)
          .column(table_column("round-\ning %"),
                  [](const Point& point) { return fixed_text(100 * point.rounding_share, 0); })
          .add(field("least_mean", "smallest mean overlap of a start"), &Point::least_mean)
          .add(field("largest_mean", "largest mean overlap of a start"), &Point::largest_mean)
          .add(field("failed_runs",
                     "runs that ended early, did not solve a step, lost a body or gained energy "
                     "from nothing"),
               &Point::failed_runs)
          .add(field("mean_before_std_fails", "mean until std first failed from the same start", "",
                     "before std\nfails")
                   .null_where("std was not run, or failed at once"),
               &Point::mean_before_std_fails)
          .column(table_column("un-\nsolved").kept(), &Point::unsolved)
          .column(table_column("first\ns"), &Point::first_unsolved_s)
          .column(table_column("left"), &Point::left)
          .column(table_column("never\nin"), &Point::never_entered)
          .column(table_column("gain\nJ"), &Point::largest_gain_J)
          .column(table_column("fall-\nback"), &Point::fallback);
  return kFields;
}

const RecordFields<PegPoint>& peg_trap_fields() {
  using Point = PegPoint;
  const auto potential = [](const Point& point) { return point.per_step(point.potential); };
  const auto traps = [](const Point& point) {
    return point.model.may_trap() ? std::optional(point.per_step(point.traps)) : std::nullopt;
  };
  static const auto kFields =
      RecordFields<Point>()
          .column(table_column("steps"), &Point::steps)
          .column(table_column("with\ncontacts"), &Point::contact_steps)
          .add(field("potential_per_step", "potential contacts in a step", "", "potential\na step"),
               potential)
          .add(field("traps_per_step", "traps in a step", "", "traps\na step").null_where(kNoTraps),
               traps)
          .column(table_column("traps of\ncontacts %"),
                  trap_share(&Point::traps, &Point::potential))
          .column(table_column("steps with\ntraps %"),
                  trap_share(&Point::trap_steps, &Point::contact_steps))
          .column(table_column("un-\nsolved"), &Point::unsolved)
          .column(table_column("left"), &Point::left);
  return kFields;
}

const RecordFields<PegPoint>& peg_cost_fields() {
  using Point = PegPoint;
  static const auto kFields =
      RecordFields<Point>()
          .add(field("ms_per_step", "time of a step and its parts"), &Point::cost, cost_fields())
          .column(table_column("of\nplane"), &Point::of_plane)
          .column(table_column("of\nstd"), &Point::of_std)
          .column(table_column("truth\nms"), &Point::truth_ms);
  return kFields;
}

RecordFields<PegMoment> peg_moment_fields() {
  using Moment = PegMoment;
  return RecordFields<Moment>()
      .include(&Moment::model, model_choice_fields())
      .add(field("dt", "time step of the runs", "s"), &Moment::dt)
      .add(field("time_s", "middle of the interval", "s"), &Moment::time_s)
      .add(field("potential_per_step", "potential contacts in a step"), &Moment::potential)
      .add(field("traps_per_step", "traps in a step").null_where(kNoTraps), &Moment::traps);
}

RecordFields<PegSlope> peg_slope_fields() {
  using Slope = PegSlope;
  return RecordFields<Slope>()
      .include(&Slope::model, model_choice_fields())
      .add(field("of_mean", "slope of the mean overlap over all starts", "", "slope"),
           &Slope::of_mean)
      .add(field("starts", "starts that have a slope", "", "starts"), &Slope::starts)
      .add(field("mean", "mean of the starts' own slopes", "", "of single\nstarts"), &Slope::mean)
      .add(field("half_width", "half of its 95 % interval", "", "+-")
               .null_where("fewer than two starts have one"),
           &Slope::half_width);
}

RecordFields<PrimaryRatio> primary_ratio_fields() {
  using Ratio = PrimaryRatio;
  constexpr std::string_view kOneStart = "there is but one start";
  return RecordFields<Ratio>()
      .include(&Ratio::model, model_choice_fields())
      .add(field("dt", "time step of the runs", "s", "dt\ns").kept(), &Ratio::dt)
      .add(field("starts", "starts where both overlap", "", "starts"), &Ratio::starts)
      .add(
          field("ratio", "several over one, geometric mean of the starts", "", "several\nover one"),
          &Ratio::ratio)
      .add(field("lower", "lower end of its 95 % interval", "", "from").null_where(kOneStart),
           &Ratio::lower)
      .add(field("upper", "upper end of that interval", "", "to").null_where(kOneStart),
           &Ratio::upper);
}

RecordFields<PegRun> peg_run_fields() {
  using Run = PegRun;
  const auto count = [](std::string_view key, std::string_view meaning) {
    return field(key, meaning).in_csv(key);
  };
  const auto of_traps = [](std::uint64_t Run::*member) {
    return [member](const Run& run) {
      return run.model.may_trap() ? std::optional(run.*member) : std::nullopt;
    };
  };
  return RecordFields<Run>()
      .include(&Run::model, model_choice_fields())
      .add(field("dt", "time step of the runs", "s").in_csv("dt"), &Run::dt)
      .add(count("start", "number of the start"), &Run::start)
      .add(count("steps", "steps taken"), [](const Run& run) { return run.overlap.size(); })
      .add(
          field("overlap", "overlap after the steps"),
          [](const Run& run) { return overlap_statistics(run.overlap); }, overlap_fields())
      .add(count("contact_steps", "steps with a potential contact"), &Run::contact_steps)
      .add(count("potential", "potential contacts in all steps"), &Run::potential)
      .add(count("traps", "potential contacts that are traps").null_where(kNoTraps),
           of_traps(&Run::traps))
      .add(count("trap_steps", "steps with a trap").null_where(kNoTraps),
           of_traps(&Run::trap_steps))
      .add(count("islands", "islands in all steps"), &Run::islands)
      .add(count("fallback", "islands that the last resort solved"), &Run::fallback)
      .add(field("borrowed", "borrowed forces"), &Run::borrowed)
      .add(field("nodes", "programs that branching solved"), &Run::nodes)
      .add(count("unsolved", "steps not solved as posed"), &Run::unsolved)
      .add(field("first_unsolved_s", "end of the first of these", "s").null_where("there is none"),
           &Run::first_unsolved_s)
      .add(field("left", "bodies whose centre left their box"), &Run::left)
      .column(csv_column("left"), [](const Run& run) { return run.left.size(); })
      .add(field("first_left_s", "when the first left", "s").null_where("none did"),
           &Run::first_left_s)
      .add(field("never_entered", "bodies that never entered"),
           [](const Run& run) { return run.late.never; })
      .column(csv_column("never_entered"), [](const Run& run) { return run.late.never.size(); })
      .add(field("max_delay_s", "longest wait for a place that was taken", "s"),
           [](const Run& run) { return run.late.max_delay_s; })
      .add(field("max_gain", "largest gain of energy of an island in a step", "J")
               .in_csv("max_gain_J"),
           [](const Run& run) { return run.gains.largest_J; })
      .add(field("wrong_gains", "steps that gained energy from nothing"),
           [](const Run& run) { return run.gains.wrong_steps; })
      .add(field("fault", "why it ended early").null_where("it did not"), &Run::fault)
      .add(field("ms_per_step", "time of a step and its parts"), &Run::cost, cost_fields());
}

PegRecord peg_record_of(const PegFigure& figure, const PegRunOptions& options,
                        const std::vector<PegRun>& runs) {
  return {.figure = figure,
          .seed = options.seed,
          .points = peg_points(runs),
          .moments = figure.traps ? peg_moments(runs) : std::vector<PegMoment>(),
          .slopes = peg_slopes(runs),
          .primaries = primary_ratios(runs),
          .runs = runs};
}

const RecordDescription<PegRecord>& peg_record() {
  using Record = PegRecord;
  static const auto kFigure = RecordFields<PegFigure>()
                                  .add(field("figure", "name of the figure"), &PegFigure::name)
                                  .add(field("title", "what it shows"), &PegFigure::title)
                                  .add(field("scene", "name of the scene"), &PegFigure::scene)
                                  .add(field("unit", "unit of overlaps"), &PegFigure::overlap_unit);
  static const RecordDescription<Record> kRecord = {
      "touchstone.peg/1", "A figure of Williams, Lu & Trinkle: contact models side by side",
      RecordFields<Record>()
          .include(&Record::figure, kFigure)
          .add(field("seed", "seed of the first start"), &Record::seed)
          .add(field("points", "a model at a step").with_lines(), &Record::points,
               all_point_fields())
          .add(field("moments", "contacts and traps against time at a model's smallest step")
                   .omitted_where("the figure is about overlaps"),
               &Record::moments, peg_moment_fields())
          .add(field("slopes", "slope of log mean overlap against log step of a model"),
               &Record::slopes, peg_slope_fields())
          .add(field("primaries", "mean overlap with several primaries over that with one"),
               &Record::primaries, primary_ratio_fields())
          .add(field("runs", "each model, step, start").with_lines(), &Record::runs,
               peg_run_fields())};
  return kRecord;
}

}  // namespace touchstone
