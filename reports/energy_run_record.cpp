// SPDX-License-Identifier: GPL-3.0-or-later
// What the record says of a run, and the table of runs.
#include <limits>
#include <numbers>

#include "benchmarks/energy/recorded_run.hpp"
#include "harness/compare/time_record.hpp"
#include "reports/energy_record.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr double kLeast = std::numeric_limits<double>::min();
// Range of a scene's scale, written twice: make_scene() is below what reports see [m].
constexpr double kMinSceneScale = 1e-6;
constexpr double kMaxSceneScale = 1e6;
/// 1e5 bodies within 1e60 m, each pair counted [m^3].
constexpr double kMaxOverlap = 1e200;

/// An energy that overflows where a run explodes.
FieldText energy_field(std::string_view key, std::string_view meaning) {
  return field(key, meaning, "J").null_where("it is no number");
}

/// The scene with what was chosen of it.
std::string scene_cell(const EnergyResult& run) {
  std::string scene = run.scene;
  if (run.scale != 1) scene += ", scale " + exact_text(run.scale);
  if (run.yaw != 0) scene += ", yaw " + exact_text(run.yaw);
  if (run.bodies_chosen) scene += " " + std::to_string(run.bodies);
  if (!run.metric.empty()) scene += ", " + run.metric;
  return scene;
}

RecordFields<EnergyGains> wrong_gain_fields() {
  static const auto kFirst =
      RecordFields<WrongGain>()
          .add(field("time_s", "end of the first", "s").from(0), &WrongGain::time_s)
          .add(field("gain_J", "its gain", "J").from(0), &WrongGain::gain_J)
          .add(field("scale_J", "largest energies of the scene until then", "J").from(0),
               &WrongGain::scale_J)
          .add(field("bodies", "bodies that gained it"), &WrongGain::bodies);
  return RecordFields<EnergyGains>()
      .add(field("steps", "how many steps").from(1, kMaxCount), &EnergyGains::wrong_steps)
      .include(&EnergyGains::first_wrong, kFirst);
}

RecordFields<StartOverlap> start_overlap_fields() {
  return RecordFields<StartOverlap>()
      .add(field("depth_m", "depth of the deepest", "m").from(kLeast, kMaxDistance_m),
           &StartOverlap::depth_m)
      .add(field("bodies", "its bodies"), &StartOverlap::bodies);
}

RecordFields<LateBodies> late_fields() {
  using Late = LateBodies;
  return RecordFields<Late>()
      .add(field("entered", "bodies that entered").counts(), &Late::entered)
      .add(field("energy_J", "energy that they brought", "J"), &Late::energy_J)
      .add(field("delayed", "bodies that waited, as their place was taken").counts(),
           &Late::delayed)
      .add(field("max_delay_s", "longest time that one waited", "s").from(0), &Late::max_delay_s)
      .add(field("never", "bodies that never entered"), &Late::never);
}

struct MeasuredOverlap {
  std::string unit;
  OverlapStatistics overlap;
};
RecordFields<MeasuredOverlap> measured_overlap_fields() {
  return RecordFields<MeasuredOverlap>()
      .add(field("unit", "m^2 or m^3"), &MeasuredOverlap::unit)
      .include(&MeasuredOverlap::overlap, overlap_fields());
}

RecordFields<EnergyResult> island_fields() {
  using Run = EnergyResult;
  return RecordFields<Run>()
      .add(field("bodies", "bodies of the island with most contacts").counts(),
           &Run::largest_bodies)
      .add(field("contacts", "its contacts").counts(), &Run::largest_contacts);
}

RecordFields<EnergyResult> joint_fields() {
  using Run = EnergyResult;
  return RecordFields<Run>()
      .add(field("anchor_m", "between anchors", "m").from(0, kMaxDistance_m),
           &Run::max_anchor_error)
      .add(field("axis_rad", "between axes of hinges", "rad").from(0, std::numbers::pi),
           &Run::max_axis_error);
}

RecordFields<EnergyResult> step_time_fields() {
  using Run = EnergyResult;
  const auto part = [](std::string_view key, std::string_view meaning) {
    return field(key, meaning, "ms").from(0, 1e3 * kMaxWallTime_s);
  };
  return RecordFields<Run>()
      .add(part("contact", "median time to find contacts").in_table("contact\nms"),
           &Run::contact_ms)
      .add(part("solve", "median time to solve the problem").in_table("solve\nms"), &Run::solve_ms)
      .add(part("rest", "median time of everything else"), &Run::rest_ms)
      .add(part("total", "median time of the whole step")
               .in_table("step\nms")
               .not_below("contact", "solve", "rest"),
           &Run::total_ms);
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
      .add(energy_field("energy_drift", "total energy, end minus start").in_table("drift\nJ"),
           &Run::energy_drift)
      .add(energy_field("max_gain", "largest gain of an island in a step")
               .in_table("gain\nJ")
               .from(0),
           gains(&EnergyGains::largest_J))
      .add(field("gaining_steps", "steps with a gain above 1e-9 J", "", "gains").counts(),
           gains(&EnergyGains::steps))
      .add(energy_field("gain_sum", "sum of these gains").in_table("sum\nJ").from(0),
           gains(&EnergyGains::sum_J))
      .add(field("wrong_gains", "steps that gained energy from nothing")
               .null_where("there are none"),
           wrong_gains, wrong_gain_fields())
      .add(field("start_overlap", "overlap at the start").null_where("there is none"),
           start_overlap, start_overlap_fields());
}

/// How its steps and the questions to the contact method were answered.
RecordFields<EnergyResult> run_step_fields() {
  using Run = EnergyResult;
  const auto unsolved = [](const Run& run) { return run.not_as_posed - run.no_slip_inconsistent; };
  return RecordFields<Run>()
      .add(field("steps", "steps taken")
               .counts()
               .not_below("gaining_steps", "unsolved_steps", "friction_bounded",
                          "no_slip_inconsistent", "stabilisation_dropped"),
           &Run::steps)
      .add(field("unsolved_steps", "steps that were not solved").counts().in_page("unsolved"),
           &Run::unsolved_steps)
      .column(table_column(
                  "un-\nsolved",
                  "steps not solved as posed, but for those with no set (docs/complementarity.md)")
                  .kept(),
              unsolved)
      .add(field("friction_bounded", "no-slip steps taken with mu = 100").counts(),
           &Run::friction_bounded)
      .add(field("no_slip_inconsistent", "steps with no consistent no-slip set", "", "no\nset")
               .counts(),
           &Run::no_slip_inconsistent)
      .add(field("stabilisation_dropped", "steps solved unstabilised").counts(),
           &Run::stabilisation_dropped)
      .add(field("asked", "questions to the contact method").counts().not_below("unanswered"),
           &Run::asked)
      .add(field("unanswered", "questions that it did not answer").counts(), &Run::unanswered);
}

/// Which run it is; the first columns of a table.
RecordFields<EnergyResult> run_name_fields() {
  using Run = EnergyResult;
  const auto sides = [](const Run& run) {
    return run.sides > 0 ? std::optional(run.sides) : std::nullopt;
  };
  return RecordFields<Run>()
      .add_as(field("scene", "name of the scene", "", "scene").kept(), &Run::scene, scene_cell)
      .column(table_column("vertices"),
              [](const Run& run) { return sizes_text(run.vertices, run.sides); })
      .add(field("metric", "metric handed in").null_where("the method chooses").in_page("metric"),
           &Run::metric)
      .add(field("contacts", "name of the contact method").in_page("contacts"), &Run::contacts)
      .add(field("stepper", "stepper"), &Run::stepper)
      .add(field("friction", "no-slip, frictionless, or cone(mu, K)", "", "friction"),
           &Run::friction)
      .add(field("dt", "time step of the run", "s").in_table("dt\ns", exact_text).from(kLeast),
           &Run::dt)
      .add(field("scale", "scale of the scene").from(kMinSceneScale, kMaxSceneScale), &Run::scale)
      .add(field("vertices", "vertices of the first two bodies; 0: a body with a radius")
               .counts()
               .in_page("vertices"),
           &Run::vertices)
      .add(field("bodies", "bodies that move").counts(), &Run::bodies)
      .add(field("sides", "sides of a prism")
               .from(1, kMaxCount)
               .null_where("none was chosen by them")
               .in_page("sides"),
           sides)
      .add(field("t_end", "where it ended", "s").from(0), &Run::t_end);
}

/// What was measured of the run as a whole.
RecordFields<EnergyResult> run_measure_fields() {
  using Run = EnergyResult;
  const auto late = [](const Run& run) {
    return run.late.any() ? std::optional(run.late) : std::nullopt;
  };
  const auto overlap = [](const Run& run) {
    return run.overlap ? std::optional(MeasuredOverlap{std::string(run.overlap_unit), *run.overlap})
                       : std::nullopt;
  };
  return RecordFields<Run>()
      .include(run_energy_fields())
      .add(field("late", "bodies that enter").null_where("there are none"), late, late_fields())
      .add(field("overlap", "overlap after each step, all pairs together")
               .null_where("it was not measured"),
           overlap, measured_overlap_fields())
      .add(field("max_penetration", "deepest overlap before a step", "m", "penetr.\nm")
               .from(0, kMaxDistance_m),
           &Run::max_penetration)
      .add(field("max_contacts", "most contacts of a step").counts(), &Run::max_contacts)
      .add(field("max_islands", "most islands of a step").counts(), &Run::max_islands)
      .add_part(field("largest_island", "the one with most contacts"), island_fields())
      .add_part(field("joint_error", "largest errors of joints"), joint_fields())
      .include(run_step_fields())
      .add(field("fault", "why it ended early").null_where("it did not"), &Run::fault)
      .add(field("timed_out", "whether the time limit ended it"), &Run::timed_out)
      .add_part(field("ms_per_step", "median of a step and its parts"), step_time_fields());
}

}  // namespace

std::string sizes_text(const std::array<int, 2>& vertices, int sides) {
  const auto one = [](int count) { return count == 0 ? std::string("-") : std::to_string(count); };
  if (sides > 0) return std::to_string(sides) + " sides";
  return one(vertices[0]) + "x" + one(vertices[1]);
}

RecordFields<OverlapStatistics> overlap_fields() {
  using Overlap = OverlapStatistics;
  return RecordFields<Overlap>()
      .add(field("lower", "lower quartile", "", "lower\nquartile").in_csv("lower").from(0),
           &Overlap::lower)
      .add(field("median", "median", "", "median").in_csv("median").kept().not_below("lower"),
           &Overlap::median)
      .add(field("upper", "upper quartile", "", "upper\nquartile")
               .in_csv("upper")
               .not_below("median"),
           &Overlap::upper)
      .add(field("mean", "mean", "", "mean").in_csv("mean").from(0), &Overlap::mean)
      .add(field("max", "largest of the overlaps", "", "max")
               .in_csv("max")
               .from(0, kMaxOverlap)
               .not_below("upper", "mean"),
           &Overlap::max);
}

const RecordFields<EnergyResult>& energy_run_fields() {
  static const auto kFields =
      RecordFields<EnergyResult>().include(run_name_fields()).include(run_measure_fields());
  return kFields;
}

const RecordFields<EnergyRow>& energy_table_fields() {
  static const auto kFields = RecordFields<EnergyRow>()
                                  .include(&EnergyRow::run, run_name_fields())
                                  .include(&EnergyRow::finding, energy_finding_fields())
                                  .include(&EnergyRow::run, run_measure_fields());
  return kFields;
}

}  // namespace touchstone
