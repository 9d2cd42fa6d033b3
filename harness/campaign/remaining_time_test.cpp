// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/campaign/remaining_time.hpp"
#include "metrics/registry.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

CampaignOptions two_families() {
  CampaignOptions options;
  options.metrics = {find_metric("sat"), find_metric("certified")};
  for (const char* name : {"random-boxes", "random-hulls-128-deep"}) {
    CaseSource source;
    source.family = find_family(name);
    options.sources.push_back(source);
  }
  return options;
}

TEST(RemainingTime, EachFamilyGoesOnAtItsOwnRate) {
  RemainingTime time(two_families(), {1000, 100});
  EXPECT_EQ(time.left_s(2), 0);
  time.add(0, 500, 0.5);
  time.add(1, 50, 50);
  EXPECT_DOUBLE_EQ(time.left_s(1), 0.5 + 50);
  EXPECT_DOUBLE_EQ(time.left_s(2), 25.25);
  time.add(0, 500, 0.5);
  time.add(1, 50, 50);
  EXPECT_EQ(time.left_s(1), 0);
}

TEST(RemainingTime, AFamilyThatHasNotBegunIsGuessedFromItsSize) {
  RemainingTime time(two_families(), {1000, 100});
  time.add(0, 500, 0.5);  // a millisecond for each case
  // Larger bodies cost more than so many of the small ones.
  EXPECT_GT(time.left_s(1), 0.5 + 100 * 1e-3 * 10);
}

}  // namespace
}  // namespace touchstone
