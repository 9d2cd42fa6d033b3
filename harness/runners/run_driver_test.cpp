// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/run_driver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cfenv>
#include <chrono>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace touchstone {
namespace {

constexpr std::size_t kItems = 1000;  ///< many times the lead that a thread may have

/// Items of unequal cost, folded into a list.
std::vector<std::size_t> folded_items(int jobs) {
  std::vector<std::size_t> list;
  run_items(
      {jobs, {}, {}}, kItems, [] { return NoBench(); },
      [](NoBench& /*bench*/, std::size_t k) {
        if (k % 100 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
        return 3 * k;
      },
      [&list](std::size_t k, std::size_t found) {
        EXPECT_EQ(found, 3 * k);
        list.push_back(k);
      });
  return list;
}

TEST(RunDriver, FoldsInTheOrderOfTheItemsWhateverTheJobs) {
  std::vector<std::size_t> in_order(kItems);
  std::iota(in_order.begin(), in_order.end(), std::size_t{0});
  for (const int jobs : {0, 1, 2, 7}) EXPECT_EQ(folded_items(jobs), in_order) << jobs;
}

TEST(RunDriver, ItsThreadsRoundToNearestWhateverTheirStarterDoes) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::vector<int> modes(3, -1);
    std::fesetround(mode);
    run_on_threads(modes.size(), [&modes](std::size_t k) { modes[k] = std::fegetround(); });
    std::fesetround(FE_TONEAREST);
    EXPECT_THAT(modes, testing::Each(FE_TONEAREST)) << mode;
  }
}

TEST(RunDriver, MakesOneBenchForEachThread) {
  std::atomic<int> benches = 0;
  std::size_t found = 0;
  run_items(
      {3, {}, {}}, kItems, [&benches] { return ++benches; },
      [](int& /*bench*/, std::size_t /*k*/) { return 1; },
      [&found](std::size_t /*k*/, int one) { found += static_cast<std::size_t>(one); });
  EXPECT_EQ(benches, 3);
  EXPECT_EQ(found, kItems);
}

TEST(RunDriver, ThrowsTheFirstExceptionAgain) {
  for (const int jobs : {1, 3}) {
    const auto run = [jobs] {
      run_items(
          {jobs, {}, {}}, kItems, [] { return NoBench(); },
          [](NoBench& /*bench*/, std::size_t k) {
            if (k == 200) throw std::runtime_error("item 200");
            return k;
          },
          [](std::size_t k, std::size_t /*found*/) { EXPECT_LT(k, 200U); });
    };
    EXPECT_THAT(run, testing::ThrowsMessage<std::runtime_error>("item 200"));
  }
}

/// One item may take minutes, and who waits is told what happens in it.
TEST(RunDriver, ReportsProgressWhileNothingIsDone) {
  int reports = 0;
  RunDriver driver({1,
                    {},
                    [&reports](std::uint64_t done, std::uint64_t /*total*/) {
                      if (done == 0) ++reports;
                    }},
                   1);
  bool dealt = false;
  driver.run([&dealt] { return std::exchange(dealt, true) ? std::nullopt : std::optional(0); },
             [] { return NoBench(); },
             [&driver](NoBench& /*bench*/, int /*item*/) {
               std::this_thread::sleep_for(std::chrono::seconds(1));
               driver.fold(1, [] {});
             });
  EXPECT_GE(reports, 4);
}

TEST(RunDriver, StopsOnRequestAndSaysWhatWasDone) {
  std::atomic<int> folded = 0;
  std::vector<std::uint64_t> seen;
  RunDriver driver({1, [&folded] { return folded == 20; },
                    [&seen](std::uint64_t done, std::uint64_t total) {
                      EXPECT_EQ(total, kItems);
                      seen.push_back(done);
                    }},
                   kItems, 5);
  std::size_t next = 5;
  driver.run([&next] { return next < kItems ? std::optional(next++) : std::nullopt; },
             [] { return NoBench(); },
             [&](NoBench& /*bench*/, std::size_t /*k*/) { driver.fold(1, [&] { ++folded; }); });
  EXPECT_FALSE(driver.complete());
  EXPECT_EQ(driver.done(), 25U);
  ASSERT_FALSE(seen.empty());
  EXPECT_EQ(seen.front(), 5U);
  EXPECT_EQ(seen.back(), 25U);
}

}  // namespace
}  // namespace touchstone
