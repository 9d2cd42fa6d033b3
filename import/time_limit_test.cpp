// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/time_limit.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace touchstone {
namespace {

using namespace std::chrono_literals;

TEST(ImportTimeLimitDeathTest, EndsWhatGoesOnForEverInOneLine) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto hang = [] {
    const ImportTimeLimit limit("scene.xml", 1000ms);
    ::close(STDERR_FILENO);  // a reader of meshes silences it
    std::this_thread::sleep_for(60s);
  };
  EXPECT_EXIT(hang(), testing::ExitedWithCode(2),
              "touchstone: scene.xml: takes longer than 1 s to import");
}

TEST(ImportTimeLimit, LeavesWhatEndsInTime) {
  { const ImportTimeLimit limit("scene.xml", 20ms); }
  std::this_thread::sleep_for(60ms);
  SUCCEED();
}

}  // namespace
}  // namespace touchstone
