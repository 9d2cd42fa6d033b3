// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/energy_record.hpp"

#include <limits>
#include <utility>

#include "reports/model_text.hpp"
#include "reports/run_end_text.hpp"

namespace touchstone {
namespace {

constexpr double kMaxSlope = 1e3;  ///< of convergence [1]
constexpr double kLeastDt = std::numeric_limits<double>::min();

/// An energy that overflows where a run explodes.
FieldText energy_field(std::string_view key, std::string_view meaning) {
  return field(key, meaning, "J").null_where("it is no number");
}

template <class Judged>
std::string_view verdict_of(const Judged& judged) {
  return energy_verdict_name(judged.verdict);
}
FieldText verdict_field() {
  return field("verdict", "measured against the truth").one_of({"right", "wrong", "no_truth"});
}
FieldText truth_field(std::string_view key, std::string_view meaning) {
  return field(key, meaning).null_where("no truth is known");
}

const RecordFields<EnergyGains>& wrong_gain_fields() {
  using Gains = EnergyGains;
  static const auto kFields =
      RecordFields<Gains>()
          .add(field("steps", "how many steps"), &Gains::wrong_steps)
          .add(field("time_s", "end of the first", "s"),
               [](const Gains& gains) { return gains.first_wrong.time_s; })
          .add(field("gain_J", "its gain", "J"),
               [](const Gains& gains) { return gains.first_wrong.gain_J; })
          .add(field("scale_J", "largest energies of the scene until then", "J"),
               [](const Gains& gains) { return gains.first_wrong.scale_J; })
          .add(field("bodies", "bodies that gained it"),
               [](const Gains& gains) { return gains.first_wrong.bodies; });
  return kFields;
}

const RecordFields<StartOverlap>& start_overlap_fields() {
  static const auto kFields =
      RecordFields<StartOverlap>()
          .add(field("depth_m", "depth of the deepest", "m"), &StartOverlap::depth_m)
          .add(field("bodies", "its bodies"), &StartOverlap::bodies);
  return kFields;
}

const RecordFields<LateBodies>& late_fields() {
  using Late = LateBodies;
  static const auto kFields =
      RecordFields<Late>()
          .add(field("entered", "bodies that entered"), &Late::entered)
          .add(field("energy_J", "energy that they brought", "J"), &Late::energy_J)
          .add(field("delayed", "bodies that waited, as their place was taken"), &Late::delayed)
          .add(field("max_delay_s", "longest wait", "s"), &Late::max_delay_s)
          .add(field("never", "bodies that never entered"), &Late::never);
  return kFields;
}

struct MeasuredOverlap {
  std::string unit;
  OverlapStatistics overlap;
};
const RecordFields<MeasuredOverlap>& measured_overlap_fields() {
  static const auto kFields = RecordFields<MeasuredOverlap>()
                                  .add(field("unit", "m^2 or m^3"), &MeasuredOverlap::unit)
                                  .include(&MeasuredOverlap::overlap, overlap_fields());
  return kFields;
}

RecordFields<EnergyResult> island_fields() {
  using Run = EnergyResult;
  return RecordFields<Run>()
      .add(field("bodies", "bodies of the island with most contacts"), &Run::largest_bodies)
      .add(field("contacts", "its contacts"), &Run::largest_contacts);
}

RecordFields<EnergyResult> joint_fields() {
  using Run = EnergyResult;
  return RecordFields<Run>()
      .add(field("anchor_m", "between anchors", "m"), &Run::max_anchor_error)
      .add(field("axis_rad", "between axes of hinges", "rad"), &Run::max_axis_error);
}

RecordFields<EnergyResult> step_time_fields() {
  using Run = EnergyResult;
  const auto part = [](std::string_view key, std::string_view meaning) {
    return field(key, meaning, "ms").from(0);
  };
  return RecordFields<Run>()
      .add(part("contact", "finding contacts"), &Run::contact_ms)
      .add(part("solve", "solving the problem"), &Run::solve_ms)
      .add(part("rest", "everything else"), &Run::rest_ms)
      .add(part("total", "the whole step"), &Run::total_ms);
}

/// What became of its energy.
RecordFields<EnergyResult> run_energy_fields() {
  using Run = EnergyResult;
  const auto gains = [](auto member) {
    return [member](const Run& run) { return run.gains.*member; };
  };
  const auto wrong_gains = [](const Run& run) {
    return run.gains.wrong_steps > 0 ? std::optional(run.gains) : std::nullopt;
  };
  const auto start_overlap = [](const Run& run) {
    return run.start_overlap.depth_m != 0 ? std::optional(run.start_overlap) : std::nullopt;
  };
  return RecordFields<Run>()
      .add(energy_field("ke0", "kinetic energy at the start").from(0), &Run::kinetic_0)
      .add(energy_field("ke_end", "kinetic energy at the end").from(0), &Run::kinetic_end)
      .add(energy_field("energy_drift", "total energy, end minus start"), &Run::energy_drift)
      .add(energy_field("max_gain", "largest gain of an island"), gains(&EnergyGains::largest_J))
      .add(field("gaining_steps", "steps with a gain above 1e-9 J"), gains(&EnergyGains::steps))
      .add(energy_field("gain_sum", "sum of these gains"), gains(&EnergyGains::sum_J))
      .add(field("wrong_gains", "steps that gained energy from nothing")
               .null_where("there are none"),
           wrong_gains, wrong_gain_fields())
      .add(field("start_overlap", "overlap at the start").null_where("there is none"),
           start_overlap, start_overlap_fields());
}

/// How its steps and the questions to the contact method were answered.
RecordFields<EnergyResult> run_step_fields() {
  using Run = EnergyResult;
  return RecordFields<Run>()
      .add(field("steps", "steps taken")
               .not_below("gaining_steps")
               .not_below("unsolved_steps")
               .not_below("friction_bounded")
               .not_below("no_slip_inconsistent")
               .not_below("stabilisation_dropped"),
           &Run::steps)
      .add(field("unsolved_steps", "steps that were not solved"), &Run::unsolved_steps)
      .add(field("friction_bounded", "no-slip steps taken with mu = 100"), &Run::friction_bounded)
      .add(field("no_slip_inconsistent", "steps with no consistent no-slip set"),
           &Run::no_slip_inconsistent)
      .add(field("stabilisation_dropped", "steps solved unstabilised"), &Run::stabilisation_dropped)
      .add(field("asked", "questions to the contact method").not_below("unanswered"), &Run::asked)
      .add(field("unanswered", "questions that it did not answer"), &Run::unanswered);
}

const RecordFields<EnergyCurve>& energy_curve_fields() {
  using Curve = EnergyCurve;
  const auto potential_J = [](const Curve& curve) {
    std::vector<double> potential;
    for (std::size_t i = 0; i < curve.total_J.size(); ++i) {
      potential.push_back(curve.total_J[i] - curve.kinetic_J[i]);
    }
    return potential;
  };
  static const auto kFields =
      RecordFields<Curve>()
          .add(field("time_s", "ends of steps", "s"), &Curve::time_s)
          .add(field("total_J", "total energy", "J"), &Curve::total_J)
          .add(field("kinetic_J", "kinetic energy", "J"), &Curve::kinetic_J)
          .add(field("potential_J", "potential energy", "J"), potential_J)
          .add(
              field("true_J", "total energy by exact mechanics", "J").null_where("it is not known"),
              &Curve::true_J);
  return kFields;
}

const RecordFields<StepProfile>& profile_fields() {
  using Profile = StepProfile;
  static const auto kFields =
      RecordFields<Profile>()
          .add(field("contacts_s", "finding contacts", "s"), &Profile::contacts_s)
          .add(field("problem_s", "posing the problem", "s"), &Profile::problem_s)
          .add(field("solve_s", "solving it", "s"), &Profile::solve_s)
          .add(field("other_s", "everything else", "s"), &Profile::other_s);
  return kFields;
}

const RecordFields<EnergyRow>& energy_row_fields() {
  using Row = EnergyRow;
  constexpr std::string_view kNotFirst = "it is not the first observable of its run";
  const auto curve = [](const Row& row) {
    return row.first ? std::optional(row.run->curve) : std::nullopt;
  };
  const auto end = [](const Row& row) { return row.first ? row.run->end : std::nullopt; };
  const auto profile = [](const Row& row) {
    return row.first ? std::optional(row.run->profile) : std::nullopt;
  };
  static const auto kFields =
      RecordFields<Row>()
          .include([](const Row& row) -> const EnergyResult& { return *row.run; },
                   energy_run_fields())
          .include([](const Row& row) -> const EnergyFinding& { return *row.finding; },
                   energy_finding_fields())
          .add(field("curve", "energies over time").null_where(kNotFirst), curve,
               energy_curve_fields())
          .add(field("profile", "time of all steps").null_where(kNotFirst), profile,
               profile_fields())
          .add(field("end", "where bodies ended")
                   .omitted_where("it was not asked for, or not the first observable of its run"),
               end, run_end_fields())
          .add(field("model", "contact model").omitted_where("it is 'manifold'"),
               [](const Row& row) { return row.run->model.model; })
          .add(
              field("model_steps", "what the steps had to do with the model")
                  .omitted_where("the model is 'manifold'"),
              [](const Row& row) { return counted_model(row.run->model); }, model_step_fields());
  return kFields;
}

const RecordFields<EnergyOrder>& energy_order_fields() {
  using Order = EnergyOrder;
  const auto tolerance = [](const Order& order) {
    return order.truth ? std::optional(order.tolerance) : std::nullopt;
  };
  static const auto kFields =
      RecordFields<Order>()
          .add(field("scene", "name of the scene"), &Order::scene)
          .add(field("observable", "what was measured"), &Order::observable)
          .add(field("against", "what it is a power of").one_of({"dt", "vertices"}),
               &Order::against)
          .add(field("vertices", "of its runs; 0 0 against vertices"), &Order::vertices)
          .add(field("points", "runs").from(1), &Order::points)
          .add(field("order", "slope of log error").from(-kMaxSlope, kMaxSlope), &Order::order)
          .add(truth_field("truth", "what the slope has to be"), &Order::truth)
          .add(truth_field("tolerance", "how far it may be from that").from(0), tolerance)
          .add(verdict_field(), verdict_of<Order>);
  return kFields;
}

}  // namespace

const RecordFields<OverlapStatistics>& overlap_fields() {
  using Overlap = OverlapStatistics;
  static const auto kFields =
      RecordFields<Overlap>()
          .add(field("lower", "lower quartile").in_csv("lower"), &Overlap::lower)
          .add(field("median", "median").in_csv("median"), &Overlap::median)
          .add(field("upper", "upper quartile").in_csv("upper"), &Overlap::upper)
          .add(field("mean", "mean").in_csv("mean"), &Overlap::mean)
          .add(field("max", "largest").in_csv("max"), &Overlap::max);
  return kFields;
}

const RecordFields<EnergyFinding>& energy_finding_fields() {
  using Finding = EnergyFinding;
  const auto where_true = [](auto tolerance) {
    return [tolerance](const Finding& finding) {
      return finding.truth ? std::optional(tolerance(finding)) : std::nullopt;
    };
  };
  const auto below = [](const Finding& finding) {
    return finding.tolerance_below.value_or(finding.tolerance);
  };
  static const auto kFields =
      RecordFields<Finding>()
          .add(field("observable", "what was measured"), &Finding::observable)
          .add(field("measured", "its value").null_where("it did not happen"), &Finding::measured)
          .add(truth_field("truth", "its value by exact mechanics"), &Finding::truth)
          .add(truth_field("tolerance", "how far above it may be").from(0),
               where_true([](const Finding& finding) { return finding.tolerance; }))
          .add(truth_field("tolerance_below", "how far below it may be").from(0), where_true(below))
          .add(verdict_field(), verdict_of<Finding>)
          .add(field("no_verdict", "why there is no verdict though a truth is known")
                   .null_where("there is a verdict, or no truth"),
               &Finding::unjudged);
  return kFields;
}

const RecordFields<EnergyResult>& energy_run_fields() {
  using Run = EnergyResult;
  const auto sides = [](const Run& run) {
    return run.sides > 0 ? std::optional(run.sides) : std::nullopt;
  };
  const auto late = [](const Run& run) {
    return run.late.any() ? std::optional(run.late) : std::nullopt;
  };
  const auto overlap = [](const Run& run) {
    return run.overlap ? std::optional(MeasuredOverlap{std::string(run.overlap_unit), *run.overlap})
                       : std::nullopt;
  };
  static const auto kFields =
      RecordFields<Run>()
          .add(field("scene", "name of the scene"), &Run::scene)
          .add(field("metric", "metric handed in").null_where("the method chooses"), &Run::metric)
          .add(field("contacts", "contact method"), &Run::contacts)
          .add(field("stepper", "stepper"), &Run::stepper)
          .add(field("friction", "no-slip, frictionless, or cone(mu, K)"), &Run::friction)
          .add(field("dt", "step", "s").from(kLeastDt), &Run::dt)
          .add(field("scale", "scale of the scene").from(0), &Run::scale)
          .add(field("vertices", "of two bodies; 0: an ideal sphere"), &Run::vertices)
          .add(field("bodies", "bodies that move").from(0), &Run::bodies)
          .add(field("sides", "sides of a prism").null_where("none was chosen by them"), sides)
          .add(field("t_end", "where it ended", "s").from(0), &Run::t_end)
          .include(run_energy_fields())
          .add(field("late", "bodies that enter").null_where("there are none"), late, late_fields())
          .add(field("overlap", "overlap after each step, all pairs together")
                   .null_where("it was not measured"),
               overlap, measured_overlap_fields())
          .add(field("max_penetration", "deepest overlap before a step", "m"),
               &Run::max_penetration)
          .add(field("max_contacts", "most contacts of a step"), &Run::max_contacts)
          .add(field("max_islands", "most islands of a step"), &Run::max_islands)
          .add_part(field("largest_island", "the one with most contacts"), island_fields())
          .add_part(field("joint_error", "largest errors of joints"), joint_fields())
          .include(run_step_fields())
          .add(field("fault", "why it ended early").null_where("it did not"), &Run::fault)
          .add(field("timed_out", "whether the time limit ended it"), &Run::timed_out)
          .add_part(field("ms_per_step", "median of a step and its parts"), step_time_fields());
  return kFields;
}

RecordFields<EnergySample> energy_sample_fields(bool with_overlap) {
  using Sample = EnergySample;
  RecordFields<Sample> fields;
  fields.column(csv_column("time_s"), &Sample::time_s)
      .column(csv_column("kinetic_J"), &Sample::kinetic_J)
      .column(csv_column("total_J"), &Sample::total_J)
      .column(csv_column("smallest_gap_m"), &Sample::smallest_gap_m)
      .column(csv_column("contacts"), &Sample::contacts);
  if (with_overlap) fields.column(csv_column("overlap"), &Sample::overlap);
  return fields;
}

EnergyRecord energy_record_of(const std::vector<EnergyResult>& results,
                              const std::vector<EnergyOrder>& orders) {
  EnergyRecord record{.orders = orders};
  for (const EnergyResult& run : results) {
    bool first = true;
    for (const EnergyFinding& finding : run.findings) {
      record.results.push_back({&run, &finding, std::exchange(first, false)});
    }
  }
  return record;
}

const RecordDescription<EnergyRecord>& energy_record() {
  using Record = EnergyRecord;
  static const RecordDescription<Record> kRecord = {
      "touchstone.energy/3", "Scenes in motion against exact mechanics",
      RecordFields<Record>()
          .add(field("versions", "what wrote the record"), &Record::versions, version_fields())
          .add(
              field("results", "each observable of each run").with_lines(),
              [](const Record& record) -> const auto& { return record.results; },
              energy_row_fields())
          .add(field("orders", "orders at which errors shrink").with_lines(), &Record::orders,
               energy_order_fields())};
  return kRecord;
}

}  // namespace touchstone
