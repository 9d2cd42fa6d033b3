// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that a record may lack: they are null, and read back as none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "reports/converge_record.hpp"
#include "reports/energy_record.hpp"
#include "reports/run_end_text.hpp"
#include "reports/trajectory_text.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

template <class T>
Result<T> read_back(const RecordDescription<T>& description, const T& record) {
  return read_json(description.document(record), "record.json",
                   [&](const JsonNode& root) { return description.read(root); });
}

TEST(MotionRecord, NumbersBeyondTheRangeOfDoublesAreNull) {
  JudgedTrajectory explodes;
  explodes.found.samples = {{.total_J = 1}, {.time_s = 0.1, .kinetic_J = HUGE_VAL}};
  explodes.found.samples.back().total_J = HUGE_VAL;
  for (double* energy : {&explodes.found.max_gain_J, &explodes.found.gain_sum_J,
                         &explodes.found.energy_drift_J, &explodes.found.kinetic_end_J}) {
    *energy = HUGE_VAL;
  }
  explodes.found.momentum_drift = HUGE_VAL;
  explodes.found.mean_ms = HUGE_VAL;
  explodes.found.end.bodies = {{"ball", Vec3(HUGE_VAL, 0, 0), HUGE_VAL}};
  const MotionRecord record = {.results = {explodes}};
  EXPECT_THAT(motion_record().document(record), HasSubstr("\"total_J\": [1, null]"));
  EXPECT_THAT(motion_record().document(record),
              HasSubstr("\"position_m\": [null, 0, 0], \"moved_m\": null"));
  EXPECT_THAT(motion_record().json_schema(),
              HasSubstr("at the start [J]; null where it is not finite"));
  const auto read = read_back(motion_record(), record);
  ASSERT_TRUE(read.ok()) << read.reason();
  const TrajectoryFindings& found = read.value().results.at(0).found;
  EXPECT_TRUE(std::isnan(found.energy_drift_J));
  EXPECT_TRUE(std::isnan(found.mean_ms));
  EXPECT_FALSE(found.momentum_drift);
  EXPECT_EQ(found.max_overlap_m, 0);
}

TEST(EnergyRecord, EnergiesBeyondTheRangeOfDoublesAreNull) {
  std::vector<EnergyResult> runs(1);
  runs[0].dt = 0.1;
  runs[0].curve = {
      .time_s = {0, 0.1}, .kinetic_J = {0, HUGE_VAL}, .total_J = {1, HUGE_VAL}, .true_J = {}};
  runs[0].findings.resize(1);
  const EnergyRecord record = energy_record_of(runs, {});
  EXPECT_THAT(energy_record().document(record), HasSubstr("\"total_J\": [1, null]"));
  const auto read = read_back(energy_record(), record);
  EXPECT_TRUE(read.ok()) << read.reason();
}

TEST(RunEnd, SaysWhyAnExpectationIsMissed) {
  RunEnd end;
  end.expectations = {{{"ball", Vec3::Zero(), 0.1}, HUGE_VAL, false}};
  end.expectations.push_back({{"box", Vec3::Zero(), 0.1}, 0, false});
  EXPECT_EQ(expectations_text(end, "run"),
            "run: ball is beyond all numbers from where it is expected, within 0.1 m: missed\n"
            "run: box is 0 m from where it is expected, within 0.1 m: missed, as the run ended "
            "early\n");
}

TEST(ConvergeRecord, ASlopeThatNoStartHasIsNull) {
  std::vector<ConvergeRun> runs;
  for (const int start : {0, 1}) {
    for (const double dt : {0.1, 0.05}) {
      ConvergeRun run;
      run.dt = dt;
      run.start = start;
      // Each start does not overlap at one of the steps, another at each.
      run.infeasibility.average_m = (start == 0) == (dt == 0.1) ? 0 : dt;
      run.infeasibility.max_m = 2 * dt;
      runs.push_back(run);
    }
  }
  const ConvergeRecord record = converge_record_of(runs, {});
  EXPECT_THAT(converge_record().document(record), HasSubstr("\"starts\": 0, "));
  const auto read = read_back(converge_record(), record);
  ASSERT_TRUE(read.ok()) << read.reason();
  const auto& slope = read.value().groups.at(0).slope;
  ASSERT_TRUE(slope.has_value());
  EXPECT_EQ(slope->starts, 0);
  EXPECT_NEAR(slope->of_mean, 1, 1e-12);
  EXPECT_FALSE(slope->mean || slope->of_first || slope->of_constant);
}

}  // namespace
}  // namespace touchstone
