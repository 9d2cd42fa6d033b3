// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/thread_crew.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "geometry/query_scope.hpp"
#include "harness/runners/run_driver.hpp"

namespace touchstone {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Goes on until the test lets it go, which is after the crew has been waited for.
void query_until(const std::atomic<bool>& released, QueryKind kind) {
  const QueryScope scope(kind, "a stuck query");
  while (!released) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// Static: threads that are left behind may still look at them.
std::atomic<bool> released = false;
std::atomic<bool> came_out = false;

TEST(ThreadCrew, LeavesBehindWhatIsStuckInAQueryAndNothingElse) {
  std::atomic<int> ended = 0;
  ThreadCrew crew;
  crew.start([] {
    query_until(released, QueryKind::metric);
    came_out = true;
  });
  for (int k = 0; k < 3; ++k) {
    crew.start([&ended] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      ++ended;
    });
  }
  const auto begin = Clock::now();
  crew.wait([] { return true; });
  EXPECT_EQ(ended, 3);
  EXPECT_LT(seconds_since(begin), 1.8);
  EXPECT_TRUE(threads_were_abandoned());
  released = true;
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(came_out) << "it stops for ever at the end of its query";
}

TEST(ThreadCrew, WaitsForASlowQueryThatNobodyStops) {
  ThreadCrew crew;
  std::atomic<bool> ended = false;
  crew.start([&ended] {
    {
      const QueryScope scope(QueryKind::wait, "a slow worker");
      std::this_thread::sleep_for(std::chrono::milliseconds(700));
    }
    ended = true;
  });
  crew.wait([] { return false; });
  EXPECT_TRUE(ended);
}

// What has begun may take the memory that others need to begin.
TEST(ThreadCrew, NobodyWorksBeforeAllHaveBegun) {
  std::atomic<int> working = 0;
  ThreadCrew crew;
  for (int k = 0; k < 3; ++k) {
    crew.start([&working] { ++working; });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(working, 0);
  crew.wait({});
  EXPECT_EQ(working, 3);
}

// A std::thread that is not joined, as when an exception passes by, would end the program.
TEST(ThreadCrew, JoinsWhatNobodyWaitedFor) {
  std::atomic<int> ended = 0;
  {
    ThreadCrew crew;
    for (int k = 0; k < 3; ++k) {
      crew.start([&ended] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        ++ended;
      });
    }
  }
  EXPECT_EQ(ended, 3);
}

std::atomic<bool> driver_released = false;

TEST(RunDriver, KeepsWhatWasFoundBesideAStuckQuery) {
  std::vector<std::size_t> folded;
  std::atomic<bool> stuck = false;
  const auto begin = Clock::now();
  run_items(
      {2, [&stuck] { return stuck.load(); }, {}}, 1000, [] { return NoBench(); },
      [&stuck](NoBench& /*bench*/, std::size_t k) {
        if (k == 20) {
          stuck = true;
          query_until(driver_released, QueryKind::truth);
        }
        return k;
      },
      [&folded](std::size_t k, std::size_t /*found*/) { folded.push_back(k); });
  EXPECT_LT(seconds_since(begin), 1.8);
  EXPECT_EQ(folded.size(), 20U);
  driver_released = true;
}

}  // namespace
}  // namespace touchstone
