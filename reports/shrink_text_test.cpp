// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/shrink_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(FailuresText, SaysThatTheNumbersOfABoxAreHalfExtents) {
  FailureGroup group;
  group.id = "random-boxes:42:7";
  group.shrunk.emplace();
  for (BodyDraft& body : group.shrunk->draft.bodies) body.half_extents = Vec3(1, 2, 3);
  MetricFailures metric;
  metric.metric = "sat";
  metric.count = 1;
  metric.groups.push_back(group);
  EXPECT_THAT(failures_text({metric}, {}),
              testing::HasSubstr("    A: box of half extents [1, 2, 3]\n"));
}

}  // namespace
}  // namespace touchstone
