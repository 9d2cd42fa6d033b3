// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/remaining_steps.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(RemainingSteps, DearStepsCountForMoreThanCheapOnes) {
  // A hundred steps of the stack take 0.3 ms each, the others 0.003 ms.
  RemainingSteps left({{"spin", 100'000, 1}, {"stack", 6'000, 10}}, 1);
  EXPECT_EQ(left.left_s(), 0);
  left.add(0, 50'000, 0.15);
  // The stack has ten bodies: nothing else is known about it yet.
  EXPECT_NEAR(left.left_s(), 0.15 + 6'000 * 0.0003, 1e-9);
  left.add(0, 50'000, 0.15);
  left.end(0);
  left.add(1, 1'000, 0.4);
  EXPECT_NEAR(left.left_s(), 5'000 * 0.0004, 1e-9);
}

TEST(RemainingSteps, FallsWhileStepsAreTakenAtTheirCost) {
  RemainingSteps left({{"spin", 1000, 1}, {"spin", 100, 1}, {"stack", 200, 4}, {"pile", 50, 9}}, 2);
  const double step_s[] = {0.001, 0.001, 0.016, 0.081};
  const std::uint64_t planned[] = {1000, 100, 200, 50};
  double before = 1e300;
  for (std::size_t run = 0; run < 4; ++run) {
    for (std::uint64_t done = 0; done < planned[run]; done += 10) {
      left.add(run, 10, 10 * step_s[run]);
      EXPECT_LE(left.left_s(), before + 1e-9);
      before = left.left_s();
    }
    left.end(run);
  }
  EXPECT_NEAR(left.left_s(), 0, 1e-9);
}

TEST(RemainingSteps, RunsThatEndEarlySayThatTheirLikeWill) {
  RemainingSteps left({{"roll-off", 1000, 1}, {"roll-off", 10'000, 1}}, 1);
  left.add(0, 250, 0.25);
  left.end(0);
  EXPECT_NEAR(left.left_s(), 2.5, 1e-9);
  left.add(1, 3'000, 3);
  EXPECT_NEAR(left.left_s(), 7, 1e-9);
}

TEST(RemainingSteps, ThreadsShareTheRunsButNoRun) {
  RemainingSteps left({{"a", 100, 1}, {"a", 100, 1}, {"a", 100, 1}}, 2);
  left.add(0, 50, 50);
  left.add(1, 50, 50);
  EXPECT_NEAR(left.left_s(), 150, 1e-9);
}

TEST(RemainingSteps, ATimeLimitIsTheMostThatARunTakes) {
  RemainingSteps remaining({{"a", 1000, 1}, {"a", 1000, 1}, {"a", 10, 1}}, 1, 30);
  remaining.add(0, 10, 20);
  EXPECT_NEAR(remaining.left_s(), 10 + 30 + 20, 1e-9) << "2 s for each step";
}

}  // namespace
}  // namespace touchstone
