// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/trajectory_text.hpp"

#include "reports/text_table.hpp"
#include "schema/json_text.hpp"
#include "schema/number_text.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

/// Overlaps that are not worth a line are smaller [m].
constexpr double kTouching = 1e-9;

std::string or_dot(const std::optional<double>& x) { return x ? short_text(*x) : "."; }

/// A moment, where what happened then is not nothing.
std::string when(double value, double time_s) { return value > 0 ? short_text(time_s) : "."; }

std::vector<std::string> trajectory_cells(const JudgedTrajectory& judged) {
  const TrajectoryFindings& f = judged.found;
  return {judged.run.scene,
          judged.run.engine,
          count_text(judged.run.took_s.size()),
          short_text(f.median_ms),
          short_text(f.p90_ms),
          short_text(f.mean_ms),
          short_text(f.max_overlap_m),
          when(f.max_overlap_m, f.max_overlap_s),
          short_text(f.max_gain_J),
          when(f.max_gain_J, f.max_gain_s),
          count_text(f.gaining_steps),
          short_text(f.gain_sum_J),
          short_text(f.energy_drift_J),
          short_text(f.kinetic_end_J),
          short_text(f.moved_m),
          or_dot(f.lowest_m),
          or_dot(f.momentum_drift),
          or_dot(f.angular_momentum_drift)};
}

/// What a number of the table does not say.
std::string remarks(const JudgedTrajectory& judged) {
  const Trajectory& run = judged.run;
  std::string text = run.engine + " " + run.version + ": " + run.settings + "\n";
  // Bodies at rest overlap by rounding.
  if (judged.found.max_overlap_m > kTouching) {
    text += run.engine + ": the deepest overlap is of " + judged.found.overlap_bodies + "\n";
  }
  if (!run.fault.empty()) text += run.engine + ": ended early: " + run.fault + "\n";
  return text;
}

std::string samples_json(const std::vector<TrajectorySample>& samples) {
  const auto column = [&samples](double TrajectorySample::*what) {
    return json_row(json_items(
        samples, [what](const TrajectorySample& sample) { return json_number(sample.*what); }));
  };
  return JsonObject()
      .add("time_s", column(&TrajectorySample::time_s))
      .add("kinetic_J", column(&TrajectorySample::kinetic_J))
      .add("total_J", column(&TrajectorySample::total_J))
      .add("overlap_m", column(&TrajectorySample::overlap_m))
      .row();
}

std::string result_json(const JudgedTrajectory& judged) {
  const Trajectory& run = judged.run;
  const TrajectoryFindings& f = judged.found;
  return JsonObject()
      .add("scene", json_string(run.scene))
      .add("engine", json_string(run.engine))
      .add("version", json_string(run.version))
      .add("settings", json_string(run.settings))
      .add("dt", json_number(run.dt))
      .add("steps", json_count(run.took_s.size()))
      .add("fault", json_string_or_null(run.fault))
      .add("ms_per_step", JsonObject()
                              .add("median", json_number(f.median_ms))
                              .add("p90", json_number(f.p90_ms))
                              .add("mean", json_number(f.mean_ms))
                              .row())
      .add("max_overlap_m", json_number(f.max_overlap_m))
      .add("max_overlap_s", f.max_overlap_m > 0 ? json_number(f.max_overlap_s) : "null")
      .add("overlap_bodies", json_string_or_null(f.overlap_bodies))
      .add("max_gain_J", json_number(f.max_gain_J))
      .add("max_gain_s", f.max_gain_J > 0 ? json_number(f.max_gain_s) : "null")
      .add("gaining_steps", json_count(f.gaining_steps))
      .add("gain_sum_J", json_number(f.gain_sum_J))
      .add("energy_drift_J", json_number(f.energy_drift_J))
      .add("momentum_drift", json_optional(f.momentum_drift))
      .add("angular_momentum_drift", json_optional(f.angular_momentum_drift))
      .add("kinetic_end_J", json_number(f.kinetic_end_J))
      .add("moved_m", json_number(f.moved_m))
      .add("lowest_m", json_optional(f.lowest_m))
      .add("curve", samples_json(f.samples))
      .text();
}

}  // namespace

std::string trajectory_text(const std::vector<JudgedTrajectory>& judged,
                            std::optional<std::size_t> room) {
  TextTable table({"scene", "engine", "steps", "step\nms", "p90\nms", "mean\nms", "overlap\nm",
                   "at\ns", "gain\nJ", "at\ns", "gains", "sum\nJ", "drift\nJ", "kinetic\nJ, end",
                   "moved\nm", "lowest\nm", "momentum\nkg m/s", "angular\nkg m2/s"},
                  2);
  std::string below;
  for (const JudgedTrajectory& one : judged) {
    table.add(trajectory_cells(one));
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

std::string motion_json(const std::vector<JudgedTrajectory>& judged) {
  return JsonObject()
      .add("schema", json_string("touchstone.motion/1"))
      .add("versions", versions_json())
      .add("results", json_list(json_items(judged, result_json)))
      .document();
}

std::string trajectory_csv(const TrajectoryFindings& found) {
  std::string text = "time_s,kinetic_J,total_J,overlap_m,took_s\n";
  for (const TrajectorySample& sample : found.samples) {
    text += exact_text(sample.time_s) + ',' + exact_text(sample.kinetic_J) + ',' +
            exact_text(sample.total_J) + ',' + exact_text(sample.overlap_m) + ',' +
            exact_text(sample.took_s) + '\n';
  }
  return text;
}

}  // namespace touchstone
