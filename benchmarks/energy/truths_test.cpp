// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/truths.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/complementarity/step_problem.hpp"

namespace touchstone {
namespace {

/// By brute force: explicit Euler in the turned angle would be singular at the end, so midpoint
/// steps of the work done.
double stop_time_by_steps(double mu, int directions) {
  const double c = mu * 9.81 * std::sqrt(0.5) * 6;
  double spin = 10;
  double angle = std::acos(0.0) / 2;
  double time = 0;
  constexpr double kStep = 1e-6;
  while (spin > 0) {
    const double rate = c * std::cos(angle_to_cone(angle, directions));
    spin -= rate * kStep;
    angle += spin * kStep;
    time += kStep;
  }
  return time;
}

TEST(Truths, TheBoxStopsWhenTheDesignSays) {
  EXPECT_NEAR(spinning_box_stop_time(0.1, 0), 2.4027, 5e-5);
  EXPECT_NEAR(spinning_box_stop_time(0.1, 4), 2.64472, 5e-6);
  EXPECT_NEAR(spinning_box_stop_time(0.1, 8), 2.47120, 5e-6);
  EXPECT_NEAR(spinning_box_stop_time(0.1, 16), 2.41861, 5e-6);
}

TEST(Truths, TheBoxStopsWhenBruteForceSaysAtOtherFrictions) {
  for (const double mu : {0.05, 0.3, 1.0}) {
    for (const int directions : {kRoundCone, 4, 8, 12}) {
      EXPECT_NEAR(spinning_box_stop_time(mu, directions), stop_time_by_steps(mu, directions), 5e-5)
          << "mu " << mu << ", K " << directions;
    }
  }
}

/// Stop time [s] by midpoint steps of s = spin / spin_0, which meet nothing singular:
/// da = -spin_0^2 s ds / (c cos delta), dt = -spin_0 ds / (c cos delta).
double stop_time_by_fine_steps(double mu, int directions) {
  constexpr int kSteps = 400000;
  const double c = mu * 9.81 * std::sqrt(0.5) * 6;
  double angle = std::acos(0.0) / 2;
  double time = 0;
  for (int k = kSteps; k-- > 0;) {
    const double s = (k + 0.5) / kSteps;
    const auto rate = [&](double at) { return c * std::cos(angle_to_cone(at, directions)); };
    const double half = angle + 100 * (s + 0.25 / kSteps) / rate(angle) * 0.5 / kSteps;
    angle += 100 * s / rate(half) / kSteps;
    time += 10 / rate(half) / kSteps;
  }
  return time;
}

TEST(Truths, TheBoxStopsToSevenDigitsWhateverKinksItPasses) {
  for (const double mu : {0.03, 0.1, 0.7}) {
    for (const int directions : {4, 8, 16}) {
      EXPECT_NEAR(spinning_box_stop_time(mu, directions), stop_time_by_fine_steps(mu, directions),
                  1e-7)
          << "mu " << mu << ", K " << directions;
    }
  }
}

TEST(Truths, TheSphereLeavesWhenTheDesignSays) {
  EXPECT_NEAR(roll_off_time(0.2, 1), 1.21351, 5e-6);
  EXPECT_NEAR(roll_off_time(0.2, 7), 2 * roll_off_time(0.2, 1), 1e-12) << "times go as the root of "
                                                                       << "the distance of centres";
  EXPECT_NEAR(roll_off_cosine(0.2), 10 * std::cos(0.2) / 17, 1e-15);
}

// A model of the scheme, without contacts or solvers.
TEST(Truths, TheSchemesStopIsWithinItsWindowWhateverTheStep) {
  for (const double mu : {0.03, 0.05, 0.1, 1.0}) {
    for (const int directions : {4, 8, 12, 16, 32}) {
      for (const double h : {0.01, 0.0093, 0.0031, 0.001}) {
        const double c = mu * 9.81 * std::sqrt(0.5) * 6;
        double spin = 10;
        double angle = std::acos(0.0) / 2;
        int steps = 0;
        while (spin > 0) {
          spin -= h * c * std::cos(angle_to_cone(angle, directions));
          angle += h * spin;
          ++steps;
        }
        const StopWindow window = spinning_box_stop_window(mu, directions, h);
        EXPECT_GE(steps * h, window.first - 0.01 * h) << mu << " " << directions << " " << h;
        EXPECT_LE(steps * h, window.last + 0.01 * h) << mu << " " << directions << " " << h;
      }
    }
  }
}

TEST(Truths, ARollingSphereLosesWhatItsStepsAreShortOf) {
  EXPECT_NEAR(roll_off_loss(0.2, 1), 13.4791, 1e-4);
  EXPECT_NEAR(roll_off_loss(0.2, 10), 31.6114, 1e-4);
}

TEST(Truths, OthersHaveTheirClosedForms) {
  EXPECT_NEAR(toppling_time(1e-6), 4.01, 5e-3);
  EXPECT_NEAR(toppling_time(2e-6), 3.75, 5e-3);
  EXPECT_NEAR(spin_stop_time(1, 100, 1, 0), 4.08e-4, 5e-7);
  EXPECT_NEAR(spin_stop_time(1, 100, 0.5, std::acos(0.5)), 4 * 4.0775e-4, 1e-6);
  EXPECT_NEAR(wheel_restitution(16), (0.4 + std::cos(std::acos(-1.0) / 8)) / 1.4, 1e-15);
  EXPECT_NEAR(angle_to_cone(0.3, 4), 0.3, 1e-15);
  EXPECT_NEAR(angle_to_cone(std::acos(0.0) + 0.3, 4), 0.3, 1e-15);
  EXPECT_NEAR(angle_to_cone(0.6, 8), std::acos(-1.0) / 4 - 0.6, 1e-15);
}

TEST(Truths, ACapsuleRollsBetweenABallAndACylinder) {
  EXPECT_NEAR(capsule_inertia_share(3, 0), 0.4, 1e-15);
  EXPECT_NEAR(capsule_inertia_share(1, 1e9), 0.5, 1e-9);
  // Volumes 0.09 pi and 0.036 pi of radius 0.3.
  EXPECT_NEAR(capsule_inertia_share(0.3, 0.5), (0.09 * 0.5 + 0.036 * 0.4) / 0.126, 1e-15);
  EXPECT_NEAR(rolling_acceleration(std::acos(-1) / 2, 0), 9.81, 1e-15);
  EXPECT_NEAR(rolling_acceleration(std::acos(-1) / 6, 0.4), 9.81 / 2.8, 1e-15);
}

}  // namespace
}  // namespace touchstone
