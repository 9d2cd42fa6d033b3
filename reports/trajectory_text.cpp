// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/trajectory_text.hpp"

#include "reports/run_end_text.hpp"
#include "reports/text_table.hpp"

namespace touchstone {
namespace {

/// Overlaps that are not worth a line are smaller [m].
constexpr double kTouching = 1e-9;

/// What a number of the table does not say.
std::string remarks(const JudgedTrajectory& judged) {
  const Trajectory& run = judged.run;
  std::string text = run.engine + " " + run.version + ": " + run.settings + "\n";
  // Bodies at rest overlap by rounding.
  if (judged.found.max_overlap_m > kTouching) {
    text += run.engine + ": the deepest overlap is of " + judged.found.overlap_bodies + "\n";
  }
  if (!run.fault.empty()) text += run.engine + ": ended early: " + run.fault + "\n";
  return text + expectations_text(judged.found.end, run.engine);
}

/// A column of the samples; JSON has null for what is beyond the range of doubles.
template <class Member>
auto samples_of(Member member) {
  return [member](const TrajectoryFindings& found) {
    std::vector<std::optional<double>> column;
    for (const TrajectorySample& sample : found.samples) column.push_back(sample.*member);
    return column;
  };
}

/// A number that grows without end where a motion does.
FieldText grown_field(std::string_view key, std::string_view meaning, std::string_view unit) {
  return field(key, meaning, unit).null_where(kNotFinite);
}

RecordFields<TrajectorySample> trajectory_sample_fields() {
  using Sample = TrajectorySample;
  return RecordFields<Sample>()
      .column(csv_column("time_s"), &Sample::time_s)
      .column(csv_column("kinetic_J"), &Sample::kinetic_J)
      .column(csv_column("total_J"), &Sample::total_J)
      .column(csv_column("overlap_m"), &Sample::overlap_m)
      .column(csv_column("took_s"), &Sample::took_s);
}

RecordFields<TrajectoryFindings> motion_curve_fields() {
  using Sample = TrajectorySample;
  return RecordFields<TrajectoryFindings>()
      .add(field("time_s", "time of the start, and of the end of each step", "s")
               .entries_null_where(kNotFinite),
           samples_of(&Sample::time_s))
      .add(field("kinetic_J", "kinetic energy of all bodies at these times", "J")
               .entries_null_where(kNotFinite),
           samples_of(&Sample::kinetic_J))
      .add(field("total_J", "kinetic and potential energy of all bodies at these times", "J")
               .entries_null_where(kNotFinite),
           samples_of(&Sample::total_J))
      .add(field("overlap_m", "depth of the deepest pair at these times, 0 if none overlaps", "m")
               .entries_null_where(kNotFinite),
           samples_of(&Sample::overlap_m));
}

RecordFields<TrajectoryFindings> motion_time_fields() {
  using Found = TrajectoryFindings;
  return RecordFields<Found>()
      .add(grown_field("median", "median time of a step", "ms").in_table("step\nms"),
           &Found::median_ms)
      .add(grown_field("p90", "90 % quantile of the times of steps", "ms").in_table("p90\nms"),
           &Found::p90_ms)
      .add(grown_field("mean", "mean time of a step", "ms").in_table("mean\nms"), &Found::mean_ms);
}

RecordFields<Trajectory> motion_run_fields() {
  return RecordFields<Trajectory>()
      .add(field("scene", "name of the scene").in_table("scene"), &Trajectory::scene)
      .add(field("engine", "name of the program that computed the motion").in_table("engine"),
           &Trajectory::engine)
      .add(field("version", "version of that program"), &Trajectory::version)
      .add(field("settings", "settings of that program that a reader has to know"),
           &Trajectory::settings)
      .add(field("dt", "length of a step", "s"), &Trajectory::dt)
      .add(field("steps", "steps that were taken").in_table("steps"),
           [](const Trajectory& run) { return run.took_s.size(); })
      .add(field("fault", "why the motion ended early").null_where("it did not"),
           &Trajectory::fault);
}

/// What is found at the end, or from the start to it.
RecordFields<TrajectoryFindings> motion_end_fields() {
  using Found = TrajectoryFindings;
  constexpr std::string_view kFixed = "a body is fixed or has a load, or it is not finite";
  return RecordFields<Found>()
      .add(grown_field("energy_drift_J", "total energy at the end, minus that at the start", "J")
               .in_table("drift\nJ"),
           &Found::energy_drift_J)
      .add(grown_field("kinetic_end_J", "kinetic energy of all bodies at the end", "J")
               .in_table("kinetic\nJ, end"),
           &Found::kinetic_end_J)
      .add(grown_field("moved_m",
                       "largest distance of a moving body's centre from its start, at the end", "m")
               .in_table("moved\nm"),
           &Found::moved_m)
      .add(field("lowest_m",
                 "height against gravity of the lowest centre of a moving body, at the end", "m")
               .null_where("there is no gravity, or it is not finite")
               .in_table("lowest\nm"),
           &Found::lowest_m)
      .add(field("momentum_drift",
                 "largest change of the total momentum since the start beyond what gravity gave",
                 "kg m/s")
               .null_where(kFixed)
               .in_table("momentum\nkg m/s"),
           &Found::momentum_drift)
      .add(field("angular_momentum_drift",
                 "largest change since the start of the angular momentum about the centre of mass",
                 "kg m^2/s")
               .null_where(kFixed)
               .in_table("angular\nkg m2/s"),
           &Found::angular_momentum_drift);
}

RecordFields<TrajectoryFindings> motion_finding_fields() {
  using Found = TrajectoryFindings;
  const auto when = [](double Found::*value, double Found::*time_s) {
    return [value, time_s](const Found& found) {
      return found.*value > 0 ? std::optional(found.*time_s) : std::nullopt;
    };
  };
  return RecordFields<Found>()
      .add_part(field("ms_per_step", "processor time that the program took for a step"),
                motion_time_fields())
      .add(grown_field("max_overlap_m",
                       "depth of the deepest pair after any step, 0 if none ever overlaps", "m")
               .in_table("overlap\nm"),
           &Found::max_overlap_m)
      .add(field("max_overlap_s", "time of that overlap", "s")
               .null_where("no pair ever overlaps")
               .in_table("at\ns"),
           when(&Found::max_overlap_m, &Found::max_overlap_s))
      .add(field("overlap_bodies", "names of the two bodies of that overlap")
               .null_where("no pair ever overlaps"),
           &Found::overlap_bodies)
      .add(grown_field("max_gain_J",
                       "largest gain of total energy in a step, 0 if no step gained any", "J")
               .in_table("gain\nJ"),
           &Found::max_gain_J)
      .add(field("max_gain_s", "end of the step with that gain", "s")
               .null_where("no step gained any")
               .in_table("at\ns"),
           when(&Found::max_gain_J, &Found::max_gain_s))
      .add(field("gaining_steps", "steps in which the total energy grew by more than 1e-9 J")
               .in_table("gains"),
           &Found::gaining_steps)
      .add(grown_field("gain_sum_J", "sum of the gains of these steps", "J").in_table("sum\nJ"),
           &Found::gain_sum_J)
      .include(motion_end_fields())
      .add(field("end", "where the moving bodies ended, and whether that is as the scene expects"),
           &Found::end, run_end_fields())
      .add_part(field("curve", "energies and overlaps over time, as columns of equal length"),
                motion_curve_fields());
}

const RecordFields<JudgedTrajectory>& judged_fields() {
  static const auto kFields = RecordFields<JudgedTrajectory>()
                                  .include(&JudgedTrajectory::run, motion_run_fields())
                                  .include(&JudgedTrajectory::found, motion_finding_fields());
  return kFields;
}

}  // namespace

std::string trajectory_text(const std::vector<JudgedTrajectory>& judged,
                            std::optional<std::size_t> room) {
  TextTable table(judged_fields().titles(), 2);
  std::string below;
  for (const JudgedTrajectory& one : judged) {
    table.add(judged_fields().cells(one));
    below += remarks(one);
  }
  return table.fitted(room, {17, 16, 7, 9, 4, 5, 15, 12, 11, 10, 14, 2}) +
         "\noverlap: the deepest of any two bodies after any step; gain: the largest of total "
         "energy in a step;\ngains: steps that gain more than 1e-9 J, sum: of these; moved, "
         "lowest: "
         "of the moving bodies, at the end;\nmomentum: its largest change beyond gravity's, where "
         "no body is fixed\n\n" +
         below;
}

const RecordDescription<MotionRecord>& motion_record() {
  using Record = MotionRecord;
  static const RecordDescription<Record> kRecord = {
      "touchstone.motion/1", "What motions do that no exact motion does",
      RecordFields<Record>().add(
          field("results", "one entry for each motion that was judged").with_lines(),
          &Record::results, judged_fields())};
  return kRecord;
}

std::string trajectory_csv(const TrajectoryFindings& found) {
  return trajectory_sample_fields().csv(found.samples);
}

}  // namespace touchstone
