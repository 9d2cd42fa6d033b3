// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/energy_curve.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/energy/true_energy.hpp"
#include "benchmarks/energy/truths.hpp"

namespace touchstone {
namespace {

EnergyCurve curve_of(int steps) {
  CurveRecorder recorder;
  for (int i = 0; i <= steps; ++i) recorder.add(i, 2.0 * i, 3.0 * i);
  return recorder.take();
}

TEST(EnergyCurve, OfAShortRunHasEveryStep) {
  for (const int steps : {0, 1, 7, 498}) {
    const EnergyCurve curve = curve_of(steps);
    ASSERT_EQ(curve.time_s.size(), static_cast<std::size_t>(steps) + 1);
    for (std::size_t i = 0; i < curve.time_s.size(); ++i) {
      EXPECT_EQ(curve.time_s[i], i);
      EXPECT_EQ(curve.kinetic_J[i], 2 * curve.time_s[i]);
      EXPECT_EQ(curve.total_J[i], 3 * curve.time_s[i]);
    }
  }
}

TEST(EnergyCurve, OfALongRunIsEvenAndKeepsTheLastStep) {
  for (const int steps : {499, 500, 996, 997, 998, 999, 12345, 1'000'000}) {
    const EnergyCurve curve = curve_of(steps);
    const std::size_t points = curve.time_s.size();
    EXPECT_LE(points, CurveRecorder::kMaxPoints) << steps;
    EXPECT_GE(points, CurveRecorder::kMaxPoints / 2) << steps;
    EXPECT_EQ(curve.time_s.front(), 0) << steps;
    EXPECT_EQ(curve.time_s.back(), steps);
    const double apart = curve.time_s[1];
    for (std::size_t i = 1; i + 1 < points; ++i) {
      ASSERT_EQ(curve.time_s[i] - curve.time_s[i - 1], apart) << steps << " at " << i;
    }
    EXPECT_LE(steps - curve.time_s[points - 2], apart);
    EXPECT_GT(steps - curve.time_s[points - 2], 0);
  }
}

TEST(Truths, TheBoxHasNoEnergyFromItsStopOn) {
  for (const int directions : {0, 4, 8, 16}) {
    const double stop = spinning_box_stop_time(0.1, directions);
    const auto energies =
        spinning_box_energies(0.1, directions, {0, 0.5 * stop, stop - 1e-3, stop + 1e-6, 2 * stop});
    EXPECT_NEAR(energies[0], 100.0 / 12, 1e-12);
    EXPECT_LT(energies[1], energies[0]);
    EXPECT_GT(energies[1], 0.2 * energies[0]);
    EXPECT_GT(energies[2], 0);
    EXPECT_LT(energies[2], 1e-5);
    EXPECT_EQ(energies[3], 0);
    EXPECT_EQ(energies[4], 0);
  }
  // Under the round cone its spin falls evenly.
  EXPECT_NEAR(spinning_box_energies(0.1, 0, {0.5 * spinning_box_stop_time(0.1, 0)})[0], 25.0 / 12,
              1e-9);
}

}  // namespace
}  // namespace touchstone
