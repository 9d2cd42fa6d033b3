// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/step_series.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "benchmarks/energy/step_meter.hpp"
#include "harness/statistics/statistics.hpp"

namespace touchstone {
namespace {

TEST(StepSeries, OfALongRunKeepsABoundedEvenPart) {
  constexpr int kSteps = 1'000'000;
  StepSeries series;
  for (int i = 0; i < kSteps; ++i) series.add({1e-3 * i, 0, 1e-3 * i});
  EXPECT_LE(series.total_ms.size(), StepSeries::kMaxKept);
  EXPECT_GT(series.total_ms.size(), StepSeries::kMaxKept / 2);
  EXPECT_EQ(series.total_ms.size(), series.contact_ms.size());
  EXPECT_NEAR(median(series.total_ms), kSteps / 2, kSteps / 1000);
  const double apart = series.total_ms[1] - series.total_ms[0];
  for (std::size_t k = 1; k < series.total_ms.size(); ++k) {
    ASSERT_NEAR(series.total_ms[k] - series.total_ms[k - 1], apart, 1e-6);
  }
}

TEST(StepSeries, OfAShortRunKeepsAll) {
  StepSeries series;
  for (const double ms : {3.0, 1.0, 2.0}) series.add({0, 0, 1e-3 * ms});
  EXPECT_EQ(median(series.total_ms), 2);
  EXPECT_EQ(median({}), 0);
}

TEST(StepMeter, CountsWhatIsDoneAndForgetsWhatIsLeftOut) {
  std::pair<std::uint64_t, std::uint64_t> said;
  const StepProgress progress = [&said](std::uint64_t done, std::uint64_t total, double) {
    said = {done, total};
  };
  StepMeter meter({{"first", 100, 1}, {"second", 200, 1}}, 1, progress);
  {
    StepMeter::Run first(meter, 0);
    for (int i = 0; i < 100; ++i) first.step();
  }
  EXPECT_EQ(said, std::make_pair(std::uint64_t{100}, std::uint64_t{300}));
  {
    StepMeter::Run ends_early(meter, 1);
    for (int i = 0; i < 30; ++i) ends_early.step();
  }
  EXPECT_EQ(said, std::make_pair(std::uint64_t{130}, std::uint64_t{130}));
}

}  // namespace
}  // namespace touchstone
