// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/energy_curve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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
    EXPECT_GE(points, CurveRecorder::kMaxPoints / 4) << steps;
    EXPECT_EQ(curve.time_s.front(), 0) << steps;
    EXPECT_EQ(curve.time_s.back(), steps);
    for (std::size_t i = 1; i < points; ++i) {
      ASSERT_GT(curve.time_s[i], curve.time_s[i - 1]);
      ASSERT_LT(curve.time_s[i] - curve.time_s[i - 1], 10.0 * steps / CurveRecorder::kMaxPoints + 1)
          << steps << " at " << i;
      EXPECT_EQ(curve.total_J[i], 3 * curve.time_s[i]);
    }
  }
}

TEST(EnergyCurve, KeepsASpikeOfOneStepWhereverItIs) {
  constexpr int kSteps = 20'000;
  for (const int spike : {1, 2, 3, 7, 498, 499, 500, 501, 1000, 7777, 16'383, 19'998, 19'999}) {
    for (const double up : {-1.0, 1.0}) {
      CurveRecorder recorder;
      const auto wave = [](int i) { return std::sin(0.001 * i); };
      for (int i = 0; i <= kSteps; ++i) {
        // One of total energy, and one step on one of kinetic energy alone.
        const double kinetic = i == spike + 1 ? 20 * up : wave(i);
        recorder.add(i, kinetic, i == spike ? 10 * up : 0);
      }
      const EnergyCurve curve = recorder.take();
      EXPECT_LE(curve.time_s.size(), CurveRecorder::kMaxPoints);
      EXPECT_EQ(std::count(curve.total_J.begin(), curve.total_J.end(), 10 * up), 1) << spike;
      EXPECT_EQ(std::count(curve.kinetic_J.begin(), curve.kinetic_J.end(), 20 * up), 1) << spike;
    }
  }
}

TEST(EnergyCurve, OfAWildRunHasNoMorePointsThanAllowed) {
  for (const int steps : {0, 498, 499, 500, 501, 1000, 1999, 2000, 54'321}) {
    CurveRecorder recorder;
    for (int i = 0; i <= steps; ++i) recorder.add(i, std::sin(1.7 * i), std::cos(2.9 * i));
    const EnergyCurve curve = recorder.take();
    EXPECT_LE(curve.time_s.size(), CurveRecorder::kMaxPoints) << steps;
    EXPECT_EQ(curve.time_s.back(), steps);
    EXPECT_EQ(curve.kinetic_J.size(), curve.time_s.size());
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
